"""The frame knows no game: no shared file says a word that belongs to one.

`frame/words.txt` lists the words. `frame/still_told.txt` lists the shared files that still say
some, each with its words; it may only become shorter.
"""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
LISTS = Path(__file__).parents[1] / "frame"
SHELVES = (
    "campaign/lif/",
    "campaign/fow/",
    "campaign/kit/",
    "campaign/systems.py",
    "campaign/extend.py",
    "campaign/extensions/adviser/",
    "campaign/extensions/statistics/",
    "campaign/extensions/veto_advice/",
    "events/lif/",
    "events/fow/",
    "events/kit.py",
)
"""A game's own shelf and vocabulary, its extensions, and the files that know every game or
extension.
"""
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def _lines(name: str) -> list[str]:
    lines = (LISTS / name).read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


@cache
def words() -> re.Pattern[str]:
    """The words that belong to a game, in the singular or the plural."""
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, _lines('words.txt')))})s?\b")


def words_in(text: str) -> set[str]:
    """The words of a game in a text, also inside names such as `veto_points` or `VetoPoints`."""
    plain = re.sub(r"[_\-./]", " ", _CAMEL.sub(" ", text)).lower()
    return {found.group() for found in words().finditer(plain)}


def shared_files() -> dict[str, str]:
    """Every file of the frame with its text: code, shared vocabulary, templates."""
    found: dict[str, str] = {}
    for pattern in ("campaign/**/*.py", "events/**/*.py", "templates/**/*.*"):
        for file in sorted(ROOT.glob(pattern)):
            name = file.relative_to(ROOT).as_posix()
            if not name.startswith(SHELVES):
                found[name] = file.read_text(encoding="utf-8")
    return found


def still_told() -> dict[str, set[str]]:
    """The files that still say words of a game, and which."""
    pairs = (line.partition(": ")[::2] for line in _lines("still_told.txt"))
    return {name: set(told.split(", ")) for name, told in pairs}


def test_a_shared_file_says_no_new_word_of_a_game() -> None:
    """What is listed may go on for now; nothing may join it, and what has gone leaves the list."""
    files = shared_files()
    assert len(files) > 250
    found = {name: told for name, text in files.items() if (told := words_in(text))}
    assert found == still_told()


def test_the_list_names_only_files_that_are_there() -> None:
    """A file that was moved or deleted leaves the list."""
    assert set(still_told()) <= set(shared_files())


def test_words_are_found_inside_names_and_in_the_plural() -> None:
    """The net is no sieve: names in any writing are looked at word by word."""
    assert words_in("class VetoPoints: ...") == {"veto"}
    assert words_in("us_entry_chits = 1") == {"us entry", "chits"}
    assert words_in("a campaign and its members") == set()
