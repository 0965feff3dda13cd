"""`campaign diary`: the war diary at a keyboard."""

import json
from pathlib import Path

import pytest

from support.command_line import Shell
from support.programs import NAME

pytestmark = pytest.mark.further


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A store with a campaign that Anna and Ben are in."""
    made = Shell(tmp_path)
    for words in (
        ("start", NAME, "--scenario", "global-war"),
        ("enrol", NAME, "anna", "--role", "player"),
        ("enrol", NAME, "ben", "--role", "player"),
    ):
        assert made(*words).status == 0
    return made


def test_a_story_is_written_read_edited_and_removed(shell: Shell) -> None:
    assert shell("diary", NAME).out == "nobody has written anything yet\n"
    filed = shell(
        "--as", "anna", "diary", "write", NAME, "It *rained*.", "--about", "leader:rommel"
    )
    assert "Anna wrote dispatch w1 of the war diary" in filed.out
    read = shell("--as", "ben", "diary", NAME).out
    assert "w1  Anna" in read and "Rommel" in read and "It rained." in read
    assert shell("diary", NAME, "1939-SO").out == read
    edited = shell("--as", "anna", "diary", "edit", NAME, "w1", "It poured.")
    assert "Anna edited dispatch w1 of the war diary, which is w2 now" in edited.out
    one = json.loads(shell("diary", "show", NAME, "w2", "--json").out)
    assert (one["text"], one["subject"], one["author"]) == ("It poured.", "leader:rommel", "Anna")
    gone = shell("--as", "anna", "diary", "remove", NAME, "w2").out
    assert "Backups have them until they are thrown away" in gone
    assert "A dispatch stood here. It was removed." in shell("diary", NAME).out
    assert "no findings" in shell("verify", NAME).out or shell("verify", NAME).status == 0


def test_a_story_comes_from_a_file_or_a_pipe(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "story.txt"
    file.write_text("From a file.", encoding="utf-8")
    assert shell("diary", "write", NAME, "--text", str(file)).status == 0
    assert shell("diary", "write", NAME, "--text", "-", typed="Piped in.").status == 0
    texts = [one["text"] for one in json.loads(shell("diary", NAME, "--json").out)["dispatches"]]
    assert texts == ["From a file.", "Piped in."]


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        (("--as", "zoe", "diary", NAME), 2, "'zoe' is not enrolled in club"),
        (("diary", "write", NAME), 2, "write at least a word"),
        (("diary", "write", NAME, "x", "--text", "y"), 2, "not both. Nothing was recorded"),
        (("diary", "write", NAME, "--text", "nowhere.txt"), 2, "cannot read nowhere.txt"),
        (("diary", "write", NAME, "x", "--about", "leader:romel"), 2, "did you mean leader:rommel"),
        (("diary", "show", NAME, "w7"), 2, "there is no dispatch 'w7' to read here"),
        (("diary", "release", NAME, "h7"), 2, "nothing waits as 'h7'"),
        (("--as", "ben", "diary", "hold", NAME, "on"), 1, "this is for a host"),
        (("diary", "forget", NAME, "ben"), 1, "--yes answers the question"),
    ],
)
def test_what_is_refused_is_said_in_a_line(
    shell: Shell, words: tuple[str, ...], status: int, why: str
) -> None:
    done = shell(*words)
    assert done.status == status and why in done.error, done


def test_hosts_hold_release_mute_forget_and_hear_reports(shell: Shell) -> None:
    assert shell("diary", "hold", NAME, "on").status == 0
    held = shell("--as", "ben", "diary", "write", NAME, "Not so fast.")
    assert held.out == "H1 waits for a host to release it. Nothing was recorded yet.\n"
    assert "h1 waits for a host" in shell("diary", NAME).out
    assert "Ben wrote dispatch w1" in shell("diary", "release", NAME, "h1").out
    reported = shell("--as", "anna", "diary", "report", NAME, "w1", "--reason", "That was not so.")
    assert reported.status == 0
    assert "w1 was reported by Anna: That was not so." in shell("diary", NAME).out
    assert "was reported" not in shell("--as", "ben", "diary", NAME).out
    shell("diary", "hold", NAME, "off"), shell("diary", "mute", NAME, "ben")
    assert "muted Ben" in shell("--as", "ben", "diary", "write", NAME, "x").error
    assert "1 dispatch of Ben removed." in shell("diary", "forget", NAME, "ben", "--yes").out


def test_every_verb_answers_programs_too(shell: Shell, tmp_path: Path) -> None:
    """What is done beside the record has no event: its answer says what was done."""
    for who, words, answer in (
        ("host", ("hold", NAME, "on"), {"held": True}),
        ("host", ("hold", NAME, "off"), {"held": False}),
        ("host", ("mute", NAME, "ben"), {"member": "ben", "muted": True}),
        ("host", ("mute", NAME, "ben", "off"), {"member": "ben", "muted": False}),
        ("ben", ("write", NAME, "It rained."), {}),
        ("anna", ("report", NAME, "w1", "--reason", "No."), {"reported": "w1"}),
        ("host", ("export", NAME, "d.zip"), {"dispatches": 1}),
        ("host", ("import", NAME, "d.zip"), {"dispatches": 0, "removed": 0, "other": 0}),
        ("ben", ("edit", NAME, "w1", "It poured."), {}),
        ("ben", ("write", NAME, "Again."), {}),
        ("host", ("remove", NAME, "w3"), {}),
        ("ben", ("forget", NAME, "ben", "--yes"), {"member": "ben", "removed": 1}),
        ("host", ("import", NAME, "d.zip"), {"dispatches": 0, "removed": 1, "other": 0}),
    ):
        done = shell("--as", who, "diary", *words, "--json")
        assert done.status == 0, done
        said = json.loads(done.out)
        assert said == answer or (not answer and said["accepted"]), words
    again = shell("--as", "ben", "diary", "report", NAME, "w2", "--reason", "No.")
    assert again.status == 2 and "there is no dispatch 'w2' to read here" in again.error
