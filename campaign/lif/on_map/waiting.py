"""LiF 3.1: what leaders and counters off the Promotions Board still wait for. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import msgspec

from campaign.kernel.members import HOST
from campaign.kernel.terminal.screens import Labelled, NextStep, Unfinished, owed_by
from campaign.lif import calendar
from campaign.lif.names import counter_name, with_player
from campaign.lif.on_map.fold import OVER_THE_BORDER
from campaign.lif.politics import sides
from campaign.lif.state import Resting, State, grouped, with_status
from campaign.text.english import counted, listed

FEW = 4
"""How many counters are named."""


class InPlay(msgspec.Struct, frozen=True):
    """LiF 3.1: what leaders and counters off the Promotions Board still wait for."""

    to_place: tuple[str, ...] = ()
    """Leaders who have arrived and are not on the map yet."""
    vichy_moves: tuple[str, ...] = ()
    """LiF 4.1: leaders whom Vichy's installation still has to move."""
    leaders_on_circle: dict[str, list[str]] = {}
    """Leaders on the production circle, by the turn of their arrival."""
    counters_on_circle: dict[str, int] = {}
    """LiF 5.4: counters on the production circle, by the turn of their arrival."""


def in_play(state: State) -> InPlay:
    """LiF 3.1: what leaders and counters still wait for; nothing in a closed campaign."""
    if state.campaign.closed:
        return InPlay()
    play = state.play
    leaders = grouped((play.circle.get(who, ""), who) for who in with_status(state, "circle"))
    placements = play.counter_placements.values()
    counters = Counter(held.arrives for held in placements if held.place == "circle")
    return InPlay(
        tuple(with_status(state, "arriving")),
        sides.must_move(state),
        dict(sorted(leaders.items(), key=_by_turn)),
        dict(sorted(counters.items(), key=_by_turn)),
    )


def _by_turn(entry: tuple[str, object]) -> int:
    return _place(entry[0])


def _place(turn: str) -> int:
    return calendar.ordinal(turn) if turn else 0


def unfinished(state: State) -> tuple[Unfinished, ...]:
    """LiF 3.1, 4.1: leaders to be placed or moved before the turn ends, by power and player.

    Nobody owes a minor's leader who still waits for the country (ruling 12).
    """
    waits, name = in_play(state), state.campaign.name
    ready = (who for who in waits.to_place if not sides.awaits_country(state, who))
    owed = []
    for power, leaders in _by_power(state, ready).items():
        first = f"place {name} {leaders[0]} HEX"
        step = NextStep(first, f"put {_in_turn(state, leaders)} on the map")
        place = f"place {_named(state, leaders)}"
        who = _player_of(state, power)
        owed.append(owed_by(who, place, step, power, "PlaceLeader", _one_of(leaders)))
    for power, leaders in _by_power(state, waits.vichy_moves).items():
        move = f"move {_named(state, leaders)}, as Vichy's installation asks"
        call = f"move {name} {leaders[0]} HEX --means vichy"
        step = NextStep(call, f"move {_in_turn(state, leaders)} to his own France")
        who, known = _player_of(state, power), {**_one_of(leaders), "means": "vichy"}
        owed.append(owed_by(who, move, step, power, "MoveLeader", known))
    return (*owed, *_left_behind(state), *_reports(state), *_promotions(state))


def _one_of(leaders: Sequence[str]) -> dict[str, str]:
    """The leader, where it can only be this one."""
    return {"leader": leaders[0]} if len(leaders) == 1 else {}


def _left_behind(state: State) -> Iterator[Unfinished]:
    """Ruling 62: units that rested on a leader who is gone, until their counters were moved.

    A club that keeps no counters there has nothing to report: then it is owed until the turn ends.
    """
    for part in () if state.campaign.closed else state.play.left_behind:
        placements = (state.play.counter_placements[who].place for who in part.counters)
        on_map = [place == "map" for place in placements]
        awaited = any if part.ability == OVER_THE_BORDER else all
        if not on_map or awaited(on_map):
            yield _to_take_off(state, part, has_counters=bool(on_map))


def _to_take_off(state: State, part: Resting, *, has_counters: bool) -> Unfinished:
    """Ruling 62: a stack goes onto the production circle, an excess unit off the map."""
    if part.ability == OVER_THE_BORDER:
        does = f"put the stack in {part.hex} on the production circle"
        to, why = "circle --arrives TURN", "put a unit on the production circle"
        known = {"to": "circle"}
    else:
        does = f"take the excess unit in {part.hex} off the map"
        to, why = "pool --reason destroyed", "take a unit off the map"
        known = {"to": "pool", "reason": "destroyed"}
    because = f"{state.sheet[part.leader].name}, whose ability {part.ability} held it, is gone"
    holder = state.campaign.powers.get(part.power)
    by = f" --as {holder}" if holder else ""
    call = NextStep(f"counters move {state.campaign.name} COUNTER {to}{by}", why)
    who, step = _player_of(state, part.power), call if has_counters else None
    return owed_by(who, f"{does} ({because})", step, part.power, "MoveCounter", known)


