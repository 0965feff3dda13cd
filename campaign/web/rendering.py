"""Renders the screens of the service, from the frame's templates and the game's. IO to read them.

The style sheet is the reports' with the service's own behind it, one file for each game under a
name that changes with its content.
"""

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from campaign.kernel.page_links import page_name
from campaign.kernel.system import AnySystem
from campaign.reports.compiled import CompiledTemplates
from campaign.reports.render import TEMPLATES
from campaign.reports.style import in_short
from campaign.systems import SYSTEMS
from campaign.web.replies import Reply, page
from campaign.web.report_parts import led_on

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
    return in_short(environment.get_template(sheet).render() + own)


@cache
def style_name(system: str) -> str:
    """The name under which a style sheet is served."""
    digest = hashlib.sha256(style_of(system).encode()).hexdigest()[:12]
    return f"{system or 'club'}-{digest}.css"


@cache
def bar_style() -> str:
    """What the bar on the pages of the reports needs besides their own style."""
    return in_short((STATIC / "bar.css").read_text(encoding="utf-8"))


@cache
def bar_name() -> str:
    """The name under which that is served."""
    return f"bar-{hashlib.sha256(bar_style().encode()).hexdigest()[:12]}.css"


@cache
def script_name(name: str) -> str:
    """The name under which a script is served; it changes with its content."""
    return f"{name}-{hashlib.sha256(script_text(name).encode()).hexdigest()[:12]}.js"


@cache
def script_text(name: str) -> str:
    """A script as it is served: what it imports has the name under which that is served."""
    own = _without_remarks(name)
    return re.sub(r'"\./(\w+)\.js"', lambda found: f'"./{script_name(found[1])}"', own)


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
    """The templates. The frame's come first, so that no game can replace one of them."""
    loaders: list[jinja2.BaseLoader] = [jinja2.FileSystemLoader(TEMPLATES)]
    tags: dict[str, str] = {}
    names: dict[str, str] = {}
    if system:
        found = SYSTEMS[system]
        loaders.append(jinja2.PackageLoader(found.pages.look.package, "."))
        tags = dict(found.seats.codes) | {tag.id: tag.code for tag in found.pages.look.groups}
        names = dict(found.seats.names) | {tag.id: tag.name for tag in found.pages.look.groups}
    environment = jinja2.Environment(
        bytecode_cache=CompiledTemplates(repr(sorted(_COMPILED.items()))),
        loader=jinja2.ChoiceLoader(loaders),
        undefined=jinja2.StrictUndefined,
        auto_reload=False,
        **_COMPILED,
    )
    environment.globals |= {
        "seat_names": names,
        "seat_codes": tags,
        "noun": "turn",
        "style_name": lambda: style_name(system),
        "script_name": script_name,
        "page_name": page_name,
    }
    if system:
        environment.globals["in_words"] = SYSTEMS[system].calendar.in_words
        environment.globals["noun"] = SYSTEMS[system].calendar.noun
    environment.filters["led_on"] = lambda text, name, turn: Markup(led_on(text, name, turn))
    return environment
