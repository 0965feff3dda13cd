"""The rows of the lists of verbs that commands say themselves (`helped`), written into the lists.

What no command says is there by hand: verbs that show something, and groups of verbs. A new verb of
a game goes behind the last of its family in its chapter, or where that has none, in any; one of
every campaign goes behind the last of its family in `verbs.csv`. A row keeps its place once it is
there; one whose command has gone, goes.
"""

import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

from campaign.cli.verb_list import OF_COMMANDS
from campaign.disputes.commands import COMMANDS
from campaign.kernel.assembly import OF_EVERY_GAME
from campaign.kernel.decisions import Command
from campaign.systems import SYSTEMS

ROOT = Path(__file__).parents[2]
SHARED = ROOT / "campaign" / "cli" / "verbs.csv"
OF_GAMES = {
    name: next(file for file in places if file.exists())
    for name in SYSTEMS
    for places in [[ROOT / "campaign" / name / at for at in ("tables/verbs.txt", "verb_lines.py")]]
    if any(file.exists() for file in places)
}
"""The list of each game: a table, or the text of its module."""
FRAME = (*OF_EVERY_GAME, *COMMANDS)
SECTION = re.compile(r"^(?! )[^:\n]+: *(?P<module>[\w.]*)$")
ROW = re.compile(r"^    (?:\* )?(?P<words>[^:\"]+): ")


def lists() -> dict[Path, str]:
    """Every list of verbs as it should be."""
    shared = with_shared(SHARED.read_text(encoding="utf-8"), FRAME)
    games = {
        file: with_rows(
            file.read_text(encoding="utf-8"),
            name,
            [kind for kind in SYSTEMS[name].rules.commands.values() if kind not in FRAME],
        )
        for name, file in OF_GAMES.items()
    }
    return {SHARED: shared, **games}


# --- a game's list ------------------------------------------------------------------------------


def with_rows(text: str, game: str, kinds: Collection[type[Command]]) -> str:
    """A game's list with a row for each command that says one, and none of a verb that has gone."""
    said = {kind.verb: _words(kind) for kind in kinds if kind.helped}
    spoken = {kind.verb: said.get(kind.verb, "") for kind in kinds}
    lines = list(_there(text.split("\n"), game, spoken))
    for kind in kinds:
        if kind.helped:
            _put(lines, kind)
    return "\n".join(lines)


def _there(lines: Iterable[str], game: str, verbs: Mapping[str, str]) -> Iterator[str]:
    """The lines without rows of verbs that neither a command nor the section's module has, and
    without those that stand under other words than their commands say.
    """
    module = ""
    for line in lines:
        if section := SECTION.match(line):
            module = section["module"]
        elif module and (row := ROW.match(line)):
            verb = named(row["words"])[0]
            written = vars(import_module(f"campaign.{game}.{module}")).get("VERBS", {})
            if verb not in verbs and verb not in written:
                continue
            if verbs.get(verb) and verbs[verb] != row["words"]:
                continue
        yield line


def _put(lines: list[str], kind: type[Command]) -> None:
    row, words = f"    {kind.helped}", _words(kind)
    verb, family = named(words)
    if verb != kind.verb:
        raise ValueError(f"{kind.__name__} is typed {kind.verb}, and its row says {verb}")
    own, module = kind.__module__.split(".")[2], ""
    in_chapter = anywhere = 0
    for place, line in enumerate(lines):
        if section := SECTION.match(line):
            module = section["module"].partition(".")[0]
        elif found := ROW.match(line):
            if found["words"] == words:
                lines[place] = row
                return
            if module and named(found["words"])[1] == family:
                anywhere = place
                in_chapter = place if module == own else in_chapter
    if not anywhere:
        raise ValueError(
            f"{kind.__name__}: there is no verb of the family {family}; "
            "write the first row of one into the list by hand"
        )
    lines.insert((in_chapter or anywhere) + 1, row)


def _words(kind: type[Command]) -> str:
    """The words of its row; a star before them puts it on the first page of the help."""
    return kind.helped.removeprefix("* ").partition(":")[0]


def named(words: str) -> tuple[str, str]:
    """The word of a verb and that of its family: of `draw (board)`, `board cup` or `dice`."""
    first, _, family = words.partition(" (")
    return first.split()[-1], family.removesuffix(")") or first.split()[0]


# --- the list of every campaign -----------------------------------------------------------------


def with_shared(text: str, kinds: Iterable[type[Command]]) -> str:
    """The shared list with a row for each command that says one, and none of one that has gone."""
    head, *old = csv.reader(io.StringIO(text))
    files = {row[0]: row[2] for row in old}
    said = {
        kind.verb: _shared(kind, files.get(kind.verb, OF_COMMANDS)) for kind in kinds if kind.helped
    }
    rows = [said.pop(row[0], row) for row in old if row[2] != OF_COMMANDS or row[0] in said]
    for row in said.values():
        places = [place for place, other in enumerate(rows) if other[3] == row[3]]
        if not places:
            raise ValueError(f"{row[0]}: there is no family {row[3]}")
        rows.insert(places[-1] + 1, row)
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows([head, *rows])
    return written.getvalue()


def _shared(kind: type[Command], file: str) -> list[str]:
    _, _, rest = kind.helped.partition(": ")
    does, _, everyday = rest.partition(" [")
    shown, family = _words(kind).partition(" (")[0], named(_words(kind))[1]
    return [kind.verb, shown, file, family, does, everyday.removesuffix("]")]
