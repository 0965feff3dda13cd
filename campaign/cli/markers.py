"""Verbs of the players: secret ballots and votes, laid here or sealed on a device of their own."""

import os
import sys
from pathlib import Path
from typing import Any

import click

from campaign.cli import output
from campaign.cli.session import Session, WrongUsage
from campaign.cli.verbs import Verb
from campaign.cli.words import POWER, Word, argument, as_json, the_campaign, the_power, verb

KINDS = ("ballot", "vote")
TRIES = 3


def choices(kind: str) -> tuple[str, ...]:
    """What a marker of a kind can say."""
    from typing import get_args

    from events.leaders_in_flames import Choice, Voice

    return get_args(Choice if kind == "ballot" else Voice)


BALLOT = Word("ballot", lambda: choices("ballot"))
VOTE = Word("vote", lambda: choices("vote"))


def secret(label: str, allowed: tuple[str, ...] = ()) -> str:
    """Asks for something that the screen does not show; reads a line where nobody is asked.

    A wrong answer is not repeated to whoever looks over the shoulder.
    """
    told = f"one of {', '.join(allowed)}" if allowed else ""
    for _ in range(TRIES):
        if sys.stdin.isatty():
            given = click.prompt(label, hide_input=True, default="", show_default=False, err=True)
        else:
            given = sys.stdin.readline()
        given = given.strip()
        if given and (not allowed or given.lower() in allowed):
            return given.lower()
        if not sys.stdin.isatty():
            break
        if told:
            click.echo(f"That is not {told}.", err=True)
    raise WrongUsage(f"what was typed is not {told or 'what was asked for'}")


def _choice(kind: str, power: str) -> str:
    from campaign.leaders_in_flames.names import country

    allowed = choices(kind)
    label = f"{country(power)}, {' or '.join(allowed)} (what you type is not shown)"
    return secret(label, allowed)


def _lay(
    session: Session,
    kind: str,
    name: str,
    power: str,
    choice: str | None,
    commitment: str | None,
    as_json: bool,
) -> None:
    session.must_exist(name)
    if choice is not None and commitment is not None:
        raise WrongUsage("give a choice or a commitment, not both")
    if choice is None and commitment is None:
        choice = _choice(kind, power)
    session.act(
        name,
        f"Seal{kind.title()}",
        as_json=as_json,
        power=power,
        choice=choice,
        commitment=commitment.strip().lower() if commitment else None,
    )


commitment_option = click.option(
    "--commitment", metavar="HEX", help="Sealed on a device: what `campaign seal` printed."
)


@verb(
    "ballot",
    """
    campaign ballot club germany no-veto --as anna
    echo no-veto | campaign ballot club japan
    """,
)
@the_campaign
@the_power
@argument("choice", "[veto|no-veto]", BALLOT, required=False)
@commitment_option
@as_json
def ballot(
    session: Session,
    name: str,
    power: str,
    choice: str | None,
    commitment: str | None,
    as_json: bool,
) -> None:
    """Turns a power's veto marker in secret. Leave the choice out to type it unseen; that also
    keeps it out of the shell's history. A second ballot replaces the first.
    """
    _lay(session, "ballot", name, power, choice, commitment, as_json)


@verb("vote", "campaign vote club germany abstain --as anna")
@the_campaign
@the_power
@argument("choice", "[another|stop|abstain]", VOTE, required=False)
@commitment_option
@as_json
def vote(
    session: Session,
    name: str,
    power: str,
    choice: str | None,
    commitment: str | None,
    as_json: bool,
) -> None:
    """Lays down a power's secret vote on drawing another leader: another costs 1, stop (lif-1998
    only) 2, abstain nothing. Leave it out to type it unseen. A second vote replaces the first.
    """
    _lay(session, "vote", name, power, choice, commitment, as_json)


