"""What the acts of several chapters offer: leaders, countries, places, turns. Pure.

Where a rule says who may be chosen, other words are taken too, and the rule says why not.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import get_args

from campaign.kernel.interview.answers import Choice, MapPlace, Option, folded
from campaign.kernel.terminal.steps import Unfit as Invalid
from campaign.lif import calendar, rulings
from campaign.lif.abilities.catalogue import Step
from campaign.lif.abilities.command_range import OFF_MAP, maps
from campaign.lif.names import STATUSES, counter_name, country, the_country
from campaign.lif.on_map import sentences
from campaign.lif.politics import sides
from campaign.lif.politics.sides import minors, on_record
from campaign.lif.roster import ALSO_CALLED, POWER_CODES, POWERS, misspelt_power
from campaign.lif.state import State, with_status
from campaign.text.english import capital, listed
from events.lif.force_pools import Counter

OWN_NAMES = {"netherlands-east-indies": ["nei"]}
"""Minor countries that people write shorter."""
STAGES = (
    "reinforcement",
    "lend-lease",
    "initiative",
    "action",
    "end-of-turn",
    "production",
    "peace",
)
"""The stages of the base game's turn, and the two parts of its end that a club may count by.

`submit` takes any name, as it always did: a club may have stages of its own, and old records do.
"""
TURNS_AHEAD = 24
"""So many turns a leader may be on the production circle, of those that are offered."""

# --- leaders ------------------------------------------------------------------------------------


def leaders(state: State) -> Choice:
    """The leaders of the sheet who are alive and in the game, and where they are."""
    alive = with_status(state, *(STATUSES.keys() - {"dead", "removed"}))
    return Choice(tuple(_leader(state, who, STATUSES[state.leaders[who]]) for who in alive), True)


def arriving(state: State) -> Choice:
    """LiF 3.1: the leaders who may be placed; one whose country is nobody's waits (ruling 12)."""
    leaders = []
    for who in with_status(state, "arriving"):
        waits = sides.awaits_country(state, who)
        of = the_country(state.sheet[who].power)
        why = f"waits until {of} is aligned with a major power" if waits else ""
        leaders.append(_leader(state, who, f"of {of}", why))
    return Choice(tuple(leaders), is_open=True)


def on_map(state: State) -> Choice:
    """LiF 3.1: the leaders on the map, and where they are."""
    return Choice(tuple(leaders_of(state, with_status(state, "map"))), is_open=True)


def leaders_of(state: State, named: Iterable[str]) -> Iterator[Option]:
    """Leaders on the map as options, with their powers and places."""
    for who in named:
        of, held = the_country(state.sheet[who].power), state.play.placements.get(who)
        where = f", {sentences.in_words(held.location)}" if held is not None else ""
        yield _leader(state, who, f"of {of}{where}")


def _leader(state: State, who: str, about: str, refused: str = "") -> Option:
    return Option(who, state.sheet[who].name, about, refused=refused)


# --- countries ----------------------------------------------------------------------------------


class CountryName(Choice, frozen=True):
    """A power or minor country. Another name is for the rule, but for a misspelt power's."""

    is_open: bool = True

    def read(self, text: str) -> str | Invalid:
        """The id of the country."""
        result = super().read(text)
        if (
            isinstance(result, str)
            and all(result != option.value for option in self.options)
            and (power := misspelt_power(folded(result)))
        ):
            return Invalid(f"{text!r} is no country; did you mean {power}?")
        return result


def countries(state: State) -> Choice:
    """Powers and minor countries, of the list and of the record; another may be typed as well."""
    more = sorted(on_record(state).difference(POWERS, minors()))
    return CountryName((*countries_named(), *(Option(name, country(name)) for name in more)))


@cache
def countries_named() -> tuple[Option, ...]:
    """Those of the list, each with the other words that people type for it."""
    also = {power: [POWER_CODES[power]] for power in POWERS} | OWN_NAMES
    for word, power in ALSO_CALLED.items():
        also[power].append(word)
    names = (*POWERS, *minors())
    return tuple(Option(name, country(name), also=tuple(also.get(name, ()))) for name in names)


