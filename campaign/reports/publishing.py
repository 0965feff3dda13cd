"""Puts a campaign's pages, pictures and feed where the club can see them: a folder or a ZIP. IO.

Only what everybody may read: no private page is made, and none is left lying among the others.
"""

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec

from campaign.kernel.page_links import INDEX
from campaign.reports import posters
from campaign.reports.addressed import web_address, with_address
from campaign.reports.event_log import StoredLog
from campaign.reports.feed import FEED, feed
from campaign.reports.files import write_whole
from campaign.reports.going_on import read
from campaign.reports.pages import HELD, ReportError, in_book
from campaign.store.ledger import Ledger


class Published(msgspec.Struct, frozen=True):
    """What was published."""

    pages: int
    pictures: int
    drawn: bool
    """Whether the pictures are there as PNG too."""


def publish(
    ledger: Ledger,
    name: str,
    out: Path,
    address: str = "",
    draw: bool = True,
    progress: Callable[[int, int], None] = lambda done, whole: None,
) -> Published:
    """Writes pages, pictures and the feed to a folder, or to a file that ends in `.zip`.

    `address` is where the folder will be on the web: with it a link in a chat shows headline and
    picture. Raises `ReportError` for an address that is none, a folder with a private page in it,
    or one that takes no files.
    """
    ledger.live(name)
    base = web_address(address)
    made = read(StoredLog(ledger, name), HELD)
    private = made.system.pages.sections.private
    files: dict[str, bytes] = {}
    turns, whole = len(made.logs), len(made.logs) * 2
    command = posters.renderer() if draw else ()
    drawn = bool(command)
    for place, log in enumerate(made.logs):
        drawing = posters.svg(made, place)
        if drawing:
            files[f"{posters.picture_name(log.turn)}.svg"] = drawing.encode()
        if drawing and command:
            picture = posters.png(drawing, command)
            drawn = drawn and bool(picture)
            files |= {f"{posters.picture_name(log.turn)}.png": picture} if picture else {}
        progress(place + 1, whole)
    pictures = sum(file.endswith(".svg") for file in files)
    count = 0
    for page in in_book(made):
        turn = page.turn or made.logs[-1].turn
        image = f"{posters.picture_name(turn)}.png"
        shown = image if image in files else ""
        files[page.file] = with_address(page.html, page.file, shown, base).encode()
        count += 1
        progress(min(turns + count, whole), whole)
    files[FEED] = feed(made, base)
    _write(out, files, f"{private.file}-" if private else "")
    return Published(count, pictures, drawn)


def _write(out: Path, files: Mapping[str, bytes], private: str) -> None:
    try:
        if out.suffix.lower() == ".zip":
            out.parent.mkdir(parents=True, exist_ok=True)
            write_whole(out, zipped(files))
            return
        _no_private(out, private)
        out.mkdir(parents=True, exist_ok=True)
        for file, content in files.items():
            write_whole(out / file, content)
    except OSError as error:
        raise ReportError(f"cannot publish to {out}: {error.strerror or error}") from error


def _no_private(out: Path, private: str) -> None:
    """Refuses a folder in which somebody's private page lies."""
    found = sorted(out.glob(f"{private}*.html")) if private and out.is_dir() else []
    if found:
        text = f"{found[0].name} in {out} is a member's private page; publish to another folder"
        raise ReportError(f"{text}, or move it away. Nothing was written")


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Files in one ZIP; the same files always give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, content in _sorted(files):
            about = zipfile.ZipInfo(file)
            about.compress_type = zipfile.ZIP_DEFLATED
            about.external_attr = 0o644 << 16
            archive.writestr(about, content)
    return packed.getvalue()


def _sorted(files: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The index first, then by name."""
    yield from sorted(files.items(), key=lambda item: (item[0] != INDEX, item[0]))
