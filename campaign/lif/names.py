"""Names in a reader's words: powers, minor countries and leaders, and the reasons in events.
Pure.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from campaign.kernel.members import HOST
from campaign.lif import calendar
from campaign.lif.politics import sides
from campaign.lif.roster import POWER_NAMES, POWERS, Sheet, rows, table
from campaign.lif.rulings import RULEBOOK_NAMES
from campaign.lif.state import State
from campaign.text.english import listed
from events.base import Event
from events.lif.cup import LeaderStatus
from events.lif.force_pools import Counter

STATUSES: dict[LeaderStatus, str] = {
    "aside": "set aside", "reserve": "in the reserve pool", "cup": "in the cup",
    "drawn": "on the Promotions Board", "arriving": "arriving", "map": "on the map",
    "circle": "on the production circle", "dead": "dead", "removed": "out of the game",
}  # fmt: skip

_WITH_ARTICLE = frozenset(
    {"ussr", "commonwealth", "usa", "netherlands", "netherlands-east-indies", "philippines",
     "belgian-congo", "baltic-states"}
)  # fmt: skip
_DRAWS = {"leaders": "draw {} of leaders", "us-entry": "draw {} of US entry"}
_AWAITED = {
    "ballots": "the ballots",
    "votes": "the votes",
    "openings": "the openings from devices",
}
_SMALL = frozenset({"of", "and", "the"})


def country(name: str) -> str:
    """A power or minor country for a heading: `USSR`, `Belgian Congo`."""
    if name in POWER_NAMES:
        return POWER_NAMES[name]
    words = name.split("-")
    return " ".join(
        word if word in _SMALL and place else word.capitalize() for place, word in enumerate(words)
    )


def the_country(name: str) -> str:
    """A country inside a sentence: `the USSR`, `Belgium`."""
    return f"the {country(name)}" if name in _WITH_ARTICLE else country(name)


def the_countries(names: Iterable[str]) -> str:
    """Countries inside a sentence, in a list."""
    return listed(map(the_country, names))


def leader(who: str, sheet: Sheet) -> str:
    """A leader's name, or the id if the leader is not on the sheet."""
    return sheet[who].name if who in sheet else who


def counter_name(counter: Counter) -> str:
    """A unit counter's name; of one without a name, whose it is, its type and its factors:
    `Germany ARM 7-5`.
    """
    factors = "-".join(str(one) for one in (counter.combat, counter.movement) if one is not None)
    parts = (country(counter.power), counter.type, factors)
    return counter.name or " ".join(filter(None, parts)) or counter.id


SCENARIOS = ("global-war", "end-of-the-beginning", "custom")
"""The kit's scenarios: a file each."""


@cache
def scenario_title(who: str) -> str:
    """What a scenario is called; its id, where it is none of the kit's.

    The line of the title is read alone: a whole file takes longer than a status.
    """
    text = table(f"scenarios/{who}.toml") if who in SCENARIOS else ""
    title = re.search(r'^title = "(.*)"$', text, re.MULTILINE)
    return title[1] if title else who


def scenario_titles() -> dict[str, str]:
    """What the kit's scenarios are called."""
    return {who: scenario_title(who) for who in SCENARIOS}


class Names(msgspec.Struct, frozen=True):
    """What a sentence needs to call leaders and members by name."""

    sheet: Sheet
    members: Mapping[str, str] = {}
    """Members' names by id."""
    backers: frozenset[str] = frozenset()
    """While ballots are taken or just opened: the powers of the leader's own side. Their veto is
    support (LiF 4.1(2)).
    """
    counters: Mapping[str, Counter] = {}
    """Unit counters by id."""
    on_paper: bool = False
    """Whether the campaign began on paper: chits lie on the table already."""

    def leader(self, who: str) -> str:
        """A leader's name."""
        return leader(who, self.sheet)

    def leaders(self, who: tuple[str, ...]) -> str:
        """Several leaders, in a list."""
        return listed(self.leader(name) for name in who)

    def counter(self, who: str) -> str:
        """A unit counter's name; of one without a name, whose it is and its type."""
        return counter_name(self.counters[who]) if who in self.counters else who

    def reason(self, reason: str) -> str:
        """A reason in words, with counters by their names."""
        name, colon, value = reason.partition(":")
        if colon and name in CODES and CODES[name].values == ("COUNTER",):
            return words(f"{name}:{self.counter(value)}")
        return words(reason)

    def member(self, who: str) -> str:
        """A member's name."""
        return self.members.get(who, who)

    def seat(self, seat: str) -> str:
        """A power for a heading: `USSR`."""
        return country(seat)

    def the_seat(self, seat: str) -> str:
        """A power inside a sentence: `the USSR`."""
        return the_country(seat)

    def turn(self, turn: str) -> str:
        """A turn by its months: `September/October 1939`."""
        return calendar.in_words(turn)

    def draw(self, what: str, number: int) -> str:
        """A draw by its number: `draw 3 of leaders`."""
        return _DRAWS.get(what, what).format(number)

    def awaited(self, what: str) -> str:
        """What may have a deadline: `the ballots`, `the openings from devices`."""
        return _AWAITED.get(what, what)

    def edition(self, scenario: str, rulebook: str) -> str:
        """What is played, by which rules: `Global War (1998 rulebook)`."""
        return f"{scenario_title(scenario)} ({RULEBOOK_NAMES.get(rulebook, rulebook)})"


