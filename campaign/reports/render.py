"""Renders pages as HTML, from the frame's templates and the game's."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import jinja2

import campaign
from campaign.kernel.calendar import Calendar
from campaign.kernel.page_links import page_name
from campaign.kernel.pages import ColourTag, PageLook
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.reports.compiled import CompiledTemplates
from campaign.reports.frame import PageFrame
from campaign.reports.style import in_short, needed

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
    environment = _environment(look, (*tags, *look.groups), system.calendar)
    html = environment.get_template(template).render(
        page=page, frame=frame, version=version, facts=facts
    )
    return styled(environment, html)


def styled(environment: jinja2.Environment, html: str) -> str:
    """A page without indents and with the style that it needs, for which its head has room."""
    html = _INDENT.sub("\n", html)
    style = needed(str(environment.globals["sheet"]), html)
    return html.replace(_NO_STYLE, f"<style>{style}</style>", 1)


@lru_cache(maxsize=64)
def _environment(
    look: PageLook, tags: tuple[ColourTag, ...], calendar: Calendar
) -> jinja2.Environment:
    """The templates. The frame's come first, so that no game can replace one of them."""
    environment = jinja2.Environment(
        bytecode_cache=CompiledTemplates(repr(sorted(_COMPILED.items()))),
        loader=jinja2.ChoiceLoader(
            (jinja2.FileSystemLoader(TEMPLATES), jinja2.PackageLoader(look.package, "."))
        ),
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
    environment.globals["sheet"] = in_short(environment.get_template(look.style).render())
    return environment
