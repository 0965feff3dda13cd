"""Writes `docs/kit-reference.md`: the keys, types, grammar, bounds and faults of Clubscript.

Everything but the grammar is read from the checker itself; tests read sentences of the grammar with
the checker. `python -m scripts.kit_reference` writes the page.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from campaign.kit.language import effects, expressions, kinds, meaning
from campaign.kit.reading import book, rules, tables
from campaign.kit.state import as_typed
from scripts import kit_keys

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "kit-reference.md"
GRAMMAR = """
expression = "if" expression "then" expression "else" expression | and { "or" and }
and    = not { "and" not }
not    = "not" comparison | comparison
comparison = sum [ ("==" | "!=" | "<" | "<=" | ">" | ">=") sum | "in" "(" word { "," word } ")" ]
sum    = product { ("+" | "-") product }
product = unary { ("*" | "div" | "mod") unary }
unary  = "-" atom | atom
atom   = number | word | "yes" | "no" | "none" | "(" expression ")" | path | call | loop
path   = name { "." (name | number) }
call   = ("min" | "max" | "abs" | "near" | chart) "(" expression { "," expression } ")"
       | "linked" "(" expression "," expression "," name "where" expression ")"
loop   = ("sum" | "count" | "any" | "all" | "min" | "max" | "first")
         "(" name "in" table [ "where" expression ] [ ":" expression ] [ "else" expression ] ")"
effect = "for" name "in" table [ "where" expression ] ":" effect | change [ "when" expression ]
change = path ("=" | "+=" | "-=") expression
       | "new" one "{" column ":" expression { "," column ":" expression } "}"
       | ("keep" | "return" | "discard") expression | "shuffle" deck
"""
"""`one` is what a row is called; `table` may also be a field of dice."""
TYPES = (
    *("0..99", "-3..3 clamp", "0..9 unlisted = 2", "yes/no", "yes/no = yes", "a|b|c", "a|b|c = b"),
    *("text 30", "captain", "captain?", "captain? = anna"),
)
DICE = ("d6", "2d6", "up to 6d6: me.guns", "draw fate", "draw fate and return")
MESSAGES = {
    "In expressions, effects and sentences": ("language",),
    "In the file": ("reading",),
    "When the rules change in mid-campaign": ("play/changes.py",),
}
"""Where the checker's messages stand, by what they are about."""


def page() -> str:
    """The whole page."""
    lines = [
        "# Clubscript: the reference",
        "",
        "Made by `python -m scripts.kit_reference` from the checker of rules files;"
        " [kit.md](kit.md) shows how they are used.",
        *("", "## Keys", "", *_keys()),
        *("", "## Types of columns and fields", "", *_types()),
        *("", "## Expressions and effects", "", "```text", *GRAMMAR.strip().splitlines(), "```"),
        *("", *_known_words()),
        *("", *_names()),
        *("", "## Bounds", "", *_bounds()),
        *("", "## Steps of a case", "", *_steps()),
        *("", "## Faults", "", *_faults()),
    ]
    return "\n".join(lines) + "\n"


def _keys() -> Iterator[str]:
    yield "A key in **bold** is required."
    for place, (known, required) in book.KEYS.items():
        yield from ("", f"### {f'`{place}`' if place else 'The file'}", "", "| key | says |")
        yield "|---|---|"
        for key in known:
            shown = f"**{key}**" if key in required else key
            yield f"| {shown} | {kit_keys.ABOUT[place][key]} |"


def _known_words() -> Iterator[str]:
    yield "| written | is |"
    yield "|---|---|"
    yield from (f"| `{word}` | {says} |" for word, says in kit_keys.WORDS.items())


def _types() -> Iterator[str]:
    yield "| written | is | at first | more |"
    yield "|---|---|---|---|"
    for text in TYPES:
        one = kinds.column("x", text, {"captain": "seats"})
        notes = ("stops at its limits", one.clamp), ("not on pages", one.unlisted)
        more = ", ".join(note for note, holds in notes if holds)
        shown = text.replace("|", "\\|")
        yield f"| `{shown}` | {_kind(one.kind)} | {_start(one)} | {more} |"
    for text in DICE:
        made = kinds.by_chance(text)
        if made is None:
            continue
        if dice := made.dice:
            many = "a die" if dice.most == 1 else f"{dice.most} dice"
            least = "" if dice.least else "up to "
            yield f"| `{text}` | {least}{many} of {dice.sides} sides | | in acts alone |"
        else:
            where = "goes back into the deck" if made.returns else "is discarded"
            yield f"| `{text}` | a card, which {where} | | in acts alone |"


def _kind(kind: kinds.Kind) -> str:
    match kind:
        case kinds.Num(low=low, high=high):
            return f"a number from {low} to {high}"
        case kinds.OneWord(words=words):
            return f"one of {', '.join(words)}"
        case kinds.OneLine(longest=longest):
            return f"a line of at most {longest} characters"
        case kinds.Row(table=table, optional=optional):
            return f"a row of {table}{', or none' if optional else ''}"
    return kinds.in_words(kind)


