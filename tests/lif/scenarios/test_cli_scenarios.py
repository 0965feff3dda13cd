"""The verb `scenario`, and campaigns opened from a scenario file of the club's own."""

from pathlib import Path

import pytest

from campaign.lif.scenarios import catalogue
from support.command_line import Shell

THE_END = "end-of-the-beginning"
GOOD = 'id = "summer"\ntitle = "A summer"\nfirst_turn = "1941-MJ"\nlast_turn = "1941-JA"\n'


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A folder of its own, without a store yet."""
    return Shell(tmp_path)


def file(shell: Shell, text: str, name: str = "summer.toml") -> str:
    """A file in the shell's folder."""
    (shell.folder / name).write_text(text)
    return name


def test_a_file_that_cannot_be_read_is_told(shell: Shell) -> None:
    """Status 2 and one line where it is no text; nested too deeply is a fault as any."""
    deep = file(shell, "[" * 100_000, "deep.json")
    assert "nested too deeply" in shell("scenario", "check", deep).out
    (shell.folder / "odd.toml").write_bytes(b"\xff\xfe")
    assert shell("scenario", "check", "odd.toml").error == "campaign: odd.toml is not text in UTF-8"


def test_the_template_explains_itself_and_opens(shell: Shell) -> None:
    """To a file or to the screen; a file that is there is not written over unasked."""
    assert shell.fine("scenario", "template") == catalogue.text("template")
    assert shell.fine("scenario", "template", "own.toml") == "own.toml\n"
    done = shell("scenario", "template", "own.toml")
    assert done.status == 2 and "is there already; --force writes over it" in done.error
    shell.fine("scenario", "template", "own.toml", "--force")
    assert (shell.folder / "own.toml").read_text() == catalogue.text("template")
    done = shell("scenario", "template", "no/own.toml")
    assert done.status == 2 and "cannot write no/own.toml" in done.error
    assert "no faults" in shell.fine("scenario", "check", "own.toml")
    shell.fine("open", "club", "--scenario", "own.toml")


def test_a_file_with_faults_opens_nothing(shell: Shell) -> None:
    """One line with the first fault, and no store."""
    done = shell("open", "club", "--scenario", file(shell, GOOD + "turns = 3\n"))
    assert done.status == 2 and "scenario file: turns: 1941-MJ to 1941-JA are 2 turns" in done.error
    for text, told in (("x = [", "scenario bad.toml: "), ("", "scenario file: id: is missing")):
        done = shell("open", "club", "--scenario", file(shell, text, "bad.toml"))
        assert done.status == 2 and told in done.error
    assert shell("open", "club", "--scenario", "none.toml").status == 2
    done = shell("open", "club", "--scenario", "glob-war")
    assert done.status == 2 and "did you mean global-war?" in done.error
    assert not shell.store.exists()
