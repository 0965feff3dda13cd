"""Which letters fonts have, and what stands in the place of those that they lack. IO to read the
list of those.

Typst brings its own fonts; what they have is listed in `letters.txt`, as ranges of numbers.
"""

import struct
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import resources
from itertools import groupby

FEW = 3
"""So many lacking letters in a row are named."""
LACKING = "[in letters that this book lacks]"


@cache
def own_letters() -> frozenset[int]:
    """The letters of the fonts that the typesetter brings."""
    text = resources.files(__package__).joinpath("letters.txt").read_text(encoding="ascii")
    ranges = (line.partition("-")[::2] for line in text.split())
    return frozenset(
        number
        for first, last in ranges
        for number in range(int(first, 16), int(last or first, 16) + 1)
    )


def worded(letters: frozenset[int], missing: Callable[[str], None]) -> Callable[[str], str]:
    """A function that puts names in the place of letters that are not among these; it calls
    `missing` with what it cannot name.
    """

    def words(text: str) -> str:
        if all(ord(sign) in letters for sign in text):
            return text
        return "".join(_runs(text, letters, missing))

    return words


def _runs(text: str, letters: frozenset[int], missing: Callable[[str], None]) -> Iterator[str]:
    for is_here, signs in groupby(text, lambda sign: ord(sign) in letters):
        run = "".join(signs)
        if is_here:
            yield run
        elif len(run) <= FEW:
            yield "".join(f"[{unicodedata.name(sign, 'a letter').lower()}]" for sign in run)
        else:
            missing(run)
            yield LACKING


# --- What a font file has -----------------------------------------------------------------------


def letters_in(font: bytes) -> frozenset[int]:
    """The letters of a font file, or of all fonts in a collection; none of what is no font."""
    try:
        return frozenset(_in_file(font))
    except (struct.error, IndexError):
        return frozenset()


def _in_file(font: bytes) -> Iterator[int]:
    starts: Iterable[int] = (0,)
    if font[:4] == b"ttcf":
        (count,) = struct.unpack_from(">I", font, 8)
        starts = struct.unpack_from(f">{min(count, 64)}I", font, 12)
    for start in starts:
        (tables,) = struct.unpack_from(">H", font, start + 4)
        for at in range(tables):
            tag, _, offset, _ = struct.unpack_from(">4sIII", font, start + 12 + 16 * at)
            if tag == b"cmap":
                yield from _in_map(font, offset)


def _in_map(font: bytes, start: int) -> Iterator[int]:
    """The letters of a table `cmap`, by its forms 4 and 12."""
    (count,) = struct.unpack_from(">H", font, start + 2)
    for at in range(count):
        _, _, offset = struct.unpack_from(">HHI", font, start + 4 + 8 * at)
        (form,) = struct.unpack_from(">H", font, start + offset)
        if form == 4:
            yield from _form_4(font, start + offset)
        elif form == 12:
            (groups,) = struct.unpack_from(">I", font, start + offset + 12)
            for group in range(min(groups, 100_000)):
                place = start + offset + 16 + 12 * group
                first, last, _ = struct.unpack_from(">III", font, place)
                yield from range(first, min(last, first + 70_000) + 1)


def _form_4(font: bytes, start: int) -> Iterator[int]:
    (doubled,) = struct.unpack_from(">H", font, start + 6)
    count = doubled // 2
    ends = struct.unpack_from(f">{count}H", font, start + 14)
    begins = struct.unpack_from(f">{count}H", font, start + 16 + doubled)
    shifts = struct.unpack_from(f">{count}H", font, start + 16 + 2 * doubled)
    offsets_at = start + 16 + 3 * doubled
    offsets = struct.unpack_from(f">{count}H", font, offsets_at)
    for at, (first, last, shift, offset) in enumerate(
        zip(begins, ends, shifts, offsets, strict=True)
    ):
        for number in range(first, min(last, 0xFFFE) + 1):
            glyph = (number + shift) & 0xFFFF
            if offset:
                place = offsets_at + 2 * at + offset + 2 * (number - first)
                (glyph,) = struct.unpack_from(">H", font, place)
            if glyph:
                yield number
