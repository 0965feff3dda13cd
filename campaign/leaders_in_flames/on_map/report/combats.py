"""LiF 3.3, 5.1: combats and Guards Banner promotions with their sums, as a report shows them."""

from collections import Counter as Tally
from collections.abc import Iterator

import msgspec

from campaign.leaders_in_flames.names import Names, capital, country, listed
from campaign.leaders_in_flames.on_map import battles, guards_banner, places
from campaign.leaders_in_flames.on_map import sentences as in_play
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.reasons import words
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.turn_notes import Context, GameSection, Log
from events.lif.on_map import (
    CombatReported,
    GuardsPromoted,
    LeaderKilled,
    LeaderRecalled,
    Loss,
    Side,
)


class SideView(msgspec.Struct, frozen=True):
    """LiF 3.3: one side of a combat."""

    who: tuple[tuple[str, str], ...]
    """Each country: the power whose colour it has (or `minors`), and its name."""
    lost: int
    """Build points."""
    losses: str


class CombatView(msgspec.Struct, frozen=True):
    """LiF 3.3: a combat."""

    number: str
    kind: str
    place: str
    attacker: SideView
    defender: SideView
    outcome: tuple[str, ...]
    """Who was recalled or killed, with the sum that says so."""


class GuardsPromotion(msgspec.Struct, frozen=True):
    """LiF 5.1: a promotion to a Guards Banner army."""

    number: str
    place: str
    unit: str
    army: str
    sum: str


class GuardsView(msgspec.Struct, frozen=True):
    """LiF 5.1: the Guards Banner armies of a turn."""

    rows: tuple[GuardsPromotion, ...]
    on_map: str
    """Those on the map at its end."""


def combats_view(context: Context) -> tuple[CombatView, ...] | None:
    """LiF 3.3: the turn's combats in their order."""
    return tuple(_combats(context.log)) or None


def _combats(log: Log) -> Iterator[CombatView]:
    names = Names(log.end.sheet)
    for combat in log.end.play.combats.values():
        after = [
            act.event for act in log.notes.acts if getattr(act.event, "combat", "") == combat.combat
        ]
        killed = [event for event in after if isinstance(event, LeaderKilled)]
        lines = [
            f"{names.leader(event.leader)} was killed: {words(event.reason)}." for event in killed
        ]
        recalls = [event for event in after if isinstance(event, LeaderRecalled)]
        if combat.places:
            lines.append(in_play.stated(combat, names).strip())
        if combat.contradicts:
            lines.append(f"Against the record, the host says: {combat.contradicts}")
        for side in battles.SIDES:
            lines += _recall(log.end, combat, side, recalls, names)
        yield CombatView(
            _number(combat.combat),
            combat.kind,
            capital(places.in_words(combat.hex)),
            _side(combat, "attacker", combat.attackers),
            _side(combat, "defender", combat.defenders),
            tuple(lines),
        )


def _number(combat: str) -> str:
    return combat.rpartition("-")[2]


def _side(combat: CombatReported, side: Side, countries: tuple[str, ...]) -> SideView:
    who = tuple((name if name in POWERS else "minors", country(name)) for name in countries)
    return SideView(who, in_play.lost(combat, side), _losses(combat, side))


def _losses(combat: CombatReported, side: Side) -> str:
    """`2 INF and ARM killed, INF retreated`."""
    found: dict[str, Tally[str]] = {}
    for loss in combat.losses:
        if loss.side == side:
            found.setdefault(loss.fate, Tally())[_unit(loss)] += 1
    parts = []
    for fate in ("killed", "shattered", "retreated"):
        if fate in found:
            units = (
                f"{number} {unit}" if number > 1 else unit for unit, number in found[fate].items()
            )
            parts.append(f"{listed(units)} {fate}")
    return ", ".join(parts)


def _unit(loss: Loss) -> str:
    name = f"HQ ({loss.type})" if loss.hq and loss.type != "HQ" else loss.type
    return f"{name} division" if loss.size == "division" else name


