"""The forms of corrections: what is typed on them as a command, and what one would change. Pure.

An event is amended field by field, and what was forgotten has the form of its own command.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from campaign.disputes.words import otherwise
from campaign.history.acts import Judgement
from campaign.history.diff import Difference, change, plain
from campaign.kernel.wire import HIDDEN
from campaign.text.json_values import JsonFields
from campaign.web.forms import FormField, Kind, NotReadError, filled
from events import codec
from events.base import Event

FIELD = "field-"
"""Before the name of an event's field, in a form's."""
OWN = "its-"
"""Before the name of a forgotten command's field."""


class FigureRow(NamedTuple):
    """A figure as it is, and as it would be."""

    figure: str
    now: str
    then: str


EACH = 12
"""Up to how many acts have a box of their own: nobody ticks a hundred one by one with care."""


class BrokenActs(NamedTuple):
    """Later acts that would no longer be allowed, all of them for the same reason."""

    versions: tuple[int, ...]
    command: str
    why: str
    rule: str

    @property
    def name(self) -> str:
        """The box beside them."""
        return f"also-{self.versions[0]}"


def figures(changes: Sequence[Difference], names: Mapping[str, str]) -> tuple[FigureRow, ...]:
    """Every figure before and after, as the reports have them."""

    def word(text: str) -> str:
        return names.get(text, text)

    rows = []
    for one in changes:
        where = " ".join(word(part).replace("_", " ") for part in one.path)
        where = where[:1].upper() + where[1:]
        if isinstance(one.before, list) and isinstance(one.after, list):
            rows.append(FigureRow(where, "", change(one.before, one.after, word)))
        else:
            rows.append(FigureRow(where, plain(one.before, word), plain(one.after, word)))
    return tuple(rows)


def grouped(acts: Sequence[Judgement], names: Mapping[str, str]) -> tuple[BrokenActs, ...]:
    """Acts with the same reason share a line."""
    found: dict[tuple[str, str, str], list[int]] = {}
    for act in acts:
        why = act.reason or otherwise(act.differs, names)
        found.setdefault((act.command, why, act.rule or ""), []).extend(act.versions)
    return tuple(
        BrokenActs(tuple(sorted(versions)), command, why, rule)
        for (command, why, rule), versions in found.items()
    )


def to_be_ticked(acts: Sequence[Judgement], names: Mapping[str, str]) -> tuple[BrokenActs, ...]:
    """A box beside each act; where there are many, one for all that go for the same reason."""
    if len(acts) > EACH:
        return grouped(acts, names)
    return tuple(one for act in acts for one in grouped([act], names))


# --- an event, field by field -------------------------------------------------------------------


def shown_fields(event: Event) -> JsonFields:
    """The fields of an event that everybody may see."""
    return {name: value for name, value in codec.fields(event).items() if name not in HIDDEN}


def fields_of_event(event: Event) -> tuple[FormField, ...]:
    """A field of a form for each of them."""
    return tuple(_field_of(name, value) for name, value in shown_fields(event).items())


def _field_of(name: str, value: object) -> FormField:
    kind: Kind = "json"
    if isinstance(value, bool):
        kind = "yes-no"
    elif isinstance(value, int):
        kind = "number"
    elif isinstance(value, str):
        kind = "line"
    label = name.replace("_", " ")
    return FormField(f"{FIELD}{name}", label[:1].upper() + label[1:], "", kind, is_required=False)


def typed_of(event: Event) -> dict[str, str]:
    """What stands in those fields before anybody types."""
    return {f"{FIELD}{name}": _typed(value) for name, value in shown_fields(event).items()}


def _typed(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def changed(event: Event, typed: Mapping[str, str]) -> JsonFields:
    """The fields that were typed otherwise than the event has them.

    Raises `NotReadError` where the text of a field is not of its kind, and if none differs.
    """
    found: dict[str, Any] = {}
    stands = typed_of(event)
    for field in fields_of_event(event):
        text = typed.get(field.name, stands[field.name]).replace("\r\n", "\n")
        if text.strip() == stands[field.name].strip():
            continue
        name = field.name.removeprefix(FIELD)
        found[name] = filled([field], {field.name: text}).get(field.name, "")
    if not found:
        raise NotReadError("version", "change what was wrong in at least one field below")
    return found


# --- a forgotten command ------------------------------------------------------------------------


def prefixed(found: Sequence[FormField]) -> tuple[FormField, ...]:
    """The fields of a command inside the form of another."""
    return tuple(msgspec.structs.replace(one, name=f"{OWN}{one.name}") for one in found)


def forgotten(name: str, found: Sequence[FormField], typed: Mapping[str, str]) -> JsonFields:
    """A command as it was typed inside the form of another.

    Raises `NotReadError` where the text of a field is not of its kind.
    """
    values = filled(prefixed(found), typed)
    own = {field.removeprefix(OWN): value for field, value in values.items()}
    by = typed.get("whose", "")
    return {"command": name, **own, **({"by": by} if by else {})}
