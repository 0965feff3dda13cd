"""LiF 3.3, 5.1: what a combat's losses mean for leaders and counters in it. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from campaign.kernel.decisions import Refused, bad_field, filled
from campaign.lif import calendar
from campaign.lif.force_pools import kit
from campaign.lif.force_pools.fold import is_hq
from campaign.lif.names import code, the_country
from campaign.lif.on_map import fold
from campaign.lif.politics import sides
from campaign.lif.rulings import LIF_1998, LIF_LIST, Rulings
from campaign.lif.state import State
from campaign.text.english import counted, near
from events.lif.force_pools import Counter, CounterMoved, CounterPlace
from events.lif.on_map import CombatKind, CombatReported, Involved, Loss, Side, Size

if TYPE_CHECKING:
    from campaign.lif.on_map.commands import ReportCombat, ToldLoss


AIRCRAFT = frozenset(
    {"AIRCRAFT", "ATR", "BOMBER", "CVP", "FIGHTER", "FTR", "KAM", "LND", "NAV", "PILOT", "PLANE"}
)
"""LiF 3.3: types that are lost in the air; every other loss of a naval-air combat is the fleet's.

A type is read up to its first digit, hyphen or blank, in either case: `ftr-2` is a `FTR`.
"""

SHIPS = frozenset(
    {"AMPH", "ASW", "BB", "BC", "CA", "CB", "CL", "CONV", "CONVOY", "CP", "CV", "CVE", "CVL", "DD",
     "FROGMAN", "MTB", "SCS", "SHIP", "SUB", "TANKER", "TRS"}
)  # fmt: skip
"""LiF 3.3: types that are lost at sea. What is neither aircraft nor ship is a land unit."""

_WORD = r"[A-Z]*"


class Thresholds(msgspec.Struct, frozen=True):
    """LiF 3.3: build points more than the opponent that a side must lose for a recall."""

    attacker: int
    defender: int
    naval_or_air: int


THRESHOLDS = {
    LIF_1998: Thresholds(attacker=5, defender=7, naval_or_air=10),
    LIF_LIST: Thresholds(attacker=6, defender=6, naval_or_air=11),
}


def word_of(kind: str) -> str:
    """A type up to its first digit, hyphen or blank, in capitals; empty if it has no letters."""
    match = re.match(_WORD, kind.upper())
    return match.group() if match else ""


def branch(kind: str) -> Literal["air", "sea", "land"]:
    """LiF 3.3: whether a type of unit is an aircraft, a ship or a land unit."""
    word = word_of(kind)
    if word in AIRCRAFT:
        return "air"
    return "sea" if word in SHIPS else "land"


def threshold(rulebook: str, kind: CombatKind, side: Side) -> int:
    """LiF 3.3: how many build points more than its opponent a side must lose for a recall."""
    needed = THRESHOLDS[rulebook]
    if kind != "land":
        return needed.naval_or_air
    return needed.attacker if side == "attacker" else needed.defender


def counts(loss: Loss, recalled: Side, rulings: Rulings) -> bool:
    """Rulings 33 and 48: whether a loss counts for the recall of one side's leaders.

    A shattered unit is not destroyed and costs no build points, unless the club counts them.
    """
    if loss.fate == "shattered" and not rulings.shattered_counts:
        return False
    return loss.counts_for_attacker if recalled == "attacker" else loss.counts_for_defender


def excess(
    combat: CombatReported, recalled: Side, rulings: Rulings, *, aircraft: bool = False
) -> int:
    """LiF 3.3: build points that a side lost beyond its opponent's, as `sums` counts them."""
    own, other = sums(combat, recalled, rulings, aircraft=aircraft)
    return own - other


def sums(
    combat: CombatReported, recalled: Side, rulings: Rulings, *, aircraft: bool = False
) -> tuple[int, int]:
    """LiF 3.3: build points that a side and its opponent lost, over the whole combat.

    With `aircraft`, over its air-to-air part only.
    """
    own = other = 0
    for loss in combat.losses:
        if counts(loss, recalled, rulings) and (not aircraft or branch(loss.type) == "air"):
            own += loss.build_points * (loss.side == recalled)
            other += loss.build_points * (loss.side != recalled)
    return own, other


def balance(state: State, combat: CombatReported) -> list[str]:
    """LiF 3.3: how much more one side has lost, in build points, and whether that recalls."""
    if "leaders" not in state.campaign.modules:
        return []
    side = max(fold.SIDES, key=lambda one: excess(combat, one, state.rulings))
    own, other = sums(combat, side, state.rulings)
    needed = threshold(state.campaign.rulebook, combat.kind, side)
    recalls = f"{needed} more recall a leader who took part"
    if own - other < needed:
        recalls = f"nobody is recalled, {needed} more would do it"
    return [f"The {side} lost {own}, the other side {other}: {recalls}."]


