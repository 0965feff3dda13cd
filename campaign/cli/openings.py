"""Verbs of the vault's keeper, and of openings outside the rules."""

import click

from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import Word, argument, as_json, the_campaign, verb
from campaign.cli.session import Session, WrongUsage
from campaign.disputes.commands import AskOpening, ConsentToOpening, NameKeeper


@verb(
    "keeper",
    """
    campaign enrol club eve --name Eve --role observer
    campaign keeper club eve
    campaign keeper club --nobody
    """,
)
@the_campaign
@argument("member", "[MEMBER]", required=False)
@click.option("--nobody", is_flag=True, help="From here on a second member's consent will do.")
@as_json
def keeper(session: Session, name: str, member: str | None, nobody: bool, as_json: bool) -> None:
    """Names a member who plays no power as keeper of the vault: without their consent nothing
    sealed is opened before its time. This binds the tool. Whoever has the key's file itself can
    still write a program of their own; so let the keeper's machine hold it.
    """
    if (member is None) != nobody:
        raise WrongUsage("name a member, or say --nobody")
    session.act(name, NameKeeper, as_json=as_json, member=member or "")


@verb(
    "unseal",
    """
    campaign start late --scenario <scenario>
    campaign enrol late eve --name Eve --role observer
    <sealing>
    campaign unseal ask late 9 --reason "<sealed by> left the club"
    campaign unseal consent late 9 --as eve
    """,
)
@argument("what", "ask|consent", Word("step", lambda: ("ask", "consent")))
@the_campaign
@argument("version", "VERSION", click.IntRange(1))
@click.option("--reason", metavar="WORDS", help="Why it must be opened; everybody reads it.")
@as_json
def unseal(
    session: Session, what: str, name: str, version: int, reason: str | None, as_json: bool
) -> None:
    """Opens a sealed value outside the rules: one member asks, with a reason, and a second consents
    (the vault's keeper, where one is named). VERSION is the event that sealed it. What was opened
    stands in the record for all to see, and stays as it was laid.
    """
    if what == "ask":
        if not reason:
            raise WrongUsage("--reason: say why it must be opened; everybody will read it")
        session.act(name, AskOpening, as_json=as_json, version=version, reason=reason)
        return
    if reason:
        raise WrongUsage(
            "--reason: leave it out; only the member who asks for an opening gives a reason"
        )
    session.act(name, ConsentToOpening, as_json=as_json, version=version)


VERBS: dict[str, ClickVerb] = {"keeper": keeper, "unseal": unseal}
