"""What cannot be in any state, whatever was corrected: each fault with the rule it breaks. Pure.

Play by the commands never leads there; a correction could, and is refused where it would.
"""

from collections.abc import Iterator

from campaign.kernel import members
from campaign.kernel.decisions import Refused
from campaign.leaders_in_flames.board import markers
from campaign.leaders_in_flames.force_pools.view import misplaced
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State, has_marker

MOST = 9_999
"""Veto points that no power ever has."""
_PLAYED_BY = {"player", "host"}


def faults(state: State) -> Iterator[Refused]:
    """Everything about a state that cannot be; nothing in a sound campaign."""
    yield from _people(state)
    yield from _points(state)
    yield from _leaders(state)
    yield from _board(state)
    for told in misplaced(state):
        yield Refused("LiF 5", told)
    if state.entry.common < 0:
        yield Refused("LiF 5.3", f"the common pool would hold {state.entry.common} chits")
    if state.entry.last_chit and not state.entry.secret_commitment:
        told = "chits were laid under the secret of the common pool, so that its stocking stays"
        yield Refused("LiF 5.3", told)


def below_zero(state: State) -> tuple[str, ...]:
    """LiF 4.2: powers that have spent points they never had."""
    points = state.veto_points.items()
    return tuple(f"{power} has {count} veto points" for power, count in points if count < 0)


def _people(state: State) -> Iterator[Refused]:
    """Members: somebody hosts, and whoever plays a power is enrolled to play."""
    shared = state.campaign
    if not any(shared.is_host(member) for member in shared.members):
        yield Refused("Members", "the campaign would be left without a host")
    for power, member in shared.powers.items():
        known = shared.members.get(member)
        if known is None:
            yield Refused("Members", f"{power} would be played by {member}, who is not enrolled")
        elif not _PLAYED_BY & set(known.roles):
            yield Refused("Members", f"{power} would be played by {member}, who is no player")
    for member, known in shared.members.items():
        if not known.roles or not set(known.roles) <= set(members.ROLES):
            yield Refused("Members", f"{member} would have no role that there is")


def _points(state: State) -> Iterator[Refused]:
    """LiF 4.2: a chart for each power; nobody goes below zero."""
    for told, what in ((state.veto_points, "veto points"), (state.conquest, "conquest")):
        if told and set(told) != set(POWERS):
            wrong = sorted(set(told) ^ set(POWERS))[0]
            has = "is no power" if wrong in told else "would be missing"
            yield Refused("LiF 4.2", f"{what}: {wrong} {has}")
    if not state.conquest:
        yield Refused("LiF 4.2", "conquest: every power would be missing")
    for power, points in state.veto_points.items():
        if not 0 <= points <= MOST:
            yield Refused("LiF 4.2", f"{power} would have {points} veto points")


def _leaders(state: State) -> Iterator[Refused]:
    """LiF 1, 3.1: each leader of the kit in one place."""
    play, known = state.play, state.leaders
    if known and set(known) != set(state.sheet):
        wrong = sorted(set(known) ^ set(state.sheet))[0]
        has = "is no leader of the kit" if wrong in known else "would be in no place"
        yield Refused("LiF 1", f"{wrong} {has}")
    for where, place, status in (
        (play.placements, "on the map", "map"),
        (play.circle, "on the production circle", "circle"),
    ):
        for who in where:
            if known.get(who) != status:
                other = known.get(who, "nowhere")
                yield Refused("LiF 3.1", f"{who} would be {place} and {other} at once")
    for who, status in known.items():
        if status == "circle" and who not in play.circle:
            yield Refused("LiF 3.1", f"{who} would never come off the production circle")


def _board(state: State) -> Iterator[Refused]:
    """LiF 4.1: the leader before the board is the one drawn, and every marker can be opened."""
    board = state.board
    drawn = sorted(who for who, status in state.leaders.items() if status == "drawn")
    if drawn != ([board.leader] if board.phase == "ballots" else []):
        before = board.leader if board.phase == "ballots" else "nobody"
        names = " and ".join(drawn) or "nobody"
        yield Refused("LiF 4.1", f"{names} would be drawn, with {before} before the board")
    for power in board.markers:
        if board.phase not in markers.KINDS or not has_marker(state, power):
            yield Refused("LiF 4.1", f"{power}'s marker could never be opened")
