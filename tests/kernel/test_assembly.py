"""A game put together from chapters that are imported when something of one is asked for."""

from collections.abc import Iterator
from typing import Any

import pytest

from campaign.disputes.commands import COMMANDS, UndoAct
from campaign.kernel.assembly import OF_EVERY_GAME, ChapterPlace, Chapters, LateVocabulary
from campaign.kernel.chapters import Chapter
from campaign.kernel.decisions import Command
from campaign.kernel.members import AdvanceTurn, Seats
from campaign.systems import SYSTEMS

SEATS = Seats("side", {"red": "Red", "blue": "Blue"}, {})


class Sail(Command, frozen=True, kw_only=True):
    """Of the chapter of the sea."""

    verb = "sail"


class March(Command, frozen=True, kw_only=True):
    """Of the chapter of the land."""

    verb = "march"


Sail.__module__, March.__module__ = "toy.sea.commands", "toy.land.commands"


def refuse(*_: object) -> Any:
    """What a chapter decides is not looked at here."""
    raise NotImplementedError


def toy(**sea: Any) -> tuple[Chapters[Any], list[str]]:
    """Two chapters, and the names of those that were imported so far."""
    read: list[str] = []

    def at_sea() -> Chapter[Any]:
        read.append("sea")
        return Chapter(name="sea", decide={Sail: refuse}, **sea)

    def on_land() -> Chapter[Any]:
        read.append("land")
        return Chapter(name="land", decide={March: refuse}, needs={AdvanceTurn: refuse})

    places = ChapterPlace("toy.sea", at_sea), ChapterPlace("toy.land", on_land)
    return Chapters(*places), read


def test_an_own_command_imports_its_chapter_alone() -> None:
    """And a second look imports nothing."""
    chapters, read = toy()
    decide = chapters.facet("decide")
    assert March in decide
    assert decide[March] is refuse
    assert March not in chapters.facet("needs")
    assert read == ["land"]


def test_a_command_of_every_game_asks_all_chapters() -> None:
    """Any of them may say something of the end of a turn."""
    chapters, read = toy()
    assert AdvanceTurn in chapters.facet("needs")
    assert read == ["sea", "land"]


def test_what_no_chapter_knows_is_missing() -> None:
    """As in any other mapping."""
    chapters, _ = toy()
    assert chapters.facet("decide").get(UndoAct) is None
    with pytest.raises(KeyError):
        chapters.facet("decide")[UndoAct]


def test_a_chapter_claims_nothing_of_another() -> None:
    """It would never be asked."""
    chapters, _ = toy(needs={March: refuse})
    with pytest.raises(ValueError, match=r"toy\.sea claims March"):
        list(chapters.facet("needs"))


def test_two_chapters_do_not_claim_the_same() -> None:
    """As where all are imported at once."""
    chapters, _ = toy(needs={AdvanceTurn: refuse})
    with pytest.raises(ValueError, match="two chapters claim AdvanceTurn"):
        list(chapters.facet("needs"))


def test_all_commands_are_listed_in_order() -> None:
    """Those of every game, then chapter by chapter, then those about the record."""
    chapters, _ = toy()
    commands = LateVocabulary(chapters, lambda: COMMANDS, SEATS)
    kinds = (*OF_EVERY_GAME, Sail, March, *COMMANDS)
    assert list(commands) == [kind.__name__ for kind in kinds]
    assert len(commands) == len(kinds)


def test_a_name_is_looked_up_where_least_is_imported() -> None:
    """In chapters that were imported, in the record's commands, and only then in all others."""
    chapters, read = toy()
    commands = LateVocabulary(chapters, lambda: COMMANDS, SEATS)
    assert commands["AdvanceTurn"] is AdvanceTurn
    assert commands["UndoAct"] is UndoAct
    assert read == []
    assert March in chapters.facet("decide")
    assert commands["March"] is March
    assert read == ["land"]
    assert commands["Sail"] is Sail
    assert "Fly" not in commands


def test_the_commands_near_a_module_come_first() -> None:
    """A verb finds its command without the other chapters."""
    chapters, read = toy()
    near: Iterator[type[Command]] = LateVocabulary(chapters, lambda: COMMANDS, SEATS).near(
        "toy.land.verbs"
    )
    assert next(near) is March
    assert read == ["land"]
    assert {Sail, UndoAct, *OF_EVERY_GAME} <= set(near)


def test_every_facet_of_the_built_in_games_is_sound() -> None:
    """Each chapter's entries are its own, or of commands and events that every game has."""
    from campaign.lif.chapters import CHAPTERS

    for facet in ("decide", "needs", "before", "sentences", "recorded", "trusted", "counted"):
        assert len(CHAPTERS.facet(facet)) == len(set(CHAPTERS.facet(facet)))
    assert len(SYSTEMS["lif"].rules.commands) == len(set(SYSTEMS["lif"].rules.commands))
