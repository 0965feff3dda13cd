"""Puts a campaign's pages, pictures and feed where the club can see them: a folder or a ZIP. IO."""

import io
import os
import re
import shutil
import subprocess
import tempfile
import uuid
import zipfile
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from html import escape
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from xml.etree import ElementTree

import msgspec
from msgspec.structs import replace

from campaign.diary.words import Dispatch
from campaign.kernel.pages import INDEX, NewsLine, PageContext, TurnStory, page_name
from campaign.reports import dispatches
from campaign.reports.book import Book, StoredLog, last_change, read
from campaign.reports.layout import frame
from campaign.reports.pages import HELD, ReportError, facts_in, in_book
from campaign.reports.rendering import render
from campaign.reports.turn_log import corrected_here
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.text.english import capital
from campaign.world.files import write_whole
from events import chain

# --- The pictures of turns to share, as SVG; and as PNG where this machine can draw it ----------
# IO to draw.

WIDTH, HEIGHT = 1200, 630
"""Pixels of a picture, as chats show it beside a link."""
LIMIT = 60.0
"""Seconds that drawing one picture may take."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
RENDERERS: tuple[tuple[str, ...], ...] = (
    ("rsvg-convert", "--width", str(WIDTH), "--output", "{png}", "{svg}"),
    ("resvg", "--width", str(WIDTH), "{svg}", "{png}"),
    (
        "inkscape",
        "--export-type=png",
        f"--export-width={WIDTH}",
        "--export-filename={png}",
        "{svg}",
    ),
    *(
        (
            browser,
            "--headless",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--window-size={WIDTH},{HEIGHT}",
            "--user-data-dir={folder}",
            "--screenshot={png}",
            "file://{svg}",
        )
        for browser in BROWSERS
    ),
)
"""Programs that draw an SVG, the lightest first."""


class _View(msgspec.Struct, frozen=True):
    """What the drawing's template shows as `page`."""

    view: object


def picture_name(turn: str) -> str:
    """The file of a turn's picture, without its ending."""
    return f"{turn}-picture"


def is_png_drawn(made: Book, place: int) -> bool:
    """Whether the game draws a picture of the turn at a place in a book."""
    whole = made.whole(place)
    return made.system.pages.poster(PageContext(whole.logs, place)) is not None


def poster_svg(made: Book, place: int) -> str:
    """The picture of the turn at a place in a book; empty where the game draws none."""
    whole = made.whole(place)
    poster = made.system.pages.poster(PageContext(whole.logs, place))
    if poster is None:
        return ""
    state = whole.logs[place].end
    page = _View(poster.view)
    return render(made.system, state, poster.template, page, frame(made.system, state), "")


def png_renderer() -> Sequence[str]:
    """The command that draws an SVG on this machine; empty if there is none."""
    return next((command for command in RENDERERS if shutil.which(command[0])), ())


def poster_png(drawing: str, command: Sequence[str]) -> bytes:
    """Draws a picture; empty where the program fails or takes too long."""
    with tempfile.TemporaryDirectory(prefix="campaign-picture-") as name:
        folder = Path(name)
        paths = {"svg": folder / "picture.svg", "png": folder / "picture.png", "folder": folder}
        paths["svg"].write_text(drawing, encoding="utf-8")
        program, *options = (part.format(**paths) for part in command)
        if program in BROWSERS and hasattr(os, "geteuid") and os.geteuid() == 0:
            options.insert(0, "--no-sandbox")  # a browser does not start for root otherwise
        try:
            done = subprocess.run(
                [program, *options], capture_output=True, timeout=LIMIT, check=False
            )
            return paths["png"].read_bytes() if done.returncode == 0 else b""
        except (OSError, subprocess.TimeoutExpired):
            return b""


# --- The lines of a published page that name its address on the web, for previews in chats, and
# the book beside it.
#
# They are no part of what the record proves: a page without them is the page that `report` writes.


class AddressError(StoreError):
    """What was given is no address on the web. One line for the user."""


_HEAD = "</title>\n"
"""After which the lines stand that name an address."""
_CARD = '<meta name="twitter:card" content="summary_large_image">\n'
"""Has chats show the picture large."""
BOOK_PAGE, BOOK_PDF = "book.html", "book.pdf"
"""The campaign as a book, beside the pages."""
BOOK_PICTURES = "book-*.jpg"
"""What the pictures beside it are called, as a pattern of file names."""
BOOK_FILES = (BOOK_PAGE, BOOK_PDF, BOOK_PICTURES)
"""All that a published book consists of."""
_BOOK = f'<p><a href="{BOOK_PAGE}">The campaign as a book</a>'
_TO_PRINT = f' · <a href="{BOOK_PDF}">to print (PDF)</a>'
_FOOT = "<footer>\n"
"""Before which the line stands that links to it."""
_TO_BOOK = re.compile(f"{re.escape(_BOOK)}(?:{re.escape(_TO_PRINT)})?</p>\r?\n")
_ADDRESSED = re.compile(
    r'<meta property="og:(?:url|image|image:width|image:height)" content="[^"<>]*">\n|'
    + re.escape(_CARD)
    + f"|{_TO_BOOK.pattern}"
)
_WEB = re.compile(r"https?://[^\s\"<>]+/")


