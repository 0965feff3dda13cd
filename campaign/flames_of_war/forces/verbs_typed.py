"""How parts of a force are typed in a call: platoons, squads, air support. Pure."""

from typing import Any, get_args

from campaign.kernel.courses import Course, fail
from campaign.kernel.verbs import VerbOption
from campaign.text.english import listed
from events.fow.words import AirLevel, PlatoonClass

AIR = VerbOption("--air", "Its air support, with its points.", metavar="LEVEL=POINTS")
LEVELS = get_args(AirLevel)
CLASSES = get_args(PlatoonClass)


def points(text: str, whole: str, written: str) -> Course[int]:
    """Points as they are typed; `written`: how the whole is written."""
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        yield from fail(f"{whole!r}: write it as {written}")
    return int(text)


def air_support(text: str | None) -> Course[dict[str, Any] | None]:
    """Air support: `limited=175`, or `none`."""
    if text is None:
        return None
    level, _, price = text.lower().partition("=")
    if level not in LEVELS:
        yield from fail(f"{level!r} is no level of air support; it is {listed(LEVELS, 'or')}")
    return {"level": level, "points": (yield from points(price or "0", text, "LEVEL=POINTS"))}


def platoon(text: str, otherwise: str) -> Course[dict[str, Any]]:
    """A new platoon: `tanks-b=320`, `guns=120:weapons` or `guns=120:weapons:Infantry Guns`.

    `otherwise` is its class where none is typed.
    """
    name, _, rest = text.partition("=")
    price, _, more = rest.partition(":")
    unit_class, _, called = more.partition(":")
    if (unit_class or otherwise) not in CLASSES:
        kinds = listed(CLASSES, "or")
        yield from fail(f"{unit_class!r} is no class of platoons; it is {kinds}")
    found: dict[str, Any] = {
        "id": name.strip().lower(),
        "class": unit_class or otherwise,
        "points": (yield from points(price, text, "ID=POINTS, such as tanks-b=320")),
    }
    return {**found, "name": called} if called else found


def squad(text: str, change: str) -> Course[dict[str, Any]]:
    """A squad more or fewer, with what the platoon costs afterwards: `rifle-1=280`."""
    name, _, price = text.partition("=")
    cost = yield from points(price, text, "PLATOON=POINTS, with its points afterwards")
    return {"platoon": name.strip().lower(), "change": change, "points": cost}


def groups(texts: tuple[str, ...], written: str) -> Course[dict[str, list[str]]]:
    """Names with several others each: `guns=troop-a,troop-b`."""
    found: dict[str, list[str]] = {}
    for text in texts:
        name, equals, rest = text.lower().partition("=")
        parts = [part.strip() for part in rest.split(",") if part.strip()]
        if not equals or not parts:
            yield from fail(f"{text!r}: write it as {written}")
        found[name.strip()] = parts
    return found
