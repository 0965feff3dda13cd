"""The examples that end each verb's help, run in the order of the help on one fresh store."""

import re

import click
import pytest

from campaign.cli.click_verb import ClickVerb
from campaign.cli.help_pages import filled
from campaign.cli.root import module_of, root
from campaign.cli.verb_list import WHERE
from campaign.cli.verb_words import Words
from support.extensions import of_what_is_here


def verb(name: str) -> ClickVerb:
    """A verb with its file read."""
    found = root.load(click.Context(root), name)
    assert isinstance(found, ClickVerb)
    return found


STORY = of_what_is_here(Words().verbs)
"""Every verb that is here, in the order in which the examples make an evening."""


def test_a_gap_that_no_game_fills_stays_and_a_text_without_any_is_left_alone() -> None:
    """So a game that says nothing of its examples has help all the same."""
    assert filled("campaign assign club <seat> anna") != "campaign assign club <seat> anna"
    assert filled("a <thing unheard of>") == "a <thing unheard of>"
    assert filled("a < b > c") == "a < b > c"


@pytest.mark.parametrize("name", STORY)
def test_every_verb_has_help_and_an_example_of_itself(name: str) -> None:
    """A verb says what it does, its example calls it, and what stands in brackets for something of
    a game has its words.
    """
    found = verb(name)
    assert found.help
    assert not re.findall("<[a-z ]+>", click.Context(found, info_name=name).get_help())
    calls = [line.split() for line in found.example.strip().splitlines()]
    words = Words().path(name).split()
    assert any("campaign" in call and set(words) <= set(call) for call in calls), found.example


def test_every_verb_of_every_file_is_listed() -> None:
    """None is promised and missing."""
    where = {word: module_of(word) for word in of_what_is_here(WHERE)}
    for module in set(where.values()):
        verbs = {one.name for one in vars(module).values() if isinstance(one, click.Command)}
        assert verbs >= {word for word, its in where.items() if its is module}