def with_address(html: str, file: str, image: str, base: str) -> str:
    """A page that says where it is, and which picture a chat may show for it."""
    if not base:
        return html
    own = base if file == INDEX else f"{base}{file}"
    lines = [("url", own)]
    if image:
        size = (("image:width", str(WIDTH)), ("image:height", str(HEIGHT)))
        lines += [("image", f"{base}{image}"), *size]
    text = "".join(
        f'<meta property="og:{key}" content="{escape(value)}">\n' for key, value in lines
    )
    return html.replace(_HEAD, f"{_HEAD}{text}{_CARD if image else ''}", 1)


def with_book(html: str, file: str, beside: Mapping[str, bytes]) -> str:
    """A page; that of the whole campaign with a link to its book, where that is beside it."""
    if file != INDEX or BOOK_PAGE not in beside:
        return html
    line = f"{_BOOK}{_TO_PRINT if BOOK_PDF in beside else ''}</p>\n"
    return html.replace(_FOOT, f"{line}{_FOOT}", 1)


def without_address(html: bytes) -> bytes:
    """A published page as `report` writes it: also without what members wrote in the diary."""
    text = dispatches.without_dispatches(html.decode("utf-8", "surrogateescape"))
    return _ADDRESSED.sub("", text).encode("utf-8", "surrogateescape")


def web_address(address: str) -> str:
    """The address of a folder on the web, with a slash; raises `AddressError` if it is none."""
    if not address:
        return ""
    base = address if address.endswith("/") else f"{address}/"
    if not _WEB.fullmatch(base):
        text = f"{address!r} is no address of a web page; it looks like https://example.org/club/"
        raise AddressError(text)
    return base


# --- The feed of a campaign's turns (Atom, RFC 4287): one entry for each turn that is over ------
#
# Ids are made from the campaign's own, so that they never change; and the same record always gives
# the same bytes.

FEED = "turns.atom"
"""The feed's file."""
_ATOM = "http://www.w3.org/2005/Atom"
_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML does not allow in a text."""
_NAMESPACE = uuid.UUID("6d1c6f0e-8f0a-5c39-9d0f-52a0b6a9f6c1")
"""Under which ids are made; it never changes."""


def feed(made: Book, address: str) -> bytes:
    """The turns that are over, the newest first. `address` is where the pages lie, with a slash."""
    shared = made.logs[-1].end.campaign
    over = len(made.logs) if shared.closed else len(made.logs) - 1
    title = shared.title or shared.name
    named = f"{title} ({origin})" if (origin := _origin(made)) else title
    newest = max((last_change(made, place) for place in range(over)), default=None)
    root = ElementTree.Element("feed", {"xmlns": _ATOM, "xml:lang": "en"})
    _text(root, "id", _id(shared.id))
    _text(root, "title", named)
    _text(root, "updated", newest.at if newest else made.logs[0].began)
    _text(ElementTree.SubElement(root, "author"), "name", named)
    ElementTree.SubElement(root, "link", {"rel": "self", "href": f"{address}{FEED}"})
    ElementTree.SubElement(root, "link", {"rel": "alternate", "href": f"{address}index.html"})
    for place in reversed(range(over)):
        _entry(root, made.whole(place), place, address)
    ElementTree.indent(root)
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _entry(root: ElementTree.Element, made: Book, place: int, address: str) -> None:
    log, system = made.logs[place], made.system
    story = system.pages.stories.turn(PageContext(made.logs, place))
    ruled = tuple(map(NewsLine, corrected_here(made.logs, place)))
    story = replace(story, news=(*ruled, *story.news))
    name = made.calendar.in_words(log.turn)
    title = f"{name}: {story.headline}" if story.headline else name
    origin, recorded = _origin(made), last_change(made, place)
    entry = ElementTree.SubElement(root, "entry")
    _text(entry, "id", _id(log.end.campaign.id, log.turn))
    _text(entry, "title", f"{capital(origin)}. {title}" if origin else title)
    _text(entry, "updated", recorded.at)
    ElementTree.SubElement(entry, "link", {"href": f"{address}{page_name(log.turn)}"})
    when = recorded.corrected
    note = f"Corrected in {made.calendar.in_words(when)}.\n" if when else ""
    _text(entry, "content", f"{note}{in_lines(story)}").set("type", "text")


def in_lines(story: TurnStory) -> str:
    """The news that the headline does not tell, one below the other; else the line below it."""
    news = [f"- {line.text}" for line in story.news if not line.in_headline]
    return "\n".join(news) or story.lede


def _origin(made: Book) -> str:
    """`a what-if of club`; empty for a campaign that is none."""
    origin = made.logs[-1].end.campaign.record.branch_of
    return f"a what-if of {origin.name}" if origin else ""


def _id(*parts: str) -> str:
    return uuid.uuid5(_NAMESPACE, "/".join(parts)).urn


def _text(parent: ElementTree.Element, name: str, text: str) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, name)
    element.text = _UNFIT.sub("", text)
    return element


# --- publishing ---------------------------------------------------------------------------------
# Puts a campaign's pages, pictures and feed where the club can see them: a folder or a ZIP.
#
# Only what everybody may read: no private page is made, and none is left lying among the others.


class Published(msgspec.Struct, frozen=True):
    """What was published."""

    pages: int
    pictures: int
    drawn: bool
    """Whether the pictures are there as PNG too."""


def _pictures(made: Book, place: int, command: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The files of a turn's drawing, where it has one: as it is drawn, and for chats."""
    name, drawing = picture_name(made.logs[place].turn), poster_svg(made, place)
    if drawing:
        yield f"{name}.svg", drawing.encode()
        if command and (picture := poster_png(drawing, command)):
            yield f"{name}.png", picture


