"""What corrections ask: an event's own fields, a forgotten command's own questions. Pure."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.disputes import corrections
from campaign.disputes.commands import COMMANDS, AmendEvent, InsertCommand, RaiseDispute
from campaign.kernel.decisions import HIDDEN, Refused, bad_field, secret
from campaign.kernel.interview import by_type
from campaign.kernel.interview.answers import Choice, Kind, Number, Option, Text, YesNo
from campaign.kernel.interview.asking import Given, Interviews, answers_within, within
from campaign.kernel.interview.pages import (
    Confirm,
    Fields,
    Interview,
    Page,
    Question,
    as_answers,
)
from campaign.kernel.terminal.steps import Unfit as Invalid
from campaign.text.english import capital, near, or_else
from campaign.text.faults import called
from events import codec
from events.base import Event

FIRST = ("dispute", "reason", "also", "seen")
"""What every correction asks first."""
NOW_LETTERS = 40
"""How much of what stands in a field is shown beside its question."""

# --- a dispute ----------------------------------------------------------------------------------

WRONG = {
    "figure": "A figure is wrong",
    "not-so": "It was not so",
    "not-allowed": "It was not allowed",
    "forgotten": "Something was forgotten",
}
"""What may be wrong with a line of the journal, as its dispute says it."""


def claim_of(what: str, words: str) -> str:
    """What a dispute claims: what is wrong, and the member's own words."""
    return ": ".join(filter(None, (WRONG.get(what, ""), words.strip())))


def asks_dispute(state: Any, form: Given) -> Interview:
    """Disputes: which lines; what is wrong with them, and the member's own words."""
    if not form.is_screen or form.answers.get("claim"):
        return by_type.assembled((yield form.page("versions", "claim", "powers")))
    lines, title = form.page("versions"), "Which lines are wrong?"
    asked = tuple(replace(one, label=title) for one in lines.questions)
    fields = by_type.assembled((yield replace(lines, questions=asked, title=title)))
    options = tuple(Option(key, text) for key, text in WRONG.items())
    what = Question("claim/what", "What is wrong?", Choice(options))
    own = Text(is_own=True, is_long=True)
    words = Question("claim/words", "In your own words", own, is_optional=True)
    concerned = (replace(one, is_rare=True) for one in form.page("powers").questions)
    said = yield Page((what, words, *concerned), title="What is wrong?")
    claim = claim_of(said.pop("claim/what"), said.pop("claim/words") or "")
    return {**fields, "claim": claim, **by_type.assembled(said)}


# --- an event, field by field -------------------------------------------------------------------


def asks_amend(state: Any, form: Given) -> Interview:
    """Corrections: which event, and what should stand in those of its fields that were wrong."""
    fields = by_type.assembled((yield form.page("dispute", "version", *FIRST[1:])))
    past = form.past(fields["version"])
    if past is None:
        return bad_field("version", f"there is no event {fields['version']}")
    typed = answers_within("fields", form.answers)
    if unknown := _unknown(past.event, typed):
        return bad_field("fields", unknown)
    is_whole = form.answers.get("fields") == by_type.DONE
    wrong = yield from within("fields", amended(past.event, form.known, typed, is_whole))
    if isinstance(wrong, Refused):
        return wrong
    if not wrong:
        return bad_field("fields", "change what was wrong in at least one field")
    return {**fields, "fields": wrong}


def _unknown(event: Event, typed: Mapping[str, str]) -> str:
    """That an event has no field of a name, or none that may be amended; else nothing."""
    names = amendable(event)
    for key in typed:
        name = key.partition("/")[0].partition(".")[0]
        if name not in names:
            places = list(_places(names))
            inside = [place for place in places if place.endswith(f"/{name}")]
            hint = or_else(inside) or near(name, [*names, *places])
            return f"{called(event)} has no {name!r} to be amended{hint or _there_is(places)}"
    return ""


def _places(fields: Mapping[str, Any]) -> Iterator[str]:
    """What can be typed before `=`: a field, or a name within one."""
    for name, now in fields.items():
        inside = now if isinstance(now, Mapping) else {}
        yield from [f"{name}/{key}" for key in inside] or [name]


def _there_is(places: Sequence[str]) -> str:
    """What else can be amended; at most eight places are listed."""
    if not places:
        return "; nothing in it can be amended"
    return f"; there is {', '.join(places[:8])}{' and more' if len(places) > 8 else ''}"


