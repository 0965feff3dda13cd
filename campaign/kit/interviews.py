"""What is asked of whoever acts: the fields of an act, from the file. Pure."""

from collections.abc import Callable, Generator, Mapping
from typing import Any

from msgspec.structs import replace

from campaign.kernel.decisions import Command
from campaign.kernel.interview.answers import Choice, Kind, Number, Option, Text, YesNo
from campaign.kernel.interview.asking import Given, Interviews
from campaign.kernel.interview.by_type import assembled
from campaign.kernel.interview.pages import Confirm, Fields, Interview, Page, Question
from campaign.kit.commands import (
    ConfirmAct,
    DeclineAct,
    EndPhase,
    OpenChoices,
    PlayAct,
    SealChoice,
)
from campaign.kit.language.kinds import IT, Bool, Num, OneWord, Row
from campaign.kit.language.kinds import OneLine as Line
from campaign.kit.play import acts, phases
from campaign.kit.play.working import of_act
from campaign.kit.reading.parts import ActField, ActRule
from campaign.kit.showing import tasks
from campaign.kit.state import State, read_value
from campaign.text.english import capital
from campaign.text.json_values import JsonObject

# --- choices --------------------------------------------------------------------------------------


def _acts(state: State) -> Choice:
    """The acts of the rules, those with their time first."""
    options = []
    for act in state.rules.acts.values():
        late = acts.untimely(state, act, "")
        options.append(Option(act.key, act.does, refused=late.in_place if late else ""))
    options.sort(key=lambda one: bool(one.refused))
    return Choice(tuple(options), is_open=True)


def _house(state: State) -> Choice:
    """The switches of the club."""
    house = state.rules.house.items()
    return Choice(tuple(Option(name, rule.ask) for name, rule in house), is_open=True)


CHOICES: Mapping[str, Callable[[State], Choice]] = {"acts": _acts, "house": _house}


def _of(state: State, kind: type[Command]) -> Choice:
    """The acts that a command is for: those that are sealed, or the others."""
    sealed = kind is not PlayAct
    acts_of = [key for key, act in state.rules.acts.items() if act.secret == sealed]
    known = _acts(state)
    return replace(known, options=tuple(one for one in known.options if one.value in acts_of))


# --- the fields of an act -------------------------------------------------------------------------


def kind_of(
    state: State, act: ActRule, field: ActField, seat: str, values: Mapping[str, str]
) -> Kind:
    """How a field is answered; rows that the rules bar now say so."""
    match field.column.kind:
        case Num(low=low, high=high):
            return Number(low, high)
        case Bool():
            return Choice((Option("yes", "Yes"), Option("no", "No")))
        case OneWord(words=words):
            return Choice(tuple(Option(word, word.replace("_", " ")) for word in words))
        case Line():
            return Text()
        case Row(table=table, optional=optional):
            rows = [(row, str(held[0])) for row, held in state.tables[table].items()]
            options = [
                Option(row, name, refused=_barred(state, act, field, seat, values, row))
                for row, name in rows
            ]
            nobody = [Option("none", "Nobody")] if optional else []
            return Choice((*options, *nobody), is_open=True)
    return YesNo()


def _barred(
    state: State, act: ActRule, field: ActField, seat: str, values: Mapping[str, str], row: str
) -> str:
    """Why a row cannot be chosen, given the other answers; empty if it can, or if that depends on
    one that is still to come.
    """
    if field.where is None:
        return ""
    known = {
        one.name: read_value(one.column.kind, values[one.name])
        for one in act.asked
        if one.name in values
    }
    if not (field.where.uses - {field.name}) <= known.keys():
        return ""
    env = of_act(state, act, seat, {**known, field.name: row})
    env[IT] = row
    if field.where.run(env):
        return ""
    return str(field.say.run(env)) if field.say else "the rules bar it now"


def _question(
    state: State, act: ActRule, field: ActField, seat: str, values: Mapping[str, str]
) -> Question:
    kind = field.column.kind
    optional = isinstance(kind, Row) and kind.optional
    asked = kind_of(state, act, field, seat, values)
    return Question(f"values/{field.name}", acts.label(field), asked, is_optional=optional)


