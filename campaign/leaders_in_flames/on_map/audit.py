"""LiF 3.3, 5.1: the audit of recalls after a combat, and of Guards Banner armies. Pure."""

from collections.abc import Iterable, Iterator, Mapping

from campaign.kernel.decisions import Finding
from campaign.kernel.seed_audit import ClaimedDraw
from campaign.leaders_in_flames.names import leader
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
        text = f"{leader(event.leader, state.sheet)} was not to be recalled after {event.combat}"
        yield Finding(version, "recall", text)
        return
    chosen_by = battles.chosen_by(state, named)
    if event.chosen_by != chosen_by:
        who = leader(event.leader, state.sheet)
        text = f"{who} was chosen by {event.chosen_by}, and the rules say by {chosen_by}"
        yield Finding(version, "recall", text)
    elif chosen_by != "rule" and sorted(event.candidates) != named:
        those, others = (_leaders(state, one) for one in (named, event.candidates))
        text = f"it was to be one of {those}, and the record has one of {others}"
        yield Finding(version, "recall", text)
    elif chosen_by == "draw":
        if event.draw != state.draw + 1:
            yield Finding(
                version, "draw", f"is number {event.draw}, and the one before it is {state.draw}"
            )
        if event.source != state.rulings.draws:
            yield Finding(version, "draw", f"is not from the {state.rulings.draws}")
        elif event.source == "ledger":
            mixed = mixed_lines(state)
            claimed.append(ClaimedDraw(version, event.draw, event.leader, mixed, tuple(named)))


def _leaders(state: State, who: Iterable[str]) -> str:
    return ", ".join(leader(name, state.sheet) for name in who)


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
