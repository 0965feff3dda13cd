"""A turn's news by importance: the Board, leaders, wars, combats, US entry. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from campaign.lif.board.history import Draw
from campaign.lif.names import cause, code_name, country, the_countries, the_country, words
from campaign.lif.roster import POWERS
from campaign.lif.state import POOL_NAMES, grouped
from campaign.lif.story import items, wars
from campaign.lif.story.items import Item, TurnEvents, Weight, item, now, was
from campaign.lif.us_entry.chart import name_of
from campaign.lif.us_entry.sentences import place
from campaign.text.english import capital, counted, listed
from events.lif import aftermath, board, cup, on_map, us_entry

# --- What the Promotions Board did in a turn: whom it promoted and sent back, and who vetoed ----

TOP = 5
"""Stars of the highest rank."""
Results = dict[str, list[Draw]]
"""Leaders, each with the draws that were decided, in order."""


def the_board(turn: TurnEvents, draws: Sequence[Draw]) -> Iterator[Item]:
    """LiF 4.1: the draws of a turn.

    Who was vetoed and promoted in one turn is told with the order.
    """
    decided = grouped((draw.leader, draw) for draw in draws if draw.result != "open")
    promoted, vetoed = (
        {who: row for who, row in decided.items() if (row[-1].result == "promoted") is up}
        for up in (True, False)
    )
    if promoted:
        yield _promoted(turn, promoted)
    if vetoed:
        yield _vetoed(turn, vetoed)
    for draw in draws:
        if draw.result == "open":
            text = f"{turn.name(draw.leader)} is before the Promotions Board"
            yield item(Weight.AT_THE_BOARD, text, text)


def _promoted(turn: TurnEvents, promoted: Results) -> Item:
    ranked = sorted(promoted, key=lambda who: -turn.sheet[who].rank)
    top = [who for who in ranked if turn.sheet[who].rank >= TOP]
    rest = turn.names(who for who in ranked if who not in top)
    if top:
        each = " each" * (len(top) > 1)
        headline = f"{listed(turn.names(top))} (five stars{each}) {now(top)} promoted"
        headline += f", with {items.some(rest, max(items.MANY - len(top), 1))}" if rest else ""
    else:
        headline = f"{items.some(rest)} {now(rest)} promoted"
    weight = Weight.FIVE_STARS if top else Weight.PROMOTED
    brief = f"{_few(turn, promoted)} {was(promoted)} promoted"
    more = len(promoted) > items.MANY or any(len(row) > 1 for row in promoted.values())
    return item(weight, _promotions(turn, promoted), headline, brief, says_more=more)


def _few(turn: TurnEvents, leaders: Collection[str]) -> str:
    """Names of a few, the number of many."""
    few = len(leaders) <= items.MANY
    return listed(turn.names(leaders)) if few else items.numbered(len(leaders), "leader")


def _promotions(turn: TurnEvents, promoted: Results) -> str:
    """Every promotion; whom the same board had vetoed before is told with the order."""
    at_once = [who for who, row in promoted.items() if len(row) == 1]
    text = [f"{_with_powers(turn, at_once)} {was(at_once)} promoted"] if at_once else []
    before = {who: row[:-1] for who, row in promoted.items() if len(row) > 1}
    for (powers, count, _), leaders in _alike(before).items():
        by = f" by {the_countries(powers)}" if powers else ""
        who = _with_powers(turn, leaders)
        text.append(f"{who} {was(leaders)} vetoed{items.times(count)}{by}, then promoted")
    return ". ".join(text)


def _with_powers(turn: TurnEvents, leaders: Sequence[str]) -> str:
    sheet = turn.sheet
    return listed(f"{sheet[who].name} ({country(sheet[who].power)})" for who in leaders)


def _vetoed(turn: TurnEvents, vetoed: Results) -> Item:
    text = [
        _who_vetoed(turn.names(leaders), powers, count, alike=alike)
        for (powers, count, alike), leaders in _alike(vetoed).items()
    ]
    headline = f"{items.some(turn.names(vetoed))} {now(vetoed)} vetoed"
    brief = "" if len(vetoed) < items.MANY else f"{_few(turn, vetoed)} were vetoed"
    return item(Weight.VETOED, ". ".join(text), headline, brief, says_more=True)


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
    vetoes = {one.power for one in draw.ballots if one.counts and not one.supports}
    return tuple(power for power in POWERS if power in vetoes)


def _who_vetoed(names: list[str], powers: tuple[str, ...], count: int, *, alike: bool) -> str:
    whom = listed(names)
    if powers and alike:
        return f"{capital(the_countries(powers))} vetoed {whom}{items.times(count)}"
    by = f", by {the_countries(powers)}" if powers else ""
    return f"{whom} {was(names)} vetoed{items.times(count)}{by}"


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
    if killed := _lost(turn, on_map.LeaderKilled):
        yield _fate(turn, Weight.KILLED, killed, "killed", _KILLED_BY)
    if recalled := _lost(turn, on_map.LeaderRecalled):
        yield _fate(turn, Weight.RECALLED, recalled, "recalled to the cup", _RECALLED_FOR)
    for one in turn.all(cup.LeadersRemoved):
        leave, few = items.verb(len(one.leaders), "leaves", "leave"), _few(turn, one.leaders)
        text = f"{listed(turn.names(one.leaders))} left the game for good ({cause(one.reason)})"
        brief, headline = f"{few} left the game for good", f"{few} {leave} the game for good"
        yield item(Weight.LOST, text, headline, brief, says_more=True)
    for back in turn.all(on_map.LeadersReturnedFromCircle):
        arrive, few = items.verb(len(back.leaders), "arrives", "arrive"), _few(turn, back.leaders)
        came = "came off the production circle"
        text = f"{listed(turn.names(back.leaders))} {came} and {arrive} again"
        headline = f"{few} {now(back.leaders)} back"
        yield item(Weight.RETURNED, text, headline, f"{few} {came}", says_more=True)


class Lost(NamedTuple):
    """A leader killed or recalled."""

    who: str
    reason: str
    just_promoted: bool
    """Whether he had been promoted earlier in the turn."""


def _lost(
    turn: TurnEvents, kind: type[on_map.LeaderKilled | on_map.LeaderRecalled]
) -> tuple[Lost, ...]:
    promoted, lost = set[str](), list[Lost]()
    for one in turn.happened:
        if isinstance(one, board.LeaderPromoted):
            promoted.add(one.leader)
        elif isinstance(one, kind):
            lost.append(Lost(one.leader, one.reason, one.leader in promoted))
    return items.unique(lost)


def _fate(
    turn: TurnEvents, weight: Weight, lost: Sequence[Lost], did: str, whys: dict[str, str]
) -> Item:
    """What happened to leaders, those with the same reason together; of who was promoted in this
    turn it is said, so that the order is clear.
    """
    just = " (promoted earlier in the turn)"
    groups = grouped(
        (_why_lost(one.reason, whys), f"{turn.name(one.who)}{just * one.just_promoted}")
        for one in lost
    )
    (first, who), *rest = groups.items()
    *clauses, last = (
        f"{listed(who)} {was(who)} {did}{first}",
        *(f"{listed(others)}{why}" for why, others in rest),
    )
    text = f"{', '.join(clauses)}, and {last}" if clauses else last
    just_promoted = {one.who for one in lost if one.just_promoted}
    names = [
        f"{turn.name(who)}{' (just promoted)' * (who in just_promoted)}"
        for who in items.unique(one.who for one in lost)
    ]
    shown, done = items.some(names), did.partition(" ")[0]
    headline, brief = f"{shown} {now(names)} {done}", f"{shown} {was(names)} {done}"
    return item(weight, text, headline, brief, says_more=True)


def _why_lost(reason: str, whys: dict[str, str]) -> str:
    """Why, with a blank before it; a person's own words in brackets, those in them square."""
    own_words = f"({words(reason).replace('(', '[').replace(')', ']')})"
    return f" {whys.get(code_name(reason)) or own_words}" if reason else ""