def amendable(event: Event) -> dict[str, Any]:
    """The fields of an event that an amendment may change, as they stand."""
    fields: dict[str, Any] = _as_json(codec.fields(event))
    return {
        name: now
        for name, now in fields.items()
        if name not in HIDDEN and not corrections.is_settled(name, now)
    }


def _as_json(value: Any) -> Any:
    """A value as JSON has it: lists, no tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def amended(
    event: Event, known: by_type.Offers, typed: Mapping[str, str], is_whole: bool
) -> Interview:
    """The fields that are answered otherwise than they stand.

    Where they are answered as a whole, as in a form, a text that was left blank is to be empty;
    else it stays as it is. Of a map the named values change, unless its rows are given.
    """
    now, pages = amendable(event), tuple(event_pages(event, known))
    questions = tuple(one for page in pages if not page.rows for one in page.questions)
    values = (yield Page(questions, is_asked=True)) if questions else {}
    changed: Fields = {name: _joined(now[name], value) for name, value in _nested(values).items()}
    if is_whole:
        changed |= _blank(now, typed)
    changed |= yield from _tables(event, pages, typed)
    return {name: value for name, value in _as_json(changed).items() if value != now[name]}


def _blank(now: Mapping[str, Any], typed: Mapping[str, str]) -> Fields:
    """The texts that were left blank."""
    return {
        name: ""
        for name, text in typed.items()
        if not text.strip() and isinstance(now.get(name), str)
    }


def _tables(
    event: Event, pages: Iterable[Page], typed: Mapping[str, str]
) -> Generator[Page | Confirm, Any, Fields]:
    """The fields with tables; a map stays but for the values named, unless its rows are given."""
    changed: Fields = {}
    for page in (page for page in pages if page.rows):
        has_rows = any(key.startswith(f"{page.rows}.") for key in typed)
        changed |= _of_table(event, page, (yield page), {} if has_rows else amendable(event))
    return changed


def _of_table(event: Event, page: Page, rows: Any, now: Mapping[str, Any]) -> Fields:
    """A field with a table as its rows were answered; what stands `now` in a map stays in it."""
    fields: Fields = by_type.fields_of(type(event), page, rows)  # type: ignore[arg-type]
    stood = amendable(event)
    return {
        name: _as_stored(event, name, _meant(stood[name], _joined(now.get(name), value)))
        for name, value in fields.items()
    }


def _nested(values: Mapping[str, object]) -> Fields:
    """Values by their keys as tables in tables; what was not answered is left out."""
    nested: Fields = {}
    for key, value in values.items():
        *parts, last = key.split("/")
        table = nested
        for part in parts if value is not None else ():
            table = table.setdefault(part, {})
        if value is not None:
            table[last] = value
    return nested


def _meant(now: Any, typed: Any) -> Any:
    """A word as what stands: `5` is a number and `yes` a truth where one stood."""
    if isinstance(now, Mapping) and isinstance(typed, Mapping):
        return {name: _meant(now.get(name), one) for name, one in typed.items()}
    if not isinstance(typed, str) or not isinstance(now, int):
        return typed
    value = _kind_of(now).read(typed)
    return typed if isinstance(value, Invalid) else value


def _as_stored(event: Event, name: str, value: Any) -> Any:
    """A value as an event keeps it, with what may be left out of a row."""
    kinds = {one.encode_name: one.type for one in msgspec.structs.fields(event)}
    try:
        return msgspec.to_builtins(msgspec.convert(_as_json(value), kinds[name]))
    except msgspec.ValidationError:
        return value


def standing(event: Event, known: by_type.Offers) -> dict[str, str]:
    """What stands in an event, as answers to its questions."""
    now = amendable(event)
    answers: dict[str, str] = {}
    for page in event_pages(event, known):
        rows = now.get(page.rows)
        if isinstance(rows, Mapping):
            rows = [{"key": key, "value": value} for key, value in rows.items()]
        if page.rows:
            answers |= as_answers({page.rows: rows})
        for question in () if page.rows else page.questions:
            value = _at(now[question.key.partition("/")[0]], question.key)
            answers |= as_answers({question.key: value})
    return answers


def event_pages(event: Event, known: by_type.Offers) -> Iterator[Page]:
    """A page for each field of an event, by its type; by its value where no type can ask for it."""
    kind: Any = type(event)
    asked = {by_type.field_of(page): page for page in by_type.plan(kind, known)}
    for name, now in amendable(event).items():
        page = asked.get(name)
        if page is None or name in by_type.unasked(kind, known):
            page = Page(tuple(_leaves(name, now)))
        if page.rows:
            yield replace(page, least=0)
        else:
            yield Page(tuple(_standing(one, _at(now, one.key)) for one in page.questions))


def _leaves(key: str, now: Any) -> Iterator[Question]:
    """A question for each single value in what no type can ask for."""
    if isinstance(now, Mapping):
        for name, value in now.items():
            if not corrections.is_settled(name, value):
                yield from _leaves(f"{key}/{name}", value)
    elif isinstance(now, list):
        for place, value in enumerate(now):
            yield from _leaves(f"{key}/{place}", value)
    else:
        label = capital(key.replace("_", " ").replace("/", ", "))
        yield Question(key, label, _kind_of(now))


def _kind_of(now: object) -> Kind:
    if isinstance(now, bool):
        return YesNo()
    return Number() if isinstance(now, int) else Text()


def _at(now: Any, key: str) -> Any:
    """What stands where a question's answer goes."""
    for part in key.split("/")[1:]:
        now = now[int(part)] if isinstance(now, list) else (now or {}).get(part)
    return now


