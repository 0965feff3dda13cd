"""An interview as a page of the service: its boxes, what was said, what is carried on. Pure."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import Command, secret
from campaign.kernel.interview import answers, pages, tapped
from campaign.kernel.interview.answers import Option
from campaign.kernel.terminal.screens import HexChoice, HexRequest, LivePages
from campaign.text.english import capital, listed
from campaign.web.forms import ELSE, YES_NO, FormField

OWN_WORDS = "own-words"
"""In a form: where people's own words may stand among its answers, also to pages that come later.
"""
OWN = frozenset(
    {"id", "step", "again", "more", "record", "since", "confirmed", "also", "around", OWN_WORDS}
)
"""What a page's form says besides answers."""
ADDRESS_BYTES = 4096
"""Longer answers go on as hidden fields of a form that is posted."""
TICKS = 40
"""So many options are ticked in boxes; more are typed."""
CHIPS = 12
"""So many numbers are tapped; more are typed."""
TICKED = "on"
ADDED = "+"
"""Behind a key: what was tapped goes behind what it has already, as the next die."""


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
    fixed: Mapping[str, str] = {}
    """The cells that are filled in already, by their names."""
    is_folded: bool = False
    """Whether it is blank below rows at hand, so that a screen folds it away."""


class RowCard(msgspec.Struct, frozen=True):
    """A row at hand, such as a counter on record, with what can be tapped of it."""

    name: str
    row: pages.ReadyRow
    value: str
    wrong: str = ""


def answers_of(typed: Mapping[str, str]) -> dict[str, str]:
    """What a form or address says as answers; ticked boxes of a field become its words, and what
    was typed beside its taps counts before them.
    """
    texts = {
        key: text
        for key, text in typed.items()
        if ":" not in key and (key == "confirmed" or key not in OWN)
    }
    ticked = _ticked(typed)
    texts |= {name: ", ".join(values) for name, values in ticked.items()}
    for key, text in typed.items():
        name, _, value = key.partition(":")
        if value == ELSE and text.strip():
            texts[name] = f"{texts[name]}, {text}" if name in ticked else text
    _add(texts)
    return texts


def _ticked(typed: Mapping[str, str]) -> dict[str, list[str]]:
    """The values of ticked boxes, by their fields."""
    ticked: dict[str, list[str]] = {}
    for key, text in typed.items():
        name, _, value = key.partition(":")
        if value not in ("", ELSE) and text == TICKED:
            ticked.setdefault(name, []).append(value)
    return ticked


def adds(typed: Mapping[str, str]) -> bool:
    """Whether something was tapped that is not yet the whole answer."""
    return any(key.endswith(ADDED) for key in typed)


def _add(texts: dict[str, str]) -> None:
    """Puts what was tapped behind the answer that it belongs to."""
    for key in [key for key in texts if key.endswith(ADDED)]:
        name = key.removesuffix(ADDED)
        texts[name] = f"{texts.get(name, '')} {texts.pop(key)}".strip()


def carried(
    kind: type[Command], answers: pages.Answers, page: pages.AnyPage | None
) -> dict[str, str]:
    """The answers to other pages, which a form carries on; what no field knows is dropped."""
    here = ("confirmed",) if page is None else tuple(page.keys)
    fields = {*kind.__struct_fields__} - secret(kind)
    return {
        key: text
        for key, text in answers.items()
        if key.replace("/", ".").partition(".")[0] in fields and not key.startswith(here)
    }


def fits_an_address(form: pages.Answers) -> bool:
    """Whether what is carried on is short enough for an address."""
    return sum(len(key) + len(text.encode()) + 2 for key, text in form.items()) < ADDRESS_BYTES


def own_words_of(seen: Iterable[pages.AnyPage], typed: Mapping[str, str]) -> list[str]:
    """Where people's own words may stand: on pages that were seen, and where a form says so."""
    free = {
        f"{page.rows}.{question.key}" if page.rows else question.key
        for page in seen
        for question in page.questions
        if question.kind.is_free
    }
    return sorted({*free, *typed.get(OWN_WORDS, "").split()})