def concerned(rulebook: str, leader: Involved) -> bool:
    """Ruling 31: 1998: one of the units used the leader's ability. List edition: the leader took
    part in the attack, or was stacked with the defenders.
    """
    if rulebook == LIF_1998:
        return leader.ability_used
    return leader.took_part if leader.side == "attacker" else leader.stacked


def by_air_part(rulebook: str, combat: CombatReported, leader: Involved) -> bool:
    """LiF 3.3, 1998 edition: a leader who helped only aircraft answers for the air part only."""
    return rulebook == LIF_1998 and combat.kind == "naval-air" and leader.helps_aircraft_only


def liable(rulebook: str, combat: CombatReported, side: Side, rulings: Rulings) -> list[str]:
    """LiF 3.3(a)-(c): the leaders of a side whom its losses expose to recall."""
    needed = threshold(rulebook, combat.kind, side)
    return [
        leader.leader
        for leader in combat.leaders
        if leader.side == side
        and concerned(rulebook, leader)
        and excess(combat, side, rulings, aircraft=by_air_part(rulebook, combat, leader)) >= needed
    ]


def candidates(
    state: State, combat: CombatReported, side: Side, dead: Collection[str] = ()
) -> list[str]:
    """LiF 3.3: a side's leaders of whom one will be recalled, in id order (ruling 32).

    1998: the highest rank, then those of the power that lost most. List edition: all exposed to it.
    A leader who died in the combat cannot be recalled; one of the others is.
    """
    rulebook = state.campaign.rulebook
    exposed = [
        who
        for who in liable(rulebook, combat, side, state.rulings)
        if state.leaders.get(who) == "map" and who not in dead
    ]
    if rulebook == LIF_1998 and exposed:
        exposed = _foremost(state, combat, side, exposed)
    return sorted(exposed)


def _foremost(
    state: State, combat: CombatReported, side: Side, exposed: Sequence[str]
) -> list[str]:
    """LiF 3.3, 1998: of some leaders the highest in rank, of those whose power lost most."""
    highest = max(state.sheet[who].rank for who in exposed)
    foremost = [who for who in exposed if state.sheet[who].rank == highest]
    lost = {who: _lost_by(state, combat, side, who) for who in foremost}
    return [who for who in foremost if lost[who] == max(lost.values())]


def _lost_by(state: State, combat: CombatReported, side: Side, leader: str) -> int:
    """LiF 3.3: build points that a leader's major power lost in a combat, its minors' units
    among them.
    """
    power = sides.allegiance(state, leader).power
    return sum(
        loss.build_points
        for loss in combat.losses
        if loss.side == side and loss.controlled_by == power and counts(loss, side, state.rulings)
    )


def chosen_by(state: State, named: Collection[str]) -> Literal["rule", "host", "draw"]:
    """Ruling 32: who chooses among several candidates: the rule, the host, or in the list edition
    the draw.
    """
    if len(named) == 1:
        return "rule"
    return "host" if state.campaign.rulebook == LIF_1998 else "draw"


# --- LiF 3.3, 5.1, rulings 48 and 51: what is known of the units lost, and where counters go ----

RULE = "LiF 5.1"


def strange_counters(state: State, losses: Sequence[ToldLoss]) -> Iterator[Refused]:
    """LiF 5.1: a counter lost by name is on the map, and its type is the one reported."""
    named = [loss.counter for loss in losses if loss.counter]
    for loss in losses:
        if not loss.counter:
            continue
        counter = state.play.counters.get(loss.counter)
        if counter is None:
            hint = near(loss.counter, state.play.counters)
            yield bad_field("losses", f"there is no counter {loss.counter!r}{hint}")
            continue
        if named.count(loss.counter) > 1:
            yield bad_field("losses", f"{loss.counter} is named twice")
        yield from _unlike(state, loss, counter)


def _unlike(state: State, loss: ToldLoss, counter: Counter) -> Iterator[Refused]:
    """LiF 5.1: in what a loss and the counter that it names do not agree."""
    place, who = state.play.counter_placements[counter.id].place, counter.id
    if place != "map":
        yield Refused(RULE, f"{who} is not on the map ({place})")
    if counter.power != loss.power:
        owner, other = the_country(counter.power), the_country(loss.power)
        yield Refused(RULE, f"{who} is {owner}'s, not {other}'s")
    if counter.type and counter.type.casefold() != loss.type.casefold():
        yield Refused(RULE, f"{who} is {counter.type}, not {loss.type}")
    today = state.campaign.turn
    if loss.arrives is not None and calendar.ordinal(loss.arrives) <= calendar.ordinal(today):
        text = f"{who} must arrive after {calendar.in_words(today)}"
        yield Refused(RULE, f"{text}; {calendar.in_words(loss.arrives)} is too early")


# --- what the record knows ----------------------------------------------------------------------


def contradictions(state: State, command: ReportCombat) -> Iterator[str]:
    """Ruling 51: size, HQ and build points that are not those of the known counter."""
    for loss in command.losses:
        if counter := state.play.counters.get(loss.counter):
            yield from _contradicted(state, loss, counter)


