"""Dispatches of the war diary on published pages: on that of their turn, and on that of whom or
what they are about; their pictures lie beside them. Pure.

They are no part of what the record proves: a page without them is the page that `report` writes.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from campaign.diary.words import REMOVED, Dispatch
from campaign.kernel.pages import INDEX, page_name
from campaign.text.moments import in_words
from campaign.text.prose import in_html

PICTURES = "dispatch-w*.jpg"
"""What the pictures of dispatches are called, as a pattern of file names."""
_FITS = "max-width:100%;max-height:75vh;width:auto;height:auto"
_APART = "margin-top:1.5rem"
_HEAD = (
    '<section id="diary" aria-labelledby="diary-head">\n<h2 id="diary-head">War diary</h2>\n'
    '<p class="soft">What members wrote. The digest of this page does not cover it.</p>\n'
)
_END = "</section>\n"
_GONE = f'<p class="soft">{REMOVED}</p>\n'
_MAIN = "</main>"
_TAGS = (
    r"</?(?:p|strong|em|br|ul|ol|li|article|blockquote|figure|figcaption)>",
    r'<(?:p|figcaption) dir="auto">',
    r'<p class="soft">',
    r'<ol start="[0-9]{1,9}">',
    rf'<article id="w[0-9]{{1,6}}" style="{re.escape(_APART)}">',
    r'<img src="dispatch-w[0-9]{1,6}-[0-9]\.jpg" width="[0-9]{1,5}" height="[0-9]{1,5}"'
    rf' alt="[^"<>]*" style="{re.escape(_FITS)}">',
)
_SECTION = re.compile(f"{re.escape(_HEAD)}(?:[^<]|{'|'.join(_TAGS)})*{_END}(?={_MAIN})")
"""The part that dispatches have of a page: of what it holds nothing can act on the rest."""


def subject_file(subject: str) -> str:
    """The page of whom or what a dispatch is about, if there is one: its word and its id."""
    return f"{subject.replace(':', '-')}.html"


def with_dispatches(
    files: Mapping[str, bytes], said: Sequence[Dispatch], subjects: Mapping[str, str]
) -> dict[str, bytes]:
    """The pages that dispatches are about, with those, and their pictures."""
    by_page: dict[str, list[Dispatch]] = {}
    for one in said:
        own = page_name(one.turn)
        for file in (own if own in files else INDEX, subject_file(one.subject)):
            by_page.setdefault(file, []).append(one)
    made = {file: jpeg for one in said for file, jpeg in _pictures(one)}
    for file, about in by_page.items():
        if file in files:
            articles = "".join(_article(one, subjects) for one in about)
            part = f"{_HEAD}{articles}{_END}{_MAIN}"
            made[file] = files[file].replace(_MAIN.encode(), part.encode(), 1)
    return made


def without_dispatches(html: str) -> str:
    """A published page as `report` writes it."""
    return _SECTION.sub("", html, count=1)


_WHOLE = re.compile(
    r'(<article\b[^<>]*\sid="(w[0-9]{1,6})"[^<>]*>\r?\n.*\n)'
    r"((?:[^<]|<(?!/article>))*)(</article>(?:\r?\n)?)"
)
"""A dispatch on a page: up to the line with its author, what it says, and its end."""
_EMPTY = re.compile(re.escape(f"{_HEAD}{_END}").replace("\\\n", r"\r?\n"))
_ID = re.compile(r"""\sid\s*=\s*["']?(w[0-9]{1,6})\b""")
_PICTURE = re.compile(r"dispatch-(w[0-9]{1,6})-[0-9]\.jpg")


class TakenOut(NamedTuple):
    """A page without dispatches that are there no more."""

    html: bytes
    pictures: frozenset[str]
    """Those that the dispatches showed."""
    is_whole: bool
    """Whether none stands there any more, however the page was changed."""


def rewritten(html: bytes, change: Callable[[str], str]) -> bytes:
    """A page with its text changed; what is no text stays as it is."""
    return change(html.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")


def taken_out(html: bytes, gone: Mapping[str, bool]) -> TakenOut:
    """A page without dispatches that are there no more, whatever else was changed on it; `gone`
    says of each whether readers are to see that it stood there.
    """
    pictures: set[str] = set()

    def without(match: re.Match[str]) -> str:
        start, dispatch, said, end = match.groups()
        if dispatch not in gone:
            return match[0]
        pictures.update(one[0] for one in _PICTURE.finditer(said) if one[1] == dispatch)
        return f"{start}{_GONE}{end}" if gone[dispatch] else ""

    made = rewritten(html, lambda text: _EMPTY.sub("", _WHOLE.sub(without, text)))
    others = _WHOLE.sub("", made.decode("utf-8", "surrogateescape"))
    return TakenOut(made, frozenset(pictures), gone.keys().isdisjoint(_ID.findall(others)))


def picture_of(file: str) -> str:
    """The dispatch whose picture has a name; empty for any other file."""
    match = _PICTURE.fullmatch(file)
    return match[1] if match else ""


def _pictures(one: Dispatch) -> Iterator[tuple[str, bytes]]:
    for number, picture in enumerate(one.pictures, 1):
        yield f"dispatch-{one.id}-{number}.jpg", picture.jpeg


def _article(one: Dispatch, subjects: Mapping[str, str]) -> str:
    about = f" on {escape(subjects.get(one.subject, one.subject))}" if one.subject else ""
    head = f"<p><strong>{escape(one.author)}</strong>{about}, {in_words(one.at)}</p>\n"
    body = _GONE if one.removed else in_html(one.words)
    for (file, _), picture in zip(_pictures(one), one.pictures, strict=True):
        caption = escape(picture.caption)
        told = f'<figcaption dir="auto">{caption}</figcaption>' if caption else ""
        size = f'width="{picture.width}" height="{picture.height}"'
        alt = escape(picture.alt)
        body += f'<figure><img src="{file}" {size} alt="{alt}" style="{_FITS}">{told}</figure>\n'
    return f'<article id="{one.id}" style="{_APART}">\n{head}{body}</article>\n'