def has_own_words(places: Iterable[str], answers: pages.Answers) -> bool:
    """Whether people's own words are among the answers: from then on none stands in an address."""
    filled = [key for key, text in answers.items() if text.strip()]
    return any(_is_at(place, key) for place in places for key in filled)


def _is_at(place: str, key: str) -> bool:
    """Whether an answer is the one of a place, or the cell of a row: `losses.type`."""
    rows, _, cell = place.partition(".")
    is_cell = bool(cell) and key.startswith(f"{rows}.") and key.endswith(f".{cell}")
    return key == place or is_cell


def said(passed: Iterable[pages.AnyPage], answers: pages.Answers) -> tuple[SaidAnswer, ...]:
    """What was answered so far, in people's words; nothing that is secret."""
    return tuple(
        SaidAnswer(label, text, pages.first_key(page))
        for page in passed
        for label, text in _said_on(page, answers)
    )


def _said_on(page: pages.AnyPage, answers: pages.Answers) -> Iterator[tuple[str, str]]:
    """What was answered on a page, each answer behind its label; of rows how many there are."""
    if isinstance(page, pages.Page) and page.rows:
        if count := len(pages.rows_so_far(page, answers)):
            yield page.title or page.label, str(count)
        return
    for question in page.questions:
        text = answers.get(question.key, "").strip()
        if text and not question.is_secret:
            yield asked_as(question)[0], _in_words(question, text)


def _in_words(question: pages.Question, text: str) -> str:
    kind = question.kind
    one = kind.kind if isinstance(kind, answers.Several) else kind
    if not isinstance(one, answers.Choice):
        return text
    names = {option.value: option.name for option in one.options}
    read = kind.read(text)
    values = tuple(map(str, read)) if isinstance(read, tuple) else (str(read),)
    if all(value in names for value in values):
        return listed(names[value] for value in values)
    return text


# --- a place chosen on a picture ----------------------------------------------------------------


def hexes(
    rooms: LivePages[Any],
    state: Any,
    command: str,
    page: pages.AnyPage | None,
    typed: pages.Answers,
    own: Mapping[str, str],
) -> HexChoice | None:
    """The picture for a page that asks for one place, its ways and maps with their addresses; None
    where the game has none for it.

    People's own words are left out of its links: they stand in no address.
    `own` is what its links say besides: the key of the form, and where the interview began.
    """
    if page is None or page.rows or pages.is_secret(page):
        return None
    said = _without_own_words(page, typed)
    fixed = {**said, **own, "again": pages.first_key(page)}

    def address(more: Mapping[str, str]) -> str:
        return f"?{urlencode({**fixed, **more})}"

    keys = (one.key for one in page.questions if isinstance(one.kind, answers.MapPlace))
    asked = (HexRequest(command, key, said, own.get("around", "")) for key in keys)
    pictures = (_picture(rooms, state, one, address) for one in asked)
    return next((one for one in pictures if one is not None), None)


def _without_own_words(page: pages.AnyPage, typed: pages.Answers) -> dict[str, str]:
    free = {question.key for question in page.questions if question.kind.is_free}
    return {key: text for key, text in typed.items() if text and key not in OWN | free}


def _picture(
    rooms: LivePages[Any],
    state: Any,
    request: HexRequest,
    address: Callable[[Mapping[str, str]], str],
) -> HexChoice | None:
    choice = rooms.hexes(state, request, lambda place: address({request.field: place}))
    if choice is None:
        return None
    ways, maps = (
        tuple((name, address({"around": place})) for name, place in group)
        for group in (choice.ways, choice.maps)
    )
    return replace(choice, ways=ways, maps=maps)


# --- boxes --------------------------------------------------------------------------------------


def groups(
    page: pages.Page, typed: Mapping[str, str], errors: Mapping[str, str]
) -> tuple[Group, ...]:
    """The boxes of a page; of a table those of its rows, and of the blank ones below them."""
    if not page.rows:
        return (Group("", tuple(map(box_of, page.questions))),)
    numbers = pages.row_numbers(page.rows, typed)
    last = max(numbers, default=-1)
    if page.blanks:
        numbers = [one for one in numbers if _is_filled(page, typed, one)]
    blanks = page.blanks or (pages.BlankRow(f"{page.label} {len(numbers) + 1}"),)
    rows = [
        _group(page, number, _blank_of(page, typed, number, place), errors)
        for place, number in enumerate(numbers, 1)
    ]
    is_folded = bool(page.ready) and not page.blanks
    rows += [
        replace(_group(page, number, blank, errors), is_folded=is_folded)
        for number, blank in enumerate(blanks, last + 1)
    ]
    return tuple(rows)