def publish(
    ledger: Ledger,
    name: str,
    out: Path,
    address: str = "",
    draw: bool = True,
    beside: Mapping[str, bytes] = MappingProxyType({}),
    progress: Callable[[int, int], None] = lambda done, whole: None,
    said: Sequence[Dispatch] = (),
) -> Published:
    """Writes pages, pictures and the feed to a folder, or to a file that ends in `.zip`; with the
    dispatches that everybody may read.

    `address` is where the folder will be on the web: with it a link in a chat shows headline and
    picture. `beside` are further files, such as the book. Raises `ReportError` for an address that
    is none, a folder with a private page or another campaign in it, or one that takes no files.
    """
    ledger.live(name)
    base = web_address(address)
    no_others(out, name)
    made = read(StoredLog(ledger, name), HELD)
    private = made.system.pages.sections.private
    files: dict[str, bytes] = {}
    turns, whole = len(made.logs), len(made.logs) * 2
    command = png_renderer() if draw else ()
    for place in range(turns):
        files |= _pictures(made, place, command)
        progress(place + 1, whole)
    endings = Counter(PurePosixPath(file).suffix for file in files)
    pictures = endings[".svg"]
    drawn = bool(command) and endings[".png"] == pictures
    count = 0
    for page in in_book(made):
        turn = page.turn or made.logs[-1].turn
        image = f"{picture_name(turn)}.png"
        shown = image if image in files else ""
        html = with_address(page.html, page.file, shown, base)
        files[page.file] = with_book(html, page.file, beside).encode()
        count += 1
        progress(min(turns + count, whole), whole)
    files[FEED] = feed(made, base)
    subjects = made.system.view.subjects(made.logs[-1].end)
    files |= dispatches.with_dispatches(files, said, subjects)
    files |= beside
    _write(out, files, f"{private.file}-" if private else "")
    return Published(count, pictures, drawn)


def no_others(out: Path, name: str) -> None:
    """Refuses a folder or ZIP with another campaign's pages: its pictures and book would be
    replaced. Raises `ReportError`.
    """
    facts = facts_in(_index_of(out)) or {}
    other = str(facts.get("campaign", name))
    if other != name:
        text = f"{out} has the pages of another campaign, {other!r}; publish to another place"
        raise ReportError(f"{text}, or move them away. Nothing was written")


def _index_of(out: Path) -> bytes:
    """The page of the whole campaign that was published there; empty where none can be read."""
    try:
        if out.suffix.lower() == ".zip":
            with zipfile.ZipFile(out) as archive:
                return archive.read(INDEX)
        return (out / INDEX).read_bytes()
    except Exception:  # whatever lies there is no page of ours
        return b""


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
        book = BOOK_FILES if (out / BOOK_PAGE).exists() else ()
        for kind in (dispatches.PICTURES, *book):
            for old in out.glob(kind):
                if old.name not in files:  # what it shows may have been removed
                    old.unlink()
    except OSError as error:
        raise ReportError(f"cannot publish to {out}: {error.strerror or error}") from error


