"""What stands beside a rule or on a command is gathered: a chapter's tables, acts on tiles."""

from types import ModuleType
from typing import Any

import pytest

from campaign.kernel.chapters import Chapter, of_rules
from campaign.kernel.decisions import Command
from campaign.kernel.interview.available import Tile, TileAct, acts_of, with_acts
from events.campaign import EntropyAdded, PowerReleased


class Sow(Command, frozen=True, kw_only=True):
    """Farm 1: sows a field."""

    verb = "sow"
    tile = "field: Sow a field [seed corn]"


class Rest(Command, frozen=True, kw_only=True):
    """Farm 2: lets a field rest; it is on no tile."""

    verb = "rest"


class Reap(Command, frozen=True, kw_only=True):
    """Farm 3: reaps a field, and names it without other words."""

    verb = "reap"
    tile = "field: Reap a field"


def file(**tables: Any) -> ModuleType:
    """A module with some tables."""
    made = ModuleType("rules")
    vars(made).update(tables)
    return made


COMMANDS = file(Sow=Sow, Rest=Rest)
FIELD = Tile("field", "A field", "Sow it", "corn", (TileAct("Plough", "Plough a field"),))


def decided(*_: object) -> tuple[()]:
    """Nothing follows."""
    return ()


def said(*_: object) -> str:
    """A sentence."""
    return "It was so."


def test_a_chapter_has_the_tables_of_its_rules_beside_its_own() -> None:
    """A rule's file may name a command instead of importing its class."""
    sowing = file(DECIDE={"Sow": decided}, TRUSTED={EntropyAdded: "words"})
    resting = file(DECIDE={Rest: decided}, SENTENCES={EntropyAdded: said}, OTHER={1: 2})
    own = Chapter[Any]("farm", trusted={PowerReleased: "farmers"})
    made = of_rules(own, sowing, resting, commands=COMMANDS)
    assert made.name == "farm"
    assert made.decide == {Sow: decided, Rest: decided}
    assert made.trusted == {PowerReleased: "farmers", EntropyAdded: "words"}
    assert made.sentences == {EntropyAdded: said}
    assert made.needs == own.needs == {}


def test_a_command_that_is_not_there_or_is_claimed_twice_is_found_as_the_program_loads() -> None:
    own = Chapter[Any]("farm")
    with pytest.raises(ValueError, match="no such command: Mow"):
        of_rules(own, file(DECIDE={"Mow": decided}), commands=COMMANDS)
    with pytest.raises(ValueError, match="no such command: Sow"):
        of_rules(own, file(DECIDE={"Sow": decided}))
    twice = file(DECIDE={"Sow": decided}), file(DECIDE={Sow: decided})
    with pytest.raises(ValueError, match="two chapters claim Sow"):
        of_rules(own, *twice, commands=COMMANDS)


def test_a_command_stands_on_its_tile_behind_the_tile_s_own_acts() -> None:
    """With the words by which somebody looks for it; one that says nothing is on none."""
    (tile,) = with_acts([FIELD], [Sow, Rest, Reap])
    sow, reap = TileAct("Sow", "Sow a field", "seed corn"), TileAct("Reap", "Reap a field")
    assert tile.acts == (*FIELD.acts, sow, reap)
    assert acts_of([Sow, Rest], "others") == ()


def test_a_command_that_names_no_tile_that_is_there_is_found_as_the_program_loads() -> None:
    with pytest.raises(ValueError, match="Sow names no tile that is there: field: Sow a field"):
        with_acts([], [Rest, Sow])
