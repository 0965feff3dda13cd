"""The reasons that the program writes in events: codes, and the words for them. Pure.

An event holds `ground-struck:3/7`; the journal says "ground struck with a 3, under half of the 7
needed". A reason that is not a code is a person's own words, and is shown unchanged.
"""

from collections.abc import Mapping

import msgspec


class Form(msgspec.Struct, frozen=True):
    """The values of a code, in order, and the sentence with a gap for each of them."""

    values: tuple[str, ...]
    text: str

    @property
    def written(self) -> str:
        """The words with the values' names in the gaps."""
        return self.text.format(*self.values)


CODES: Mapping[str, Form] = {
    "conquered": Form(("POWER",), "{} completely conquered"),
    "minor-conquered": Form(("MINOR",), "{} conquered"),
    "vichy-installed": Form((), "Vichy France installed"),
    "losses": Form(
        ("SIDE", "MORE", "KIND", "NEEDED"),
        "the {} lost {} build points more in a combat ({}), where {} recall a leader",
    ),
    "air-losses": Form(
        ("SIDE", "MORE", "NEEDED"),
        "the {} lost {} build points more in the air part of a naval-air combat, "
        "where {} recall a leader",
    ),
    "ground-struck": Form(
        ("ROLL", "NEEDED"), "ground struck with a {}, under half of the {} needed"
    ),
    "carpet-bombed": Form((), "carpet bombed"),
    "units-lost": Form((), "every other unit in his hex was destroyed"),
    "land-units-lost": Form((), "every other land unit in his hex was destroyed"),
    "pilot-lost": Form((), "the aircraft he flew with was destroyed and its pilot killed"),
    "ships-lost": Form((), "every friendly ship of his sea-box section was destroyed"),
    "overrun": Form((), "overrun"),
    "available": Form(("YEAR",), "available in {}"),
    "promoted-to": Form(("COUNTER",), "promoted to {}"),
    "promoted-from": Form(("COUNTER",), "promoted from {}"),
    "destroyed": Form(("COMBAT",), "destroyed in {}"),
    "replaces": Form(("COUNTER",), "in place of {}"),
    "replaced-by": Form(("COUNTER",), "replaced by {}"),
    "shattered": Form(("COMBAT",), "shattered in {}"),
    "entry-option": Form(("NUMBER",), "option {}"),
    "entry-action": Form(("NUMBER",), "entry action {}"),
    "entered": Form(("LEADER", "MINOR"), "{} in {}"),
    "put-aside": Form(("KIND",), "put aside for the {} pools"),
    "retaken": Form(("CITY",), "{} retaken"),
}
"""Every code, to what it is shown as."""

ENDS: Mapping[str, str] = {
    "vote": "The board closed by vote.",
    "no votes": "The board closed: nobody had a point left to vote with.",
    "empty cup": "The board closed: the cup was empty.",
}
"""LiF 4.1: why the Promotions Board closed; codes by themselves."""


def code(name: str, *values: object) -> str:
    """A code with its values, as an event holds it."""
    form = CODES[name]
    assert len(values) == len(form.values), name
    return f"{name}:{'/'.join(map(str, values))}" if values else name


def words(reason: str) -> str:
    """A reason in words; a reason that is not a code stays unchanged."""
    name, colon, rest = reason.partition(":")
    form = CODES.get(name)
    if form is None or bool(colon) != bool(form.values):
        return reason
    values = rest.split("/", len(form.values) - 1) if form.values else []
    return form.text.format(*values) if len(values) == len(form.values) else reason


def code_name(reason: str) -> str:
    """The code of a reason; empty where it is a person's own words."""
    name = reason.partition(":")[0]
    return name if name in CODES else ""


def listed() -> dict[str, str]:
    """Every code with the names of its values, and its words: for `campaign events`."""
    codes = {code(name, *form.values): form.written for name, form in CODES.items()}
    return {**codes, **ENDS}
