"""What the types of a command's fields ask: questions and pages of an interview. Pure.

A field with `about("the piece", choices="arriving")` is a choice among the options that its game
has under that name; a tuple of structs becomes rows, and a map a question for each key, or rows.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import SECRET, Command
from campaign.kernel.interview.answers import (
    Choice,
    Day,
    Either,
    Kind,
    Moment,
    Number,
    Option,
    Several,
    Text,
    YesNo,
    folded,
    words_of,
)
from campaign.kernel.interview.pages import Answers, Fields, Page, Question
from campaign.kernel.terminal.steps import Unfit as Invalid
from campaign.text import english, faults, moments
from events.base import Digest
from events.seats import Seat

HIDDEN = frozenset({"by", "id"})
"""Fields that no interview asks for."""
LATER = frozenset({"confirmed"})
"""Fields that a question of their own answers, at the end."""
TOGETHER = 5
"""Needed questions that share a page."""
FEW = 4
"""A map with so few possible keys has a question for each; another has rows."""
_DIGEST = get_args(Digest)[1].pattern
LONG = 200
"""A text that may be longer has several lines."""
WORDS = "_words"
"""Words behind a verb whose first may be left out: `_words.0`, `_words.1`; never a field."""
DONE = "done"
"""Said of a table's rows: these are all."""


class Offers(msgspec.Struct, frozen=True):
    """What is known of a campaign where the questions of a command are made."""

    seats: tuple[Option, ...] = ()
    choosing: Callable[[str], Choice | None] = lambda name: None
    """The choice that a field's name stands for; None where there is none."""
    reads: Callable[[type, Any], Any] | None = None
    """How the game's seats are read."""
    rare: frozenset[str] = frozenset()
    keyed: Callable[[str, str], str | Invalid | None] = lambda field, word: None
    commands: Mapping[str, type[Command]] = {}
    """All commands of the game, by their names."""
    planned: dict[type[Command], tuple[Page, ...]] = {}
    """The pages of each command as `plan` has made them: one interview asks for them often."""


# --- by type ------------------------------------------------------------------------------------


def pages(kind: type[Command], known: Offers) -> tuple[Page, ...]:
    """The pages of a command: single questions together, then its tables, secrets last."""
    planned = plan(kind, known)
    single = [one for page in planned if not page.rows for one in page.questions]
    secret = tuple(one for one in single if one.is_secret)
    tables = (page for page in planned if page.rows)
    return (*_together(single), *tables, *((Page(secret),) if secret else ()))


def _together(questions: Sequence[Question]) -> Iterator[Page]:
    """Those that all may see, a few to a page; what may be left out stands behind the last ones."""
    shown = [one for one in questions if not one.is_secret]
    needed = [one for one in shown if not one.is_optional]
    groups = [needed[at : at + TOGETHER] for at in range(0, len(needed), TOGETHER)] or [[]]
    groups[-1] += (one for one in shown if one.is_optional)
    return (Page(tuple(group)) for group in filter(None, groups))


def plan(kind: type[Command], known: Offers) -> tuple[Page, ...]:
    """A page for each field of a command that its type can ask for, in the fields' order."""
    if kind not in known.planned:
        planned = (
            _of_field(kind, field, known)
            for field in msgspec.structs.fields(kind)
            if field.name not in HIDDEN | LATER
        )
        known.planned[kind] = tuple(page for page in planned if page is not None)
    return known.planned[kind]


def unasked(kind: type[Command], known: Offers) -> tuple[str, ...]:
    """The fields that their types cannot ask for: the act needs questions of its own for them."""
    return tuple(
        field.name
        for field in msgspec.structs.fields(kind)
        if field.name not in HIDDEN | LATER
        and (_of_field(kind, field, known) is None or _has_unasked_cells(field.type, known))
    )


def _has_unasked_cells(described: Any, known: Offers) -> bool:
    """Whether a row or table has a cell that its type cannot ask for."""
    _, plain = bare(described)
    rows = get_args(plain)[:1] if get_origin(plain) is tuple else (plain,)
    return any(
        scalar(cell.type, cell.name, known) is None
        for row in rows
        if _is_struct(row)
        for cell in msgspec.structs.fields(row)
    )


