"""A turn's news by importance: the Board, leaders, wars, combats, US entry. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import msgspec

from campaign.lif.board.history import Draw
from campaign.lif.names import code_name, country, the_country, words
from campaign.lif.roster import POWERS
from campaign.lif.state import POOL_NAMES
from campaign.lif.story import wars
from campaign.lif.story.items import (
    MANY,
    Happening,
    Item,
    TurnEvents,
    Weight,
    countries,
    number_word,
    numbered,
    sentence,
    some,
    times,
    unique,
    verb,
)
from campaign.lif.us_entry.available import name_of
from campaign.lif.us_entry.sentences import place
from campaign.text.english import capital, counted, listed

# --- What the Promotions Board did in a turn: whom it promoted and sent back, and who vetoed ----

TOP = 5
"""Stars of the highest rank."""
Results = dict[str, list[Draw]]
"""Leaders, each with the draws that were decided, in order."""


def the_board(turn: TurnEvents, draws: Sequence[Draw]) -> Iterator[Item]:
    """LiF 4.1: the draws of a turn.

    Who was vetoed and promoted in one turn is told with the order.
    """
    decided: Results = {}
    pending: list[str] = []
    for draw in draws:
        if draw.result == "open":
            pending.append(draw.leader)
        else:
            decided.setdefault(draw.leader, []).append(draw)
    promoted = {who: row for who, row in decided.items() if row[-1].result == "promoted"}
    vetoed = {who: row for who, row in decided.items() if who not in promoted}
    if promoted:
        yield _promoted(turn, promoted)
    if vetoed:
        yield _vetoed(turn, vetoed)
    for name in turn.names(pending):
        text = f"{name} is before the Promotions Board."
        yield Item(Weight.AT_THE_BOARD, text, text)


def _promoted(turn: TurnEvents, promoted: Results) -> Item:
    ranked = sorted(promoted, key=lambda who: -turn.sheet[who].rank)
    top = [who for who in ranked if turn.sheet[who].rank >= TOP]
    rest = turn.names(who for who in ranked if who not in top)
    if top:
        headline = f"{_five_stars(turn.names(top))} {verb(len(top), 'is', 'are')} promoted"
        room = max(MANY - len(top), 1)
        headline += f", with {some(rest, room)}" if rest else ""
    else:
        headline = f"{some(rest)} {verb(len(rest), 'is', 'are')} promoted"
    weight = Weight.FIVE_STARS if top else Weight.PROMOTED
    brief = f"{_few_drawn(turn, promoted)} {verb(len(promoted), 'was', 'were')} promoted"
    text = _promotions(turn, promoted)
    more = len(promoted) > MANY or any(len(row) > 1 for row in promoted.values())
    return Item(weight, text, sentence(headline), sentence(brief), says_more=more)


def _few_drawn(turn: TurnEvents, leaders: Results) -> str:
    """Names of a few, the number of many."""
    if len(leaders) <= MANY:
        return listed(turn.names(leaders))
    return numbered(len(leaders), "leader")


def _five_stars(names: list[str]) -> str:
    return f"{listed(names)} (five stars{' each' if len(names) > 1 else ''})"


def _promotions(turn: TurnEvents, promoted: Results) -> str:
    """Every promotion; whom the same board had vetoed before is told with the order."""
    at_once = [who for who, row in promoted.items() if len(row) == 1]
    text = []
    if at_once:
        text.append(f"{_with_powers(turn, at_once)} {verb(len(at_once), 'was', 'were')} promoted.")
    before = {who: row[:-1] for who, row in promoted.items() if len(row) > 1}
    for (powers, count, _), leaders in _alike(before).items():
        was = verb(len(leaders), "was", "were")
        by = f" by {countries(powers)}" if powers else ""
        text.append(f"{_with_powers(turn, leaders)} {was} vetoed{times(count)}{by}, then promoted.")
    return " ".join(text)


def _with_powers(turn: TurnEvents, leaders: Sequence[str]) -> str:
    sheet = turn.sheet
    return listed(f"{sheet[who].name} ({country(sheet[who].power)})" for who in leaders)


def _vetoed(turn: TurnEvents, vetoed: Results) -> Item:
    text = [
        _who_vetoed(turn.names(leaders), powers, count, alike=alike)
        for (powers, count, alike), leaders in _alike(vetoed).items()
    ]
    headline = f"{some(turn.names(vetoed))} {verb(len(vetoed), 'is', 'are')} vetoed"
    brief = "" if len(vetoed) < MANY else sentence(f"{_few_drawn(turn, vetoed)} were vetoed")
    return Item(Weight.VETOED, " ".join(text), sentence(headline), brief, says_more=True)


def _alike(vetoed: Results) -> dict[tuple[tuple[str, ...], int, bool], list[str]]:
    """Leaders by who vetoed them, how often, and whether it was the same powers each time."""
    alike_leaders: dict[tuple[tuple[str, ...], int, bool], list[str]] = {}
    for who, row in vetoed.items():
        ballots = [_against(draw) for draw in row]
        every = tuple(power for power in POWERS if any(power in one for one in ballots))
        alike = all(one == every for one in ballots)
        alike_leaders.setdefault((every, len(row), alike), []).append(who)
    return alike_leaders


def _against(draw: Draw) -> tuple[str, ...]:
    """LiF 4.1(2): whose vetoes took effect against the leader."""
    counted = {one.power for one in draw.ballots if one.counts and not one.supports}
    return tuple(power for power in POWERS if power in counted)


def _who_vetoed(names: list[str], powers: tuple[str, ...], count: int, *, alike: bool) -> str:
    whom = listed(names)
    if powers and alike:
        return f"{capital(countries(powers))} vetoed {whom}{times(count)}."
    by = f", by {countries(powers)}" if powers else ""
    return f"{whom} {verb(len(names), 'was', 'were')} vetoed{times(count)}{by}."


# --- Leaders killed, recalled, removed and come back in a turn, and those new in the cup --------

_RECALLED_FOR = {
    "losses": "after losses in combat",
    "air-losses": "after losses in the air",
    "ground-struck": "after a ground strike",
    "carpet-bombed": "after carpet bombing",
    "conquered": "with their country’s conquest",
    "minor-conquered": "with their country’s conquest",
}
_KILLED_BY = {
    "units-lost": "as every other unit in the hex was destroyed",
    "land-units-lost": "as every other land unit in the hex was destroyed",
    "pilot-lost": "in a destroyed aircraft",
    "ships-lost": "as every friendly ship in the sea-box section was lost",
    "overrun": "in an overrun",
}


def fates(turn: TurnEvents) -> Iterator[Item]:
    """LiF 3.3: leaders killed, recalled, and out of the game; those back from the circle (3.1)."""
    if killed := turn.all("killed"):
        yield _fate(turn, Weight.KILLED, killed, "killed", _KILLED_BY)
    if recalled := turn.all("recalled"):
        yield _fate(turn, Weight.RECALLED, recalled, "recalled to the cup", _RECALLED_FOR)
    for one in turn.all("removed"):
        who, leave = _listed(turn, one), verb(len(one.leaders), "leaves", "leave")
        text = f"{who} left the game for good ({_why(one.how)})."
        few = _few_leaders(turn, one)
        brief = sentence(f"{few} left the game for good")
        headline = sentence(f"{few} {leave} the game for good")
        yield Item(Weight.LOST, text, headline, brief, says_more=True)
    for one in turn.all("circle"):
        who = _listed(turn, one)
        arrive = verb(len(one.leaders), "arrives", "arrive")
        text = f"{who} came off the production circle and {arrive} again."
        few, be = capital(_few_leaders(turn, one)), verb(len(one.leaders), "is", "are")
        brief = f"{few} came off the production circle."
        yield Item(Weight.RETURNED, text, f"{few} {be} back.", brief, says_more=True)


def _few_leaders(turn: TurnEvents, one: Happening) -> str:
    """Names of a few, the number of many."""
    return _listed(turn, one) if len(one.leaders) <= MANY else numbered(len(one.leaders), "leader")


def _listed(turn: TurnEvents, one: Happening) -> str:
    return listed(turn.names(one.leaders))


def _fate(
    turn: TurnEvents, weight: Weight, happened: list[Happening], did: str, whys: dict[str, str]
) -> Item:
    """What happened to leaders, those with the same reason together."""
    groups: dict[str, list[str]] = {}
    for one in happened:
        why = whys.get(code_name(one.how)) or _in_brackets(words(one.how))
        groups.setdefault(f" {why}" if one.how else "", []).append(_just_promoted(turn, one))
    (first, who), *rest = groups.items()
    text = f"{listed(who)} {verb(len(who), 'was', 'were')} {did}{first}"
    clauses = [text, *(f"{listed(others)}{why}" for why, others in rest)]
    text = f"{', '.join(clauses[:-1])}, and {clauses[-1]}" if rest else text
    names = _each_once(turn, happened)
    done = did.partition(" ")[0]
    headline = f"{some(names)} {verb(len(names), 'is', 'are')} {done}"
    brief = f"{some(names)} {verb(len(names), 'was', 'were')} {done}"
    return Item(weight, sentence(text), sentence(headline), sentence(brief), says_more=True)


def _each_once(turn: TurnEvents, happened: Sequence[Happening]) -> list[str]:
    """The names of leaders; with each who was promoted in this turn it is said."""
    just = {one.who for one in happened if one.just_promoted}
    return [
        f"{turn.names((who,))[0]}{' (just promoted)' if who in just else ''}"
        for who in unique(one.who for one in happened)
    ]


def _in_brackets(reason: str) -> str:
    """A person's own words; brackets inside brackets become square ones."""
    return f"({reason.replace('(', '[').replace(')', ']')})"