def minor_countries(state: State) -> Choice:
    """LiF 4.1: the minor countries, and whose they are on record."""
    options = []
    for option in countries_named()[len(POWERS) :]:
        now = state.minors.get(option.value)
        whose = f", {country(now.power)}" if now and now.power else ""
        about = f"{now.status}{whose}" if now else ""
        options.append(Option(option.value, option.title, about, also=option.also))
    return Choice(tuple(options), is_open=True)


# --- places and times ---------------------------------------------------------------------------


def known_places(state: State) -> MapPlace:
    """LiF 2: the places where leaders and counters are and abilities were used, with who is there;
    any other may be typed.
    """
    there: dict[str, list[str]] = {use.hex: [] for use in state.play.timing.used}
    for who, placement in sorted(state.play.placements.items()):
        there.setdefault(placement.location, []).append(state.sheet[who].name)
    for who, held in sorted(state.play.counter_placements.items()):
        if held.place == "map" and held.location:
            there.setdefault(held.location, []).append(counter_name(state.play.counters[who]))
    options = (
        Option(place, capital(sentences.in_words(place)), listed(pieces[:SHOWN]))
        for place, pieces in sorted(there.items())
    )
    return MapPlace(tuple(options))


SHOWN = 4
"""So many pieces at a place are named."""


def map_letters(*more: str) -> Callable[[State], Choice]:
    """LiF 2: the maps by letter, and what else counts as one."""

    def offered(state: State) -> Choice:
        sheets = (Option(sheet.letter, sheet.letter, sheet.name) for sheet in maps().values())
        return Choice((*sheets, *map(Option, more)))

    return offered


def later_turns(state: State) -> Choice:
    """LiF 3.1: the turns after this one."""
    now = calendar.ordinal(state.campaign.turn)
    turns = map(calendar.named, range(now + 1, now + 1 + TURNS_AHEAD))
    return Choice(tuple(Option(one, calendar.in_words(one)) for one in turns), is_open=True)


def stages(state: State) -> Choice:
    """LiF 3.2: the stages of a turn; each begins once in it."""
    begun = dict.fromkeys(state.play.timing.stages, "has begun already in this turn")
    every = (Option(one, one.replace("-", " "), refused=begun.get(one, "")) for one in STAGES)
    return Choice(tuple(every))


def steps(state: State) -> Choice:
    """LiF 3: the steps that abilities know."""
    return Choice(tuple(Option(one, one.replace("-", " ")) for one in get_args(Step)))


def faces(state: State) -> Choice:
    """LiF 3.2: the sides of a leader's counter, as answers to whether the leader is face-up."""
    return Choice(
        (Option("yes", "face-up", also=("up",)), Option("no", "face-down", also=("down",)))
    )


def drawn(counter: Counter) -> str:
    """A counter as screens draw it: its power, its type, its factors."""
    factors = "" if counter.combat is None else f"|{counter.combat}"
    return f"{counter.power}|{counter.type}{factors}{'|rim' if counter.guards_banner else ''}"


def counters(state: State) -> Choice:
    """LiF 5.4: the counters of the campaign, each with where it is."""
    placed = state.play.counter_placements
    return Choice(
        tuple(
            Option(who, counter_name(counter), placed[who].place, drawn(counter))
            for who, counter in sorted(state.play.counters.items())
        ),
        is_open=True,
    )


def figures(state: State) -> Choice:
    """Corrections: the figure that a ruling may change."""
    return Choice((Option("veto-points", "Veto points"),), is_open=True)


def switches(state: State) -> Choice:
    """Disputes: the rulings that a dispute may change, each with its question."""
    every = rulings.switches(state.campaign.rulebook)
    return Choice(tuple(Option(one.key, one.question) for one in every), is_open=True)


CHOICES = {
    "figure": figures,
    "switches": switches,
    "power": countries,
    "leader": leaders,
    "leader_arriving": arriving,
    "leader_on_map": on_map,
    "country": countries,
    "minor": minor_countries,
    "place": known_places,
    "map": map_letters(),
    "map_or_dot": map_letters(OFF_MAP),
    "later_turn": later_turns,
    "stage": stages,
    "step": steps,
    "face": faces,
    "counter": counters,
}
