"""LiF 3.3, 5.1: the audit of recalls after a combat, and of Guards Banner armies. Pure."""

from collections.abc import Iterable, Iterator, Mapping

from campaign.kernel.decisions import Finding
from campaign.kernel.seed_audit import ClaimedDraw
from campaign.leaders_in_flames.on_map import battles, guards_banner
from campaign.leaders_in_flames.state import Counting, State, mixed_lines
from events.base import Event
from events.lif.on_map import (
    CombatReported,
    CooperationAgreed,
    CooperationEnded,
    GuardsPromoted,
    ImpulseBegan,
    LeaderGroundStruck,
    LeaderKilled,
    LeaderMoved,
    LeaderPlaced,
    LeaderRecalled,
    LeaderSentToCircle,
    LeaderTurned,
    StageBegan,
    StepBegan,
)


def check(
    version: int, state: State, event: Event, claimed: list[ClaimedDraw]
) -> Iterable[Finding]:
    """What is wrong with an event, given the state before it; adds its draws to `claimed`."""
    match event:
        case LeaderRecalled() if event.combat:
            return _recalled(version, state, event, claimed)
        case GuardsPromoted():
            wrong = guards_banner.unearned(state, event)
            return (Finding(version, "promotion", text) for text in wrong)
    return ()


def _recalled(
    version: int, state: State, event: LeaderRecalled, claimed: list[ClaimedDraw]
) -> Iterator[Finding]:
    """LiF 3.3: the recalled leader is one whom the combat exposes to recall, fairly chosen."""
    combat = state.play.combats.get(event.combat)
    side = next(
        (part.side for part in (combat.leaders if combat else ()) if part.leader == event.leader),
        None,
    )
    named = battles.candidates(state, combat, side) if combat and side else []
    if event.leader not in named:
        text = f"{event.leader} was not to be recalled after {event.combat}"
        yield Finding(version, "recall", text)
        return
    chosen_by = battles.chosen_by(state, named)
    if event.chosen_by != chosen_by:
        text = f"{event.leader} was chosen by {event.chosen_by}, and not by {chosen_by}"
        yield Finding(version, "recall", text)
    elif chosen_by != "rule" and sorted(event.candidates) != named:
        text = f"it lay between {', '.join(named)}, and not {', '.join(event.candidates)}"
        yield Finding(version, "recall", text)
    elif chosen_by == "draw":
        if event.draw != state.draw + 1:
            yield Finding(version, "draw", f"has number {event.draw} after {state.draw}")
        if event.source != state.rulings.draws:
            yield Finding(version, "draw", f"is not the {state.rulings.draws}'s")
        elif event.source == "ledger":
            mixed = mixed_lines(state)
            claimed.append(ClaimedDraw(version, event.draw, event.leader, mixed, tuple(named)))


# --- what rests on people's word ---------------------------------------------------------------

TRUSTED: Mapping[type[Event], str] = {
    LeaderPlaced: "places",
    LeaderMoved: "places",
    LeaderTurned: "places",
    LeaderSentToCircle: "places",
    StageBegan: "course of the turn",
    ImpulseBegan: "course of the turn",
    StepBegan: "course of the turn",
    CooperationAgreed: "agreements",
    CooperationEnded: "agreements",
    CombatReported: "combats",
    LeaderGroundStruck: "combats",
    LeaderKilled: "deaths",
    GuardsPromoted: "places",
}


def _losses(state: State, event: CombatReported) -> Iterator[tuple[str, int]]:
    yield "losses", len(event.losses)


def _table_draw(state: State, event: LeaderRecalled) -> Iterator[tuple[str, int]]:
    if event.source == "table":
        yield "table draws", 1


COUNTED: Counting = {
    CombatReported: _losses,
    LeaderRecalled: _table_draw,
}
