"""What an act asks: its own questions, or what its fields say; then what the rules miss. Pure.

Three sources, in this order:

1. the types of a command's fields, with `about("the piece", choices="arriving")`;
2. the act's own `asked(state, given)`, which takes the place of the first;
3. the rules: a trial decision that refuses because something is missing asks for that.
"""

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, get_args, get_origin

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import About, Command, Refused, secret
from campaign.kernel.interview.answers import Choice, Kind, Option, Text
from campaign.kernel.interview.by_type import (
    Offers,
    extended,
    field_of,
    fields_of,
    fits,
    merged,
    pages,
    plan,
    scalar,
    types_of,
)
from campaign.kernel.interview.pages import (
    Answers,
    AnyPage,
    Barred,
    Confirm,
    Fields,
    Interview,
    Page,
    Question,
    is_secret,
)
from campaign.kernel.members import S
from campaign.kernel.terminal.steps import Unfit as Invalid
from campaign.text import english, json_values
from events.base import Event

ROUNDS = 20
"""So many things the rules may ask for, one after the other; more would be going in circles."""

Trial = Callable[[Fields], Refused | None]
"""Why an act would be refused with these fields, as far as can be told without a secret."""


class PastEvent(msgspec.Struct, frozen=True):
    """An event as it counts, and how things stood after it."""

    state: Any
    event: Event


def no_other(kind: str, state: Any, answers: Answers) -> Interview:
    """Where no other command is asked for inside an act."""
    raise NotImplementedError
    yield


class Given(msgspec.Struct, frozen=True):
    """What an act's own questions know besides the state."""

    kind: type[Command]
    known: Offers
    by: str = "host"
    """The member who answers."""
    answers: Answers = {}
    trial: Trial = lambda fields: None
    is_script: bool = False
    """Whether nobody is asked: then the rules speak once it is sent, but before a secret."""
    is_screen: bool = False
    """Whether the questions are shown as screens, to be tapped."""
    past: Callable[[int], PastEvent | None] = lambda version: None
    """An event by its version; None where there is none."""
    inner: Callable[[str, Any, Answers], Interview] = no_other
    """The questions of another command, by its name, as things stand in a state."""

    def page(self, *fields: str) -> Page:
        """The questions of some fields, as their types say them."""
        planned = [page for page in plan(self.kind, self.known) if field_of(page) in fields]
        planned.sort(key=lambda page: fields.index(field_of(page)))
        if len(planned) == 1:
            return planned[0]
        return Page(tuple(question for page in planned for question in page.questions))

    def judged(self, field: str, fields: Fields) -> Page:
        """The question of a field, where each option that a rule forbids now says why."""
        page = self.page(field)
        kind = page.questions[0].kind
        if self.is_script or not isinstance(kind, Choice):
            return page
        options = tuple(self._judged(one, {**fields, field: one.value}) for one in kind.options)
        return Page((replace(page.questions[0], kind=replace(kind, options=options)),))

    def _judged(self, option: Option, fields: Fields) -> Option:
        refused = self.forbids(fields)
        return option if refused is None else replace(option, refused=refused.in_place)

    def forbids(self, fields: Fields, *, before_secret: bool = False) -> Refused | None:
        """The rule that forbids the act whatever else is answered."""
        refused = None if self.is_script and not before_secret else self.trial(fields)
        if refused is None or refused.rule is None or refused.about.missing:
            return None
        return refused


Asks = Callable[[Any, Given], Interview]
"""An act's own questions, given the state; returns its fields."""
Consequences = Callable[[Any, Fields, Callable[[], json_values.JsonObject]], Confirm | None]
"""What follows or cannot be taken back, given the state, the fields with who sends them (`by`), and
what only the sender may see.
"""


class Interviews(msgspec.Struct, Generic[S], frozen=True):
    """What a chapter of a game brings to interviews."""

    choices: Mapping[str, Callable[[S], Choice]] = {}
    """The options of fields that name them in `about(…, choices=…)`."""
    asked: Mapping[type[Command], Asks] = {}
    """The questions of acts that ask more than their fields say."""
    consequences: Mapping[type[Command], Consequences] = {}
    """What somebody must know who sends an act."""
    keyed: Mapping[str, Callable[[S, str], str | Invalid]] = {}
    """For a field with a value by key: the key of a word that was given without one."""


class AskingPart(NamedTuple):
    """Where commands have their questions."""

    commands: Collection[type[Command]]
    read: Callable[[], Interviews[Any]]
    """Imports what only those need who ask."""