def _of_field(kind: type[Command], field: msgspec.structs.FieldInfo, known: Offers) -> Page | None:
    name, is_optional = field.name, not field.required
    notes, plain = bare(field.type)
    is_rare = name in known.rare and is_optional
    made = partial(
        Question, is_optional=is_optional, hint=_hint(notes), tip=tip_of(notes), is_rare=is_rare,
        is_secret=any(note is SECRET for note in notes),
    )  # fmt: skip
    if (simple := scalar(field.type, name, known)) is not None:
        check = fits(kind, field.type, known)
        return Page((made(name, _label(name), simple, check=check),))
    if _is_struct(plain):
        return _parts(kind, field, plain, known)
    args = get_args(plain)
    if get_origin(plain) is tuple and args[1:] == (...,) and _is_struct(args[0]):
        return _table(kind, field, args[0], known)
    return _map(kind, field, args, known, made) if get_origin(plain) is dict else None


def _parts(
    kind: type[Command], field: msgspec.structs.FieldInfo, struct: Any, known: Offers
) -> Page | None:
    """A struct: a question for each of its fields."""
    inner = tuple(
        replace(
            one, key=f"{field.name}/{one.key}", is_optional=one.is_optional or not field.required
        )
        for one in _cells(kind, struct, known) or ()
    )
    return Page(inner) if inner else None


def _table(
    kind: type[Command], field: msgspec.structs.FieldInfo, struct: Any, known: Offers
) -> Page | None:
    """A tuple of structs: a row for each."""
    name, cells = field.name, _cells(kind, struct, known)
    row = _label(name.removesuffix("es") if name.endswith("sses") else name.removesuffix("s"))
    said = bare(field.type)[0]
    page = Page(cells or (), _notes(said), rows=name, label=row, least=field.required)
    return replace(page, tip=tip_of(said)) if cells else None


def _map(
    kind: type[Command],
    field: msgspec.structs.FieldInfo,
    args: tuple[Any, ...],
    known: Offers,
    made: Callable[..., Question],
) -> Page | None:
    """A map: a question for each key where they are few or known, else rows of key and value."""
    name, notes = field.name, bare(field.type)[0]
    value = scalar(args[1], f"{name}=", known)
    if value is None:
        return None
    check = fits(kind, args[1], known)
    named = known.choosing(f"{name}:")
    keys = scalar(args[0], name, known)
    options = named.options if named else keys.options if isinstance(keys, Choice) else ()
    if options and (named or len(options) <= FEW):
        return Page(
            tuple(
                made(f"{name}/{one.value}", f"{_label(name)}: {one.name}", value, check=check)
                for one in options
            )
        )
    if keys is None:
        return None
    key = Question("key", _label(name), keys, check=fits(kind, args[0], known))
    cell = Question("value", "Value", value, check=check)
    page = Page((key, cell), _notes(notes), rows=name, label=_label(name), least=field.required)
    return replace(page, tip=tip_of(notes))


def _cells(kind: type[Command], row: Any, known: Offers) -> tuple[Question, ...] | None:
    """The cells of a row, a question for each field of its struct; None if one cannot be asked."""
    cells: list[Question] = []
    for field in msgspec.structs.fields(row):
        simple = scalar(field.type, field.name, known)
        if simple is None:
            if field.required:
                return None
            continue
        notes, _ = bare(field.type)
        check, label = fits(kind, field.type, known), _label(field.name)
        is_optional = not field.required
        name, hint, tip = field.encode_name, _hint(notes), tip_of(notes)
        cells.append(Question(name, label, simple, is_optional, hint=hint, tip=tip, check=check))
    return tuple(cells)


def fields_of(kind: type[Command], page: Page, values: Any) -> Fields:
    """The fields that the values of a page give; rows as a list of tables, or as a map.

    Where the rules ask for one value of a list after the other, each has a key of its own.
    """
    types = types_of(kind)
    if not page.rows:
        fields = assembled(values)
        for name, value in fields.items():
            if isinstance(value, dict) and get_origin(types[name]) is tuple:
                fields[name] = list(value.values())
        return fields
    if not values:
        return {}
    if get_origin(types[page.rows]) is dict:
        return {page.rows: {str(row["key"]): row["value"] for row in values}}
    return {page.rows: [assembled(row) for row in values]}


