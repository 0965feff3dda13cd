"""LiF 3.3, 5.1, rulings 48 and 51: what is known of the units lost, and where counters go. Pure."""

from collections.abc import Iterator, Sequence

from campaign.kernel.decisions import Refused, bad_field
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.force_pools import kit
from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.on_map import battles
from campaign.leaders_in_flames.on_map.commands import ReportCombat, ToldLoss
from campaign.leaders_in_flames.reasons import code
from campaign.leaders_in_flames.state import State
from campaign.text.english import counted
from campaign.text.suggest import near
from events.lif.force_pools import Counter, CounterMoved, CounterPlace
from events.lif.on_map import CombatReported, Loss, Size

RULE = "LiF 5.1"


def is_hq(kind: str) -> bool:
    """Ruling 51: an HQ is known by its type, as `HQ-I`."""
    return kind.casefold().startswith("hq")


def strange_counters(state: State, losses: Sequence[ToldLoss]) -> Iterator[Refused]:
    """LiF 5.1: a counter lost by name is on the map, and its type is the one reported."""
    named = [loss.counter for loss in losses if loss.counter]
    for loss in losses:
        if not loss.counter:
            continue
        counter = state.play.counters.get(loss.counter)
        if counter is None:
            yield bad_field(
                "losses",
                f"there is no counter {loss.counter!r}{near(loss.counter, state.play.counters)}",
            )
            continue
        if named.count(loss.counter) > 1:
            yield bad_field("losses", f"{loss.counter} is named twice")
        place = state.play.counter_placements[loss.counter].place
        if place != "map":
            yield Refused(RULE, f"{loss.counter} is not on the map ({place})")
        if counter.power != loss.power:
            yield Refused(
                RULE,
                f"{loss.counter} is {the_country(counter.power)}'s,"
                f" not {the_country(loss.power)}'s",
            )
        if counter.type and counter.type.casefold() != loss.type.casefold():
            yield Refused(RULE, f"{loss.counter} is {counter.type}, not {loss.type}")
        if loss.arrives is not None and not _later(state, loss.arrives):
            text = f"{loss.counter} must arrive after {calendar.in_words(state.campaign.turn)}"
            yield Refused(RULE, f"{text}; {calendar.in_words(loss.arrives)} is too early")


def _later(state: State, turn: str) -> bool:
    return calendar.ordinal(turn) > calendar.ordinal(state.campaign.turn)


# --- what the record knows ----------------------------------------------------------------------


def contradictions(state: State, command: ReportCombat) -> Iterator[str]:
    """Ruling 51: size, HQ and build points that are not those of the known counter."""
    for loss in command.losses:
        counter = state.play.counters.get(loss.counter)
        if counter is None:
            continue
        who = f"on record {counter.id}"
        if loss.size is not None and loss.size != (_size(counter) or loss.size):
            yield f"{who} is a {counter.size}, and the report says {loss.size}"
        if loss.hq is not None and loss.hq != _hq(counter, loss):
            no, an = (
                "is no HQ, and the report says it is",
                "is an HQ, and the report says it is none",
            )
            yield f"{who} {no if loss.hq else an}"
        points = _points(state, counter, loss)
        if points and loss.build_points is not None and loss.build_points not in points:
            cost = counted(counter.cost or 0, "build point")
            yield f"{who} costs {cost}, and the report says {loss.build_points}"


def resolved(state: State, command: ReportCombat) -> tuple[Loss, ...] | Refused:
    """Ruling 51: the losses as recorded: what was not told is the known counter's.

    What is neither told nor known, and counts, is asked for.
    """
    found: list[Loss] = []
    for loss in command.losses:
        known = _resolved(state, command, loss)
        if isinstance(known, Refused):
            return known
        found.append(known)
    return tuple(found)


def _resolved(state: State, command: ReportCombat, loss: ToldLoss) -> Loss | Refused:
    counter = state.play.counters.get(loss.counter)
    size, hq, points = loss.size, loss.hq, loss.build_points
    what = f"losses: {loss.counter or f'{loss.power} {loss.type}'}"
    if size is None:
        size = "corps" if counter is None else _size(counter)
    if size is None:
        if _scored(state, command, loss):
            text = "was it a corps (or army) or a division? The record does not know its size"
            return Refused(RULE, f"{what}: {text}")
        size = "corps"
    if hq is None:
        hq = is_hq(loss.type) if counter is None else _hq(counter, loss)
    if points is None and loss.fate != "retreated" and counter is not None:
        points = counter.cost
    if points is None and recalls(state, loss):
        text = "how many build points did it cost? The record does not know them"
        return Refused("LiF 3.3", f"{what}: {text}")
    return Loss(
        side=loss.side,
        power=loss.power,
        controlled_by=loss.controlled_by,
        type=loss.type,
        fate=loss.fate,
        build_points=points or 0,
        size=size,
        hq=hq,
        counter=loss.counter,
        counts_for_attacker=loss.counts_for_attacker,
        counts_for_defender=loss.counts_for_defender,
        counts_for_death=loss.counts_for_death,
    )


def _size(counter: Counter) -> Size | None:
    """The counter's size; None for a kit counter of which nobody has said it (ruling 37)."""
    row = kit.kit().get(counter.id)
    known = row is None or "size" in row.known or counter.size != "corps"
    return counter.size if known or counter.combat is not None else None


def _hq(counter: Counter, loss: ToldLoss) -> bool:
    """Ruling 51: by its type, or by the sheet's column."""
    return counter.hq or is_hq(counter.type or loss.type)


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
    return played and soviet and battles.branch(loss.type) == "land"


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
        home = after_death(state.play.counters[loss.counter])
        return CounterMoved(counter=loss.counter, to=home, reason=code("destroyed", combat))
    return CounterMoved(
        counter=loss.counter,
        to="circle",
        reason=code("shattered", combat),
        arrives=loss.arrives or calendar.following(state.campaign.turn),
    )


def after_death(counter: Counter) -> CounterPlace:
    """LiF 5.1: where a destroyed counter goes."""
    return "reserve" if counter.guards_banner else "pool"