# --- the cup ------------------------------------------------------------------------------------

_MARKS = {"Ge": "Germany", "Ja": "Japan"}


def in_the_cup(turn: TurnEvents) -> Iterator[Item]:
    """LiF 4: leaders that joined the cup or went back to the reserve pool."""
    yield from _reserves(turn)
    peace = ((one.power, one.leaders) for one in turn.all(cup.LeadersReturnedToReserve))
    for power, leaders in items.unique(peace):
        went = "went back to the reserve pool" if leaders else "nobody had to go back"
        why = f"{went}, as peace ended a call-out of {the_country(power)}"
        who, few = listed(turn.names(leaders)), _few(turn, leaders)
        text, brief = (f"{named} {why}".strip() for named in (who, few))
        yield item(Weight.CUP, text, brief=brief)
    for one in turn.happened:
        if not isinstance(
            one, cup.LeadersReachedYear | board.NextYearLeadersAdded | cup.LeadersJoinedCup
        ):
            continue
        who, many = listed(turn.names(one.leaders)), items.numbered(len(one.leaders), "leader")
        if isinstance(one, cup.LeadersJoinedCup):
            text, brief = (
                f"{who} joined the cup ({cause(one.reason)})",
                f"{many} joined the cup",
            )
        else:
            early = isinstance(one, board.NextYearLeadersAdded)
            joined = f"joined the cup{' early, as it was empty' if early else ''}"
            joined = f"of {one.year} {joined}"
            text, brief = f"The leaders {joined}: {who}", f"{many} {joined}"
        yield item(Weight.CUP, text, brief=brief)


