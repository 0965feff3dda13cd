"""Renders pages as HTML, from the frame's templates and the game's. IO to read them."""

import marshal
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

import jinja2
import msgspec
from jinja2.bccache import Bucket, BytecodeCache, bc_magic

import campaign
from campaign.extend import EXTENSIONS
from campaign.kernel.members import S
from campaign.kernel.pages import ColourTag, PageLook, page_name
from campaign.kernel.system import System
from campaign.reports.layout import PageFrame
from campaign.text.english import several
from campaign.text.turns import Calendar
from campaign.world.files import write_whole

# --- Compiled templates, kept beside Python's own compiled files --------------------------------
#
# They are trusted as Python trusts what it compiled: whoever could change them could change the
# program. They may be deleted at any time, and nothing fails where they cannot be written.


class CompiledTemplates(BytecodeCache):
    """One file for each template, with the digest of the source that it was made from."""

    def __init__(self, about: str, folder: Path | None = None) -> None:
        """`about` says how templates are compiled: others give other files no credit."""
        package = Path(campaign.__file__)
        self._folder = folder or Path(cache_from_source(str(package))).parent
        self._about = f"{jinja2.__version__} {about}\n".encode()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Takes what is kept, if it is of this source, this Python and this Jinja."""
        head = self._head(bucket)
        try:
            stored = self._file(bucket).read_bytes()
            if stored.startswith(head):
                bucket.code = marshal.loads(stored[len(head) :])
        except (OSError, EOFError, ValueError, TypeError):
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps a compiled template. Never fails: without it, it is compiled again."""
        if sys.dont_write_bytecode:
            return
        try:
            write_whole(self._file(bucket), self._head(bucket) + marshal.dumps(bucket.code))
        except OSError:
            return

    def _head(self, bucket: Bucket) -> bytes:
        return bc_magic + self._about + bucket.checksum.encode() + b"\n"

    def _file(self, bucket: Bucket) -> Path:
        return self._folder / f"page-{bucket.key}.template"


# --- A page's style: of a game's whole sheet those rules that the page has a use for ------------
#
# A page is one file with its style in it, and the sheet serves pages of many kinds: without the
# rules of the others a page is a fifth lighter. A rule is known by the classes it names.

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_BRACES = re.compile(r"[^{}]*[{}]")
_CLASSES = re.compile(r'class="([^"]*)"')
_NAMED = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
_EXCEPT = re.compile(r":not\([^()]*\)")
_COMMA = re.compile(r",(?![^()]*\))")


class StyleRule(msgspec.Struct, frozen=True):
    """One rule, or a block of rules for a medium."""

    selectors: tuple[tuple[str, frozenset[str]], ...]
    """Each with the classes that it names; none for what stands by itself, as `@page` does."""
    head: str
    """What stands before the brace, if it is no list of selectors."""
    body: str
    rules: "tuple[StyleRule, ...]" = ()
    """Those of a block."""


def in_short(style: str) -> str:
    """A style sheet without comments and without the spaces that only its writers need."""
    bare = " ".join(_COMMENT.sub("", style).split())
    for sign in "{};,":
        bare = bare.replace(f" {sign}", sign).replace(f"{sign} ", sign)
    return bare.replace(": ", ":").replace(";}", "}")


def needed(style: str, html: str) -> str:
    """What a page needs of a short style sheet: rules whose classes are all on it."""
    classes = frozenset(name for names in set(_CLASSES.findall(html)) for name in names.split())
    return _with(style, classes)


@lru_cache(maxsize=128)
def _with(style: str, classes: frozenset[str]) -> str:
    """The rules for some classes; pages of a kind often have the same."""
    return "".join(_written(_rules(style), classes))


@cache
def _rules(style: str) -> tuple[StyleRule, ...]:
    return tuple(_read(iter(_BRACES.findall(style))))