def _reports(state: State) -> Iterator[Unfinished]:
    """Ruling 45: combats for which an ability is announced, and which nobody has reported."""
    step = NextStep(f"combat {state.campaign.name}", "report a combat and its losses")
    timing = state.play.timing
    if state.campaign.closed or not (timing.used or timing.announced):
        return
    from campaign.lif.on_map import combat_checks  # a campaign without abilities never needs it

    uses = combat_checks.unreported(state)
    for place, here in groupby(uses, key=lambda use: use.hex):
        used = listed(f"{state.sheet[use.leader].name}’s ability {use.ability}" for use in here)
        text = f"the combat at {place} is still to be reported, with {used}"
        known = {"hex": place}
        yield Unfinished(text, step, is_owed=False, act="ReportCombat", given=known)


def _promotions(state: State) -> Iterator[Unfinished]:
    """LiF 5.1, ruling 60: Guards promotions that would be accepted now, with units and armies."""
    if not state.play.combats:
        return
    from campaign.lif.on_map import combats  # only a combat of this turn can promote anybody

    name, power = state.campaign.name, combats.SOVIET
    holder = state.campaign.powers.get(power)
    by = f" --as {holder}" if holder else ""
    step = "promote a unit"
    promotions = combats.open_promotions(state)
    for combat, options in groupby(promotions, key=lambda option: option.combat):
        armies = grouped((option.unit, option.army) for option in options)
        units = grouped((tuple(could_be), unit) for unit, could_be in armies.items())
        pairs = "; ".join(
            f"{_few(state, who)} to {_few(state, could_be)}" for could_be, who in units.items()
        )
        place = state.play.combats[combat].hex
        text = f"{with_player(state, power)} may promote after the combat at {place}: {pairs}"
        call = NextStep(f"promote {name} {combat} UNIT ARMY{by}", step)
        known = {"combat": combat}
        yield Unfinished(text, call, False, seat=power, act="PromoteGuards", given=known)


def _few(state: State, counters: Sequence[str]) -> str:
    """One of some counters; of many only the first, so that a screen stays a screen."""
    names = [counter_name(state.play.counters[who]) for who in counters]
    if len(names) <= FEW:
        return listed(names, "or")
    return f"{', '.join(names[:FEW])} or one of {len(names) - FEW} more"


def _by_power(state: State, leaders: Iterable[str]) -> dict[str, list[str]]:
    """Leaders by the power whose player acts for them; by no power where the host does."""
    return grouped((sides.allegiance(state, who).power or "", who) for who in leaders)


def _player_of(state: State, power: str) -> str:
    return with_player(state, power) if power else f"the {HOST}"


def _in_turn(state: State, leaders: Sequence[str]) -> str:
    """Whom a call is for, and those after him: `a leader`, `Guderian, then Rommel,`."""
    first, *others = (state.sheet[who].name for who in leaders)
    return f"{first}, then {listed(others)}," if others else "a leader"


def _called(state: State, leaders: Sequence[str]) -> str:
    """Whom one call names for all leaders: the first of a power's; of several powers none, so that
    a line for each power says who owes what.
    """
    return leaders[0] if len(_by_power(state, leaders)) == 1 else "LEADER"


def _named(state: State, leaders: Iterable[str]) -> str:
    return listed(state.sheet[who].name for who in leaders)


def lines(state: State) -> tuple[Labelled, ...]:
    """Leaders to be placed or moved, and what the production circle brings, as lines."""
    name, waits = state.campaign.name, in_play(state)
    result: list[Labelled] = []
    if waits.to_place:
        call = f"campaign place {name} {_called(state, waits.to_place)} HEX"
        result.append(("To place", f"{_named(state, waits.to_place)}: {call}"))
    if waits.vichy_moves:
        call = f"campaign move {name} {_called(state, waits.vichy_moves)} HEX --means vichy"
        result.append(("Vichy", f"{_named(state, waits.vichy_moves)} still to be moved: {call}"))
    for turn in sorted({*waits.leaders_on_circle, *waits.counters_on_circle}, key=_place):
        leaders = waits.leaders_on_circle.get(turn, ())
        counters = waits.counters_on_circle.get(turn, 0)
        coming = [_named(state, leaders)] if leaders else []
        coming += [counted(counters, "counter")] if counters else []
        when = calendar.in_words(turn) if turn else "the next turn"
        result.append(("Circle", f"{' and '.join(coming)} in {when}"))
    return tuple(result)