def _reserves(turn: TurnEvents) -> Iterator[Item]:
    told = {(one.power, one.mark, one.leaders): one for one in turn.all(cup.ReservesCalledOut)}
    by_power = grouped((one.power, one) for one in told.values())
    for power, calls in by_power.items():
        against = listed(_MARKS[one.mark] for one in calls if one.mark in _MARKS)
        brief = f"{the_country(power)} called out its reserves"
        who = turn.names(leader for one in calls for leader in one.leaders)
        joined = f"; {listed(who)} joined the cup" if who else ""
        text = f"{brief}{f' against {against}' if against else ''}{joined}"
        headline = f"{the_country(power)} calls out its reserves"
        yield item(Weight.RESERVES, text, headline, brief, says_more=True)


def beginning(turn: TurnEvents) -> Iterator[Item]:
    """LiF 4: the table as it was set up, and the war that brings the leaders in."""
    stated = turn.all(cup.PositionStated)
    for one in stated:
        text, has_points = (
            "The position was taken over from the table, on the club’s word",
            any(one.veto_points.values()),
        )
        held = f". Veto points: {points(one.veto_points)}" if has_points else ""
        yield item(Weight.SET_UP, f"{text}{held}", says_more=has_points)
    for laid in () if stated else turn.all(cup.LeadersSetUp):
        number = sum(status == "cup" for status in laid.leaders.values())
        if laid.leaders and laid.active:
            held = points(laid.veto_points)
            text = f"{counted(number, 'leader')} went into the cup. Veto points: {held}"
            brief = f"{items.number_word(number)} leaders went into the cup"
            yield item(Weight.SET_UP, text, brief=brief)
        elif laid.leaders:
            yield item(Weight.SET_UP, "The leaders wait for the war that brings them in")
    for began in turn.all(cup.LeadersActivated):
        in_cup, held = counted(len(began.leaders), "leader"), points(began.points)
        text = f"The leaders came into play with {in_cup} in the cup. Veto points: {held}"
        yield item(Weight.ACTIVATED, text, "The leaders come into play", says_more=True)


def points(held: Mapping[str, int]) -> str:
    """Veto points by power: `Germany 5, the USSR 3 and China 1`."""
    return listed(f"{the_country(power)} {number}" for power, number in held.items() if number)


def allotted(turn: TurnEvents) -> Iterator[Item]:
    """LiF 4.2: veto points that came in and were bought."""
    for one in turn.all(board.VetoPointsInfused):
        brief = "The year’s veto points came in"
        yield item(Weight.POINTS, f"{brief}: {points(one.points)}", brief=brief)
    bought = Counter[str]()
    for buys in turn.all(board.VetoPointsBought):
        bought[buys.power] += buys.points
    if bought:
        (first, number), *more = bought.most_common()
        parts = [f"{the_country(first)} bought {counted(number, 'veto point')}"]
        parts += [f"{the_country(power)} {total}" for power, total in more]
        yield item(Weight.BOUGHT, listed(parts))


# --- The rest of a turn's news: combats, Guards, co-operation, US entry -------------------------

FEW = 2
"""A headline names so many options or actions at most."""


def on_the_map(turn: TurnEvents) -> Iterator[Item]:
    """LiF 3.2, 3.3, 5.1: combats by number, Guards Banner armies, co-operation."""
    if fought := turn.all(on_map.CombatReported):
        combats = items.numbered(len(fought), "combat")
        headline = f"{combats}, and no leader is lost"
        yield item(Weight.COMBATS, f"{combats} {was(fought)} fought", headline)
    if guards := turn.all(on_map.GuardsPromoted):
        units = items.numbered(len(guards), "Soviet unit")
        became = "a Guards Banner army" if len(guards) == 1 else "Guards Banner armies"
        headline = f"{units} {items.verb(len(guards), 'becomes', 'become')} {became}"
        yield item(Weight.GUARDS, f"{units} became {became}", headline)
    yield from _co_operation(turn)


def _co_operation(turn: TurnEvents) -> Iterator[Item]:
    """LiF 3.2: who agreed to co-operate, and who no longer does."""
    if agreed := items.unique(one.powers for one in turn.all(on_map.CooperationAgreed)):
        first, *rest = map(the_countries, agreed)
        text = f"{first} agreed to co-operate{f'; so did {listed(rest)}' if rest else ''}"
        headline = f"{first} agree to co-operate"
        yield item(Weight.CO_OPERATION, text, headline, says_more=bool(rest))
    # What Spain's alignment brings with it, its own sentence says.
    known = {("germany", "italy")} if turn.all(aftermath.SpainJoined) else set()
    for pair in items.unique(one.powers for one in turn.all(on_map.CooperationEnded)):
        if pair not in known:
            text = f"{the_countries(pair)} no longer co-operate"
            yield item(Weight.CO_OPERATION, text, text)