class Gone(msgspec.Struct, frozen=True):
    """What is to be taken out of a place where a campaign was published."""

    dispatches: Mapping[str, bool]
    """Those that are there no more, and whether readers see that each stood there."""
    digests: Callable[[], Collection[str]]
    """Those of the campaign's events: by them its pages and its book are known."""
    had_removals: bool = True
    """Whether something was removed since it was published; then its book has it too."""


def digests_of(ledger: Ledger, name: str) -> Collection[str]:
    """The digests of a campaign's events."""
    return frozenset(map(chain.head, ledger.store.states(name)))


def take_out(out: Path, gone: Gone) -> None:
    """Takes dispatches that are there no more out of a folder or ZIP that was published, and with
    them the campaign's book, which has them too. What is another campaign's stays.

    Raises `ReportError` where it cannot be read or written, or where one still stands there.
    """
    try:
        if out.suffix.lower() == ".zip":
            with zipfile.ZipFile(out) as archive:
                files = {file: archive.read(file) for file in archive.namelist()}
            made, is_whole = _without(files, gone)
            if made != files:
                write_whole(out, zipped(made))
        else:
            held = (one for one in out.iterdir() if _may_hold_some(one.name) and one.is_file())
            files = {one.name: one.read_bytes() for one in held}
            made, is_whole = _without(files, gone)
            for file in files.keys() - made.keys():
                (out / file).unlink()
            for file, content in made.items():
                if content != files[file]:
                    write_whole(out / file, content)
    except Exception as error:  # whatever lies there: nobody's reading must suffer
        raise ReportError(f"cannot take anything out of {out}: {error}") from error
    if not is_whole:
        raise ReportError(f"a page in {out} was changed and still has what was removed")


def _may_hold_some(file: str) -> bool:
    """Whether a published file may hold dispatches."""
    return any(fnmatch(file, kind) for kind in ("*.html", dispatches.PICTURES, *BOOK_FILES))


def _without(files: Mapping[str, bytes], gone: Gone) -> tuple[dict[str, bytes], bool]:
    """The files that stay, and whether no page that may be the campaign's has any of it still."""
    digests = gone.digests() if gone.dispatches else ()
    pages = {
        file: _page_without(content, gone.dispatches, digests)
        for file, content in files.items()
        if file.endswith(".html") and file != BOOK_PAGE
    }
    made = {**files, **{file: page.html for file, page in pages.items()}}
    dropped = {picture for page in pages.values() for picture in page.pictures}
    dropped |= {file for file in files if _is_left_over(file, made, gone.dispatches)}
    if made != files or dropped & files.keys() or gone.had_removals:
        book = _own_book(files, digests)
        if book and (index := made.get(INDEX)) is not None:
            made[INDEX] = dispatches.rewritten(index, lambda text: _TO_BOOK.sub("", text))
        dropped |= book
    stays = {file: content for file, content in made.items() if file not in dropped}
    return stays, all(page.is_whole for page in pages.values())


def _page_without(
    content: bytes, gone: Mapping[str, bool], digests: Collection[str]
) -> dispatches.TakenOut:
    """A page of the campaign, by these digests of its events, without dispatches that are gone.

    Another campaign's stays as it is, and so does one that names none, which may have some still.
    """
    facts = facts_in(content)
    if facts is not None and facts.get("digest") not in digests:
        return dispatches.TakenOut(content, frozenset(), True)
    taken = dispatches.taken_out(content, gone)
    if facts is not None:
        return taken
    return dispatches.TakenOut(content, frozenset(), taken.is_whole and taken.html == content)


def _is_left_over(file: str, pages: Mapping[str, bytes], gone: Collection[str]) -> bool:
    """Whether a file is the picture of a dispatch that is gone, and no page shows it."""
    return dispatches.picture_of(file) in gone and not any(
        file.encode() in content for page, content in pages.items() if page.endswith(".html")
    )


_DIGEST = re.compile(rb"\b[0-9a-f]{64}\b")


def _own_book(files: Mapping[str, bytes], digests: Collection[str]) -> set[str]:
    """The files of a book, if it names an event of the campaign."""
    book = [file for file in (BOOK_PAGE, BOOK_PDF) if file in files]
    heads = {head.decode() for file in book for head in _DIGEST.findall(files[file])}
    if heads.isdisjoint(digests):
        return set()
    page = files.get(BOOK_PAGE, b"")
    shown = {file for file in files if fnmatch(file, BOOK_PICTURES) and file.encode() in page}
    return {*book, *shown}


def _no_private(out: Path, private: str) -> None:
    """Refuses a folder in which somebody's private page lies."""
    pages = sorted(out.glob(f"{private}*.html")) if private and out.is_dir() else []
    if pages:
        text = f"{pages[0].name} in {out} is a member's private page; publish to another folder"
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
