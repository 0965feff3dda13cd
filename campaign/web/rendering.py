"""Renders the screens of the service, from the frame's templates and the game's, with its scripts.
IO to read them.
"""

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
from markupsafe import Markup

from campaign.kernel.pages import Emblem, PageContext, page_name
from campaign.kernel.system import AnySystem
from campaign.reports import book, rendering
from campaign.reports.layout import SectionView, section_views
from campaign.systems import SYSTEMS
from campaign.text import english, moments
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
# name that changes with its content; what only its sections of the reports need is another file.

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
    if (live := getattr(values.get("here"), "live", None)) is not None:
        values = {"in_words": live.calendar.in_words, "noun": live.calendar.noun, **values}
    return page(environment.get_template(f"web/{template}").render(**values), status)


def filled(template: str, **values: Any) -> str:
    """A file made from a template that belongs to no campaign."""
    return _environment("").get_template(template).render(**values)


@cache
def style_of(system: str) -> str:
    """The style sheet of a game's pages, or without a game that of the service's own."""
    environment = _environment(system)
    style = environment.get_template(_sheet(system)).render()
    parts = chain.from_iterable(_BLOCKS.values()) if system else ()
    for block in (*_COLOURS, *parts):
        style = style.replace(_block(system, block), "")
    own = (STATIC / "web.css").read_text(encoding="utf-8")
    return rendering.in_short(style + own + _by_night(system))


_COLOURS = ("colours", "night_colours", "paper_colours")
"""What the reports' style sheet has for their colours: the service has its own."""
_BLOCKS: dict[str, tuple[str, ...]] = {
    "": (
        *("sheet", "bars", "contents", "sheet_head", "news", "draws", "counters", "tables"),
        *("marks", "totals", "figures", "charts", "sections", "disputes", "fixes", "record"),
        *("accounts", "turns", "pages", "ways"),
    ),
    "screen and (max-width: 46rem)": (
        *("narrow_bars", "narrow_contents", "narrow_draws", "narrow", "narrow_record"),
    ),
    "print": ("paper_sheet", "paper_draws", "paper_record"),
}
"""What a game's style sheet has for pages and sections of the reports, by medium, in its order."""


def _sheet(system: str) -> str:
    return SYSTEMS[system].pages.look.style if system else "style.css"


def _block(system: str, name: str) -> str:
    """A block as the game has it, or else the frame."""
    for sheet in (_sheet(system), "style.css"):
        template = _environment(system).get_template(sheet)
        if name in template.blocks:
            return "".join(template.blocks[name](template.new_context()))
    return ""


@cache
def parts_of(system: str) -> str:
    """The styles of a game's pages and sections of the reports, for pages that may show some."""
    return rendering.in_short("".join(_of_medium(system, medium) for medium in _BLOCKS))


def _of_medium(system: str, medium: str) -> str:
    rules = "".join(_block(system, name) for name in _BLOCKS[medium])
    return f"@media {medium} {{{rules}}}" if medium and rules.strip() else rules


@cache
def parts_name(system: str) -> str:
    """The name under which they are served; they come before the other styles, which may overrule
    them.
    """
    return _named(f"{system}-parts", parts_of(system), "css")


def _named(stem: str, text: str, ending: str) -> str:
    """The name under which a file is served for good: it changes with its content."""
    return f"{stem}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.{ending}"


def _by_night(system: str) -> str:
    """The colours of a game's seats on dark pages; by day they are those of the reports."""
    emblems = SYSTEMS[system].pages.look.emblems if system else ()
    rules = "".join(f".p-{one.id}{{--b:{one.night}}}" for one in emblems)
    return f"@media (prefers-color-scheme:dark){{{rules}}}" if rules else ""


@cache
def style_name(system: str) -> str:
    """The name under which a style sheet is served."""
    return _named(system or "club", style_of(system), "css")


SHEETS = ("acts", "bar", "board", "cards", "screen")
"""Styles that some pages need besides: those that record something, the bar on the pages of the
reports, the Board, what is most urgent or can be recorded, and the big screen.
"""


@cache
def sheet_text(name: str) -> str:
    """One of them."""
    return rendering.in_short((STATIC / f"{name}.css").read_text(encoding="utf-8"))


@cache
def sheet_name(name: str) -> str:
    """The name under which it is served."""
    return _named(name, sheet_text(name), "css")


