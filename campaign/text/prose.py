"""Words of members as a tree of nodes: paragraphs, quotations and lists with what is stressed in
them, never the source of any page or book. Pure.
"""

from collections.abc import Sequence
from html import escape

import msgspec

# --- The nodes ----------------------------------------------------------------------------------


class Letters(msgspec.Struct, frozen=True, tag="Text"):
    """Letters, exactly as they are printed: nothing in them is markup of any kind."""

    text: str


class Break(msgspec.Struct, frozen=True, tag=True):
    """The end of a line within a paragraph."""


class Em(msgspec.Struct, frozen=True, tag=True):
    """Words that are stressed."""

    inside: tuple["Inline", ...]


class Strong(msgspec.Struct, frozen=True, tag=True):
    """Words that are stressed more."""

    inside: tuple["Inline", ...]


Inline = Letters | Break | Em | Strong


class P(msgspec.Struct, frozen=True, tag=True):
    """A paragraph."""

    inside: tuple[Inline, ...]


class Quote(msgspec.Struct, frozen=True, tag=True):
    """Somebody else's words."""

    inside: tuple["Node", ...]


class Items(msgspec.Struct, frozen=True, tag=True):
    """A list; a numbered one has the number of its first item."""

    items: tuple[tuple["Node", ...], ...]
    first: int | None = None


Node = P | Quote | Items

# --- As letters, and as HTML --------------------------------------------------------------------


def in_letters(nodes: Sequence[Node | Inline]) -> str:
    """Words as letters alone, blocks on lines of their own."""
    return "".join(map(_letters, nodes)).strip()


def _letters(node: Node | Inline) -> str:
    match node:
        case Letters():
            return node.text
        case Break():
            return "\n"
        case Em() | Strong():
            return "".join(map(_letters, node.inside))
        case Items():
            return "".join(f"– {in_letters(item)}\n" for item in node.items)
        case Quote():
            return f"“{in_letters(node.inside)}”\n"
    return "".join(map(_letters, node.inside)) + "\n"


def in_html(nodes: Sequence[Node | Inline]) -> str:
    """Words as HTML: their letters escaped, each paragraph in the direction of its own letters."""
    return "".join(map(_html, nodes))


def _html(node: Node | Inline) -> str:
    match node:
        case Letters():
            return escape(node.text)
        case Break():
            return "<br>"
        case Em():
            return f"<em>{in_html(node.inside)}</em>"
        case Strong():
            return f"<strong>{in_html(node.inside)}</strong>"
        case P():
            return f'<p dir="auto">{in_html(node.inside)}</p>\n'
        case Quote():
            return f"<blockquote>\n{in_html(node.inside)}</blockquote>\n"
        case Items():
            items = "".join(f"<li>{in_html(item)}</li>\n" for item in node.items)
            if node.first is None:
                return f"<ul>\n{items}</ul>\n"
            return f'<ol start="{node.first}">\n{items}</ol>\n'