def _start(one: kinds.TableColumn) -> str:
    return "each row says it" if one.given_in_rows else as_typed(one.start) or "empty"


def _names() -> Iterator[str]:
    calls = _codes((*expressions.CALLS, "linked"))
    yield f"Loops: {_codes(tuple(meaning.LOOPS))}. Functions: {calls}."
    yield f"Cards: {_codes((*expressions.CARD_MOVES, 'shuffle'))}."
    yield f"Words that nothing can be called: {_codes(sorted(expressions.KEYWORDS))}."


def _codes(words: tuple[str, ...] | list[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _bounds() -> Iterator[str]:
    lines = {
        "bytes in a file": rules.LONGEST,
        "rows in a table": tables.MOST_ROWS,
        "characters in an expression": expressions.LONGEST,
        "parts within one another in an expression": expressions.DEEPEST,
        "loops within one another in an effect": effects.DEEPEST,
        "the largest number that may be written": expressions.LARGEST,
        "the largest number that may come out": kinds.TOP,
        "faults that are listed at a time": book.MOST_FAULTS,
        "characters in a text": kinds.LONGEST_TEXT,
        "steps of one act": rules.MOST_STEPS,
        "steps over all rows of an `order`, and together of standings, of victories, of what is"
        " `owed`, of sealed choices, and of what an act has as `where`": rules.MOST_OVER_ROWS,
        "choices of a sealed act for pages and devices to offer each": rules.MOST_CHOICES,
    }
    yield "| at most | |"
    yield "|---|---|"
    yield from (f"| {what} | {most:,} |" for what, most in lines.items())


def _steps() -> Iterator[str]:
    yield "What a step may say for `campaign rules try`; one without an act only looks."
    yield "`house` of a whole case sets its switches."
    yield from ("", "| word | says |", "|---|---|")
    yield from (f"| `{word}` | {says} |" for word, says in kit_keys.STEPS.items())


# --- faults -------------------------------------------------------------------------------------


def _faults() -> Iterator[str]:
    yield "What `campaign rules check` may say, behind file, line and place; `…` stands for"
    yield "something of the file. A misspelt name is followed by the one that was meant."
    for heading, places in MESSAGES.items():
        yield from ("", f"### {heading}", "", "```text")
        yield from sorted({one for place in places for one in _messages(place)}, key=str.lower)
        yield "```"


def _messages(place: str) -> Iterator[str]:
    """Every message in the modules of a place, with `…` for what is filled in."""
    source = ROOT / "campaign" / "kit" / place
    for file in sorted(source.glob("*.py")) if source.is_dir() else [source]:
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                yield from _said(function)


SAYING = {
    "fault": 0,
    "SyntaxFaultError": 0,
    "ManyFaultsError": 0,
    "_nothing": 0,
    "_cannot_be_read": 0,
    "FileFault": 2,
    "append": 0,
    "_held": 1,
}
"""Where the text stands among what is handed to each function that has the checker say it."""


def _said(function: ast.FunctionDef) -> Iterator[str]:
    """What a function has the checker say; one that only words a fault returns or yields it."""
    known: dict[str, str] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and (text := _text(node.value, {})):
            known |= {one.id: text for one in node.targets if isinstance(one, ast.Name)}
    is_wording = "empty if" in (ast.get_docstring(function) or "")
    for node in ast.walk(function):
        text = _text(_handed(node, is_wording or function.name.startswith("_lost")), known)
        text += "…" * _has_hint(node)
        if len(re.findall("[a-z]{2,}", text)) > 1:
            yield text.replace("……", "…")


def _handed(node: ast.AST, is_wording: bool) -> ast.expr | None:
    """The text that a call says, or that a function returns."""
    if isinstance(node, ast.Call) and (name := _called(node.func)) in SAYING:
        return node.args[SAYING[name]] if len(node.args) > SAYING[name] else None
    return node.value if is_wording and isinstance(node, ast.Return | ast.Yield) else None


def _has_hint(node: ast.AST) -> bool:
    """Whether a call hands over, behind its text, what may be added to it."""
    return (
        isinstance(node, ast.Call)
        and SAYING.get(_called(node.func)) == 0
        and bool(node.args[1:] or node.keywords)
    )


def _called(function: ast.expr) -> str:
    return getattr(function, "attr", getattr(function, "id", ""))


def _text(value: ast.expr | None, known: dict[str, str]) -> str:
    """A literal text, with `…` for its expressions; empty where it is none."""
    match value:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(_text(one, known) or "…" for one in values)
        case ast.FormattedValue(value=ast.Name(id=name)) if name in known:
            return known[name]
        case ast.Name(id=name):
            return known.get(name, "")
    return ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.relative_to(ROOT)}\n")