Sentence = Callable[[Any, Names], str]
Sentences = Mapping[type[Event], Sentence]
"""Events, each to its words, given the names."""


def names_of(state: State) -> Names:
    """The names that sentences about a campaign need, as they are now."""
    campaign, counters = state.campaign, state.play.counters
    on_paper = bool(campaign.taken_over)
    return Names(state.sheet, campaign.names, _backers(state), counters, on_paper)


def by_name(state: State, text: str) -> str:
    """A text of the rules with the counters and combats in it by their names."""
    called = {who: counter_name(counter) for who, counter in state.play.counters.items()}
    called |= {who: f"the combat at {one.hex}" for who, one in state.play.combats.items()}
    ids = "|".join(re.escape(who) for who in sorted(called, key=len, reverse=True))
    return re.sub(rf"(?<![\w-])({ids})(?![\w-])", lambda match: called[match[1]], text)


def _backers(state: State) -> frozenset[str]:
    """LiF 4.1(2): the powers on the side of the leader on whom ballots are taken."""
    leader = state.board.leader
    if state.board.phase != "ballots" or leader is None:
        return frozenset()
    return frozenset(power for power in POWERS if sides.supports(state, leader, power))


def player(state: State, power: str) -> str:
    """Who plays a power: its holder, or the host."""
    return state.campaign.powers.get(power, HOST)


def called(state: State, power: str) -> str:
    """Who plays a power, by name; the host where nobody holds it."""
    holder = state.campaign.powers.get(power)
    return state.campaign.called(holder) if holder else HOST


def with_player(state: State, power: str) -> str:
    """A power with its player: `Italy (Anna)`."""
    return f"{country(power)} ({called(state, power)})"


# --- The reasons that the program writes in events: codes, and the words for them ---------------
#
# An event holds `ground-struck:3/7`; the journal says "ground struck with a 3, under half of the 7
# needed". A reason that is not a code is a person's own words, and is shown unchanged.


class Form(msgspec.Struct, frozen=True):
    """The values of a code, in order, and the sentence with a gap for each of them."""

    values: tuple[str, ...]
    text: str

    @property
    def written(self) -> str:
        """The words with the values' names in the gaps."""
        return self.text.format(*self.values)


CODES: Mapping[str, Form] = {
    row["code"]: Form(tuple(row["values"].split()), row["text"]) for row in rows("reasons")
}
"""Every code, to what it is shown as."""

ENDS: Mapping[str, str] = {
    "vote": "The board closed by vote.",
    "no votes": "The board closed: nobody had a point left to vote with.",
    "empty cup": "The board closed: the cup was empty.",
}
"""LiF 4.1: why the Promotions Board closed; codes by themselves."""


def code(name: str, *values: object) -> str:
    """A code with its values, as an event holds it."""
    form = CODES[name]
    assert len(values) == len(form.values), name
    return f"{name}:{'/'.join(map(str, values))}" if values else name


def words(reason: str) -> str:
    """A reason in words; a reason that is not a code stays unchanged."""
    name, colon, rest = reason.partition(":")
    form = CODES.get(name)
    if form is None or bool(colon) != bool(form.values):
        return reason
    values = rest.split("/", len(form.values) - 1) if form.values else []
    return form.text.format(*values) if len(values) == len(form.values) else reason


def cause(reason: str) -> str:
    """A reason in words; one that begins with a country's id, with its name."""
    text = words(reason)
    first, space, rest = text.partition(" ")
    return f"{country(first)}{space}{rest}" if first.islower() else text


def code_name(reason: str) -> str:
    """The code of a reason; empty where it is a person's own words."""
    name = reason.partition(":")[0]
    return name if name in CODES else ""


def all_reasons() -> dict[str, str]:
    """Every code with the names of its values, and its words: for `campaign events`."""
    codes = {code(name, *form.values): form.written for name, form in CODES.items()}
    return {**codes, **ENDS}