def canonical(
    kind: type[Command], known: Offers, answers: Answers
) -> tuple[dict[str, str], dict[str, str]]:
    """Answers with the keys of maps as the command has them, and what is wrong with a key.

    `rolls/r` is `rolls/red`; a word without a key gets the one where it belongs.
    """
    types = types_of(kind)
    by_key: dict[str, str] = {}
    errors: dict[str, str] = {}
    for name, text in _with_words(kind, known, answers).items():
        field, slash, inner = name.partition("/")
        if _is_struct(types.get(field)) and not slash and text:
            by_key |= _by_cell(kind, known, field, text, errors)
        elif get_origin(types.get(field)) is not dict:
            by_key[name] = text
        elif slash:
            key = _map_key(field, types[field], inner, known)
            if isinstance(key, Invalid):
                errors[name] = key.text
            else:
                by_key[f"{field}/{key}"] = text
        elif text in ("", DONE):
            by_key[name] = text
        else:
            _find_keys(known, field, text, by_key, errors)
    return by_key, errors


def _map_key(field: str, described: Any, typed: str, known: Offers) -> str | Invalid:
    """A key of a map as it was typed: one of its options, where it has any."""
    keys = known.choosing(f"{field}:") or scalar(get_args(described)[0], field, known)
    return keys.read(typed) if isinstance(keys, Choice) and not keys.is_open else typed


def _find_keys(
    known: Offers, field: str, text: str, by_key: dict[str, str], errors: dict[str, str]
) -> None:
    """Puts the words of a map that were typed without a key where they belong."""
    for word in words_of(text):
        key = known.keyed(field, word)
        if isinstance(key, Invalid):
            errors[field] = key.text
        elif key is None:
            errors[field] = f"{word!r} has no value; write it as {word}=ANSWER"
        else:
            _add(by_key, f"{field}/{key}", word, ", ")


def _by_cell(
    kind: type[Command], known: Offers, field: str, text: str, errors: dict[str, str]
) -> dict[str, str]:
    """The cells of a single table typed as a word, `limited=175`: each part where it fits."""
    cells = next(page.questions for page in plan(kind, known) if field_of(page) == field)
    by_key: dict[str, str] = {}
    for part in text.split("="):
        free = [one for one in cells if one.key not in by_key]
        takes = (one for one in free if not isinstance(one.kind.read(part.strip()), Invalid))
        cell = next(takes, None)
        if cell is None:
            wrong = [*free, cells[-1]][0].kind.read(part.strip())
            errors[field] = wrong.text if isinstance(wrong, Invalid) else f"{part!r} is too much"
        else:
            by_key[cell.key] = part.strip()
    return by_key


def placed(kind: type[Command], place: str) -> str:
    """The field that a word behind the verb stands for: `CARD…` for `cards`."""
    name = place.strip("[]…").rpartition("=")[2].lower().replace("-", "_")
    return name if name in kind.__struct_fields__ else f"{name}s"


def _with_words(kind: type[Command], known: Offers, answers: Answers) -> Answers:
    """Answers with the words behind the verb at their places.

    A place that may be left out takes the word only if it is one of its options, spelt in full. A
    word too many is an answer to the first place that was left out, or part of the last.
    """
    others = dict(answers)
    words = [others.pop(key) for key in answers if key.startswith(f"{WORDS}.")]
    if not words:
        return answers
    kinds = {field_of(page): page.questions[0].kind for page in plan(kind, known)}
    types = types_of(kind)
    places, field = list(kind.arguments), ""
    skipped: list[str] = []
    placed_words: dict[str, str] = {}
    for word in words:
        while places and _passes(places, kinds.get(placed(kind, places[0])), word):
            skipped.append(placed(kind, places.pop(0)))
        field = placed(kind, _next_place(places)) if places else [*skipped, field][0]
        if get_origin(types.get(field)) is dict:
            _add_to_map(placed_words, field, word, skipped)
        else:
            _add(placed_words, field, word, " ")
    return {**placed_words, **others}


def _next_place(places: list[str]) -> str:
    """The place of the next word; one that ends in `…` is there for all words that follow."""
    return places[0] if places[0].endswith("…") else places.pop(0)


def _add_to_map(answers: dict[str, str], field: str, word: str, skipped: Sequence[str]) -> None:
    """Adds `red=7` to a map; a word without a key is for the place that was left out, if any."""
    key, equals, text = word.partition("=")
    if equals:
        _add(answers, f"{field}/{key}", text, ", ")
    elif skipped:
        answers[skipped[0]] = word
    else:
        _add(answers, field, word, " ")


def _add(answers: dict[str, str], key: str, text: str, between: str) -> None:
    """Adds a word to an answer, behind what is there already."""
    answers[key] = f"{answers[key]}{between}{text}" if answers.get(key) else text