def _just_promoted(turn: TurnEvents, one: Happening) -> str:
    """A leader whose turn began with a promotion is told with that, so that the order is clear."""
    name = turn.names((one.who,))[0]
    return f"{name} (promoted earlier in the turn)" if one.just_promoted else name


def _why(reason: str) -> str:
    """A reason that begins with a country's id, with its name."""
    text = words(reason)
    first, space, rest = text.partition(" ")
    return f"{country(first)}{space}{rest}" if first.islower() else text


# --- the cup ------------------------------------------------------------------------------------

_MARKS = {"Ge": "Germany", "Ja": "Japan"}


def cup(turn: TurnEvents) -> Iterator[Item]:
    """LiF 4: leaders that joined the cup or went back to the reserve pool."""
    yield from _reserves(turn)
    for one in turn.all("to-reserve"):
        few = _few_leaders(turn, one)
        went = "went back to the reserve pool" if one.leaders else "nobody had to go back"
        why = f"{went}, as peace ended a call-out of {the_country(one.who)}"
        text, brief = (sentence(f"{who} {why}".strip()) for who in (_listed(turn, one), few))
        yield Item(Weight.CUP, text, brief=brief)
    for one in turn.all("cup"):
        who, many = _listed(turn, one), numbered(len(one.leaders), "leader")
        if one.how in ("year", "early"):
            early = "early, as it was empty" if one.how == "early" else ""
            text = f"The leaders of {one.number} joined the cup{' ' if early else ''}{early}"
            brief = f"{many} of {one.number} joined the cup{' ' if early else ''}{early}"
            yield Item(Weight.CUP, f"{text}: {who}.", brief=sentence(brief))
        else:
            brief = sentence(f"{many} joined the cup")
            yield Item(Weight.CUP, f"{who} joined the cup ({_why(one.how)}).", brief=brief)


