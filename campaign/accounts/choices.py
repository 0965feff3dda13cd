"""What a member wants to be told, how and when; read and checked as people type it. Pure."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal, get_args

import msgspec
from msgspec.structs import replace

from campaign.text.english import near

# --- What a member wants to be told, how and when -----------------------------------------------

Kind = Literal[
    "turns",
    "asked",
    "draws",
    "votes",
    "disputes",
    "corrections",
    "talk",
    "mentions",
    "diary",
    "failures",
]
"""The kinds of notices: a turn ended; something is asked of the member; a draw was decided; votes
were counted; a dispute moves to them; a turn that they know was corrected; somebody talked at the
table, or named them there, or wrote in the war diary; deliveries failed, which hosts are told."""
KINDS: tuple[Kind, ...] = get_args(Kind)
USUAL: frozenset[Kind] = frozenset(
    {"turns", "asked", "disputes", "corrections", "mentions", "failures"}
)
"""The kinds that are on until a member says otherwise."""
Told = Kind | Literal["seat", "passed"]
"""With what nobody can switch off: somebody was given a way to act as the member, or a choice of
theirs was passed over."""
AT_ONCE: tuple[Told, ...] = ("seat", "passed")
"""What is told at once, whatever a member chose."""
Sending = Literal["each", "digest", "turns", "none"]
"""As it happens; once a day; only ended turns, and their corrections; nothing."""


class Choices(msgspec.Struct, frozen=True):
    """A member's choices in one campaign."""

    address: str = ""
    """Where their mail goes; empty if nobody has said."""
    zone: str = "UTC"
    """Their time zone, by its name in the tz database: `Europe/Berlin`."""
    sending: Sending = "each"
    kinds: dict[Kind, bool] = {}
    """Kinds that they have switched on or off; the others are as usual."""
    digest_at: str = "19:00"
    """When a digest is due, in their zone."""
    quiet: tuple[int, int] = (22, 8)
    """From which hour to which no reminder is sent, in their zone; equal hours mean never."""
    is_stopped: bool = False
    """Whether their mail rests until it is resumed."""
    turns_after: str = ""
    """Ended turns up to this one are not sent: they were over when turns were switched on again."""

    def switched(self, kind: Told) -> bool:
        """Whether a kind is on, whatever is sent of it."""
        if kind == "seat" or kind == "passed":
            return True
        return self.kinds.get(kind, kind in USUAL)

    def wants(self, kind: Told) -> bool:
        """Whether they want notices of a kind at all."""
        if kind in AT_ONCE:
            return True
        if self.sending == "none" or (
            self.sending == "turns" and kind not in ("turns", "corrections")
        ):
            return False
        return self.switched(kind)


# --- Reads and checks what a member chooses, as people type it ----------------------------------
#
# Each reader returns the choice, or `Wrong` with what is wrong and what would be right.

_TIME = r"([01]?[0-9]|2[0-3]):([0-5][0-9])"
_HOURS = r"([01]?[0-9]|2[0-3])-([01]?[0-9]|2[0-3])"
_ON_OFF = {"on": True, "yes": True, "off": False, "no": False}


class Wrong(msgspec.Struct, frozen=True):
    """What is wrong with something typed, and what would be right."""

    text: str


def zone_of(typed: str) -> str | Wrong:
    """A time zone by its name in the tz database, in upper or lower case."""
    import zoneinfo

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
    match = re.fullmatch(_TIME, typed)
    if match is None:
        return Wrong(f"{typed!r} is no time of day; write it as 19:00")
    return f"{int(match[1]):02}:{match[2]}"


def hours_of(typed: str) -> tuple[int, int] | Wrong:
    """From which hour to which: `22-08`. Twice the same hour means never."""
    match = re.fullmatch(_HOURS, typed)
    if match is None:
        right = "write it as 22-08, from which hour to which; 0-0 means never"
        return Wrong(f"{typed!r} is no span of hours; {right}")
    return int(match[1]), int(match[2])


def kinds_of(typed: Iterable[str]) -> dict[Kind, bool] | Wrong:
    """Kinds switched on or off: `draws=on`."""
    switched: dict[Kind, bool] = {}
    for text in typed:
        word, _, state = text.partition("=")
        kind = next((kind for kind in KINDS if kind == word.strip().lower()), None)
        if kind is None:
            hint = near(word, KINDS) or f"; there are {', '.join(KINDS)}"
            return Wrong(f"there is no kind of mail {word!r}{hint}")
        is_on = _ON_OFF.get(state.strip().lower())
        if is_on is None:
            return Wrong(f"{text!r} says neither on nor off; write {kind}=on or {kind}=off")
        if switched.get(kind, is_on) != is_on:
            return Wrong(f"{kind} is switched both on and off")
        switched[kind] = is_on
    return switched


def last_ended_turn(begun: Sequence[str], *, is_over: bool) -> str:
    """The last turn that has ended, of those that have begun; empty if none has."""
    over = begun if is_over else begun[:-1]
    return over[-1] if over else ""


def without_old_turns(before: Choices, after: Choices, last_ended: str) -> Choices:
    """The choices, so that turns which ended while none were wanted are not sent afterwards."""
    if after.wants("turns") and not before.wants("turns"):
        return replace(after, turns_after=last_ended)
    return after