def _is_filled(page: pages.Page, typed: Mapping[str, str], number: int) -> bool:
    """Whether a row says more than what its blank had in it."""
    head = f"{page.rows}.{number}"
    quiet = {f"{head}.{key}" for key in (*page.quiet, pages.TIMES)}
    return any(
        text.strip() and key not in quiet
        for key, text in typed.items()
        if key == head or key.startswith(f"{head}.")
    )


def _blank_of(
    page: pages.Page, typed: Mapping[str, str], number: int, place: int
) -> pages.BlankRow:
    """The blank that a row was made from; one of its own, with its place, where it was none."""
    head = f"{page.rows}.{number}."
    for blank in page.blanks:
        if all(typed.get(f"{head}{key}") == text for key, text in blank.cells.items()):
            return blank
    return pages.BlankRow(f"{page.label} {place}")


def _group(
    page: pages.Page, number: int, blank: pages.BlankRow, errors: Mapping[str, str]
) -> Group:
    """A row of a table."""
    name = f"{page.rows}.{number}"
    shown = (one for one in page.questions if one.key not in blank.cells)
    cells = (box_of(replace(one, key=f"{name}.{one.key}")) for one in shown)
    boxes = tuple(replace(box, is_required=False) for box in cells)
    if page.repeats:
        taps = tuple(Option(str(count)) for count in pages.ALIKE.usual)
        boxes += (
            FormField(
                f"{name}.{pages.TIMES}", "How many", "", "chips", False, options=taps,
                stands="1",
            ),
        )  # fmt: skip
    fixed = {f"{name}.{key}": text for key, text in blank.cells.items()}
    return Group(blank.title, boxes, capital(errors.get(name, "")), name, fixed)


def row_cards(
    page: pages.Page, typed: Mapping[str, str], errors: Mapping[str, str]
) -> tuple[RowCard, ...]:
    """The rows at hand of a table, each with its answer so far."""
    is_new = not any(key.startswith((f"{page.rows}/", f"{page.rows}.")) for key in typed)
    return tuple(
        RowCard(
            name,
            one,
            one.stands if is_new and page.rows not in typed else typed.get(name, ""),
            capital(errors.get(name, "")),
        )
        for one in page.ready
        for name in (f"{page.rows}/{one.key}",)
    )


def foot(page: pages.Page, typed: Mapping[str, str]) -> tuple[str, ...]:
    """What the rows so far come to."""
    return page.so_far(pages.rows_so_far(page, typed)) if page.so_far else ()


def at_once(page: pages.AnyPage | None) -> FormField | None:
    """The only question of a page, where a tap answers it and goes on."""
    if page is None or page.rows or page.is_private or len(page.questions) != 1:
        return None
    box = box_of(page.questions[0])
    return box if box.is_tapped_at_once(TICKS) else None


MEANING = re.compile(r"(?!.*(:|such as))(the|who|whose|what|which|where|why|how|its|to whom)\b.{6}")
"""The meaning of a field that says what to answer; another is an example or a fact."""


def asked_as(question: pages.Question) -> tuple[str, str]:
    """What a screen asks, and what it says beside it: a field that no interview words is called by
    its meaning, not by its name. What the meaning adds behind a semicolon stands beside it.
    """
    label, tip = question.label, question.tip
    if label != capital(question.key.replace("_", " ")) or not MEANING.match(tip):
        return label, tip
    meaning, _, beside = tip.partition("; ")
    asks = f"{capital(meaning)}?" if meaning.startswith("who ") else capital(meaning)
    return (asks if _words(meaning) - _words(label) else label, beside)


