"""The verb for table talk at a keyboard: reading what members said, and saying something."""

from contextlib import closing
from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.params import argument, as_json, the_campaign, verb
from campaign.cli.session import Session
from campaign.cli.stores import Refusal, WrongUsage
from campaign.text.english import counted

if TYPE_CHECKING:
    from campaign.accounts.table.talk import Said, TableTalk
    from campaign.kernel.members import Campaign

LAST = 20
"""How many texts are shown."""


@verb("talk", "campaign --as anna talk club Well played!\ncampaign talk club")
@the_campaign
@argument("words", "[TEXT]", nargs=-1)
@click.option("--last", type=click.IntRange(1), default=LAST, help="How many texts to show.")
@as_json
def talk(session: Session, name: str, words: tuple[str, ...], last: int, as_json: bool) -> None:
    """Shows what was said at the table, or says something about the running turn. It is for members
    alone, and in no record, export or report.
    """
    from campaign.accounts.people import People
    from campaign.accounts.table.talk import TALK, TableTalk
    from campaign.world.clock import utc_now

    campaign: Campaign = session.live(name).state.campaign
    if campaign.record.branch_of is not None:
        raise Refusal(f"{name} is a what-if, and nobody talks there")
    session.called(name, session.member)
    with closing(People(session.place, (TALK,))) as people:
        said = TableTalk(people.file, clock=utc_now)
        if words:
            _say(said, campaign, session.member, " ".join(words))
            texts = said.last(campaign.id, 1)
        else:
            texts = said.last(campaign.id, last)[::-1]
    if as_json:
        output.json_line({"talk": [_in_json(one) for one in texts]})
        return
    for one in texts:
        output.entry(f"{one.at[:16].replace('T', ' ')} {campaign.called(one.member)}: ", _text(one))
    if not texts:
        output.echo("nobody has said anything yet")


def _say(talk: "TableTalk", campaign: "Campaign", member: str, typed: str) -> None:
    """Says something. Raises `WrongUsage` for what may not be said, `Refusal` for too much."""
    from campaign.accounts.table.talk import Wait, fault, plain

    text = plain(typed)
    if why := fault(text):
        raise WrongUsage(f"{why} Nothing was said")
    said = talk.say(campaign.id, f"turn:{campaign.turn}", member, text)
    if isinstance(said, Wait):
        raise Refusal(f"wait {counted(said.minutes, 'minute')}. Nothing was said")


def _text(said: "Said") -> str:
    """A text as members read it, in one line."""
    return "(hidden)" if said.hidden_by else " ".join(said.text.split())


def _in_json(said: "Said") -> dict[str, object]:
    """The same for programs; the text of what is hidden is left out."""
    return {
        "id": said.id,
        "at": said.at,
        "member": said.member,
        "about": said.about,
        **({"hidden_by": said.hidden_by} if said.hidden_by else {"text": said.text}),
        "reactions": {kind: list(members) for kind, members in said.reactions.items()},
    }
