"""Renders the screens of the service, from the frame's templates and the game's, with its scripts.
IO to read them.
"""

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
from markupsafe import Markup

from campaign.kernel.pages import PageContext, page_name
from campaign.kernel.system import AnySystem
from campaign.reports import book, rendering
from campaign.reports.layout import SectionView, section_views
from campaign.systems import SYSTEMS
from campaign.text import english, moments
from campaign.web import icons
from campaign.web.replies import Reply, page

# --- report parts -------------------------------------------------------------------------------
# Parts of the reports on the pages of the service: a game's sections, with links that lead on.

_HREF = re.compile(r'(?<!<use )href="(?!/|[a-z]+:)([^"#]*)(#[^"]*)?"')
"""A link from one page of the reports to another, or within one; what a drawing uses again is
none."""


def parts(made: book.Book, wanted: Sequence[str]) -> tuple[SectionView, ...]:
    """The sections of these names that have something to show at the end of a book, in this order.

    A turn's page has most; those that only the page of the whole campaign has come from there.
    """
    if not made.logs:
        return ()
    last = len(made.logs) - 1
    context = PageContext(made.logs, last)
    sections = made.system.pages.sections
    by_id = {section.id: section for section in (*sections.index, *sections.turn)}
    chosen = [by_id[name] for name in wanted if name in by_id]
    return tuple(view for view in section_views(chosen, context) if view.view is not None)


def led_on(html: str, name: str, turn: str) -> str:
    """A section whose links lead to the pages of the reports, as the service has them."""

    def address(match: re.Match[str]) -> str:
        page, place = match[1], match[2] or ""
        if not page and place.startswith("#event-"):
            return f'href="/c/{name}/journal{place}"'
        return f'href="/c/{name}/turns/{page or page_name(turn)}{place}"'

    return _HREF.sub(address, html)


class _DrawnSection(NamedTuple):
    """A section as it was drawn last, and from what."""

    view: object
    turn: str
    seats: Mapping[str, object]
    html: Markup


_DRAWN: dict[tuple[str, str, str], _DrawnSection] = {}
_MOST_DRAWN = 256


def drawn(
    system: AnySystem, name: str, turn: str, section: SectionView, seats: Mapping[str, object]
) -> Markup:
    """A section of a campaign, with links that lead on from a turn; the same is drawn once.

    Its template sees the view, and what seats are called where the campaign names its own.
    """
    key = (system.name, name, section.id)
    last = _DRAWN.get(key)
    if last is not None and last[:3] == (section.view, turn, seats):
        return last.html
    template = _environment(system.name).get_template(section.template)
    html = Markup(led_on(template.render(view=section.view, **seats), name, turn))
    if len(_DRAWN) >= _MOST_DRAWN:
        _DRAWN.clear()
    _DRAWN[key] = _DrawnSection(section.view, turn, seats, html)
    return html


# --- Renders the screens of the service, from the frame's templates and the game's --------------
# IO to read them.
#
# The style sheet is the reports' with the service's own behind it, one file for each game under a
# name that changes with its content.

STATIC = Path(__file__).parent / "static"
_COMPILED: dict[str, Any] = {
    "autoescape": True,
    "trim_blocks": True,
    "lstrip_blocks": True,
    "keep_trailing_newline": True,
}


def shown(
    template: str, status: int = 200, system: AnySystem | None = None, **values: Any
) -> Reply:
    """A page made from a template of the service; of a game's campaign with the game's colours."""
    environment = _environment(system.name if system else "")
    return page(environment.get_template(f"web/{template}").render(**values), status)


def filled(template: str, **values: Any) -> str:
    """A file made from a template that belongs to no campaign."""
    return _environment("").get_template(template).render(**values)


@cache
def style_of(system: str) -> str:
    """The style sheet of a game's pages, or without a game that of the service's own."""
    environment = _environment(system)
    sheet = SYSTEMS[system].pages.look.style if system else "style.css"
    own = (STATIC / "web.css").read_text(encoding="utf-8")
    return rendering.in_short(environment.get_template(sheet).render() + own + _by_night(system))


def _by_night(system: str) -> str:
    """The colours of a game's seats on dark pages; by day they are those of the reports."""
    emblems = SYSTEMS[system].pages.look.emblems if system else ()
    rules = "".join(f".p-{one.id}{{--b:{one.night}}}" for one in emblems)
    return f"@media (prefers-color-scheme:dark){{{rules}}}" if rules else ""


