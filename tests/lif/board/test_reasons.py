"""Reasons that the program gives: codes in the events, sentences wherever they are shown.

The sentences stand here word for word.
"""

import pytest

from campaign.lif import names
from campaign.lif.names import CODES, words
from campaign.lif.system import sentence
from events.base import Event
from events.lif import aftermath
from events.lif import force_pools as pools
from events.lif import on_map as play
from events.lif.cup import LeadersJoinedCup, LeadersRemoved

SAID = {
    "conquered:france": "france completely conquered",
    "minor-conquered:finland": "finland conquered",
    "vichy-installed": "Vichy France installed",
    "losses:defender/9/land/7":
        "the defender lost 9 build points more in a combat (land), where 7 recall a leader",
    "air-losses:attacker/6/5": "the attacker lost 6 build points more in the air part of a "
                               "naval-air combat, where 5 recall a leader",
    "ground-struck:3/7": "ground struck with a 3, under half of the 7 needed",
    "carpet-bombed": "carpet bombed",
    "units-lost": "every other unit in his hex was destroyed",
    "land-units-lost": "every other land unit in his hex was destroyed",
    "pilot-lost": "the aircraft he flew with was destroyed and its pilot killed",
    "ships-lost": "every friendly ship of his sea-box section was destroyed",
    "overrun": "overrun",
    "available:1944": "available in 1944",
    "promoted-to:guards-7th": "promoted to guards-7th",
    "promoted-from:inf-6-3": "promoted from inf-6-3",
    "destroyed:1939-SO-1": "destroyed in 1939-SO-1",
    "replaces:ftr-1": "in place of ftr-1",
    "replaced-by:ftr-2": "replaced by ftr-2",
    "shattered:1939-SO-1": "shattered in 1939-SO-1",
    "entry-option:37": "option 37",
    "entry-action:25": "entry action 25",
    "entered:rommel/turkey": "rommel in turkey",
    "put-aside:tension": "put aside for the tension pools",
    "retaken:kiev": "kiev retaken",
}  # fmt: skip
"""An example of every code, and its words."""


@pytest.mark.parametrize(("code", "told"), SAID.items())
def test_a_code_is_shown_in_the_words_it_always_had(code: str, told: str) -> None:
    """So that a page and a journal read as before."""
    assert words(code) == told
    name, *rest = code.split(":")
    assert names.code(name, *(rest[0].split("/") if rest else ())) == code


def test_every_code_has_its_example() -> None:
    """None comes or goes without its words being held against something."""
    assert {code.partition(":")[0] for code in SAID} == set(CODES)


@pytest.mark.parametrize(
    "text",
    [
        *SAID.values(),
        "the die rolled off the table",
        "losses: too many",
        "losses:defender/9",
        "carpet-bombed:twice",
        "conquered",
        "tomorrow:1/2",
        "{} and {0.__class__}",
        "",
    ],
)
def test_what_is_no_code_stays_as_it_is(text: str) -> None:
    """A person's own words."""
    assert words(text) == text


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (LeadersJoinedCup(leaders=("de-gaulle",), reason="conquered:france"),
         "De Gaulle joined the cup (France completely conquered)."),
        (LeadersRemoved(leaders=("mannerheim",), reason="minor-conquered:finland"),
         "Mannerheim left the game for good (Finland conquered)."),
        (play.LeaderRecalled(leader="rommel", reason="ground-struck:3/7"),
         "Rommel was recalled to the cup: ground struck with a 3, under half of the 7 needed."),
        (play.LeaderKilled(leader="rommel", reason="pilot-lost"),
         "Rommel was killed: the aircraft he flew with was destroyed and its pilot killed."),
        (pools.CounterMoved(counter="inf-6-3", to="pool", reason="promoted-to:guards-7th"),
         "inf-6-3 went to the force pool (promoted to guards-7th)."),
        (aftermath.PartisanNumberSet(country="france", number=2, reason="entry-action:25"),
         "The partisan number of France is 2 for the rest of the game (entry action 25)."),
    ],
    ids=lambda one: type(one).__name__,
)  # fmt: skip
def test_the_journal_says_a_code_as_it_said_the_words(event: Event, told: str) -> None:
    """A code is shown in words."""
    assert sentence(event) == told