def _standing(question: Question, now: object) -> Question:
    """A question that need not be answered, with what stands now."""
    text = "nothing"
    if isinstance(now, bool):
        text = "yes" if now else "no"
    elif now not in (None, "", [], {}):
        text = ", ".join(map(str, now)) if isinstance(now, list) else str(now)
    label = f"{question.label} (now {text[:NOW_LETTERS]})"
    return replace(question, label=label, is_optional=True, default=None, is_rare=False)


def _joined(now: Any, new: Any) -> Any:
    """What stands, with `new` put in its place: of a table only the named parts."""
    if isinstance(now, Mapping) and isinstance(new, Mapping):
        return {**now, **{name: _joined(now.get(name), one) for name, one in new.items()}}
    if isinstance(now, list) and isinstance(new, Mapping):
        return [
            _joined(value, new[str(place)]) if str(place) in new else value
            for place, value in enumerate(now)
        ]
    return new


# --- a forgotten command ------------------------------------------------------------------------


def asks_insert(state: Any, form: Given) -> Interview:
    """Corrections: behind which event, and what the forgotten command asks as things stood then."""
    fields = by_type.assembled((yield form.page("dispute", "after", *FIRST[1:])))
    past = form.past(fields["after"])
    if past is None:
        return bad_field("after", f"there is no event {fields['after']}")
    whose = form.known.choosing("member") or Choice()
    page = Page(
        (
            Question("command", "What was forgotten?", Choice(tuple(_commands(form.known)))),
            Question(
                "by", "Whose act was it?", whose, is_optional=True, tip="Nobody named: the host's"
            ),
        )
    )
    typed = answers_within("forgotten", form.answers)
    forgotten = yield from within("forgotten", _forgotten(form, past.state, page, typed))
    if isinstance(forgotten, Refused):
        return forgotten
    return {**fields, "forgotten": forgotten}


def _forgotten(form: Given, state: Any, page: Page, typed: Mapping[str, str]) -> Interview:
    fields = by_type.assembled((yield page))
    own = yield from form.inner(fields["command"], state, typed)
    return by_type.merged(fields, own) if isinstance(own, dict) else own


def _commands(known: by_type.Offers) -> Iterator[Option]:
    """The commands that may have been forgotten, by what people call them.

    None that says a secret of play: a choice is sealed as it is made, so none can be inserted, and
    whoever corrects the record is not to ask for it.
    """
    for name, kind in known.commands.items():
        if not issubclass(kind, COMMANDS) and not (kind.play and secret(kind)):
            words = "".join(f" {sign.lower()}" if sign.isupper() else sign for sign in name)
            yield Option(name, capital(words.strip()), also=(kind.verb,))


INTERVIEWS = Interviews[Any](
    asked={
        RaiseDispute: asks_dispute,
        AmendEvent: asks_amend,
        InsertCommand: asks_insert,
    }
)
