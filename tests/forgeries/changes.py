"""What a forger writes in place of a value: each way has the name that `fields.toml` uses."""

import re
from collections.abc import Iterator
from typing import Any

POWERS = ("germany", "italy", "japan", "ussr", "commonwealth", "france", "usa", "china")
MINORS = ("finland", "spain", "poland", "rumania", "hungary", "turkey")
WORDS = (
    ("neutral", "aligned", "conquered"), ("free", "incomplete", "complete"),
    ("none", "installed", "collapsed"), ("Ge", "Ja", "Res"),
    ("veto", "no-veto"), ("another", "stop", "abstain"),
    ("sealed", "device", "withheld", "absent", "cannot-pay"),
    ("aside", "reserve", "cup", "drawn", "arriving", "map", "circle", "dead", "removed"),
    ("vote", "no votes", "empty cup"), ("ledger", "table"), ("rule", "host", "draw"),
    ("land", "naval", "air", "naval-air"), ("attacker", "defender"),
    ("killed", "shattered", "retreated"), ("corps", "division"), ("axis", "allies"),
    ("future", "pool", "circle", "map", "reserve", "scrapped", "removed"),
    ("land-combat", "naval-combat", "air-combat", "rebase"),
    ("entry-germany-italy", "entry-japan", "tension-germany-italy", "tension-japan"),
    ("set-up", "step", "action", "other"), ("entry", "tension"), ("primary", "secondary"),
    ("red", "gray", "green"), ("upheld", "partly", "rejected"), ("answer", "appeal"),
    ("host", "player", "referee", "observer"), ("lif-1998", "lif-list"),
    ("global-war", "custom", "end-of-the-beginning"), ("INF", "ARM", "MECH", "MOT"),
    ("land", "rail", "naval", "air", "rebase", "advance", "overrun", "other"), ("E", "W", "P"),
    ("reinforcement", "action", "end-of-turn"), ("option", "action"), ("yes", "no"),
)  # fmt: skip
"""Words that stand for each other; where a word is in several lists, the field says which."""
OF_FIELD = {
    "means": 29, "type": 28, "kind": None, "status": None, "roles": 25, "side": None,
    "action": None,
}  # fmt: skip
PROSE = ("reason", "name", "text", "claim", "title", "source_text", "answer", "note", "value",
         "travels_with", "facts", "asks", "stated")  # fmt: skip
MONTHS = ("JF", "MA", "MJ", "JA", "SO", "ND")
_HEX = re.compile(r"[0-9a-f]{32,}")
_PLACE = re.compile(r"([A-Z])([0-9]{4})")
_TURN = re.compile(r"([0-9]{4})-(JF|MA|MJ|JA|SO|ND)")
_COMBAT = re.compile(r"[0-9]{4}-[A-Z]{2}-[0-9]+")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T.*)?")

Changed = Iterator[tuple[str, Any]]


class Names:
    """The names that a record knows, so that another value is as good as the first."""

    def __init__(self, members: list[str], leaders: list[str], counters: list[str]) -> None:
        self.lists = (list(POWERS), members, leaders, counters)

    def like(self, value: str) -> str | None:
        """Another name of the same kind."""
        for names in self.lists:
            if value in names and len(names) > 1:
                return names[(names.index(value) + 1) % len(names)]
        return None


def changed(names: Names, field: str, value: Any) -> Changed:
    """Each meaningful change of a value, with its kind."""
    if isinstance(value, bool):
        yield "flip", not value
    elif isinstance(value, int):
        yield "more", value + 1
        yield "less", value - 1
        yield "far", 10**12
        yield "below", -7
    elif isinstance(value, str):
        yield from _text(names, field, value)
    elif isinstance(value, list):
        yield from _list(names, field, value)
    elif isinstance(value, dict):
        yield from _table(names, field, value)
    elif value is None:
        yield "other", "germany" if field == "power" else 3


def _text(names: Names, field: str, value: str) -> Changed:
    if _HEX.fullmatch(value):
        yield "digest", ("1" if value[0] == "0" else "0") + value[1:]
        yield "blank", ""
    elif field in PROSE or " " in value:
        yield "text", f"{value} indeed"
        yield "blank", ""
    elif found := _TURN.fullmatch(value):
        yield "late", _turn(found, 1)
        yield "early", _turn(found, -1)
        yield "garbled", "1941-XX"
    elif _COMBAT.fullmatch(value):
        head, _, number = value.rpartition("-")
        yield "other", f"{head}-{int(number) + 1}"
        yield "blank", ""
    elif found := _PLACE.fullmatch(value):
        letter, number = found.groups()
        yield "other", f"{letter}{(int(number) + 1) % 10000:04}"
        yield "other", f"{letter}{(int(number) + 900) % 10000:04}"
        yield "garbled", "nowhere at all"
    elif value.startswith("sea:"):
        yield "box", value[:-1] + str((int(value[-1]) + 1) % 5)
        yield "garbled", "sea:"
    elif _TIME.fullmatch(value):
        yield "text", "2098" + value[4:]
        yield "garbled", "soon"
    elif not value:
        yield "other", {"power": "germany", "combat": "1941-MJ-1", "target": "finland",
                        "arrives": "1946-JF", "source": "table"}.get(field, "x")  # fmt: skip
    elif (other := _word(field, value)) or (other := names.like(value)):
        yield "other", other
        yield "unknown", "atlantis"
    else:
        near = MINORS[(MINORS.index(value) + 1) % len(MINORS)] if value in MINORS else "finland"
        if field in ("minor", "target", "country", "attacker", "defenders", "minors", "helps"):
            yield "other", near
        yield "unknown", "atlantis"
        if field in ("campaign", "member"):
            yield "garbled", "../x"


def _word(field: str, value: str) -> str | None:
    which = OF_FIELD.get(field)
    lists = [WORDS[which]] if which is not None else list(WORDS)
    for words in lists:
        if value in words:
            return words[(words.index(value) + 1) % len(words)]
    return None


def _turn(found: re.Match[str], by: int) -> str:
    count = int(found[1]) * 6 + MONTHS.index(found[2]) + by
    return f"{count // 6}-{MONTHS[count % 6]}"


def _list(names: Names, field: str, value: list[Any]) -> Changed:
    if len(value) > 1:
        yield "order", [*value[1:], value[0]]
        yield "short", value[:-1]
    if value:
        yield "twice", [*value, value[-1]]
        yield "blank", []
        for place in sorted({0, len(value) // 2}):
            for kind, one in changed(names, field, value[place]):
                if one not in value:
                    yield kind, [*value[:place], one, *value[place + 1 :]]
        for _, one in changed(names, field, value[-1]):
            if one not in value and one is not None:
                yield "long", [*value, one]
                break


def _table(names: Names, field: str, value: dict[str, Any]) -> Changed:
    keys = list(value)
    if len(keys) > 1:
        yield "short", {key: value[key] for key in keys[:-1]}
    if "type" in value or "id" in value or "side" in value or "value" in value:
        picked = keys
    else:
        picked = list(dict.fromkeys((keys[0], keys[len(keys) // 2], keys[-1]))) if keys else []
        if keys and (other := names.like(keys[0])):
            if other not in value:
                yield "long", {**value, other: value[keys[0]]}
                yield "other", {other if key == keys[0] else key: value[key] for key in keys}
            yield "unknown", {"atlantis" if key == keys[0] else key: value[key] for key in keys}
    for key in picked:
        for kind, one in changed(names, key if key.isidentifier() else field, value[key]):
            yield kind, {**value, key: one}
