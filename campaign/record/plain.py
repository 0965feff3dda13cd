"""What is wrong with a field's value, in words for a person: no pattern and no type name. Pure."""

import re

_AT = re.compile(r"^(?P<what>.*?)(?: - at `(?:key in )?\$?\.?(?P<where>[^`]*)`)?$", re.DOTALL)
_TYPES = {
    "str": "text", "int": "a whole number", "bool": "yes or no", "array": "a list",
    "object": "a table", "null": "nothing", "float": "a whole number",
}  # fmt: skip
_BOUND = re.compile(r"Expected `(?:int|float)` (?P<sign>>=|<=) (?P<bound>-?[0-9]+)")
_LENGTH = re.compile(r"Expected `(?P<type>\w+)` of length (?P<sign>>=|<=) (?P<bound>[0-9]+)")
_KIND = re.compile(r"Expected `(?P<wanted>[^`]*)`, got `(?P<got>\w+)`")
_ENUM = re.compile(r"Invalid (?:enum value|value) (?P<value>.*)", re.DOTALL)
_UNKNOWN = re.compile(r"Object (?:contains unknown|missing required) field `(?P<field>\w+)`")


def in_words(error: Exception) -> str:
    """A fault of a value: its field first, then what is wrong with it."""
    found = _AT.match(str(error))
    assert found is not None
    where = re.sub(r"\[(?:\.\.\.|[0-9]+)\]|[.\[\]]+", " ", found["where"] or "").strip()
    told = _told(found["what"])
    return f"{where.replace('_', ' ')}: {told}" if where else told


def _told(what: str) -> str:
    if bound := _BOUND.match(what):
        word = "least" if bound["sign"] == ">=" else "most"
        return f"expected a whole number of at {word} {bound['bound']}"
    if length := _LENGTH.match(what):
        word = "least" if length["sign"] == ">=" else "most"
        unit = "letters" if length["type"] == "str" else "entries"
        return f"expected at {word} {length['bound']} {unit}"
    if kind := _KIND.match(what):
        wanted = " or ".join(
            _TYPES.get(one.strip(), "a value") for one in kind["wanted"].split("|")
        )
        return f"expected {wanted}, got {_TYPES.get(kind['got'], 'something else')}"
    if enum := _ENUM.match(what):
        return f"there is no {enum['value']}"
    if field := _UNKNOWN.match(what):
        missing = "missing" in what
        return f"{field['field']} is missing" if missing else f"there is no {field['field']}"
    return "it is not written as it should be"
