"""The house is whole: each event is folded and told; each command has a rule, a verb, a judge.

Asked of every system, the tests' own toy game among them.
"""

from collections.abc import Iterator
from typing import get_args

import msgspec
import pytest

from campaign.diary.commands import FileDispatch
from campaign.disputes import commands as record_commands
from campaign.disputes import procedure, routing, sentences
from campaign.disputes.undo import of_the_record
from campaign.fow.chapters import CHAPTERS as OF_WAR
from campaign.kernel import deadlines, members, shared_rules
from campaign.kernel.decisions import Command, Who, secret
from campaign.kernel.members import Naming
from campaign.kernel.system import AnySystem, evolvers
from campaign.kit.chapter import CHAPTERS as OF_THE_KIT
from campaign.lif import chapters
from campaign.lif.board import markers
from campaign.lif.state import rule
from campaign.lif.system import FOLDS
from campaign.systems import SYSTEMS
from events.base import Event, topic
from events.campaign import CampaignOpened
from skirmish import system as skirmish

EVERY: tuple[AnySystem, ...] = (*SYSTEMS.values(), skirmish.SYSTEM)
EVENTS = [(system, kind) for system in EVERY for kind in system.codec.events.values()]
COMMANDS = [(system, kind) for system in EVERY for kind in system.rules.commands.values()]

OF_EVERY_GAME = (*members.COMMANDS, *deadlines.COMMANDS, *shared_rules.DECIDE)

SHARED = {*shared_rules.SENTENCES, *sentences.SENTENCES}
SENTENCES: dict[str, set[type[Event]]] = {
    "lif": set(chapters.SENTENCES),
    "fow": SHARED.union(*(chapter.sentences for chapter in OF_WAR)),
    "kit": SHARED.union(*(chapter.sentences for chapter in OF_THE_KIT)),
}


def test_every_event_is_folded() -> None:
    """By one evolver; the opening begins the state."""
    for system, kind in EVENTS:
        assert kind is CampaignOpened or kind in system.rules.evolvers, topic(kind)


def test_every_command_with_hidden_fields_can_be_decided_again() -> None:
    """What no record keeps as it came has a reader, or stands at its default: an address, words."""
    for system, kind in COMMANDS:
        hidden = secret(kind) | kind.unseen.keys()
        needed = {one.name for one in msgspec.structs.fields(kind) if one.required}
        assert hidden & needed <= kind.unseen.keys(), kind
        readers = {*system.audit.recorded, *of_the_record(system)}
        assert not hidden or kind in (members.EnrolMember, FileDispatch) or kind in readers, kind


@pytest.mark.parametrize("name", SYSTEMS)
def test_each_event_has_a_sentence_of_its_own(name: str) -> None:
    """No journal line says no more than that something was recorded."""
    assert {kind for system, kind in EVENTS if system.name == name} == SENTENCES[name]


def test_every_command_is_decided_and_has_a_verb_and_a_sender() -> None:
    """In one place: a chapter, or the frame."""
    for system, kind in COMMANDS:
        decider = system.rules.decide.__self__  # type: ignore[attr-defined]
        frame = kind in record_commands.COMMANDS or kind in OF_EVERY_GAME
        assert (kind in decider.table) != frame, kind
        if kind in record_commands.COMMANDS:
            assert kind in {*routing._DECIDE, *procedure._DECIDE, *procedure._ON_DISPUTE}
        assert kind.verb and kind.who in get_args(Who), kind


def test_no_command_is_forgotten() -> None:
    """Every class of a command is one that some system takes."""
    known = {kind for one in (*EVERY, *SYSTEMS.values()) for kind in one.rules.commands.values()}
    assert [kind for kind in _final(Command) if kind not in known] == []


def _final(kind: type[Command]) -> Iterator[type[Command]]:
    """The program's classes below one that have none below themselves."""
    if not kind.__subclasses__() and kind.__module__.startswith("campaign."):
        yield kind
    for below in kind.__subclasses__():
        yield from _final(below)


def test_two_parts_of_a_game_cannot_fold_one_event() -> None:
    """Of the game's own; a fact of the frame may be followed in several."""
    with pytest.raises(ValueError, match="two chapters claim"):
        evolvers((*FOLDS, markers.EVOLVE), rule)


def test_a_name_that_nobody_knows_is_told_as_it_is() -> None:
    """The toy game's names are the frame's plain ones."""
    state = skirmish.State(campaign=members.Campaign(
        name="club", id="", system="skirmish", rulebook="", scenario="", first_turn="round-01",
        last_turn="round-03", rulings={}, modules=(), seed_anchor="", seed_links=1, seed_sealed="",
    ), points={})  # fmt: skip
    names: Naming = skirmish.SYSTEM.view.names(state)
    assert names.member("nobody") == "nobody"
    assert names.seat("red") == names.the_seat("red") == "Red side"
    assert names.turn("round-02") == "Round 2"
    assert names.draw("dice", 3) == "draw 3 of dice"
    assert names.awaited("moves") == "moves"
