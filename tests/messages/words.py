"""What a message may say: the English of the project, as rules that a program can check."""

import re
from collections.abc import Iterator
from functools import cache

from messages.inventory import ROOT

BARRED: dict[str, str] = {
    r"\\[dwsb]|\[a-z|\(\?|\{\d+,": "a regular expression",
    r"\bregex\b|\bregular expression\b": "a regular expression",
    r"\b(?:str|int|bool|dict|tuple|None|float|NoneType|True|False|null|boolean|integer)\b": (
        "a type or value as a programming language writes it"
    ),
    r"\$\.|\b[a-z_]+\.[a-z_]+\.[a-z_]+\b": "the path of a field",
    r"\b[Ii]nvalid\b|\b[Ii]llegal\b": "`invalid`; say what would be right",
    r"!": "an exclamation mark",
    r"\b(?:he|him|his|himself) (?:alone|or her)\b|\bhimself\b|\bherself\b": "a member as he",
    r"\bwill not do\b": "`will not do`; write `expected …, got …`",
    r"\bstands? (?:there twice|on line)\b": "`stands`; write `is listed`",
    r"\btold (?:just|as)\b|\btells all\b|\banew\b|\bis had\b": "a word that sounds translated",
    r"\bwho is (?:it|he)\b": "a question where a request is meant",
    r"\b[Pp]lease\b|\b[Ss]orry\b|\b[Oo]ops\b": "an apology",
}
"""What no message says, by pattern, and what that is."""
_LOUD = re.compile(r"\b[A-Z]{2,}\b")
SPELT = {
    "USA",
    "US",
    "USSR",
    "CSV",
    "JSON",
    "TOML",
    "UTC",
    "UTF",
    "STARTTLS",
    "HQ",
    "INF",
    "MECH",
    "FTR",
} | {"FACTORS", "STEP"}
"""Words in capitals that are no shouting."""
_METAVAR = re.compile(r'"([\[\]A-Z|.=…/ -]+)"')
_CAMEL = re.compile(r"\b(?:[A-Z][a-z]+){2,}\b")
_FILLED = re.compile(r"\{[^}]*\}|`[^`]*`|\b[0-9]{4}-[A-Z]{2}\b")


def faults(text: str) -> Iterator[str]:
    """What is wrong with the words of a message."""
    own = _FILLED.sub(" ", text)
    for pattern, what in BARRED.items():
        if re.search(pattern, own):
            yield what
    if loud := set(_LOUD.findall(own)) - SPELT - metavars():
        yield f"{min(loud)} in capitals"
    if classes := set(_CAMEL.findall(own)) & class_names():
        yield f"the class {min(classes)}"
    if text.endswith(".") and not re.search(r"[.!?…] ", own):
        yield "a full stop after one sentence"
    if re.match(r"[A-Z][a-z]", text) and text.split(maxsplit=1)[0].strip("',") not in _PROPER:
        yield "a capital where the line goes on"


_PROPER = frozenset(("Japan", "Germany", "Yugoslavia", "Vichy", "Vichy's", "French", "Guards"))
"""Names with which a message may begin."""


@cache
def _sources() -> str:
    """The text of the whole program."""
    files = [file for folder in ("campaign", "events") for file in (ROOT / folder).rglob("*.py")]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


@cache
def class_names() -> frozenset[str]:
    """The names of every class of the program."""
    return frozenset(re.findall(r"^ *class (\w+)", _sources(), re.MULTILINE))


@cache
def metavars() -> frozenset[str]:
    """What the help of the verbs calls their words, such as `POWER=CHOICE`."""
    return frozenset(word for form in _METAVAR.findall(_sources()) for word in _LOUD.findall(form))