def _passes(places: Sequence[str], kind: Kind | None, word: str) -> bool:
    """Whether a word is none of the options of a place that may be left out."""
    if len(places) == 1 or not places[0].startswith("["):
        return False
    options = kind.options if isinstance(kind, Choice) else ()
    names = (name for one in options for name in (one.value, one.title, *one.also))
    return folded(word) not in map(folded, names)


# --- types --------------------------------------------------------------------------------------


def bare(described: Any) -> tuple[tuple[Any, ...], Any]:
    """A type without what is said of it, and that; of an optional type what it may be."""
    notes: tuple[Any, ...] = ()
    while True:
        origin, args = get_origin(described), get_args(described)
        if origin is Annotated:
            notes += args[1:]
            described = args[0]
        elif origin in (Union, UnionType) and NoneType in args:
            others = [one for one in args if one is not NoneType]
            described = others[0] if len(others) == 1 else Union[tuple(others)]  # noqa: UP007
        else:
            return notes, described


def types_of(kind: type[Command]) -> dict[str, Any]:
    """The types of a command's fields, without what is said of them."""
    return {one.name: bare(one.type)[1] for one in msgspec.structs.fields(kind)}


def scalar(described: Any, name: str, known: Offers) -> Kind | None:
    """The kind of a single answer of a type; None where it takes more than one question."""
    notes, plain = bare(described)
    metas = _metas(notes)
    origin, args = get_origin(plain), get_args(plain)
    if origin in (Union, UnionType):
        kinds = [scalar(one, name, known) for one in args]
        return Either(tuple(filter(None, kinds))) if all(kinds) else None
    if origin is tuple:
        return _several(args, name, known)
    if (choice := _named(plain, metas, known)) is not None:
        return choice
    return _literal(args, known) if origin is Literal else _simple(plain, metas, name, known)


def _several(args: tuple[Any, ...], name: str, known: Offers) -> Several | None:
    """The kind of a tuple of single answers; None for any other tuple."""
    items = {bare(one)[1] for one in args if one is not ...}
    inner = scalar(args[0], name, known) if len(items) == 1 else None
    return None if inner is None or isinstance(inner, Several | Either) else Several(inner)


def _simple(plain: Any, metas: Sequence[msgspec.Meta], name: str, known: Offers) -> Kind | None:
    """The kind of a seat, a number, a text, or a yes or no."""
    if plain is Seat:
        return Choice(known.seats)
    if plain is bool:
        return YesNo()
    if plain is int:
        return Number(_last(metas, "ge"), _last(metas, "le"))
    return _words(metas, name, known) if plain is str else None


def _named(plain: Any, metas: Sequence[msgspec.Meta], known: Offers) -> Choice | None:
    """The options that a field names: `about("the piece", choices="arriving")`."""
    extras = (meta.extra or {} for meta in reversed(metas))
    name = next((str(one["choices"]) for one in extras if "choices" in one), "")
    if not name or not (plain in (int, str, bool) or get_origin(plain) is Literal):
        return None
    choice = known.choosing(name)
    return choice if choice is not None and choice.options else None


def _literal(values: tuple[Any, ...], known: Offers) -> Kind:
    if values == (True,):
        return YesNo()
    seats = {one.value: one for one in known.seats}
    return Choice(
        tuple(seats.get(str(one), Option(str(one), str(one).replace("-", " "))) for one in values)
    )


def _words(metas: Sequence[msgspec.Meta], name: str, known: Offers) -> Kind:
    """The kind of a text: a choice where the game names options, a time, or words."""
    pattern = _last(metas, "pattern")
    if pattern in (moments.DAY, moments.MOMENT) or _holds(metas) == "moment":
        return Day() if pattern == moments.DAY else Moment()
    if pattern == _DIGEST:  # it is typed or pasted, and no list offers it
        return Text(False)
    if (choice := known.choosing(name)) is not None and choice.options:
        return choice
    own = _is_own(metas)
    return Text(own, is_long=own and (_last(metas, "max_length") or 0) > LONG)


def is_own(described: Any) -> bool:
    """Whether a text may be people's own words, and not only an id or a term."""
    return _is_own(_metas(bare(described)[0]))


def _metas(notes: Iterable[Any]) -> list[msgspec.Meta]:
    return [note for note in notes if isinstance(note, msgspec.Meta)]


def _is_own(metas: Sequence[msgspec.Meta]) -> bool:
    holds = _holds(metas)
    pattern = _last(metas, "pattern")
    return holds in ("text", "line") if holds else pattern is None or "(?=" in pattern


