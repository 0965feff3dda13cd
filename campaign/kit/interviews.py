"""What is asked of whoever acts: the fields of an act, from the file. Pure."""

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaign.kernel.decisions import Command
from campaign.kernel.interview.answers import Choice, Kind, Number, Option, Text
from campaign.kernel.interview.asking import Given, Interviews
from campaign.kernel.interview.by_type import assembled
from campaign.kernel.interview.pages import Confirm, Fields, Interview, Page, Question
from campaign.kit.commands import ConfirmAct, DeclineAct, EndPhase, OpenChoices, PlayAct, SealChoice
from campaign.kit.language.kinds import IT, Bool, Num, OneWord, Row
from campaign.kit.play import acts, phases, secrets
from campaign.kit.play.working import of_act
from campaign.kit.reading.parts import ActField, ActRule
from campaign.kit.state import State, read_value
from campaign.text.english import capital, listed
from campaign.text.json_values import JsonObject

# --- choices --------------------------------------------------------------------------------------


def _acts(state: State, kind: type[Command] | None = None) -> Choice:
    """The acts that a command is for, or all; those with their time first."""
    options = []
    for act in state.rules.acts.values():
        if kind is not None and act.secret == (kind is PlayAct):
            continue
        late = acts.untimely(state, act, "")
        options.append(Option(act.key, act.does, refused=late.in_place if late else ""))
    options.sort(key=lambda one: bool(one.refused))
    return Choice(tuple(options), is_open=True)


def _house(state: State) -> Choice:
    """The switches of the club."""
    house = state.rules.house.values()
    return Choice(tuple(Option(one.name, one.ask) for one in house), is_open=True)


CHOICES: Mapping[str, Callable[[State], Choice]] = {"acts": _acts, "house": _house}

# --- the fields of an act -------------------------------------------------------------------------


class ActForm(NamedTuple):
    """An act while it is filled in."""

    state: State
    act: ActRule
    seat: str
    values: Mapping[str, str]
    is_screen: bool
    """Whether only what is offered can be chosen; else the rules say what is wrong with it."""

    def question(self, field: ActField, *, is_secret: bool) -> Question:
        """What is asked for a field."""
        kind = field.column.kind
        is_optional = isinstance(kind, Row) and kind.optional
        label, asked = acts.label(field), self._kind(field)
        return Question(f"values/{field.name}", label, asked, is_optional, is_secret=is_secret)

    def _kind(self, field: ActField) -> Kind:
        """How a field is answered; rows that the rules bar now say so."""
        match field.column.kind:
            case Num(low=low, high=high):
                return Number(low, high)
            case Bool():
                return Choice((Option("yes", "Yes"), Option("no", "No")))
            case OneWord(words=words):
                return Choice(tuple(Option(word, word.replace("_", " ")) for word in words))
            case Row(table=table, optional=optional):
                options = (
                    Option(row, str(held[0]), refused=self._barred(field, row))
                    for row, held in self.state.tables[table].items()
                )
                nobody = [Option("none", "Nobody")] if optional else []
                return Choice((*options, *nobody), is_open=not self.is_screen)
        return Text()

    def _barred(self, field: ActField, row: str) -> str:
        """Why a row cannot be chosen, given the other answers; empty if it can, or if that depends
        on one that is still to come.
        """
        if field.where is None:
            return ""
        known = {
            one.name: read_value(one.column.kind, self.values[one.name])
            for one in self.act.asked
            if one.name in self.values
        }
        if not (field.where.uses - {field.name}) <= known.keys():
            return ""
        env = of_act(self.state, self.act, self.seat, {**known, field.name: row})
        env[IT] = row
        if field.where.run(env):
            return ""
        return str(field.say.run(env)) if field.say else "the rules bar it now"


Asking = Generator[Page | Confirm, Any, dict[str, Any]]
"""A part of an interview that returns the answers so far."""


