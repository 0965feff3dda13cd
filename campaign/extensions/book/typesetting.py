"""Prints a volume as PDF: Typst sets it, in a process of its own with limits. IO.

Words are values in a file, never source. The same volume, options, fonts and typesetter give the
same bytes.
"""

import hashlib
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from html import unescape
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from pathlib import Path
from typing import Any, Literal

import msgspec

from campaign.extend import MissingExtensionError
from campaign.extensions.book.letters import letters_in, own_letters, worded
from campaign.extensions.book.made import breakable, printable, visible
from campaign.kernel.volume.blocks import Volume
from campaign.kernel.volume.charts import Drawing
from campaign.kernel.volume.drawing import GREY, PRINT, svg
from campaign.world.subprocesses import OwnProcess

PROCESS = "campaign.extensions.book.typeset_process"
LONGEST = 60.0
"""Seconds that it may take."""
LACKS = "The printed book needs: pip install 'campaign-tracker[book]'"
FONT = "'Libertinus Serif'"
"""The letters of drawings, of the fonts that the typesetter brings."""
Paper = Literal["a5", "a4", "letter"]


class TypesettingError(Exception):
    """A book could not be typeset. One line for the user."""


class PrintOptions(msgspec.Struct, frozen=True):
    """How a book is printed; all of it stands in the file's keywords."""

    paper: Paper = "a5"
    gray: bool = False
    diary: bool = True
    pictures: bool = True
    fonts: str = ""
    """Digest of the fonts that somebody brought."""


class PrintedFrom(msgspec.Struct, frozen=True):
    """What a printed book was made from: the keywords of its file."""

    name: str
    campaign: str
    """The campaign's random id."""
    event: int
    """The last one."""
    head: str
    marks: str
    """Digest over what members wrote; empty where nothing of theirs is printed."""
    typesetter: str
    options: PrintOptions
    names: str = ""
    """Digest over what members are called who want another name than the record's; not borne where
    nobody does."""

    def keywords(self) -> list[str]:
        """As the file bears them."""
        fields = msgspec.to_builtins(self) | msgspec.to_builtins(self.options)
        del fields["options"]
        if not self.names:
            del fields["names"]
        yes_or_no = {True: "yes", False: "no"}
        return [
            f"{name}={yes_or_no[value] if isinstance(value, bool) else value}"
            for name, value in fields.items()
        ]


_KEYWORDS = re.compile(rb"<pdf:Keywords>([^<]{1,4000})</pdf:Keywords>")


def printed_from(pdf: bytes) -> PrintedFrom | None:
    """What a file says that it was made from; None if it is no such book."""
    match = _KEYWORDS.search(pdf)
    if match is None:
        return None
    text = unescape(match[1].decode("utf-8", "replace"))
    fields: dict[str, Any] = dict(
        part.strip().partition("=")[::2] for part in re.split("[,;] ", text)
    )
    for name in ("gray", "diary", "pictures"):
        fields[name] = fields.get(name) == "yes"
    try:
        options = msgspec.convert(fields, PrintOptions)
        return msgspec.convert(fields | {"options": options}, PrintedFrom, strict=False)
    except msgspec.ValidationError:
        return None


def typesetter() -> str:
    """The typesetter with its version: that of the package, which is what one installs to get the
    same bytes again. The engine in it counts its own and writes that into the file as its creator,
    which nobody outside can ask or set. Raises `MissingExtensionError` where there is none.
    """
    try:
        return f"typst {version('typst')}"
    except PackageNotFoundError as error:
        raise MissingExtensionError(LACKS) from error


# --- Fonts that somebody brings -----------------------------------------------------------------


def font_files(folder: Path) -> Iterator[Path]:
    """The fonts of a folder, by name."""
    for file in sorted(folder.rglob("*")):
        if file.suffix.lower() in (".ttf", ".otf", ".ttc", ".otc") and file.is_file():
            yield file


def digest_of_texts(texts: Iterable[str]) -> str:
    """A digest over some texts in any order; empty over none."""
    known = sorted(texts)
    return hashlib.sha256("\n".join(known).encode()).hexdigest() if known else ""


def digest_of(folder: Path | None) -> str:
    """A digest over the fonts of a folder; empty without one."""
    if folder is None:
        return ""
    total = hashlib.sha256()
    for file in font_files(folder):
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def _letters(fonts: Path | None) -> frozenset[int]:
    brought = (letters_in(file.read_bytes()) for file in font_files(fonts)) if fonts else ()
    return own_letters().union(*brought)


# --- The printing -------------------------------------------------------------------------------


def pdf(
    volume: Volume,
    made_from: PrintedFrom,
    ended: str,
    fonts: Path | None = None,
    pictures: Mapping[str, bytes] = {},
    missing: Callable[[str], None] = lambda run: None,
) -> bytes:
    """The book as PDF/A-2a and PDF/UA-1. `ended` is when its last event was recorded; `missing` is
    called with words in letters that no font has.

    Raises `TypesettingError` where it cannot be set, `MissingExtensionError` without a typesetter.
    """
    options = made_from.options
    with tempfile.TemporaryDirectory(prefix="campaign-book-") as name:
        folder, palette, numbers = Path(name), GREY if options.gray else PRINT, count(1)
        known = worded(_letters(fonts), missing)

        def word(text: str) -> str:
            return breakable(known(visible(text)))

        def draw(drawing: Drawing) -> str:
            file = f"chart-{next(numbers)}.svg"
            (folder / file).write_text(svg(drawing, palette, FONT), encoding="utf-8")
            return file

        values = {
            "volume": printable(volume, word, draw),
            "paper": options.paper,
            "gray": options.gray,
            "keywords": made_from.keywords(),
            "typesetter": made_from.typesetter,
            "check": f"campaign book {made_from.name} --check FILE.pdf",
            "date": [int(part) for part in ended[:10].split("-")],
        }
        (folder / "volume.json").write_bytes(msgspec.json.encode(values))
        source = resources.files(__package__).joinpath("templates/book.typ")
        (folder / "book.typ").write_bytes(source.read_bytes())
        for file, content in pictures.items():
            (folder / file).write_bytes(content)
        return _typeset(folder, ended, fonts)


def _typeset(folder: Path, ended: str, fonts: Path | None) -> bytes:
    stamp = int(datetime.fromisoformat(ended).timestamp())
    process = OwnProcess(PROCESS, LONGEST)
    end = process.run(str(folder), str(stamp), str(fonts.resolve()) if fonts else "")
    if end.took_too_long:
        raise TypesettingError(f"the typesetter took longer than {LONGEST:g} seconds")
    if end.status:
        why = end.error or f"it ended with status {end.status}"
        raise TypesettingError(f"the typesetter failed: {why}")
    return (folder / "book.pdf").read_bytes()