@cache
def style_name(system: str) -> str:
    """The name under which a style sheet is served."""
    digest = hashlib.sha256(style_of(system).encode()).hexdigest()[:12]
    return f"{system or 'club'}-{digest}.css"


SHEETS = ("acts", "bar", "board", "screen")
"""Styles that some pages need besides: those that record something, the bar on the pages of the
reports, the Board, and the big screen.
"""


@cache
def sheet_text(name: str) -> str:
    """One of them."""
    return rendering.in_short((STATIC / f"{name}.css").read_text(encoding="utf-8"))


@cache
def sheet_name(name: str) -> str:
    """The name under which it is served."""
    return f"{name}-{hashlib.sha256(sheet_text(name).encode()).hexdigest()[:12]}.css"


@cache
def script_name(name: str) -> str:
    """The name under which a script is served; it changes with its content."""
    return f"{name}-{hashlib.sha256(script_text(name).encode()).hexdigest()[:12]}.js"


@cache
def script_text(name: str) -> str:
    """A script as it is served, without what only people read: what it imports has the name under
    which that is served.
    """
    own = re.sub(r"^ +| // .*$", "", _without_remarks(name), flags=re.MULTILINE)
    return re.sub(r'"\./(\w+)\.js"', lambda match: f'"./{script_name(match[1])}"', own)


@cache
def in_one(*names: str) -> str:
    """Scripts as one without imports, for what can't import: they follow one another."""
    text = "".join(_without_remarks(name) for name in names)
    return re.sub(r"^(import .*\n|export )", "", text, flags=re.MULTILINE)


def _without_remarks(name: str) -> str:
    """A script without the lines that only people read."""
    text = (STATIC / f"{name}.js").read_text(encoding="utf-8")
    return re.sub(r"^\s*(//.*)?\n", "", text, flags=re.MULTILINE)


@cache
def _environment(system: str) -> jinja2.Environment:
    """The templates of the service, and a game's."""
    loads: jinja2.BaseLoader = jinja2.FileSystemLoader(rendering.TEMPLATES)
    tags: dict[str, str] = {}
    names: dict[str, str] = {}
    if system:
        game = SYSTEMS[system]
        loads = rendering.loader(game.pages.look)
        tags = dict(game.seats.codes) | {tag.id: tag.code for tag in game.pages.look.groups}
        names = dict(game.seats.names) | {tag.id: tag.name for tag in game.pages.look.groups}
    environment = jinja2.Environment(
        bytecode_cache=rendering.CompiledTemplates(repr(sorted(_COMPILED.items()))),
        loader=loads,
        undefined=jinja2.StrictUndefined,
        auto_reload=False,
        **_COMPILED,
    )
    environment.globals |= {
        "seat_names": names,
        "seat_codes": tags,
        "noun": "turn",
        "style_name": lambda: style_name(system),
        "sheet_name": sheet_name,
        "script_name": script_name,
        "page_name": page_name,
        "icon": icons.icon,
        "emblem": partial(icons.emblem, SYSTEMS[system].pages.look.emblems if system else ()),
    }
    if system:
        environment.globals["in_words"] = SYSTEMS[system].calendar.in_words
        environment.globals["noun"] = SYSTEMS[system].calendar.noun
    environment.filters |= {"capital": english.capital, "moment": moments.in_words}
    return environment


# --- own scripts --------------------------------------------------------------------------------
# The scripts that the service sends: small modules of our own, and the app's worker in one.

SCRIPTS = (
    "live",
    "seal",
    "kept",
    "sealing",
    "secret",
    "push",
    "passkey",
    "signing",
    "heads",
    "arrows",
    "steps",
)


def worker_text() -> str:
    """The worker as it is sent."""
    return in_one("seal", "kept", "worker")


# --- The sealing card: one page that seals from a disk, without a service or a network ----------
# IO to read it.
#
# It is the same program as on the service's own pages, in one file; everybody can compare the
# file's digest. Its policy forbids it to load or send anything.


def card(kinds: Iterable[tuple[str, tuple[str, ...]]], seats: Iterable[tuple[str, str]]) -> str:
    """The page, for kinds of seals with their choices, and seats with their names."""
    script = in_one("seal", "card")
    style = (STATIC / "card.css").read_text(encoding="utf-8")
    return filled(
        "seal_card.html",
        kinds=tuple(kinds),
        seats=tuple(seats),
        script=Markup(script),  # the project's own file
        style=Markup(style),
        script_digest=_digest(script),
        style_digest=_digest(style),
    )


def _digest(text: str) -> str:
    """As a content policy names what it allows."""
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