def asks(state: State, form: Given) -> Interview:
    """Which act, for which seat, then its fields: a page for those whose choices are known."""
    answers = yield from _asks_which(state, form)
    if not {"choice", "commitment"}.isdisjoint(form.answers):
        return assembled({**form.answers, **answers})
    act = state.rules.acts.get(str(answers.get("act_name")))
    if form.kind is OpenChoices:
        answers |= yield form.page("why")
        return answers
    if act is not None:
        # a screen says first that an act has not its time; what was filled in may be of no field
        late = acts.untimely(state, act, "") if form.is_screen else None
        if refused := late or acts.strange_field(act, _filled(form.answers)):
            return refused
        answers = yield from _asks_fields(state, form, act, answers)
    fields = assembled(answers)
    filled = (fields.get("values") or {}).items()
    return {**fields, "values": {name: str(one) for name, one in filled if one is not None}}


def _asks_which(state: State, form: Given) -> Asking:
    """The act; where only one can be meant, nobody is asked."""
    offered = _acts(state, form.kind)
    is_clear = len(offered.options) == 1 and form.kind is not PlayAct
    if is_clear and "act_name" not in form.answers:
        return {"act_name": offered.options[0].value}
    which = replace(form.page("act_name").questions[0], label="What?", kind=offered)
    return dict((yield Page((which,))))


def _asks_fields(state: State, form: Given, act: ActRule, answers: dict[str, Any]) -> Asking:
    """The seat, where it is not clear, and the fields; those of a sealed choice unseen."""
    is_sealed, seat = form.kind is SealChoice, ""
    if act.by == "seat":
        answers |= yield from _asks_seat(state, form)
        seat = str(answers.get("seat") or next(iter(state.campaign.seats_of(form.by)), ""))
    for fields in [list(act.asked)] if is_sealed else _pages(act):
        here = ActForm(state, act, seat, _filled(answers), form.is_screen)
        asked = tuple(here.question(field, is_secret=is_sealed) for field in fields)
        answers |= yield Page(asked)
    return answers


def _asks_seat(state: State, form: Given) -> Asking:
    """For which seat; whoever plays one alone is not asked."""
    held = state.campaign.seats_of(form.by)
    if len(held) == 1 and "seat" not in form.answers:
        return {}
    seats = tuple(Option(one, state.seat_name(one)) for one in held or state.tables["seats"])
    return dict((yield Page((Question("seat", "Which seat?", Choice(seats, is_open=True)),))))


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


# --- what waits to be confirmed -------------------------------------------------------------------


def asks_number(state: State, form: Given) -> Interview:
    """Which of the acts that wait."""
    (question,) = form.page("number").questions
    options = tuple(
        Option(str(number), phases.request_in_words(state, number)) for number in state.waiting
    )
    if options:
        question = replace(question, label="Which?", kind=Choice(options), check=int)
    if len(options) == 1 and "number" not in form.answers:
        answers = {"number": int(options[0].value)}
    else:
        answers = dict((yield Page((question,))))
    if form.kind is DeclineAct:
        answers |= yield form.page("reason")
    return assembled(answers)


def what_is_owed(state: State, fields: Fields, private: Callable[[], JsonObject]) -> Confirm | None:
    """What is left undone where a phase ends or sealed choices are opened."""
    name = fields.get("act_name")
    left = [one for one in phases.owed(state) if name is None or one.act == name]
    if not left:
        return None
    lines = tuple(
        capital(f"{phases.who(state, one)} still has to {phases.does(state, one)}.") for one in left
    )
    lines += tuple(_asked(state, name))
    return Confirm(lines, "Go on all the same?")


def _asked(state: State, name: object) -> Iterator[str]:
    """Whose devices are asked first, where choices are opened without the absent."""
    for act in secrets.unopened(state):
        waits = secrets.late(state, act)
        if waits.is_unasked and act.key == name:
            silent = listed(map(state.seat_name, waits.silent))
            yield f"Nobody seals any more then, and {silent} can hand in what a device sealed."
            yield "Nothing is opened before you open once more."


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
