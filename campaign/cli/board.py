"""Verbs of the host at the Promotions Board."""

import click

from campaign.cli.params import Leader, argument, as_json, the_campaign, verb
from campaign.cli.prompts import confirmed
from campaign.cli.session import Refusal, Session
from campaign.cli.verbs import ClickVerb


@verb("board", "campaign board club")
@the_campaign
@as_json
def board(session: Session, name: str, as_json: bool) -> None:
    """Opens the turn's Promotions Board, once a turn at most. Then draw."""
    session.act(name, "OpenReinforcement", as_json=as_json)


@verb("entropy", "campaign entropy club 'three grey geese, 17:42'")
@the_campaign
@argument("words", "WORDS")
@as_json
def entropy(session: Session, name: str, words: str, as_json: bool) -> None:
    """Throws words of your own into the next draw, so that nobody can have foreseen it."""
    session.act(name, "AddEntropy", as_json=as_json, value=words)


@verb("draw", "campaign draw club")
@the_campaign
@argument("leader", "[LEADER]", Leader(), required=False)
@as_json
def draw(session: Session, name: str, leader: str | None, as_json: bool) -> None:
    """Draws a leader from the cup. Where the club draws at the table (draws=table), name the one
    drawn; without a name the cup is empty there.
    """
    session.must_exist(name)
    known = session.leader(name, leader) if leader else None
    session.act(name, "DrawLeader", as_json=as_json, leader=known)


@verb("fix", "campaign fix club --yes")
@the_campaign
@click.option("--yes", is_flag=True, help="Fix them even if some are missing.")
@as_json
def fix(session: Session, name: str, yes: bool, as_json: bool) -> None:
    """Ends sealing: from now on nobody lays or replaces a ballot (or vote) of this draw. Then those
    who sealed on a device of their own hand in their openings, which nobody can answer any more.
    """
    from campaign.leaders_in_flames.board.waiting import waiting
    from campaign.leaders_in_flames.names import country, listed

    waits = waiting(session.live(name).state)
    if waits.owed and not yes:
        told = f"No {waits.what[:-1]} yet from {listed(country(power) for power in waits.owed)}"
        if not confirmed(f"{told}. Fix without them?"):
            raise Refusal(f"{told}; nothing was recorded. To fix without them, add --yes")
    session.act(name, "FixMarkers", as_json=as_json)


@verb("reveal", "campaign reveal club --absent")
@the_campaign
@click.option("--absent", is_flag=True, help="Missing ballots count as no veto.")
@click.option("--withheld", is_flag=True, help="Devices that hand in nothing pay for a veto.")
@as_json
def reveal(session: Session, name: str, absent: bool, withheld: bool, as_json: bool) -> None:
    """Opens all ballots at once: the points are paid, the leader arrives or goes back."""
    session.act(
        name, "OpenBallots", as_json=as_json,
        absent="no-veto" if absent else None, withheld=withheld or None,
    )  # fmt: skip


@verb("count", "campaign count club --absent")
@the_campaign
@click.option("--absent", is_flag=True, help="Missing votes count as abstained.")
@click.option("--withheld", is_flag=True, help="Devices that hand in nothing abstain and pay 1.")
@as_json
def count(session: Session, name: str, absent: bool, withheld: bool, as_json: bool) -> None:
    """Opens all votes at once: the board goes on to another leader, or closes."""
    session.act(
        name, "OpenVotes", as_json=as_json,
        absent="abstain" if absent else None, withheld=withheld or None,
    )  # fmt: skip


VERBS: dict[str, ClickVerb] = {
    "board": board, "entropy": entropy, "draw": draw, "fix": fix, "reveal": reveal, "count": count,
}  # fmt: skip
