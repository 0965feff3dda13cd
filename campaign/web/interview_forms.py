"""An interview as a page of the service: its boxes, what was said, what is carried on. Pure."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import Command, secret
from campaign.kernel.interview import answers
from campaign.kernel.interview.pages import (
    Answers,
    Confirm,
    Page,
    Question,
    first_key,
    is_secret,
    row_numbers,
)
from campaign.kernel.terminal.screens import HexChoice, HexRequest, LivePages
from campaign.text.english import capital, listed
from campaign.web.forms import FormField
from campaign.web.forms import Kind as BoxKind

OWN = frozenset({"id", "step", "again", "more", "record", "since", "confirmed", "also", "around"})
"""What a page's form says besides answers."""
ADDRESS_BYTES = 4096
"""Longer answers go on as hidden fields of a form that is posted."""
TICKS = 24
"""So many options are ticked in boxes; more are typed."""
TICKED = "on"


class SaidAnswer(msgspec.Struct, frozen=True):
    """What was answered to a question of an earlier page."""

    label: str
    text: str
    page: str
    """The key of that page, to go back to it."""


class Group(msgspec.Struct, frozen=True):
    """Boxes that belong together: a page's, or those of a row."""

    title: str
    boxes: tuple[FormField, ...]
    wrong: str = ""
    """What is wrong with the whole row."""
    name: str = ""
    """Of the row, such as `losses.1`; its boxes' names begin with it."""


def answers_of(typed: Mapping[str, str]) -> dict[str, str]:
    """What a form or address says as answers; ticked boxes of a field become its words."""
    texts: dict[str, str] = {}
    ticked: dict[str, list[str]] = {}
    for key, text in typed.items():
        name, colon, value = key.partition(":")
        if colon and text == TICKED:
            ticked.setdefault(name, []).append(value)
        elif key == "confirmed" or key not in OWN:
            texts[key] = text
    return texts | {name: ", ".join(values) for name, values in ticked.items()}


def carried(kind: type[Command], answers: Answers, page: Page | Confirm | None) -> dict[str, str]:
    """The answers to other pages, which a form carries on; what no field knows is dropped."""
    here = _own_keys(page)
    fields = {*kind.__struct_fields__} - secret(kind)
    return {
        key: text
        for key, text in answers.items()
        if key.replace("/", ".").partition(".")[0] in fields and not key.startswith(here)
    }


def _own_keys(page: Page | Confirm | None) -> tuple[str, ...]:
    if page is None or isinstance(page, Confirm):
        return ("confirmed",)
    if page.rows:
        return (page.rows,)
    return tuple(question.key for question in page.questions)


def may_be_in_an_address(passed: Iterable[Page | Confirm], answers: Answers, form: Answers) -> bool:
    """Whether what is carried on is short enough for an address, and nobody's own words."""
    size = sum(len(key) + len(text.encode()) + 2 for key, text in form.items())
    return not has_own_words(passed, answers) and size < ADDRESS_BYTES


def has_own_words(passed: Iterable[Page | Confirm], answers: Answers) -> bool:
    """Whether people's own words were among the answers: from then on none stands in an address."""
    free = (
        (f"{page.rows}." if page.rows else "", question.key)
        for page in passed
        if isinstance(page, Page)
        for question in page.questions
        if question.kind.is_free
    )
    return any(
        key.startswith(head) and key.endswith(name) and text.strip()
        for head, name in free
        for key, text in answers.items()
    )


def said(passed: Iterable[Page | Confirm], answers: Answers) -> tuple[SaidAnswer, ...]:
    """What was answered so far, in people's words; nothing that is secret."""
    answered: list[SaidAnswer] = []
    for page in passed:
        if isinstance(page, Confirm):
            continue
        if page.rows:
            count = len(_filled_rows(page.rows, answers))
            if count:
                answered.append(SaidAnswer(page.label, str(count), first_key(page)))
            continue
        for question in page.questions:
            text = answers.get(question.key, "").strip()
            if text and not question.is_secret:
                answered.append(
                    SaidAnswer(question.label, _in_words(question, text), first_key(page))
                )
    return tuple(answered)


def _filled_rows(rows: str, answers: Answers) -> list[int]:
    """The numbers of the rows with something in them; the blank one below them is no row."""
    typed = {key: text for key, text in answers.items() if text.strip()}
    return row_numbers(rows, typed)


def _in_words(question: Question, text: str) -> str:
    kind = question.kind
    one = kind.kind if isinstance(kind, answers.Several) else kind
    if not isinstance(one, answers.Choice):
        return text
    names = {option.value: option.name for option in one.options}
    read = kind.read(text)
    values = read if isinstance(read, tuple) else (read,)
    if all(value in names for value in values):
        return listed(names[value] for value in values)
    return text


# --- a place chosen on a picture ----------------------------------------------------------------


class PlacePicture(msgspec.Struct, frozen=True):
    """A picture on which the answer to a question is chosen."""

    key: str
    """Of the question."""
    choice: HexChoice
    ways: tuple[tuple[str, str], ...]
    """Directions, each with its address."""
    maps: tuple[tuple[str, str], ...]