def _reserves(turn: TurnEvents) -> Iterator[Item]:
    by: dict[str, list[Happening]] = {}
    for one in turn.all("reserves"):
        by.setdefault(one.who, []).append(one)
    for power, calls in by.items():
        against = listed(_MARKS[one.how] for one in calls if one.how in _MARKS)
        text = f"{the_country(power)} called out its reserves"
        text += f" against {against}" if against else ""
        who = turn.names(leader for one in calls for leader in one.leaders)
        joined = f"; {listed(who)} joined the cup" if who else ""
        headline = sentence(f"{the_country(power)} calls out its reserves")
        brief = sentence(f"{the_country(power)} called out its reserves")
        yield Item(Weight.RESERVES, sentence(text + joined), headline, brief, says_more=True)


def beginning(turn: TurnEvents) -> Iterator[Item]:
    """LiF 4: the table as it was set up, and the war that brings the leaders in."""
    for one in turn.all("taken-over"):
        text = "The position was taken over from the table, on the club’s word."
        text += f" Veto points: {points(one)}." if one.points else ""
        yield Item(Weight.SET_UP, text, says_more=bool(one.points))
    for one in () if turn.all("taken-over") else turn.all("set-up"):
        if one.how == "active":
            text = f"{counted(one.number, 'leader')} went into the cup. Veto points: {points(one)}."
            brief = sentence(f"{number_word(one.number)} leaders went into the cup")
            yield Item(Weight.SET_UP, text, brief=brief)
        elif one.how == "waiting":
            text = "The leaders wait for the war that brings them in."
            yield Item(Weight.SET_UP, text)
    for one in turn.all("activated"):
        text = f"The leaders came into play with {counted(one.number, 'leader')} in the cup"
        headline = "The leaders come into play."
        text += f". Veto points: {points(one)}."
        yield Item(Weight.ACTIVATED, text, headline, says_more=True)