def box_of(question: pages.Question) -> FormField:
    """The box of a question."""
    kind, options = _kind(question.kind)
    label, tip = asked_as(question)
    shown = (label, *(f"{one.name} {one.about}" for one in options if kind != "yes-no"))
    return FormField(
        question.key,
        label,
        tip if _words(tip) - _words(*shown) else "",
        kind,
        not question.is_optional,
        is_rare=question.is_rare,
        asks=question.kind,
        options=options,
        is_open=_is_open(question.kind),
        stands=question.stands,
    )


def _words(*texts: str) -> set[str]:
    """What texts say, to see whether a hint says more than the label and the choices above it."""
    return {*re.findall(r"\w+", " ".join(texts).casefold())} - {"or", "and", "the"}


_BOXES: tuple[tuple[type, str], ...] = (
    (tapped.Count, "count"),
    (tapped.Tick, "tick"),
    (tapped.Grouped, "grouped"),
    (tapped.Squares, "squares"),
    (tapped.Pad, "pad"),
    (answers.YesNo, "yes-no"),
    (answers.Number, "number"),
    (answers.Day, "day"),
    (answers.Moment, "moment"),
    (answers.Several, "words"),
    (answers.Either, "words"),
)
"""What the box of a kind of answer looks like; any other's is a line."""


def _kind(kind: answers.Kind) -> tuple[str, tuple[Option, ...]]:
    """What a kind of answer looks like, and what can be chosen now."""
    box = next((box for known, box in _BOXES if isinstance(kind, known)), "line")
    match box, kind:
        case "yes-no", _:
            return box, YES_NO
        case "number", answers.Number() if numbers := _numbers(kind):
            return "chips", tuple(Option(str(one)) for one in numbers)
        case "words", answers.Several(kind=answers.Choice(options=options)) if _are_ticked(options):
            return "choices", _taps(options)
        case _, answers.Choice(options=options) if options:
            return "choice" if box == "line" else box, _taps(options)
        case _, answers.Text(is_long=True):
            return "text", ()
    return box, ()


def _are_ticked(options: Sequence[Option]) -> bool:
    """Whether options are few enough to be ticked, or most of them are folded away."""
    return bool(options) and sum(not one.is_far for one in options) <= TICKS


def _numbers(kind: answers.Number) -> Iterable[int]:
    """The numbers that are tapped: the usual ones, or all of a few."""
    if kind.usual or kind.lowest is None or kind.highest is None:
        return kind.usual
    every = range(kind.lowest, kind.highest + 1)
    return every if len(every) <= CHIPS else ()


def _is_open(kind: answers.Kind) -> bool:
    """Whether something else than what is tapped may be typed."""
    one = kind.kind if isinstance(kind, answers.Several) else kind
    if isinstance(one, answers.Number):
        return bool(one.usual) and one.highest != one.usual[-1]
    return isinstance(one, answers.Choice) and one.is_open


def _taps(options: Iterable[Option]) -> tuple[Option, ...]:
    """The options that can be chosen now."""
    return tuple(one for one in options if not one.refused)


def why_not(page: pages.Page) -> tuple[tuple[str, str], ...]:
    """What cannot be chosen now, each with the reason."""
    kinds = (question.kind for question in page.questions)
    options = (one for kind in kinds if isinstance(kind, answers.Choice) for one in kind.options)
    return tuple((one.name, one.refused) for one in options if one.refused)


def ticked(page: pages.Page, answers: pages.Answers) -> dict[str, str]:
    """The answers as the boxes show them: those of ticked boxes one by one. Before the page was
    sent a box has what it starts with.
    """
    shown = {**_standing(page, answers), **answers}
    boxes = dict(shown)
    for question in page.questions:
        for key, text in shown.items():
            is_its = key == question.key or (page.rows and key.endswith(f".{question.key}"))
            if is_its and _kind(question.kind)[0] == "choices":
                values = question.kind.read(text)
                if isinstance(values, tuple):
                    boxes |= {f"{key}:{value}": TICKED for value in values}
    return boxes


def _standing(page: pages.Page, answers: pages.Answers) -> dict[str, str]:
    """What boxes have in them before a page was sent."""
    if any(question.key in answers for question in page.questions):
        return {}
    return {one.key: one.stands for one in page.questions if one.stands}