class Asking(msgspec.Struct, Generic[S], frozen=True):
    """What a game brings to interviews; each part is read when something of it is asked."""

    parts: tuple[AskingPart, ...] = ()
    choices: Callable[[], Mapping[str, Callable[[S], Choice]]] = dict
    """The options of fields that commands of several parts have."""
    rare: frozenset[str] = frozenset()
    """Fields of commands that are seldom filled in: a form folds them away, where it may."""

    def of(self, kind: type[Command]) -> Interviews[S]:
        """The part of a command."""
        own = (part for part in self.parts if kind in part.commands)
        return next((part.read() for part in own), Interviews())

    def choice(self, kind: type[Command], name: str) -> Callable[[S], Choice] | None:
        """The options of a field of a command."""
        return self.of(kind).choices.get(name) or self.choices().get(name)


def within(field: str, inner: Interview) -> Generator[AnyPage, Any, Fields | Refused]:
    """The pages of another interview, whose answers all go into a field."""
    values: object = None
    head = f"{field}/"
    while True:
        try:
            page = inner.send(values)
        except StopIteration as end:
            result = end.value.refused if isinstance(end.value, Barred) else end.value
            if isinstance(result, Refused):
                key = "/".join(filter(None, (result.about.field, result.about.key)))
                about = replace(result.about, field=field, key=key, missing=False)
                return replace(result, about=about)
            fields: Fields = result
            return fields
        if isinstance(page, Confirm):
            values = yield page
        elif page.rows:
            values = yield inside(field, page)
        else:
            inner_values = yield inside(field, page)
            values = {key.removeprefix(head): value for key, value in inner_values.items()}


def inside(field: str, page: Page) -> Page:
    """A page whose answers go into a field."""
    if page.rows:
        return replace(page, rows=f"{field}/{page.rows}")
    asked = tuple(replace(one, key=f"{field}/{one.key}") for one in page.questions)
    return replace(page, questions=asked)


def answers_within(field: str, answers: Answers) -> Answers:
    """The answers that go into a field, by their keys there."""
    head = f"{field}/"
    return {key.removeprefix(head): text for key, text in answers.items() if key.startswith(head)}


# --- a whole interview --------------------------------------------------------------------------


def interview(
    kind: type[Command],
    known: Offers,
    own: Interview | None,
    trial: Trial = lambda fields: None,
    answers: Answers | None = None,
    follows: Callable[[Fields], Confirm | None] = lambda fields: None,
    *,
    is_script: bool = False,
) -> Interview:
    """All questions of an act: its own, or by the types of its fields; then what the rules miss.

    What else the `answers` say of its fields counts as well, unless they come from pages. Secrets
    are asked last, without a trial: nothing asked after them could be sent with them. A script is
    asked for what its command cannot be sent without; the rules judge the rest.
    """
    fields, has_secret = yield from _shown(kind, known, own, answers, is_script=is_script)
    if isinstance(fields, Refused | Barred):
        return fields
    last = tuple(filter(is_secret, pages(kind, known))) if own is None else ()
    if not has_secret and all(one.is_optional for page in last for one in page.questions):
        fields, _, has_secret = yield from _watched(_by_rules(kind, known, fields, trial))
        if isinstance(fields, Refused | Barred):
            return fields
    if not has_secret:
        fields = merged(fields, (yield from _all(kind, last)))
    return (yield from _confirmed(kind, fields, follows(fields)))


def _confirmed(kind: type[Command], fields: Fields, confirm: Confirm | None) -> Interview:
    """The fields, once somebody agrees to what follows from them."""
    if confirm is None:
        return fields
    yield confirm
    return {**fields, "confirmed": True} if "confirmed" in kind.__struct_fields__ else fields


def _shown(
    kind: type[Command],
    known: Offers,
    own: Interview | None,
    answers: Answers | None,
    *,
    is_script: bool,
) -> Generator[AnyPage, Any, tuple[Fields | Refused | Barred, bool]]:
    """What is asked before the rules speak, and whether something secret was."""
    first = own
    if first is None:
        first = _all(kind, (page for page in pages(kind, known) if not is_secret(page)))
    fields, asked, has_secret = yield from _watched(first, kind if is_script else None)
    if own is not None and answers is not None and not isinstance(fields, Refused | Barred):
        unasked = _unasked(kind, known, answers, asked, has_secret=has_secret)
        fields = merged((yield from _all(kind, unasked)), fields)
    return fields, has_secret


def _unasked(
    kind: type[Command], known: Offers, answers: Answers, asked: frozenset[str], *, has_secret: bool
) -> Iterator[Page]:
    """Pages for what was answered without being asked, such as an option of the command line."""
    new = answers.keys() - asked
    for page in sorted(plan(kind, known), key=is_secret):  # nothing is passed on behind a secret
        if page.rows:
            if page.rows not in asked and _has_rows(page, new):
                yield page
            continue
        more = tuple(one for one in page.questions if one.key in new)
        if more and not (has_secret and is_secret(page)):
            yield Page(more)