def points(one: Happening) -> str:
    """Veto points by power: `Germany 5, the USSR 3 and China 1`."""
    return listed(f"{the_country(power)} {number}" for power, number in one.points)


def allotted(turn: TurnEvents) -> Iterator[Item]:
    """LiF 4.2: veto points that came in and were bought."""
    for one in turn.all("points"):
        text = f"The year’s veto points came in: {points(one)}."
        yield Item(Weight.POINTS, text, brief="The year’s veto points came in.")
    bought: dict[str, int] = {}
    for one in turn.all("bought"):
        bought[one.who] = bought.get(one.who, 0) + one.number * turn.happened[one]
    if bought:
        (first, number), *more = sorted(bought.items(), key=lambda entry: -entry[1])
        parts = [f"{the_country(first)} bought {counted(number, 'veto point')}"]
        parts += [f"{the_country(power)} {total}" for power, total in more]
        yield Item(Weight.BOUGHT, sentence(listed(parts)))


# --- The rest of a turn's news: combats, Guards, co-operation, US entry -------------------------

FEW = 2
"""A headline names so many options or actions at most."""


def on_the_map(turn: TurnEvents) -> Iterator[Item]:
    """LiF 3.2, 3.3, 5.1: combats by number, Guards Banner armies, co-operation."""
    fought = sum(turn.happened[one] for one in turn.all("combat"))
    if fought:
        text = sentence(f"{numbered(fought, 'combat')} {verb(fought, 'was', 'were')} fought")
        headline = sentence(f"{numbered(fought, 'combat')}, and no leader is lost")
        yield Item(Weight.COMBATS, text, headline)
    if guards := turn.all("guards"):
        units = sum(turn.happened[one] for one in guards)
        became = "a Guards Banner army" if units == 1 else "Guards Banner armies"
        text = f"{numbered(units, 'Soviet unit')} became {became}"
        headline = f"{numbered(units, 'Soviet unit')} {verb(units, 'becomes', 'become')} {became}"
        yield Item(Weight.GUARDS, sentence(text), sentence(headline))
    yield from _co_operation(turn)


def _co_operation(turn: TurnEvents) -> Iterator[Item]:
    """LiF 3.2: who agreed to co-operate, and who no longer does."""
    agreed = [one for one in turn.all("co-operation") if one.how == "agreed"]
    known = {("germany", "italy")} if turn.all("spain") else set()
    if agreed:
        first, *rest = (countries((one.who, one.whom)) for one in agreed)
        text = f"{first} agreed to co-operate{f'; so did {listed(rest)}' if rest else ''}"
        headline = sentence(f"{first} agree to co-operate")
        yield Item(Weight.CO_OPERATION, sentence(text), headline, says_more=bool(rest))
    for one in turn.all("co-operation"):
        # What Spain's alignment brings with it, its own sentence says.
        if one.how == "ended" and (one.who, one.whom) not in known:
            text = sentence(f"{countries((one.who, one.whom))} no longer co-operate")
            yield Item(Weight.CO_OPERATION, text, text)


# --- US entry -----------------------------------------------------------------------------------


