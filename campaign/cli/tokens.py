"""Verbs about programs that use the service for a member: their tokens."""

from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.member_params import MemberIdParam
from campaign.cli.params import Word, argument, as_json, the_campaign, verb
from campaign.cli.session import Session, WrongUsage

if TYPE_CHECKING:
    from campaign.people.people import People

SCOPES = {"read": "looks", "act": "looks and sends commands"}


@verb("token", "campaign token club anna\ncampaign token club anna --scope act --json")
@the_campaign
@argument("member", "MEMBER", MemberIdParam())
@click.option(
    "--scope",
    type=Word("scope", lambda: tuple(SCOPES)),
    default="read",
    help="What the program may do: read, as without it, or act.",
)
@as_json
def token(session: Session, name: str, member: str, scope: str, as_json: bool) -> None:
    """Prints a token that lets a program use the service for a member, in this campaign alone. It
    is shown once and kept nowhere; whoever has it sees what the member sees, and with --scope act
    sends commands in their name. `campaign tokens` lists and ends them.
    """
    from campaign.people.doors import Doors
    from campaign.store.clock import utc_now
    from campaign.text.suggest import near

    session.must_exist(name)
    campaign = session.live(name).state.campaign
    if member not in campaign.members:
        raise WrongUsage(f"{member!r} is not enrolled in {name}{near(member, campaign.members)}")
    people = _people(session)
    try:
        doors = Doors(people.file, clock=utc_now)
        made = doors.hand_out("program", campaign.id, member, scope, None)
    finally:
        people.close()
    if as_json:
        output.json_line({"token": made})
    else:
        output.echo(made)


@verb("tokens", "campaign tokens club\ncampaign tokens club --json")
@the_campaign
@click.option("--end", metavar="ID", help="End one: it lets nobody in any more.")
@as_json
def tokens(session: Session, name: str, end: str | None, as_json: bool) -> None:
    """Lists the programs' tokens of a campaign: an id, whose they are, what they may do and since
    when. The tokens themselves are not kept. Who leaves or has lost one: --end ID.
    """
    from campaign.people import programs
    from campaign.store.clock import utc_now

    session.must_exist(name)
    campaign = session.live(name).state.campaign
    people = _people(session)
    try:
        if end is not None and not programs.end(people.file, campaign.id, end, utc_now()):
            raise WrongUsage(f"there is no token {end!r}; `campaign tokens {name}` lists them")
        found = programs.programs(people.file, campaign.id)
    finally:
        people.close()
    if as_json:
        told = [
            {"id": programs.id_of(one), "member": one.member, "scope": one.scope, "made": one.made}
            for one in found
        ]
        output.json_line({"tokens": told})
        return
    rows = [
        (
            programs.id_of(one),
            campaign.called(one.member),
            SCOPES.get(one.scope, one.scope),
            one.made[:16],
        )
        for one in found
    ]
    if rows:
        output.table(("id", "member", "may", "since (UTC)"), rows)
    else:
        output.echo("no program has a token")


def _people(session: Session) -> "People":
    from campaign.people.doors import DOORS
    from campaign.people.people import People

    return People(session.place, (DOORS,))


VERBS: dict[str, ClickVerb] = {"token": token, "tokens": tokens}