def hexes(
    rooms: LivePages[Any],
    state: Any,
    command: str,
    page: Page | Confirm | None,
    typed: Answers,
    own: Mapping[str, str],
) -> PlacePicture | None:
    """The picture for a page that asks for one place; None where the game has none for it.

    People's own words are left out of its links: they stand in no address.
    `own` is what its links say besides: the key of the form, and where the interview began.
    """
    if not isinstance(page, Page) or page.rows or is_secret(page):
        return None
    said = _without_own_words(page, typed)
    fixed = {**said, **own, "again": first_key(page)}

    def address(more: Mapping[str, str]) -> str:
        return f"?{urlencode({**fixed, **more})}"

    keys = (one.key for one in page.questions if isinstance(one.kind, answers.MapPlace))
    pictures = (
        _picture(rooms, state, HexRequest(command, key, said, own.get("around", "")), address)
        for key in keys
    )
    return next((one for one in pictures if one is not None), None)


def _without_own_words(page: Page, typed: Answers) -> dict[str, str]:
    free = {question.key for question in page.questions if question.kind.is_free}
    return {key: text for key, text in typed.items() if text and key not in OWN | free}


def _picture(
    rooms: LivePages[Any],
    state: Any,
    request: HexRequest,
    address: Callable[[Mapping[str, str]], str],
) -> PlacePicture | None:
    def link(place: str) -> str:
        return address({request.field: place})

    choice = rooms.hexes(state, request, link)
    if choice is None:
        return None
    ways, maps = (
        tuple((name, address({"around": place})) for name, place in group)
        for group in (choice.ways, choice.maps)
    )
    return PlacePicture(request.field, choice, ways, maps)


# --- boxes --------------------------------------------------------------------------------------


def groups(page: Page, typed: Mapping[str, str], errors: Mapping[str, str]) -> tuple[Group, ...]:
    """The boxes of a page; of a table those of its rows, and a blank one."""
    if not page.rows:
        return (Group("", tuple(map(box_of, page.questions))),)
    numbers = row_numbers(page.rows, typed)
    last = max(numbers, default=-1)
    rows = []
    for place, number in enumerate((*numbers, last + 1), 1):
        name = f"{page.rows}.{number}"
        cells = (box_of(replace(one, key=f"{name}.{one.key}")) for one in page.questions)
        boxes = tuple(msgspec.structs.replace(box, is_required=False) for box in cells)
        rows.append(Group(f"{page.label} {place}", boxes, capital(errors.get(name, "")), name))
    return tuple(rows)


def box_of(question: Question) -> FormField:
    """The box of a question."""
    kind, choices = _kind(question.kind)
    shown = (question.label, *(text for _, text in choices))
    return FormField(
        question.key,
        question.label,
        question.hint if _words(question.hint) - _words(*shown) else "",
        kind,
        not question.is_optional,
        choices,
        is_rare=question.is_rare,
    )


def _words(*texts: str) -> set[str]:
    """What texts say, to see whether a hint says more than the label and the choices above it."""
    return {*re.findall(r"\w+", " ".join(texts).casefold())} - {"or", "and", "the"}


_BOXES: tuple[tuple[type, BoxKind], ...] = (
    (answers.YesNo, "yes-no"),
    (answers.Number, "number"),
    (answers.Day, "day"),
    (answers.Moment, "moment"),
    (answers.Several, "words"),
    (answers.Either, "words"),
)
"""What the box of a kind of answer looks like; any other's is a line."""


def _kind(kind: answers.Kind) -> tuple[BoxKind, tuple[tuple[str, str], ...]]:
    """What a kind of answer looks like, and what can be chosen."""
    match kind:
        case answers.Choice(options=options) if options:
            open_ = tuple(one for one in options if not one.refused)
            is_line = _is_typed(kind) and len(open_) == len(options)
            return ("line" if is_line else "choice"), _choices(open_)
        case answers.Several(kind=answers.Choice(options=options)) if 0 < len(options) <= TICKS:
            return "choices", _choices(options)
        case answers.Text(is_long=True):
            return "text", ()
    return next((box for known, box in _BOXES if isinstance(kind, known)), "line"), ()


def _is_typed(kind: answers.Choice) -> bool:
    """Whether more can be answered than the options, or they are places of a map."""
    return kind.is_open or isinstance(kind, answers.MapPlace)


def _choices(options: Iterable[answers.Option]) -> tuple[tuple[str, str], ...]:
    return tuple(
        (one.value, f"{one.name}, {one.about}" if one.about else one.name) for one in options
    )


def why_not(page: Page) -> tuple[tuple[str, str], ...]:
    """What cannot be chosen now, each with the reason."""
    kinds = (question.kind for question in page.questions)
    options = (one for kind in kinds if isinstance(kind, answers.Choice) for one in kind.options)
    return tuple((one.name, one.refused) for one in options if one.refused)


def ticked(page: Page, answers: Answers) -> dict[str, str]:
    """The answers as the boxes show them: those of ticked boxes one by one."""
    boxes = dict(answers)
    for question in page.questions:
        for key, text in answers.items():
            is_its = key == question.key or (page.rows and key.endswith(f".{question.key}"))
            if is_its and _kind(question.kind)[0] == "choices":
                values = question.kind.read(text)
                if isinstance(values, tuple):
                    boxes |= {f"{key}:{value}": TICKED for value in values}
    return boxes