@cache
def script_name(name: str) -> str:
    """The name under which a script is served."""
    return _named(name, script_text(name), "js")


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
        "parts_names": lambda: (parts_name(system),) if system and parts_of(system) else (),
        "sheet_name": sheet_name,
        "script_name": script_name,
        "page_name": page_name,
        "icon": icon,
        "emblem": partial(emblem, SYSTEMS[system].pages.look.emblems if system else ()),
    }
    if system:
        environment.globals["in_words"] = SYSTEMS[system].calendar.in_words
        environment.globals["noun"] = SYSTEMS[system].calendar.noun
    environment.filters |= {
        "capital": english.capital,
        "several": english.several,
        "moment": moments.in_words,
    }
    return environment


# --- The scripts that the service sends: small modules of our own, and the app's worker in one --

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


# --- Icons of our own: paths of 24 by 24, drawn by a line of 1.8; a page has those that it shows --

PATHS = {
    "back": "m15 5-7 7 7 7",
    "board": "M5 6h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM3.5 7.5l8.5 6"
    " 8.5-6",
    "chest": "M4 8h16v11H4zM4 8l2-4h12l2 4M10 12h4",
    "chevron": "m9 5 7 7-7 7",
    "clock": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 4v5.5l3.5 2",
    "dice": "M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM8.5 8.5h.01"
    "M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01",
    "done": "m5 12.5 4.5 4.5L19 7.5",
    "find": "M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM16 16l4.5 4.5",
    "flag": "M6 21V4h12l-3 4 3 4H6",
    "forces": "M3 7h18v11H3zm0 0 18 11M3 18 21 7",
    "globe": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18-3-3-3-15 0-18z",
    "ground": "M2.5 19h19L15 8l-3.5 6L9 10.500z",
    "list": "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
    "me": "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 20c1-4 4-6 8-6s7 2 8 6",
    "aim": "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm0 4.500a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0"
    " 0-7zM12 1.500V5m0 14v3.500M1.5 12H5m14 0h3.5",
    "now": "M3 11l9-7 9 7M6 9v11h12V9M10 20v-6h4v6",
    "pin": "M12 21c5-6 7-9 7-12a7 7 0 0 0-14 0c0 3 2 6 7 12zm0-14.5a2.5 2.5 0 1 0 0 5 2.5"
    " 2.5 0 0 0 0-5z",
    "record": "M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-7M11 13l8.5-8.5 1.800"
    " 1.800L13 14.500l-2.600.6z",
    "result": "M7 4h10v5a5 5 0 0 1-10 0zM7 6H4v1a3 3 0 0 0 3 3m10-4h3v1a3 3 0 0 1-3 3"
    "m-5 4v4m-4 3h8",
    "scale": "M12 4v16M7 20h10M5 7h14M5 7l-2.5 6h5zm14 0-2.5 6h5z",
    "swords": "m4 4 11 11M20 4 9 15m4 3 5-5m-7 5-5-5m1 3-3.5 3.500M17 16l3.5 3.5",
    "undo": "M4 9h10a6 6 0 0 1 0 12h-3M8 5 4 9l4 4",
    "war": "M9 4 3 6.500v13L9 17l6 2.5 6-2.500v-13L15 6.500zm0 0v13m6-10.500v13",
}
"""The path of each icon, by what it stands for."""

_OPEN = '<svg viewBox="0 0 24 24" aria-hidden="true" class='


def icon(name: str) -> Markup:
    """An icon; what it stands for is in words beside it. Raises `KeyError` for one there is not."""
    return Markup(f'{_OPEN}"i"><path d="{PATHS[name]}"/></svg>')  # the project's own


def emblem(emblems: Iterable[Emblem], seat: str, code: str = "") -> Markup:
    """The shape of a seat on its colour; of one without a shape the letters that stand for it."""
    return _on_its_colour(seat, next((one.path for one in emblems if one.id == seat), ""), code)


@lru_cache
def _on_its_colour(seat: str, shape: str, code: str) -> Markup:
    if not shape:
        return Markup('<em class="tok letters p-{}" aria-hidden="true">{}</em>').format(seat, code)
    path = Markup('<path fill-rule="evenodd" d="{}"/></svg>').format(shape)
    return Markup(f'{_OPEN}"tok p-{{}}">').format(seat) + path
