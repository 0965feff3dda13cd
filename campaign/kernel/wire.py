"""Reads commands from JSON values and writes answers as JSON values. Pure."""

import re
from collections.abc import Mapping, Sequence

import msgspec

from campaign.kernel.decisions import About, Command, Refused, bad_field, missing_field
from campaign.kernel.vocabulary import Vocabulary
from campaign.text.json_values import JsonFields, JsonObject, not_written_as
from campaign.text.plain import in_words
from events import codec
from events.base import Event, public_type
from events.disputes import EventAmended, EventsInserted

HIDDEN = frozenset({"sealed", "seed_sealed"})
"""Fields of events that no output shows: ciphertexts."""
SHOWN_AS = {"key_id": "key"}
"""Fields of events that are shown under another name than they are stored, as `key` is taken."""


SHOWN_LETTERS = 63
"""How many letters of a wrong name a refusal repeats; no member's name is longer."""


def read(
    fields: JsonFields | bytes | str, commands: Vocabulary, by: str | None = None, key: str = ""
) -> Command | Refused:
    """A command from JSON or from its values. Refuses a malformed one, naming the field.

    `by` is the member who sends it, where the caller knows: the text may leave them out, and may
    name nobody else. `key` is its idempotency key, unless the text has an `id`.
    """
    try:
        text = fields if isinstance(fields, bytes | str) else msgspec.json.encode(dict(fields))
        raw = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, TypeError) as error:
        return Refused(None, not_written_as("JSON", error))
    if not isinstance(raw, Mapping):
        return Refused(None, "a command is a JSON object with a field `command`")
    name = raw.get("command")
    if not isinstance(name, str):
        return missing_field("command", "missing; it names what is to be done")
    if name not in commands:
        return bad_field("command", f"there is no {name!r}; see `campaign commands`")
    if by is not None and isinstance(named := raw.get("by", by), str) and named != by:
        return another_sender(named, by)
    given = {"by": raw.get("by", by)} if by is not None else {}
    if key and raw.get("id", "") == "":
        given["id"] = key
    try:
        return commands.command(name, {**raw, **given})
    except msgspec.ValidationError as error:
        text = in_words(error, commands[name], as_sent=True)
        field = re.match(r"\w+", text)
        known = field is not None and field[0] in commands[name].__struct_fields__
        about = About(field[0] if field and known else "")
        return Refused(None, f"{name}, {text}", about, text.removeprefix(f"{about.field}: "))


def another_sender(named: str, by: str) -> Refused:
    """The refusal of a text that names somebody else than the member who sends it."""
    shown = named if len(named) <= SHOWN_LETTERS else f"{named[:SHOWN_LETTERS]}…"
    text = f"this command names {shown!r}, but you are acting as {by!r}"
    return bad_field("by", f"{text}; leave `by` out or name {by!r}")


def public(version: int, event: Event) -> JsonObject:
    """An event as everybody may see it."""
    fields = _shown(codec.fields(event))
    match event:
        case EventAmended():
            fields["event"] = _shown(event.event)
        case EventsInserted():
            fields["events"] = [_shown(inserted) for inserted in event.events]
    return {"version": version, "type": public_type(event), **fields}


def _shown(fields: JsonFields) -> JsonObject:
    """The fields that are not hidden."""
    return {SHOWN_AS.get(name, name): value for name, value in fields.items() if name not in HIDDEN}


def stamped(version: int, event: Event, digest: str) -> JsonObject:
    """An event with when, by whom and its digest, as everybody may see it."""
    return {**public(version, event), "at": event.at, "by": event.by, "digest": digest}


def accepted(events: Sequence[tuple[int, Event]], head: str) -> JsonObject:
    """The answer to a command that was accepted."""
    return {
        "accepted": True,
        "version": events[-1][0],
        "head": head,
        "events": [public(version, event) for version, event in events],
    }


def accepted_alone(version: int, head: str) -> JsonObject:
    """The answer to a command that was accepted, and in which nothing was for the log."""
    return {"accepted": True, "version": version, "head": head, "events": []}


def refused(why: Refused) -> JsonObject:
    """The answer to a command that was refused."""
    return {"accepted": False, "rule": why.rule, "reason": why.reason}