@verb(
    "seal",
    """
    campaign seal --campaign-id "$(campaign status club --id)" --kind ballot --draw 1 --power usa --choice no-veto --out usa.seal
    campaign ballot club usa --commitment "$(head -1 usa.seal)"
    """,  # noqa: E501
)
@click.option("--campaign-id", required=True, metavar="HEX", help="As `campaign status` shows it.")
@click.option("--kind", required=True, type=Word("kind", lambda: KINDS), help="ballot or vote.")
@click.option("--draw", required=True, type=click.IntRange(1), help="The number of the draw.")
@click.option("--power", required=True, type=POWER, help="The power you play.")
@click.option("--choice", help="Leave it out to type it unseen.")
@click.option(
    "--out", metavar="FILE", type=click.Path(path_type=Path),
    help="Write to a file that only you can read, and show nothing but the commitment.",
)  # fmt: skip
@as_json
def seal(
    session: Session,
    campaign_id: str,
    kind: str,
    draw: int,
    power: str,
    choice: str | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Seals a ballot or a vote on your own device: no store, no network. Send the commitment now;
    keep choice and nonce to yourself until the host calls for them, then hand them over with
    reveal-ballot or reveal-vote. A seal that is never opened counts against you.
    """
    import re
    import secrets

    from events.sealed import NONCE_BYTES, Opening, Subject, commit

    if not re.fullmatch(r"[0-9a-f]{32}", campaign_id):
        raise WrongUsage("--campaign-id: it is 32 hex digits; `campaign status NAME` shows it")
    allowed = choices(kind)
    said = choice.lower() if choice is not None else _choice(kind, power)
    if said not in allowed:
        raise WrongUsage(f"--choice: a {kind} is {', '.join(allowed)}")
    opening = Opening(said, secrets.token_hex(NONCE_BYTES))
    commitment = commit(Subject(campaign_id, kind, draw, power), opening)
    if out is not None:
        _keep(out, commitment, opening)
    if as_json:
        told: dict[str, Any] = {"commitment": commitment}
        if out is None:
            told |= {"choice": opening.choice, "nonce": opening.nonce}
        output.json_line(told)
        return
    if out is not None:
        click.echo(commitment)
        return
    click.echo(f"Send now:  campaign {kind} NAME {power} --commitment {commitment}")
    click.echo(f"Keep:      campaign reveal-{kind} NAME {power} {opening.choice} {opening.nonce}")


def _keep(out: Path, commitment: str, opening: Any) -> None:
    """Commitment, choice and nonce in a file, a line for each."""
    try:
        handle = os.open(out, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        raise WrongUsage(
            f"{out} is there already; it may hold a seal that is still needed"
        ) from None
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(f"{commitment}\n{opening.choice}\n{opening.nonce}\n")


def _hand_over(
    session: Session,
    kind: str,
    name: str,
    power: str,
    choice: str | None,
    nonce: str | None,
    opening: Path | None,
    as_json: bool,
) -> None:
    session.must_exist(name)
    if opening is not None:
        if choice is not None or nonce is not None:
            raise WrongUsage("give choice and nonce, or --opening, not both")
        lines = opening.read_text(encoding="utf-8", errors="replace").split()
        if len(lines) != 3:
            raise WrongUsage(f"{opening} is no file that `campaign seal --out` made")
        _, choice, nonce = lines
    choice = choice or _choice(kind, power)
    nonce = nonce or secret("Nonce, 64 hex digits (what you type is not shown)")
    session.act(
        name, f"Reveal{kind.title()}", as_json=as_json, power=power, choice=choice, nonce=nonce
    )


opening_option = click.option(
    "--opening", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The file that `campaign seal --out` made.",
)  # fmt: skip


@verb("reveal-ballot", "campaign reveal-ballot club usa --opening usa.seal")
@the_campaign
@the_power
@argument("choice", "[CHOICE]", BALLOT, required=False)
@argument("nonce", "[NONCE]", required=False)
@opening_option
@as_json
def reveal_ballot(
    session: Session,
    name: str,
    power: str,
    choice: str | None,
    nonce: str | None,
    opening: Path | None,
    as_json: bool,
) -> None:
    """Hands over what opens a ballot that was sealed on a device. It stays sealed, in the vault,
    until all ballots are opened. What is left out is asked for unseen.
    """
    _hand_over(session, "ballot", name, power, choice, nonce, opening, as_json)


@verb(
    "reveal-vote",
    """
    campaign seal --campaign-id "$(campaign status club --id)" --kind vote --draw 1 --power france --choice abstain --out france.seal
    campaign vote club france --commitment "$(head -1 france.seal)"
    campaign reveal-vote club france --opening france.seal
    """,  # noqa: E501
)
@the_campaign
@the_power
@argument("choice", "[CHOICE]", VOTE, required=False)
@argument("nonce", "[NONCE]", required=False)
@opening_option
@as_json
def reveal_vote(
    session: Session,
    name: str,
    power: str,
    choice: str | None,
    nonce: str | None,
    opening: Path | None,
    as_json: bool,
) -> None:
    """Hands over what opens a vote that was sealed on a device. It stays sealed, in the vault,
    until all votes are opened. What is left out is asked for unseen.
    """
    _hand_over(session, "vote", name, power, choice, nonce, opening, as_json)


VERBS: dict[str, Verb] = {
    "ballot": ballot, "vote": vote, "seal": seal, "reveal-ballot": reveal_ballot,
    "reveal-vote": reveal_vote,
}  # fmt: skip
