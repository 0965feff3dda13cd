"""Reads and checks what a member chooses, as people type it. Pure.

Each reader returns the choice, or `Wrong` with what is wrong and what would be right.
"""

import re
import zoneinfo
from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from campaign.people.choices import KINDS, Choices, Kind
from campaign.text.suggest import near

_TIME = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")
_HOURS = re.compile(r"([01]?[0-9]|2[0-3])-([01]?[0-9]|2[0-3])")
_ON_OFF = {"on": True, "yes": True, "off": False, "no": False}


class Wrong(msgspec.Struct, frozen=True):
    """What is wrong with something typed, and what would be right."""

    text: str


def zone_of(typed: str) -> str | Wrong:
    """A time zone by its name in the tz database, in upper or lower case."""
    known = sorted(zoneinfo.available_timezones())
    folded = typed.strip().replace(" ", "_").lower()
    for zone in known:
        if zone.lower() == folded:
            return zone
    cities = [zone for zone in known if zone.lower().rpartition("/")[2] == folded]
    if cities:
        hint = f"; did you mean {cities[0]}?"
    else:
        hint = near(typed, known) or "; write it as Europe/Berlin, or UTC"
    return Wrong(f"there is no time zone {typed!r}{hint}")


def time_of(typed: str) -> str | Wrong:
    """A time of day: `07:30`."""
    found = _TIME.fullmatch(typed)
    if found is None:
        return Wrong(f"{typed!r} is no time of day; write it as 19:00")
    return f"{int(found[1]):02}:{found[2]}"


def hours_of(typed: str) -> tuple[int, int] | Wrong:
    """From which hour to which: `22-08`. Twice the same hour means never."""
    found = _HOURS.fullmatch(typed)
    if found is None:
        right = "write it as 22-08, from which hour to which; 0-0 means never"
        return Wrong(f"{typed!r} is no span of hours; {right}")
    return int(found[1]), int(found[2])


def kinds_of(typed: Iterable[str]) -> dict[Kind, bool] | Wrong:
    """Kinds switched on or off: `draws=on`."""
    found: dict[Kind, bool] = {}
    for text in typed:
        word, _, state = text.partition("=")
        kind = next((kind for kind in KINDS if kind == word.strip().lower()), None)
        if kind is None:
            hint = near(word, KINDS) or f"; there are {', '.join(KINDS)}"
            return Wrong(f"there is no kind of mail {word!r}{hint}")
        is_on = _ON_OFF.get(state.strip().lower())
        if is_on is None:
            return Wrong(f"{text!r} says neither on nor off; write {kind}=on or {kind}=off")
        if found.get(kind, is_on) != is_on:
            return Wrong(f"{kind} is switched both on and off")
        found[kind] = is_on
    return found


def ended(begun: Sequence[str], *, is_over: bool) -> str:
    """The last turn that has ended, of those that have begun; empty if none has."""
    over = begun if is_over else begun[:-1]
    return over[-1] if over else ""


def without_old_turns(before: Choices, after: Choices, last_ended: str) -> Choices:
    """The choices, so that turns which ended while none were wanted are not sent afterwards."""
    if after.wants("turns") and not before.wants("turns"):
        return replace(after, turns_after=last_ended)
    return after