def us_entry(turn: TurnEvents) -> Iterator[Item]:
    """LiF 5.3: options and actions by name, and what followed."""
    if options := turn.all("option"):
        text = f"The USA picked {listed(_full(turn, one) for one in options)}."
        shown = [_in_short(turn, one, f"US entry option {one.number}") for one in options]
        headline, brief = (f"The USA {did} {some(shown, FEW)}." for did in ("picks", "picked"))
        brief = brief if len(options) > FEW else ""
        yield Item(Weight.OPTION, text, headline, brief, says_more=len(options) > FEW)
    yield from _actions(turn)
    for one in turn.all("government"):
        text = f"{country(one.who)} was retaken, and its puppet government was dissolved."
        yield Item(Weight.ACTION, text, f"{country(one.who)} is retaken.")
    for one in turn.all("gas"):
        text = f"At war with {the_country(one.whom)}, Japan uses poison gas no more."
        yield Item(Weight.ENTRY_POOLS, text)
    for one in turn.all("shortfall"):
        text = f"{POOL_NAMES[one.who]} lacked {counted(one.number, 'chit')}"  # type: ignore[index]
        yield Item(Weight.ENTRY_POOLS, sentence(text))
    if turn.all("secret"):
        text = "The secret of the US entry chits was opened: anybody can check every chit."
        yield Item(Weight.RECORD, text)


def _actions(turn: TurnEvents) -> Iterator[Item]:
    """LiF 5.3.3: the actions that each power took."""
    by: dict[str, list[Happening]] = {}
    for one in turn.all("action"):
        by.setdefault(one.who, []).append(one)
    for power, actions in by.items():
        what = listed(_full(turn, one) for one in actions)
        few = some([_in_short(turn, one, f"action {one.number}") for one in actions], FEW)
        who = the_country(power) if power else ""
        were = verb(len(actions), "was", "were")
        text, brief = (
            sentence(f"{who} took {names}" if who else f"{names} {were} taken")
            for names in (what, few)
        )
        headline = sentence(f"US entry: {who} takes {few}" if who else f"US entry: {few}")
        more = len(actions) > FEW
        yield Item(Weight.ACTION, text, headline, brief if more else "", says_more=more)


def _full(turn: TurnEvents, one: Happening) -> str:
    """An option or action by number and name: `option 33 (“Lend-lease”) for the USSR`."""
    name = name_of(turn.end.entry, one.kind, one.number)
    called = f"{one.kind} {one.number}{f' (“{name}”)' if name else ''}"
    return f"{called}{_aim(one)}{times(turn.happened[one])}"


def _in_short(turn: TurnEvents, one: Happening, without_name: str) -> str:
    """An option or action for a headline: `“Lend-lease” for the USSR`."""
    name = name_of(turn.end.entry, one.kind, one.number)
    return f"{f'“{name}”' if name else without_name}{_aim(one)}"


def _aim(one: Happening) -> str:
    if not one.whom:
        return ""
    return (
        f" for {the_country(one.whom)}" if one.kind == "option" else f" against {place(one.whom)}"
    )


# --- A turn's news in the order of their importance, with its headline and the line below -------

WORDS = 25
"""So many words at most has the line below the headline."""
MORE = "There is more news below."
"""The line where no piece of the rest is short enough for it."""
LONGEST = 96
"""So many characters at most has a headline of two sentences."""


class Told(msgspec.Struct, frozen=True):
    """A turn in words."""

    headline: str
    lede: str
    news: tuple[Item, ...]


def news(turn: TurnEvents, draws: Sequence[Draw]) -> tuple[Item, ...]:
    """All the news, most important first."""
    chapters: Iterable[Iterable[Item]] = (
        wars.world(turn),
        fates(turn),
        the_board(turn, draws),
        on_the_map(turn),
        us_entry(turn),
        cup(turn),
        beginning(turn),
        allotted(turn),
    )
    items = chain.from_iterable(chapters)
    return tuple(sorted(items, key=lambda item: (-item.weight, -item.size)))


def headline(items: Sequence[Item]) -> tuple[str, Sequence[Item]]:
    """The headline, and the pieces of news that it tells.

    Of two turns of the whole war, such as a war and a conquest, it tells both.
    """
    ahead = [item for item in items if item.headline]
    if not ahead:
        return "", ()
    first, *more = ahead
    if more and more[0].weight >= Weight.MAJOR_PEACE and more[0].weight != first.weight:
        both = f"{first.headline} {more[0].headline}"
        if len(both) <= LONGEST:
            return both, ahead[:2]
    return first.headline, ahead[:1]


def lede(rest: Sequence[Item]) -> str:
    """As much of the rest as a line of 25 words holds, in its order."""
    text: list[str] = []
    room = WORDS
    for item in rest:
        words = len(item.short.split())
        if words <= room:
            text.append(item.short)
            room -= words
    return " ".join(text) if text or not rest else MORE
