"""Leaders killed, recalled, removed and come back in a turn, and those new in the cup. Pure."""

from collections.abc import Iterator

from campaign.leaders_in_flames.names import country, the_country
from campaign.leaders_in_flames.reasons import code_name, words
from campaign.leaders_in_flames.story.happenings import Happening
from campaign.leaders_in_flames.story.item import (
    MANY,
    Item,
    ToldTurn,
    Weight,
    number,
    numbered,
    sentence,
    some,
    unique,
    verb,
)
from campaign.text.english import capital, counted, listed

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


def fates(turn: ToldTurn) -> Iterator[Item]:
    """LiF 3.3: leaders killed, recalled, and out of the game; those back from the circle (3.1)."""
    if killed := turn.all("killed"):
        yield _fate(turn, Weight.KILLED, killed, "killed", _KILLED_BY)
    if recalled := turn.all("recalled"):
        yield _fate(turn, Weight.RECALLED, recalled, "recalled to the cup", _RECALLED_FOR)
    for one in turn.all("removed"):
        who, leave = _listed(turn, one), verb(len(one.leaders), "leaves", "leave")
        text = f"{who} left the game for good ({_why(one.how)})."
        few = _few(turn, one)
        brief = sentence(f"{few} left the game for good")
        headline = sentence(f"{few} {leave} the game for good")
        yield Item(Weight.LOST, text, headline, brief, says_more=True)
    for one in turn.all("circle"):
        who = _listed(turn, one)
        arrive = verb(len(one.leaders), "arrives", "arrive")
        text = f"{who} came off the production circle and {arrive} again."
        few, be = capital(_few(turn, one)), verb(len(one.leaders), "is", "are")
        brief = f"{few} came off the production circle."
        yield Item(Weight.RETURNED, text, f"{few} {be} back.", brief, says_more=True)


def _few(turn: ToldTurn, one: Happening) -> str:
    """Names of a few, the number of many."""
    return _listed(turn, one) if len(one.leaders) <= MANY else numbered(len(one.leaders), "leader")


def _listed(turn: ToldTurn, one: Happening) -> str:
    return listed(turn.names(one.leaders))


def _fate(
    turn: ToldTurn, weight: Weight, found: list[Happening], did: str, whys: dict[str, str]
) -> Item:
    """What happened to leaders, those with the same reason together."""
    groups: dict[str, list[str]] = {}
    for one in found:
        why = whys.get(code_name(one.how)) or _in_brackets(words(one.how))
        groups.setdefault(f" {why}" if one.how else "", []).append(_just_promoted(turn, one))
    (first, who), *rest = groups.items()
    text = f"{listed(who)} {verb(len(who), 'was', 'were')} {did}{first}"
    clauses = [text, *(f"{listed(others)}{why}" for why, others in rest)]
    text = f"{', '.join(clauses[:-1])}, and {clauses[-1]}" if rest else text
    just = {one.who for one in found if one.just_promoted}
    names = [
        f"{turn.names((who,))[0]}{' (just promoted)' if who in just else ''}"
        for who in unique(one.who for one in found)
    ]
    done = did.partition(" ")[0]
    headline = f"{some(names)} {verb(len(names), 'is', 'are')} {done}"
    brief = f"{some(names)} {verb(len(names), 'was', 'were')} {done}"
    return Item(weight, sentence(text), sentence(headline), sentence(brief), says_more=True)


def _in_brackets(reason: str) -> str:
    """A person's own words; brackets inside brackets become square ones."""
    return f"({reason.replace('(', '[').replace(')', ']')})"


def _just_promoted(turn: ToldTurn, one: Happening) -> str:
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


def cup(turn: ToldTurn) -> Iterator[Item]:
    """LiF 4: leaders that joined the cup or went back to the reserve pool."""
    yield from _reserves(turn)
    for one in turn.all("to-reserve"):
        few = _few(turn, one)
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


def _reserves(turn: ToldTurn) -> Iterator[Item]:
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


def beginning(turn: ToldTurn) -> Iterator[Item]:
    """LiF 4: the table as it was set up, and the war that brings the leaders in."""
    for one in turn.all("set-up"):
        if one.how == "active":
            text = f"{counted(one.number, 'leader')} went into the cup. Veto points: {points(one)}."
            brief = sentence(f"{number(one.number)} leaders went into the cup")
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


def allotted(turn: ToldTurn) -> Iterator[Item]:
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