Asking = Generator[Page | Confirm, Any, dict[str, Any]]
"""A part of an interview that returns the answers so far."""


def asks(state: State, form: Given) -> Interview:
    """Which act, for which seat, then its fields: a page for those whose choices are known."""
    answers = yield from _asks_which(state, form)
    act = state.rules.acts.get(str(answers.get("act_name")))
    if form.kind is OpenChoices:
        answers |= yield form.page("why")
    elif act is not None:
        answers = yield from _asks_fields(state, form, act, answers)
    return _as_texts(assembled(answers)) if "values" in form.kind.__struct_fields__ else answers


def _asks_which(state: State, form: Given) -> Asking:
    """The act; where only one can be meant, nobody is asked."""
    offered = _of(state, form.kind)
    is_clear = len(offered.options) == 1 and form.kind is not PlayAct
    if is_clear and "act_name" not in form.answers:
        return {"act_name": offered.options[0].value}
    which = replace(form.page("act_name").questions[0], label="What?", kind=offered)
    return dict((yield Page((which,))))


def _asks_fields(state: State, form: Given, act: ActRule, answers: dict[str, Any]) -> Asking:
    """The seat, where it is not clear, and the fields; those of a sealed choice unseen."""
    seat, is_sealed = "", form.kind is SealChoice
    held = state.campaign.seats_of(form.by)
    if act.by == "seat" and (len(held) != 1 or "seat" in form.answers):
        answers |= yield form.page("seat")
        seat = str(answers.get("seat") or "")
    elif act.by == "seat":
        seat = held[0]
    for fields in [list(act.asked)] if is_sealed else _pages(act):
        filled = _filled(answers)
        asked = (_question(state, act, one, seat, filled) for one in fields)
        answers |= yield Page(tuple(replace(one, is_secret=is_sealed) for one in asked))
    return answers


def _pages(act: ActRule) -> list[list[ActField]]:
    """The fields in their order, with a new page where choices depend on an answer before."""
    pages: list[list[ActField]] = []
    here: set[str] = set()
    for field in act.asked:
        needs = (field.where.uses if field.where else frozenset()) - {field.name}
        if not pages or needs & here:
            pages.append([])
            here = set()
        pages[-1].append(field)
        here.add(field.name)
    return pages


def _filled(answers: Mapping[str, Any]) -> dict[str, str]:
    return {
        key.partition("/")[2]: str(value)
        for key, value in answers.items()
        if key.startswith("values/") and value is not None
    }


def _as_texts(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Values as they are typed, which is how acts hold them."""
    values = fields.get("values") or {}
    texts = {name: str(value) for name, value in values.items() if value is not None}
    return {**fields, "values": texts}


# --- what waits to be confirmed -------------------------------------------------------------------


def asks_number(state: State, form: Given) -> Interview:
    """Which of the acts that wait."""
    page = form.page("number")
    options = tuple(
        Option(str(number), tasks.request_in_words(state, number)) for number in state.waiting
    )
    answers = dict((yield page)) if len(options) != 1 or "number" in form.answers else {}
    if not answers:
        answers = {"number": int(options[0].value)}
    rest = [name for name in ("reason",) if name in form.kind.__struct_fields__]
    if rest:
        answers |= yield form.page(*rest)
    return assembled(answers)


def what_is_owed(state: State, fields: Fields, private: Callable[[], JsonObject]) -> Confirm | None:
    """What is left undone where a phase ends or sealed choices are opened."""
    name = fields.get("act_name")
    left = [one for one in phases.owed(state) if name is None or one.act == name]
    if not left:
        return None
    lines = tuple(
        capital(f"{tasks.who(state, one)} still has to {tasks.does(state, one)}.") for one in left
    )
    return Confirm(lines, "Go on all the same?")


INTERVIEWS = Interviews[State](
    consequences={OpenChoices: what_is_owed, EndPhase: what_is_owed},
    asked={
        PlayAct: asks,
        SealChoice: asks,
        OpenChoices: asks,
        ConfirmAct: asks_number,
        DeclineAct: asks_number,
    },
)
