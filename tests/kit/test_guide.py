"""The guide to a club's own rules: its commands are typed, its files are sound."""

import json
import re
import shlex
from pathlib import Path

from campaign.kit.opening import example
from campaign.kit.reading.rules import checked
from campaign.kit.trial import differing
from support.command_line import Shell
from support.guides import blocks, chapter

COMMANDS = 10
"""From the file to the first page take at most so many."""


def test_the_evening_of_the_guide_is_played(tmp_path: Path) -> None:
    lines = "".join(blocks("kit")).strip().splitlines()
    assert len(lines) <= COMMANDS
    shell = Shell(tmp_path)
    for line in lines:
        shell.fine(*shlex.split(line)[1:])
    page = (tmp_path / "pages" / "turn-01.html").read_text(encoding="utf-8")
    assert "Anselm beat Brida at the middle bridge and takes 3 points." in page


def test_the_files_of_the_guide_are_sound() -> None:
    (rules,) = re.findall("^```toml\n(.*?)^```$", chapter("kit"), re.M | re.S)
    assert checked(rules).faults == ()
    (cases,) = re.findall("^```json\n(.*?)^```$", chapter("kit"), re.M | re.S)
    assert list(differing(example("evening"), json.loads(cases)["cases"])) == []