def _has_rows(page: Page, keys: Iterable[str]) -> bool:
    """Whether some keys are of the rows of a page."""
    return any(key.startswith((f"{page.rows}.", f"{page.rows}/")) for key in keys)


def _all(kind: type[Command], asked: Iterable[Page]) -> Generator[AnyPage, Any, Fields]:
    """Asks one page after the other."""
    fields: Fields = {}
    for page in asked:
        values = yield page
        fields = merged(fields, fields_of(kind, page, values))
    return fields


def _watched(
    asking: Interview, sent: type[Command] | None = None
) -> Generator[AnyPage, Any, tuple[Fields | Refused | Barred, frozenset[str], bool]]:
    """What an interview returns, the keys that it asked for, and whether one was secret.

    With `sent` only what that command cannot be sent without is needed.
    """
    values: object = None
    asked: set[str] = set()
    has_secret = False
    while True:
        try:
            page = asking.send(values)
        except StopIteration as end:
            return end.value, frozenset(asked), has_secret
        if isinstance(page, Page):
            has_secret = has_secret or is_secret(page)
            asked |= set(page.keys)
            page = page if sent is None else _bare_needs(page, sent)
        values = yield page


def _bare_needs(page: Page, kind: type[Command]) -> Page:
    """A page of which only those questions are needed whose fields the command must have."""
    needed = {one.name for one in msgspec.structs.fields(kind) if one.required}
    questions = (
        one if one.is_secret or one.key in needed else replace(one, is_optional=True)
        for one in page.questions
    )
    return page if page.rows else replace(page, questions=tuple(questions))


def _by_rules(kind: type[Command], known: Offers, fields: Fields, trial: Trial) -> Interview:
    """What a trial decision misses, until nothing is missing."""
    secrets = secret(kind)
    refused, before = trial(fields), None
    for _ in range(ROUNDS):
        page = missing(kind, known, refused.about) if refused is not None else None
        if refused is None or page is None or refused == before:
            break
        before = refused
        values = yield page
        fields = extended(kind, fields, page, values)
        if is_secret(page):
            return fields
        refused = trial(fields)
    if refused is None or (secrets and refused.rule is None):  # a secret, asked last, may be all
        return fields
    return Barred(refused, fields)


def missing(kind: type[Command], known: Offers, about: About) -> Page | None:
    """The page that asks for what a refusal misses; None where it misses nothing."""
    if not about.missing or about.field not in kind.__struct_fields__:
        return None
    planned = [one for one in plan(kind, known) if field_of(one) == about.field]
    if about.key and (about.answers or get_origin(types_of(kind)[about.field]) is dict):
        return _missing_value(kind, known, about, planned)
    return _missing_field(about, planned[0]) if planned else None


def _missing_value(
    kind: type[Command], known: Offers, about: About, planned: Iterable[Page]
) -> Page:
    """The page for one value of a field that has several."""
    key, label = f"{about.field}/{about.key}", english.capital(about.prompt)
    inner = next((one for page in planned for one in page.questions if one.key == key), None)
    if inner is None:
        cell, check = _value_of(kind, known, about.field)
        inner = Question(key, about.key.replace("-", " "), cell or Text(), check=check)
    choice = Choice(tuple(map(Option, about.answers))) if about.answers else inner.kind
    asked = replace(inner, label=label or inner.label, kind=choice, is_optional=False)
    return Page((replace(asked, is_rare=False),))


def _missing_field(about: About, page: Page) -> Page:
    """The page for a whole field: its rows, or its questions."""
    label = english.capital(about.prompt)
    notes = (label,) if label else ()
    if page.rows:
        return replace(page, least=1, notes=notes)
    answers = tuple(map(Option, about.answers))
    questions = [one for one in page.questions if one.key.partition("/")[0] == about.field]
    are_several = len(questions) > 1
    asked = (
        replace(
            one,
            label=one.label if are_several or not label else label,
            kind=Choice(answers) if answers else one.kind,
            is_optional=are_several,
            is_rare=False,
        )
        for one in questions
    )
    return Page(tuple(asked), notes=notes if are_several else ())


def _value_of(
    kind: type[Command], known: Offers, field: str
) -> tuple[Kind | None, Callable[[Any], object | Invalid]]:
    """The kind of a map's or a list's values, and what checks one."""
    plain = types_of(kind)[field]
    args = get_args(plain)
    value = args[1] if get_origin(plain) is dict else args[0] if args else plain
    return scalar(value, f"{field}:", known), fits(kind, value, known)
