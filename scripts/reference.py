"""Pages of reference for the site, which the program writes: verbs, commands, events, rulings."""

import io
import json
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import Any

from campaign.cli import run
from campaign.cli.verb_list import GROUPS
from campaign.cli.verb_words import Words
from campaign.systems import SYSTEMS, title, verbs_of

SPECIAL = re.compile(r"(`[^`]*`)|([\\*_<>\[\]{}$#|~])")
"""What Markdown would read as its own, outside of what is marked as code."""


def pages() -> Iterator[tuple[str, str]]:
    """Each page's name and Markdown."""
    yield "verbs", "\n".join(_verbs())
    about = "What `campaign submit`, the HTTP API and every form send."
    yield "commands", "\n".join(_schemas("commands", "Commands", about))
    about = "What a record holds, as `campaign log` prints it. A form never changes once released."
    yield "events", "\n".join(_schemas("events", "Events", about))
    yield "rulings", "\n".join(_rulings())


def plain(text: str) -> str:
    """A text on one line that Markdown shows as it is."""
    line = " ".join(text.split())
    return SPECIAL.sub(lambda one: one[1] or f"\\{one[2]}", line)


def _verbs() -> Iterator[str]:
    yield "# Verbs\n\nWhat is typed at a keyboard, by family; `campaign help VERB` shows the same."
    words = Words()
    for group in GROUPS.values():
        yield f"\n## {group.title}\n"
        for verb in group.verbs:
            yield from _verb(words.path(verb))
    for system in SYSTEMS:
        yield f"\n## {title(system)}\n"
        for line in verbs_of(system):
            yield from _verb(f"{system} {line.words}")


def _verb(words: str) -> Iterator[str]:
    text = _printed([*words.split(), "--help"]).rstrip()
    yield f"### campaign {words}\n\n```text\n{text}\n```\n"


def _printed(arguments: list[str]) -> str:
    with redirect_stdout(io.StringIO()) as text:
        if status := run(arguments):
            raise SystemExit(f"campaign {' '.join(arguments)} ended with {status}")
    return text.getvalue()


def _schemas(verb: str, heading: str, about: str) -> Iterator[str]:
    """A page of a JSON Schema: each definition with its fields."""
    schema = json.loads(_printed([verb, "--json"]))
    names = [one["$ref"].rpartition("/")[2] for one in schema["oneOf"]]
    yield f"# {heading}\n\n{about} `campaign {verb} --json` prints a JSON Schema.\n"
    for name in names:
        one = schema["$defs"][name]
        required = one.get("required", ())
        yield f"## {name}\n\n*{one['system']}* · {plain(one.get('description', ''))}\n"
        for field, what in one["properties"].items():
            if field in ("command", "type", "by", "id", "at", "digest", "version"):
                continue
            mark = "" if field in required else ", may be left out"
            meaning = plain(what.get("description", ""))
            yield f"- `{field}` ({plain(_kind(what))}{mark}){': ' if meaning else ''}{meaning}"
        yield ""


def _kind(schema: dict[str, Any]) -> str:
    """A field's type in a word or two."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return ", ".join(str(one) for one in schema["enum"] if one is not None)
    if "anyOf" in schema:
        return " or ".join(_kind(one) for one in schema["anyOf"] if one != {"type": "null"})
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {_kind(schema.get('items') or {})}"
    return str(schema.get("const", kind if isinstance(kind, str) else kind[0]))


def _rulings() -> Iterator[str]:
    yield "# Rulings\n\nWhere the rules are silent, a club chooses when it starts a campaign:"
    yield "`--ruling KEY=VALUE`, or a field of the form. What is not chosen is as it says here.\n"
    for system, game in SYSTEMS.items():
        for book in game.rulebooks:
            questions = game.front.choices.questions(book)
            if not questions:
                continue
            yield f"## {title(system)}, `{book}`\n"
            for one in questions:
                about = f"{one.group}: {one.question}" if one.group else one.question
                choices = ", ".join(f"`{typed}`" for typed, _ in one.choices) or "a text"
                usual = f"usually `{one.default}`" if one.default else "usually nothing"
                yield f"- `{one.key}` ({plain(one.rule)}): {plain(about)} {choices}; {usual}"
            yield ""
