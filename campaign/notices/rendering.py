"""Renders a message as text and as a page for mail programs, from templates. IO: it reads them.

The page's styles are written into its elements, because many mail programs drop style elements. One
is kept for the dark.
"""

import re
import textwrap
from collections.abc import Sequence
from functools import cache

import css_inline
import jinja2
import msgspec

from campaign.kernel.notices import NoticeCards, NoticeLines, NoticeTable
from campaign.kernel.pages import PageLook
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.notices.letter_view import LetterView
from campaign.reports.compiled import CompiledTemplates
from campaign.reports.render import TEMPLATES

COLUMNS = 72
"""A line of text is not longer, but for addresses."""
_SPOILING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""What moves the cursor or turns words round."""
_GOES_ON = " \\"
_BETWEEN = re.compile(r"(?<=\w)&#39;(?=\w)")
"""An apostrophe within a word, as a page has it; in text all are straight, as they are typed."""
_INDENT = re.compile(r"\n[\n ]+")
_BLANKS = re.compile(r"\n{3,}")


class RenderedLetter(msgspec.Struct, frozen=True):
    """A message in both forms."""

    text: str
    html: str


def rendered(
    system: System[S], template: str, views: Sequence[LetterView], heading: str = ""
) -> RenderedLetter:
    """A message in both forms."""
    look, noun = system.pages.look, system.calendar.noun
    given = {
        "views": views,
        "view": views[0],
        "heading": heading,
    }
    text = _environment(look, False, noun).get_template(f"mail/{template}.txt").render(given)
    pages = _environment(look, True, noun)
    html = pages.get_template(f"mail/{template}.html").render({**given, "style": look.mail})
    html = _BETWEEN.sub("’", html)
    return RenderedLetter(
        _BLANKS.sub("\n\n", _SPOILING.sub("", text)).replace("’", "'").strip("\n") + "\n",
        _inliner().inline(_INDENT.sub("\n", _SPOILING.sub("", html))),
    )


@cache
def _inliner() -> css_inline.CSSInliner:
    return css_inline.CSSInliner(load_remote_stylesheets=False, keep_style_tags=False)


@cache
def _environment(look: PageLook, is_page: bool, noun: str) -> jinja2.Environment:
    """The templates of one form. The frame's come first, so that no game can replace one."""
    environment = jinja2.Environment(
        bytecode_cache=CompiledTemplates(f"mail {is_page}"),
        loader=jinja2.ChoiceLoader(
            (jinja2.FileSystemLoader(TEMPLATES), jinja2.PackageLoader(look.package, "."))
        ),
        undefined=jinja2.StrictUndefined,
        auto_reload=False,
        autoescape=is_page,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals["noun"] = noun
    environment.filters |= {
        "fold": folded,
        "typed": typed,
        "columns": columns,
        "kind": kind,
        "digits": digits,
    }
    return environment


# --- what templates ask for ---------------------------------------------------------------------


def kind(block: NoticeLines | NoticeTable | NoticeCards) -> str:
    """What form a part of the game has."""
    match block:
        case NoticeTable():
            return "table"
        case NoticeCards():
            return "cards"
    return "lines"


def folded(text: str, mark: str = "") -> str:
    """A text in lines of at most 72 columns, behind a mark; an address is never broken."""
    return textwrap.fill(
        " ".join(text.split()),
        COLUMNS,
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_on_hyphens=False,
        break_long_words=False,
    )


def typed(command: str, mark: str = "") -> str:
    """A command in lines of at most 72 columns that a shell reads as one."""
    room = COLUMNS - len(mark) - len(_GOES_ON) - 2
    lines = textwrap.wrap(command, room, break_on_hyphens=False, break_long_words=False)
    return mark + f"{_GOES_ON}\n{mark}  ".join(lines)


def columns(table: NoticeTable) -> str:
    """A table in type of one width: words to the left, figures to the right; own rows marked."""
    rows = [table.heads, *table.rows]
    widths = [max(len(row[place]) for row in rows) for place in range(len(table.heads))]
    lines = []
    for number, row in enumerate(rows):
        mark = "* " if number - 1 in table.own else "  "
        first, *rest = (
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append(mark + "  ".join((first, *rest)).rstrip())
    return "\n".join(lines)


def digits(head: str) -> list[str]:
    """A digest in groups of eight."""
    return [head[start : start + 8] for start in range(0, len(head), 8)]
