"""Verbs of the players: secret ballots and votes, laid here or sealed on a device of their own."""

from pathlib import Path

import click

from campaign.cli.params import Word, argument, as_json, the_campaign, the_power, verb
from campaign.cli.prompts import choices, choose, secret
from campaign.cli.session import Refusal, Session, WrongUsage
from campaign.cli.verbs import ClickVerb

BALLOT = Word("ballot", lambda: choices("ballot"))
VOTE = Word("vote", lambda: choices("vote"))


def _asked(session: Session, kind: str, name: str, power: str) -> str:
    """A choice for the board as it stands; refused before it is typed where none is taken."""
    from campaign.leaders_in_flames.board.hints import hint
    from campaign.leaders_in_flames.board.waiting import prices
    from campaign.leaders_in_flames.commands import SealBallot, SealVote

    session.must_play(name)
    state = session.live(name).state
    if state.board.phase != f"{kind}s":
        comes = hint(state, SealBallot if kind == "ballot" else SealVote)
        raise Refusal(f"refused (LiF 4.1): the board is not taking {kind}s ({comes})")
    on = state.sheet[state.board.leader].name if kind == "ballot" else ""
    return choose(kind, power, prices(state, power), on)


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
        choice = _asked(session, kind, name, power)
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
    choice = choice or choose(kind, power)
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
    campaign seal --campaign-id "$(campaign status club --id)" \\
        --kind vote --draw 1 --power france --choice abstain --out france.seal
    campaign vote club france --commitment "$(head -1 france.seal)"
    campaign fix club --yes
    campaign reveal-vote club france --opening france.seal
    """,
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


VERBS: dict[str, ClickVerb] = {
    "ballot": ballot, "vote": vote, "reveal-ballot": reveal_ballot,
    "reveal-vote": reveal_vote,
}  # fmt: skip