def _contradicted(state: State, loss: ToldLoss, counter: Counter) -> Iterator[str]:
    who = f"on record {counter.id}"
    if loss.size not in (None, _size(counter) or loss.size):
        yield f"{who} is a {counter.size}, and the report says {loss.size}"
    if loss.hq not in (None, _hq(counter, loss)):
        no, an = "is no HQ, and the report says it is", "is an HQ, and the report says it is none"
        yield f"{who} {no if loss.hq else an}"
    points = _points(state, counter, loss)
    if points and loss.build_points not in (None, *points):
        cost = counted(points[-1], "build point")
        yield f"{who} costs {cost}, and the report says {loss.build_points}"


def resolved(state: State, command: ReportCombat) -> tuple[Loss, ...] | Refused:
    """Ruling 51: the losses as recorded: what was not told is the known counter's.

    What is neither told nor known, and counts, is asked for.
    """
    losses: list[Loss] = []
    for reported in command.losses:
        loss = _resolved(state, command, reported)
        if isinstance(loss, Refused):
            return loss
        losses.append(loss)
    return tuple(losses)


def _resolved(state: State, command: ReportCombat, loss: ToldLoss) -> Loss | Refused:
    counter = state.play.counters.get(loss.counter)
    what = f"losses: {loss.counter or f'{loss.power} {loss.type}'}"
    size = loss.size or _size(counter)
    if size is None and _scored(state, command, loss):
        text = "was it a corps (or army) or a division? The record does not know its size"
        return Refused(RULE, f"{what}: {text}")
    points = cost(counter, loss)
    if points is None and recalls(state, loss):
        text = "how many build points did it cost? The record does not know them"
        return Refused("LiF 3.3", f"{what}: {text}")
    hq = _hq(counter, loss) if loss.hq is None else loss.hq
    return filled(Loss, loss, build_points=points or 0, size=size or "corps", hq=hq)


def _size(counter: Counter | None) -> Size | None:
    """The counter's size; None for a kit counter of which nobody has said it (ruling 37).

    A unit that has no counter is a corps.
    """
    if counter is None:
        return "corps"
    row = kit.kit().get(counter.id)
    known = row is None or "size" in row.known or counter.size != "corps"
    return counter.size if known or counter.combat is not None else None


def _hq(counter: Counter | None, loss: ToldLoss) -> bool:
    """Ruling 51: by its type, or by the sheet's column."""
    if counter is None:
        return is_hq(loss.type)
    return counter.hq or is_hq(counter.type or loss.type)


def cost(counter: Counter | None, loss: ToldLoss) -> int | None:
    """Ruling 51: the build points reported, or else the counter's; a retreat costs none."""
    if loss.build_points is not None or loss.fate == "retreated" or counter is None:
        return loss.build_points
    return counter.cost


def _points(state: State, counter: Counter, loss: ToldLoss) -> tuple[int, ...]:
    """Ruling 48: the build points that the report may name; none where nothing is known of them."""
    if counter.cost is None or loss.fate == "retreated":
        return ()
    spared = loss.fate == "shattered" and not state.rulings.shattered_counts
    return (0, counter.cost) if spared else (counter.cost,)


def recalls(state: State, loss: ToldLoss) -> bool:
    """LiF 3.3: whether a loss counts for anybody's recall, so that its build points are needed."""
    if "leaders" not in state.campaign.modules or loss.fate == "retreated":
        return False
    if loss.fate == "shattered" and not state.rulings.shattered_counts:
        return False
    return loss.counts_for_attacker or loss.counts_for_defender


def _scored(state: State, command: ReportCombat, loss: ToldLoss) -> bool:
    """LiF 5.1: whether a loss counts for a promotion, so that its size is needed."""
    soviet = "ussr" in (*command.attackers, *command.defenders)
    played = "guards-banner" in state.campaign.modules and command.kind == "land"
    return played and soviet and branch(loss.type) == "land"


# --- where lost counters go ---------------------------------------------------------------------


def off_the_map(
    state: State, combat: CombatReported, command: ReportCombat
) -> tuple[CounterMoved, ...]:
    """LiF 5.1: destroyed counters go to their pool, a Guards army to reserve; shattered ones go
    onto the production circle and come back, in the next turn unless the report says when.
    """
    return tuple(
        _gone(state, combat.combat, loss)
        for loss in command.losses
        if loss.counter and loss.fate != "retreated"
    )


def _gone(state: State, combat: str, loss: ToldLoss) -> CounterMoved:
    if loss.fate == "killed":
        counter = state.play.counters[loss.counter]
        home: CounterPlace = "reserve" if counter.guards_banner else "pool"
        return CounterMoved(counter=loss.counter, to=home, reason=code("destroyed", combat))
    return CounterMoved(
        counter=loss.counter,
        to="circle",
        reason=code("shattered", combat),
        arrives=loss.arrives or calendar.following(state.campaign.turn),
    )