def _recall(
    state: State, combat: CombatReported, side: Side, recalls: list[LeaderRecalled], names: Names
) -> list[str]:
    """LiF 3.3: the sum that recalls a side's leader, or is too low for that, in words."""
    rulebook = state.campaign.rulebook
    involved = {present.leader: present for present in combat.leaders if present.side == side}
    event = next((event for event in recalls if event.leader in involved), None)
    needed = battles.threshold(rulebook, combat.kind, side)
    aircraft = event is not None and battles.by_air_part(rulebook, combat, involved[event.leader])
    own = _counted(state, combat, side, side, aircraft)
    other = _counted(state, combat, side, _foe(side), aircraft)
    where = " in the air" if aircraft else ""
    lost = (in_play.lost(combat, side), in_play.lost(combat, _foe(side)))
    if not aircraft and (own, other) != lost:
        where = ", of what counts"
    reckoned = f"{capital(side)}s{where}: {own} − {other} = {own - other}"
    if event is not None:
        recalled = f"{reckoned}, and {needed} recall a leader: {names.leader(event.leader)}"
        chosen = in_play.how_chosen(event, names)
        return [f"{recalled} went back to the cup.{' ' + chosen if chosen else ''}"]
    exposed = [who for who in involved.values() if battles.concerned(rulebook, who)]
    if not exposed or own <= other:
        return []
    if own - other < needed:
        return [f"{reckoned}, short of the {needed} that recall a leader."]
    return [f"{reckoned}, and {needed} recall a leader; nobody was left to go."]


def _foe(side: Side) -> Side:
    return "defender" if side == "attacker" else "attacker"


def _counted(
    state: State, combat: CombatReported, recalled: Side, side: Side, aircraft: bool
) -> int:
    return sum(
        loss.build_points
        for loss in combat.losses
        if loss.side == side
        and battles.counts(loss, recalled, state.rulings)
        and (not aircraft or battles.branch(loss.type) == "air")
    )


# --- 5.1 Guards Banner armies -------------------------------------------------------------------


def guards_view(context: Context) -> GuardsView | None:
    """LiF 5.1: the turn's promotions, each with its sum; None where there are none."""
    log = context.log
    rows = tuple(_promotions(log))
    module = "guards-banner" in log.end.campaign.modules
    return GuardsView(rows, _guards_on_map(log.end) if module else "") if rows else None


def _guards_on_map(state: State) -> str:
    armies = [
        state.play.counters[who].name or who
        for who, held in sorted(state.play.counter_placements.items())
        if held.place == "map" and state.play.counters[who].guards_banner
    ]
    return listed(armies)


def _promotions(log: Log) -> Iterator[GuardsPromotion]:
    for act in log.notes.acts:
        event = act.event
        if not isinstance(event, GuardsPromoted):
            continue
        combat = log.end.play.combats.get(event.combat)
        total = event.factors + event.score
        enough = f"{event.factors} + {event.score} = {total}\u00a0≥\u00a0{event.needed}"
        score = f"{score_sum(combat)}; " if combat else ""
        yield GuardsPromotion(
            _number(event.combat),
            capital(places.in_words(combat.hex)) if combat else "",
            _called(log.end, event.unit),
            _called(log.end, event.army),
            f"{score}{enough}",
        )


def _called(state: State, who: str) -> str:
    counter = state.play.counters.get(who)
    return counter.name or who if counter else who


def score_sum(combat: CombatReported) -> str:
    """LiF 5.1: how a combat's promotion score was worked out: `2 × 3 − 3 = 3`."""
    scored = guards_banner.tally(combat)
    if scored is None:
        return ""
    german = _terms(combat, guards_banner.GERMAN, own=False)
    soviet = _terms(combat, guards_banner.SOVIET, own=True)
    halves = scored.german - scored.soviet
    written = " − ".join((" + ".join(german) or "0", *soviet))
    if halves % 2 == 0:
        return f"{written} = {_half(halves)}"
    exact = f"{written} = {_half(halves)}" if written != _half(halves) else written
    return f"{exact}, rounded up {_half(2 * scored.score)}"


def _terms(combat: CombatReported, power: str, *, own: bool) -> list[str]:
    soviet: Side = "attacker" if guards_banner.SOVIET in combat.attackers else "defender"
    worths = Tally(
        guards_banner.worth(loss)
        for loss in combat.losses
        if loss.controlled_by == power and (loss.side == soviet) == own
    )
    return [
        f"{number} × {_half(worth)}" if number > 1 else _half(worth)
        for worth, number in sorted(worths.items(), reverse=True)
        if worth
    ]


def _half(halves: int) -> str:
    """Halves as a reader writes them: `3`, `1½`."""
    sign, whole = "−" if halves < 0 else "", abs(halves) // 2
    if halves % 2 == 0:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}½"


COMBATS = GameSection(
    "combats",
    "Combats",
    "on_map/templates/combats.html",
    combats_view,
)


GUARDS = GameSection(
    "guards",
    "Guards Banner",
    "on_map/templates/guards.html",
    guards_view,
)