def _read(parts: Iterator[str]) -> Iterator[StyleRule]:
    """The rules up to the end of a block."""
    for part in parts:
        head = part[:-1]
        if part[-1] == "}":
            return
        if head.startswith(("@media", "@supports")):
            yield StyleRule((), head, "", tuple(_read(parts)))
        elif head.startswith("@"):
            yield StyleRule((), head, next(parts)[:-1])
        else:
            yield StyleRule(tuple(_selectors(head)), "", next(parts)[:-1])


def _selectors(head: str) -> Iterator[tuple[str, frozenset[str]]]:
    for selector in _COMMA.split(head):
        yield selector, frozenset(_NAMED.findall(_EXCEPT.sub("", selector)))


def _written(rules: Iterable[StyleRule], classes: frozenset[str]) -> Iterator[str]:
    for rule in rules:
        if rule.rules:
            inner = "".join(_written(rule.rules, classes))
            if inner:
                yield f"{rule.head}{{{inner}}}"
        elif rule.head:
            yield f"{rule.head}{{{rule.body}}}"
        elif selectors := [selector for selector, named in rule.selectors if named <= classes]:
            yield f"{','.join(selectors)}{{{rule.body}}}"


# --- Renders pages as HTML, from the frame's templates and the game's ---------------------------

TEMPLATES = Path(campaign.__file__).parent.parent / "templates"
"""The frame's templates."""
_NO_STYLE = "<style></style>"
"""Where the frame's head has room for the style of a page."""
_INDENT = re.compile(r"\n[\n ]+")
"""What the templates' own lines leave before each line; a page is a twentieth lighter without."""
_COMPILED: dict[str, Any] = {
    "autoescape": True,
    "trim_blocks": True,
    "lstrip_blocks": True,
    "keep_trailing_newline": True,
}
"""How templates are compiled."""


def render(
    system: System[S],
    state: S,
    template: str,
    page: object,
    frame: PageFrame,
    version: str,
    facts: str = "",
) -> str:
    """Renders a page; `version` is the program's, if the page is to name it.

    The state tells what the seats are called.
    """
    look, seats = system.pages.look, system.seats_of(state)
    tags = (ColourTag(seat, name, seats.codes[seat]) for seat, name in seats.names.items())
    environment = _environment(look, (*tags, *look.groups), system.calendar_of(state))
    html = environment.get_template(template).render(
        page=page, frame=frame, version=version, facts=facts
    )
    return styled(environment, html)


def styled(environment: jinja2.Environment, html: str) -> str:
    """A page without indents and with the style that it needs, for which its head has room."""
    html = _INDENT.sub("\n", html)
    style = needed(str(environment.globals["sheet"]), html)
    return html.replace(_NO_STYLE, f"<style>{style}</style>", 1)


def loader(look: PageLook) -> jinja2.BaseLoader:
    """Finds templates: the frame's come first, so that no game can replace one of them, and those
    of our extensions last, where they are here.
    """
    loaders: list[jinja2.BaseLoader] = [
        jinja2.FileSystemLoader(TEMPLATES),
        jinja2.PackageLoader(look.package, "."),
    ]
    with suppress(ImportError):
        loaders.append(jinja2.PackageLoader(EXTENSIONS, "."))
    return jinja2.ChoiceLoader(loaders)


@lru_cache(maxsize=64)
def _environment(
    look: PageLook, tags: tuple[ColourTag, ...], calendar: Calendar
) -> jinja2.Environment:
    """The templates of a game's pages."""
    environment = jinja2.Environment(
        bytecode_cache=CompiledTemplates(repr(sorted(_COMPILED.items()))),
        loader=loader(look),
        undefined=jinja2.StrictUndefined,
        auto_reload=False,
        **_COMPILED,
    )
    environment.globals |= {
        "seat_names": {tag.id: tag.name for tag in tags},
        "seat_codes": {tag.id: tag.code for tag in tags},
        "page_name": page_name,
        "in_words": calendar.in_words,
        "noun": calendar.noun,
    }
    environment.filters["several"] = several
    environment.globals["sheet"] = in_short(environment.get_template(look.style).render())
    return environment
