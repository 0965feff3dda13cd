"""The lists of verbs: of all games, and of each."""

import pytest

from campaign.cli.verb_list import SAID_WHOLE, SENDING
from campaign.cli.verb_list import SHARED as SHARED_VERBS
from campaign.disputes.commands import COMMANDS
from campaign.kernel.assembly import OF_EVERY_GAME
from campaign.kernel.decisions import Command
from support import verb_rows

LIST = '''_LIST = """
Leaders in play: on_map.verbs
    leader place: Put an arriving leader on the map. [arrived]
Leaders: abilities.verbs
    leader: A leader's counter and abilities.
War and peace: on_map.verbs
    war name-hex: Name a hex.
"""
'''
SHARED = """verb,shown,file,family,does,everyday
turn,turn,shared_verbs.turns,turn,End the turn.,next
hail,turn hail,member_verbs.of_commands,turn,Hail.,
list,list,shared_verbs.campaigns,campaigns,List the campaigns.,which
"""


class NoteLeader(Command, frozen=True, kw_only=True):
    """LiF 3.1: a command of the chapter on the map."""

    __module__ = "tests.lif.on_map"
    verb = "note LEADER"
    helped = "leader note: Note something about a leader. [remark]"


class PutNote(Command, frozen=True, kw_only=True):
    """LiF 3.1: one whose row names another verb than its own."""

    __module__ = "tests.lif.on_map"
    verb = "put-note"
    helped = "leader note: Note something."


class Hail(Command, frozen=True, kw_only=True):
    """Members: a command of every campaign, in a family that there is not."""

    verb = "hail"
    helped = "greeting hail: Hail."


CHAPTER = [
    type(f"Other{at}", (Command,), {"verb": verb, "__annotations__": {}}, frozen=True, kw_only=True)
    for at, verb in enumerate(("place", "leader", "name-hex"))
]
"""The other commands of the list above, whose rows nothing says."""


def test_the_verbs_that_send_are_those_of_the_shared_commands() -> None:
    """And the one that sends any command."""
    assert {kind.verb for kind in (*OF_EVERY_GAME, *COMMANDS)} | {"submit"} == SENDING


def test_the_lists_have_what_the_commands_say() -> None:
    how = "write the lists again: PYTHONPATH=.:tests python -m support.lists"
    for file, text in verb_rows.lists().items():
        assert file.read_text(encoding="utf-8") == text, (
            f"{file.name} is not as commands say; {how}"
        )


def test_what_a_command_says_is_said_by_nothing_else() -> None:
    """Each row of a verb that a command speaks is that command's own."""
    for game, file in verb_rows.OF_GAMES.items():
        kinds = [
            kind
            for kind in verb_rows.SYSTEMS[game].rules.commands.values()
            if kind not in verb_rows.FRAME
        ]
        rows = filter(None, map(verb_rows.ROW.match, file.read_text(encoding="utf-8").split("\n")))
        listed = {verb_rows.named(row["words"])[0] for row in rows}
        said = [kind.verb for kind in kinds if kind.helped]
        assert set(said) == listed & {kind.verb for kind in kinds} and len(said) == len(set(said))
    said = [kind.verb for kind in verb_rows.FRAME if kind.helped]
    assert set(said) == set(SHARED_VERBS) & {kind.verb for kind in verb_rows.FRAME}
    assert len(said) == len(set(said)) and set(SAID_WHOLE) <= set(said)


def test_a_row_goes_under_the_words_of_its_command_with_its_star() -> None:
    """Wherever it stood before under others, it stands there no more."""
    note = type("NoteLeader2", (NoteLeader,), {"helped": "* war note: Note.", "verb": "note"})
    before = LIST.replace("    leader place", "    leader note: Note it.\n    leader place")
    lines = verb_rows.with_rows(before, "lif", [note, *CHAPTER]).split("\n")
    assert [line for line in lines if "note" in line] == ["    * war note: Note."]
    assert verb_rows.with_rows("\n".join(lines), "lif", [note, *CHAPTER]).split("\n") == lines


def test_a_row_goes_to_the_last_verb_of_its_family_in_its_chapter() -> None:
    """Not to another chapter's, unless its own has none; written twice, it is there once."""
    known = [*CHAPTER, NoteLeader]
    once = verb_rows.with_rows(LIST, "lif", known)
    assert once.split("\n")[2:4] == [
        "    leader place: Put an arriving leader on the map. [arrived]",
        "    leader note: Note something about a leader. [remark]",
    ]
    assert len(once.split("\n")) == len(LIST.split("\n")) + 1
    assert verb_rows.with_rows(once, "lif", known) == once
    assert verb_rows.with_rows(once, "lif", known[:-1]) == LIST
    elsewhere = LIST.replace("leader place", "guide place")
    lines = verb_rows.with_rows(elsewhere, "lif", known).split("\n")
    assert lines[4:6] == [
        "    leader: A leader's counter and abilities.",
        "    leader note: Note something about a leader. [remark]",
    ]


def test_a_row_of_every_campaign_goes_behind_its_family_and_goes_with_its_command() -> None:
    hail = type("Hail2", (Hail,), {"helped": "turn hail: Hail the turn. [greet]", "verb": "hail"})
    written = verb_rows.with_shared(SHARED, [hail])
    assert written == SHARED.replace("turn,Hail.,", "turn,Hail the turn.,greet")
    gone = verb_rows.with_shared(SHARED, [])
    assert gone == "".join(line for line in SHARED.splitlines(True) if "hail" not in line)
    assert verb_rows.with_shared(gone, [hail]) == written


def test_a_row_that_has_no_place_is_refused() -> None:
    """It names a verb that its command has not, or a family that is nowhere."""
    with pytest.raises(ValueError, match="PutNote is typed put-note, and its row says note"):
        verb_rows.with_rows(LIST, "lif", [PutNote])
    with pytest.raises(ValueError, match="NoteLeader: there is no verb of the family leader"):
        verb_rows.with_rows(LIST.replace("    leader", "    guide"), "lif", [NoteLeader])
    with pytest.raises(ValueError, match="hail: there is no family greeting"):
        verb_rows.with_shared(SHARED.replace("hail,", "greet,"), [Hail])


def test_a_row_names_its_verb_and_its_family() -> None:
    """A verb with a word of its own has the family behind it."""
    assert verb_rows.named("draw (board)") == ("draw", "board")
    assert verb_rows.named("board cup") == ("cup", "board")
    assert verb_rows.named("dice") == ("dice", "dice")