# --- US entry -----------------------------------------------------------------------------------


def entry(turn: TurnEvents) -> Iterator[Item]:
    """LiF 5.3: options and actions by name, and what followed."""
    yield from _options(turn)
    yield from _actions(turn)
    yield from _followed(turn)


def _options(turn: TurnEvents) -> Iterator[Item]:
    """LiF 5.3.2: what the USA picked."""
    picked = ((one.option, one.target) for one in turn.all(us_entry.EntryOptionPicked))
    if options := Counter(picked):
        text = listed(_named(turn, "option", *one, often) for one, often in options.items())
        shown = items.some([_named(turn, "option", *one) for one in options], FEW)
        more = len(options) > FEW
        brief = f"The USA picked {shown}" if more else ""
        headline = f"The USA picks {shown}"
        yield item(Weight.OPTION, f"The USA picked {text}", headline, brief, says_more=more)


def _followed(turn: TurnEvents) -> Iterator[Item]:
    cities = items.unique(one.city for one in turn.all(aftermath.GovernmentDissolved))
    for retaken in map(country, cities):
        text = f"{retaken} was retaken, and its puppet government was dissolved"
        yield item(Weight.ACTION, text, f"{retaken} is retaken")
    for enemy in items.unique(one.enemy for one in turn.all(aftermath.PoisonGasEnded)):
        text = f"At war with {the_country(enemy)}, Japan uses poison gas no more"
        yield item(Weight.ENTRY_POOLS, text)
    lacking = ((one.pool, one.missing) for one in turn.all(us_entry.PoolBelowZero))
    for pool, missing in items.unique(lacking):
        yield item(Weight.ENTRY_POOLS, f"{POOL_NAMES[pool]} lacked {counted(missing, 'chit')}")
    if turn.all(us_entry.EntrySecretOpened):
        text = "The secret of the US entry chits was opened: anybody can check every chit"
        yield item(Weight.RECORD, text)


def _actions(turn: TurnEvents) -> Iterator[Item]:
    """LiF 5.3.3: the actions that each power took."""
    by: dict[str, Counter[tuple[int, str]]] = {}
    for one in turn.all(us_entry.EntryActionTaken):
        by.setdefault(one.power, Counter())[one.action, one.target] += 1
    for power, actions in by.items():
        what = listed(_named(turn, "action", *each, often) for each, often in actions.items())
        few = items.some([_named(turn, "action", *each) for each in actions], FEW)
        who, more = the_country(power) if power else "", len(actions) > FEW
        text, brief = (
            f"{who} took {names}" if who else f"{names} {was(actions)} taken"
            for names in (what, few)
        )
        headline = f"US entry: {who} takes {few}" if who else f"US entry: {few}"
        yield item(Weight.ACTION, text, headline, brief if more else "", says_more=more)


def _named(turn: TurnEvents, kind: str, number: int, target: str, often: int = 0) -> str:
    """An option or action: `option 33 (“Lend-lease”) for the USSR twice`, or without how often, for
    a headline, `“Lend-lease” for the USSR`.
    """
    name = name_of(turn.end.entry, kind, number)
    called = f"“{name}”" if name else f"{'US entry ' * (kind == 'option')}{kind} {number}"
    if often:
        called = f"{kind} {number}{f' (“{name}”)' if name else ''}"
    aim = ""
    if target:
        aim = f" for {the_country(target)}" if kind == "option" else f" against {place(target)}"
    return f"{called}{aim}{items.times(often) if often else ''}"


# --- A turn's news in the order of their importance, with its headline and the line below -------

WORDS = 25
"""So many words at most has the line below the headline."""
MORE = "There is more news below."
"""The line where no piece of the rest is short enough for it."""
LONGEST = 96
"""So many characters at most has a headline of two sentences."""


def news(turn: TurnEvents, draws: Sequence[Draw]) -> tuple[Item, ...]:
    """All the news, most important first."""
    chapters: Iterable[Iterable[Item]] = (
        wars.world(turn),
        fates(turn),
        the_board(turn, draws),
        on_the_map(turn),
        entry(turn),
        in_the_cup(turn),
        beginning(turn),
        allotted(turn),
    )
    every = chain.from_iterable(chapters)
    return tuple(sorted(every, key=lambda one: (-one.weight, -one.size)))


def headline(pieces: Sequence[Item]) -> tuple[str, Sequence[Item]]:
    """The headline, and the pieces of news that it tells.

    Of two turns of the whole war, such as a war and a conquest, it tells both.
    """
    ahead = [one for one in pieces if one.headline]
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
    for one in rest:
        words = len(one.short.split())
        if words <= room:
            text.append(one.short)
            room -= words
    return " ".join(text) if text or not rest else MORE