def _holds(metas: Sequence[msgspec.Meta]) -> str:
    """What a text is said to hold: a line, a moment; empty where nothing is said."""
    extras = [meta.extra or {} for meta in metas]
    return next((str(one["holds"]) for one in extras if "holds" in one), "")


def _last(metas: Sequence[msgspec.Meta], name: str) -> Any:
    """What the notes on a type say last of something."""
    values = (getattr(meta, name) for meta in reversed(metas))
    return next((value for value in values if value is not None), None)


def fits(kind: type[Command], described: Any, known: Offers) -> Callable[[Any], object | Invalid]:
    """Whether a value is of a type: as typed, or in small or in capital letters. People's own words
    are taken as they are.
    """

    is_words = bare(described)[1] is str and is_own(described)

    def check(value: Any) -> object | Invalid:
        if value is False and bare(described)[1] == Literal[True]:
            return None
        first: msgspec.ValidationError | None = None
        for way in (value,) if is_words else _ways(value):
            try:
                msgspec.convert(way, described, dec_hook=known.reads)
            except msgspec.ValidationError as error:
                first = first or error
            else:
                as_meant: object = way
                return as_meant
        assert first is not None
        return Invalid(faults.in_words(first, kind))

    return check


def _ways(value: Any) -> tuple[Any, ...]:
    """How a value may have been meant: `Anna` as `anna`, `a12` as `A12`."""
    if isinstance(value, str):
        number = (int(value),) if value.isascii() and value.isdecimal() else ()
        is_yes = (value == "yes",) if value in ("yes", "no") else ()
        return (value, folded(value), value.upper().replace(" ", ""), *number, *is_yes)
    if isinstance(value, tuple) and value and all(isinstance(one, str) for one in value):
        return (value, tuple(map(folded, value)), tuple(one.upper() for one in value))
    return (value,)


def _is_struct(plain: Any) -> bool:
    return isinstance(plain, type) and issubclass(plain, msgspec.Struct)


def _label(name: str) -> str:
    return english.capital(name.replace("_", " "))


def _hint(notes: Sequence[Any]) -> str:
    return _last(_metas(notes), "description") or ""


LETTERS = 60
"""So many a screen says beside a question."""
OF_PROGRAMS = re.compile(
    r"`|_|=|;|\bJSON\b|\bCSV\b|\bSHA|\bids?\b|left out|\btrue\b|\bfalse\b|optional|\d\.\d"
    r"|base64|digest|hex digits|by version|webauthn|how many or which"
)
"""What a text for programs has in it, and no screen says."""


def tip_of(notes: Sequence[Any]) -> str:
    """What a screen says beside a field: its own hint, or its meaning where that is plain."""
    extras = (meta.extra or {} for meta in _metas(notes))
    own = next((str(one["hint"]) for one in extras if "hint" in one), None)
    if own is not None:
        return own
    text = _hint(notes)
    return text if len(text) <= LETTERS and not OF_PROGRAMS.search(text) else ""


def _notes(notes: Sequence[Any]) -> tuple[str, ...]:
    hint = _hint(notes)
    return (f"{english.capital(hint)}.",) if hint else ()


# --- fields ---------------------------------------------------------------------------------------


def field_of(page: Page) -> str:
    """The field that a page of `plan` is about."""
    return page.rows or page.questions[0].key.partition("/")[0]


def extended(kind: type[Command], fields: Fields, page: Page, values: Any) -> Fields:
    """Fields with what a page gives that the rules asked for; a list gets one value more."""
    more = fields_of(kind, page, values)
    for name, value in more.items():
        if isinstance(value, list) and not page.rows and "/" in page.questions[0].key:
            more[name] = [*fields.get(name, ()), *value]
    return merged(fields, more)


def merged(fields: Fields, more: Fields) -> Fields:
    """Fields with more of them; maps are joined."""
    joined = dict(fields)
    for name, value in more.items():
        before = joined.get(name)
        both = isinstance(before, dict) and isinstance(value, dict)
        joined[name] = {**before, **value} if both and isinstance(before, dict) else value
    return joined


def assembled(values: Mapping[str, object]) -> Fields:
    """Fields from values by key: `rolls/red` goes into the map `rolls`; None is left out."""
    fields: Fields = {}
    for key, value in values.items():
        if value is None:
            continue
        name, slash, inner = key.partition("/")
        if slash:
            fields.setdefault(name, {})[inner] = value
        else:
            fields[name] = value
    return fields
