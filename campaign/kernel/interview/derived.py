"""A verb made from its command: its arguments and options, and a course that asks the rest. Pure.

    class PlacePiece(Command):
        verb = "place PIECE [WHERE]"     # all other fields are options
        in_short = "Place an arriving piece on the map."
        example = "campaign place club scout A12"

    VERBS = (derived(PlacePiece),)

What is typed are answers, by the keys of the questions; a person at a terminal is asked the rest.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, get_args, get_origin

import msgspec

from campaign.kernel.decisions import SECRET, About, Command, Refused
from campaign.kernel.interview import by_type
from campaign.kernel.interview.answers import Choice, Kind, Option, Several
from campaign.kernel.interview.asking import missing
from campaign.kernel.interview.pages import (
    Complete,
    Confirm,
    Fields,
    Forbidden,
    Interview,
    NextPage,
    Outcome,
    Page,
    Question,
    as_answers,
    by_words,
    is_secret,
    run,
    value_of,
)
from campaign.kernel.terminal import steps, verbs
from campaign.text.english import capital, listed, near
from events.seats import Seat

HIDDEN = ("by", "id", "confirmed")
NOT_ANSWERS = ("by", "id", "command")
FROM = verbs.VerbOption(
    "--from",
    "Answers from a TOML or JSON file.",
    verbs.FilePath(),
    metavar="FILE",
    called="from_file",
)
AGREED = verbs.Flag(
    "--yes", "Answer yes in advance to what cannot be taken back.", called="confirmed"
)
SCHEMA = verbs.Flag("--schema", "Print what the file may hold, as a JSON schema.")
PIPED = "-"
"""Typed for a secret, it has it read from standard input."""
PAIR = re.compile(r",(?=[\w-]+=)")
"""Between pairs that are typed as one word: `E=2,A=1`."""
LONG = 4
"""So many answers are shown again where they were in vain."""
CAMPAIGN = "name"
"""How a verb calls its campaign, so that an option `--name` is handed on under another name."""
SEAT = "seat"
"""The kind of a parameter that names a seat; the shell completes them."""
ASKS = 100
"""So many questions may be asked in a call."""
Typed = dict[str, str]

# --- the verb -----------------------------------------------------------------------------------


def derived(
    kind: type[Command],
    course: Callable[..., verbs.Course[None]] | None = None,
    *,
    help: str = "",
    more: tuple[verbs.Parameter, ...] = (),
    confirms: bool = False,
    **attributes: Any,
) -> verbs.Verb:
    """A command's verb. `course` takes the place of the one that asks and sends it once, and may
    have `more` parameters.

    `confirms` if something follows that a script must agree to, with `--yes`.
    """
    of_fields = _of_fields(kind, has_course=course is not None)
    agreed = (AGREED,) if confirms else ()
    return verbs.Verb(
        words=kind.verb,
        line=kind.in_short,
        example=kind.example,
        help=help or explained(kind),
        parameters=(*more, *of_fields, *agreed, FROM, SCHEMA),
        course=course or partial(interviewing, kind),
        **attributes,
    )


def _of_fields(kind: type[Command], *, has_course: bool) -> Iterator[verbs.Parameter]:
    """The arguments and options that a command's fields make."""
    fields = {one.name: one for one in msgspec.structs.fields(kind) if one.name not in HIDDEN}
    places = {by_type.placed(kind, place): place for place in kind.arguments}
    if _takes_any_words(kind.arguments, has_course=has_course):
        yield verbs.Argument(by_type.WORDS, " ".join(kind.arguments), required=False, many=True)
    else:
        for name, place in places.items():
            yield _argument(fields[name], place, is_asked=not has_course)
    yield from (_option(kind, one) for name, one in fields.items() if name not in places)


def explained(kind: type[Command]) -> str:
    """What a command does, from its docstring, without the number of a rule before it."""
    first, _, rest = (kind.__doc__ or "").strip().partition("\n\n")
    text = capital(" ".join((first.partition(": ")[2] or first).split()))
    return f"{text}\n\n{rest}".strip()


def _takes_any_words(places: tuple[str, ...], *, has_course: bool) -> bool:
    """Whether the words say which field each is for, as the first place may be left out."""
    if not (places and places[0].startswith("[") and len(places) > 1):
        return False
    return not has_course or any(not one.startswith("[") or "…" in one for one in places[1:])


def flag_of(kind: type[Command], field: str) -> str:
    """How a field is typed: its option, or its word behind the verb."""
    place = next((place for place in kind.arguments if by_type.placed(kind, place) == field), "")
    return place.strip("[]…") or kind.options.get(field, f"--{field.replace('_', '-')}")


def _flag_says(field: msgspec.structs.FieldInfo) -> str:
    """What a field's option says without a value; empty where it has one."""
    _, plain = by_type.bare(field.type)
    if plain is bool:
        return "no" if field.default is True else "yes"
    words = get_args(plain) if get_origin(plain) is Literal else ()
    is_left_out = len(words) == 1 and not field.required
    return "" if not is_left_out else "yes" if words[0] is True else str(words[0])


def _argument(field: msgspec.structs.FieldInfo, place: str, *, is_asked: bool) -> verbs.Argument:
    is_optional, is_many = place.startswith("["), place.endswith("…")
    return verbs.Argument(field.name, place, _kind(field.type), not is_optional, is_many, is_asked)


def _option(kind: type[Command], field: msgspec.structs.FieldInfo) -> verbs.Parameter:
    notes, plain = by_type.bare(field.type)
    help_text = _help(notes, field.name)
    flag = flag_of(kind, field.name)
    if says := _flag_says(field):
        text = capital(help_text.removeprefix(f"{capital(says)}: "))
        return verbs.Flag(flag, text, called=field.name)
    is_secret = any(note is SECRET for note in notes)
    is_many = get_origin(plain) in (tuple, dict) and not is_secret
    return verbs.VerbOption(
        flag,
        f"{help_text} Repeatable." if is_many else help_text,
        _kind(field.type),
        metavar="TEXT" if plain is str and by_type.is_own(field.type) else _metavar(plain),
        many=is_many,
        called=f"{field.name}_" if field.name == CAMPAIGN else field.name,
    )


def _help(notes: tuple[Any, ...], name: str) -> str:
    said = [note.description for note in notes if getattr(note, "description", None)]
    return f"{capital(said[-1] if said else name.replace('_', ' '))}."


def _metavar(plain: Any) -> str:
    origin, args = get_origin(plain), get_args(plain)
    if plain is int:
        return "N"
    if origin is dict:
        return f"KEY={_metavar(by_type.bare(args[1])[1])}"
    if origin is tuple:
        inner = by_type.bare(args[0])[1]
        is_row = isinstance(inner, type) and issubclass(inner, msgspec.Struct)
        return "WORDS" if is_row else f"{_metavar(inner)},…"
    return "WORD"


def _kind(described: Any) -> verbs.ReadBy:
    """A parameter as it was typed; the shell completes the words of its type."""
    _, plain = by_type.bare(described)
    if get_origin(plain) is tuple:
        plain = by_type.bare(get_args(plain)[0])[1]
    words = get_args(plain) if get_origin(plain) is Literal else ()
    name = SEAT if plain is Seat else "text"
    return verbs.ReadBy(name, str, lambda: dict.fromkeys(map(str, words), ""))


def given(kind: type[Command], typed: Mapping[str, Any]) -> verbs.Course[Typed]:
    """What was typed as answers: a field's words together, pairs by their keys, lines by rows."""
    fields = {one.name: one for one in msgspec.structs.fields(kind)}
    answers: Typed = {}
    for called, value in typed.items():
        name = called.removesuffix("_")
        if value is True:
            answers[name] = _flag_says(fields[name]) if name in fields else "yes"
        elif isinstance(value, tuple) and value:
            yield from _words(kind, name, value, answers)
        elif value not in (None, False, ()):
            answers[name] = str(value)
    return answers


def _words(
    kind: type[Command], name: str, words: tuple[str, ...], answers: Typed
) -> verbs.Course[None]:
    """Adds several words to the answers: rows, pairs, or a text."""
    plain = by_type.types_of(kind).get(name)
    if _has_rows(plain) or name == by_type.WORDS:
        answers |= {f"{name}.{nth}": word for nth, word in enumerate(words)}
    elif get_origin(plain) is dict:
        yield from _pairs(kind, name, words, answers)
    else:
        answers[name] = (" " if plain is str else ", ").join(words)


def _pairs(
    kind: type[Command], name: str, words: tuple[str, ...], answers: Typed
) -> verbs.Course[None]:
    """Adds a map's pairs to the answers, by their keys; words without one stand together."""
    split = [pair for word in words for pair in PAIR.split(word)]
    if plain := [word for word in split if "=" not in word]:
        answers[name] = ", ".join(plain)
    for key, _, text in (word.partition("=") for word in split if "=" in word):
        inner = f"{name}/{key.strip()}"
        if answers.setdefault(inner, text.strip()) != text.strip():
            said = f"{flag_of(kind, name)} {key}"
            yield from verbs.fail(f"{said}: given twice. Nothing was recorded")


def _has_rows(plain: Any) -> bool:
    inner = by_type.bare(get_args(plain)[0])[1] if get_origin(plain) is tuple else None
    return isinstance(inner, type) and issubclass(inner, msgspec.Struct)


# --- its course ---------------------------------------------------------------------------------


def interviewing(kind: type[Command], call: verbs.Call, /, **typed: Any) -> verbs.Course[None]:
    """Sends a command with what was typed; a person at a terminal is asked the rest."""
    answers = yield from answered(kind, typed)
    if answers is not None:
        yield from interview(kind, call, answers)


def answered(kind: type[Command], typed: Mapping[str, Any]) -> verbs.Course[Typed | None]:
    """What was typed as answers, with those of a file; None where only the schema is wanted."""
    rest = dict(typed)
    file = rest.pop("from_file", None)
    if rest.pop("schema", False):
        yield from steps.ShowJson((yield steps.GetSchema(kind)))
        return None
    return {**(yield from _of_file(kind, file)), **(yield from given(kind, rest))}


def _of_file(kind: type[Command], file: str | None) -> verbs.Course[Typed]:
    if file is None:
        return {}
    values = yield from verbs.read_values(file)
    if isinstance(values, steps.Unfit):
        return (yield from verbs.fail(f"--from {file}: {values.text}"))
    known = (*kind.__struct_fields__, "command", "confirmed")
    for name in values:
        if name.replace("/", ".").partition(".")[0] not in known:
            hint = near(name, known)
            return (yield from verbs.fail(f"--from {file}: there is no {name!r}{hint}"))
    return as_answers({name: value for name, value in values.items() if name not in NOT_ANSWERS})


def interview(
    kind: type[Command], call: verbs.Call, answers: Mapping[str, str]
) -> verbs.Course[None]:
    """Asks what these answers leave open, and sends the command.

    A refusal has changed nothing: what it misses is asked for, and the command is sent again.
    """
    typed = dict(answers)
    is_script = not (yield from verbs.interactive())
    fields = yield from asked(kind, call, typed)
    reply = yield from verbs.send(kind, **fields)
    while not (reply.accepted or is_script) and reply.about.missing:
        before = reply
        fields = yield from asked(kind, call, typed, reply)
        reply = yield from verbs.send(kind, **fields)
        if reply.about == before.about:
            break
    if not reply.accepted:
        yield from _shown_again(typed, answers)
    yield from verbs.tell(_hinted(kind, call, reply), kind)


def supplied(
    kind: type[Command], call: verbs.Call, fields: Fields, answers: Mapping[str, str]
) -> verbs.Course[None]:
    """Sends fields as they are, and answers to more of them; a person at a terminal is asked what
    the rules miss.
    """
    outcome = run(_with_answers(kind, fields, answers), answers, asks="script")
    if isinstance(outcome, NextPage):
        yield from _lacking(kind, outcome, answers)
    assert isinstance(outcome, Complete)
    fields = outcome.fields
    reply: steps.Reply = yield steps.Send(kind, fields)
    while not reply.accepted and reply.about.missing and (yield from verbs.interactive()):
        page = missing(kind, by_type.Offers(), reply.about)
        if page is None:
            break
        outcome = run(_extended(kind, fields, page), (yield from _answered(NextPage(page), {})))
        if not isinstance(outcome, Complete):
            break
        fields = outcome.fields
        reply = yield steps.Send(kind, fields)
    yield from verbs.tell(_hinted(kind, call, reply), kind)


def _with_answers(kind: type[Command], fields: Fields, answers: Mapping[str, str]) -> Interview:
    said = {key.replace("/", ".").partition(".")[0] for key in answers}
    for page in by_type.plan(kind, by_type.Offers()):
        if by_type.field_of(page) in said:
            fields = by_type.merged(fields, by_type.fields_of(kind, page, (yield page)))
    return fields


def _extended(kind: type[Command], fields: Fields, page: Page) -> Interview:
    return by_type.extended(kind, fields, page, (yield page))


def _shown_again(typed: Typed, before: Mapping[str, str]) -> verbs.Course[None]:
    """Many answers that were in vain, so that they can be corrected in a file."""
    if len(typed.keys() - before.keys()) >= LONG:
        yield from verbs.say("What you typed, to be corrected in a file for --from:", aside=True)
        yield from verbs.json_line(typed)


def asked(
    kind: type[Command], call: verbs.Call, typed: Typed, refused: steps.Reply | None = None
) -> verbs.Course[Fields]:
    """The fields of a command, once all is answered; the answers go to what was typed.

    `refused` is why it was refused as it was sent before.
    """
    is_script, before = not (yield from verbs.interactive()), dict(typed)
    for _ in range(ASKS):
        known = {name: text for name, text in typed.items() if text != PIPED}
        piped = typed.keys() - known.keys()
        outcome: Outcome = yield steps.AskNext(kind, known, is_script, refused)
        refused = None
        if isinstance(outcome, Complete):
            return outcome.fields
        if isinstance(outcome, Forbidden):
            yield from _shown_again(typed, before)
            yield from verbs.tell(_hinted(kind, call, _reply(outcome.refused)), kind)
        elif is_secret(outcome.page):
            typed |= yield from _secrets(outcome, known, piped)
        elif is_script:
            yield from _lacking(kind, outcome, known)
        else:
            typed |= yield from _answered(outcome, known)
    return (yield from verbs.fail("too much was asked; nothing was recorded"))


def _reply(refused: Refused) -> steps.Reply:
    """A refusal of a trial, as the answer to a command."""
    body = {"accepted": False, "rule": refused.rule, "reason": refused.reason}
    return steps.Reply(False, refused.rule, refused.reason, refused.about, body)


def _lacking(
    kind: type[Command], outcome: NextPage, typed: Mapping[str, str]
) -> verbs.Course[None]:
    """Ends the call: what is wrong or missing of the answers, where nobody can be asked."""
    page = outcome.page
    if isinstance(page, Confirm):
        text = f"{' '.join(page.lines)} {page.question} Say so with --yes"
        yield from verbs.fail(f"{text}. Nothing was recorded")
        return
    for key, why in outcome.errors.items():
        field = key.partition("/")[0].partition(".")[0]
        said = flag_of(kind, field) if field in kind.__struct_fields__ else field
        inner = key.partition("/")[2]
        yield from verbs.fail(": ".join(filter(None, (said, inner, why))))
        return
    yield from verbs.fail(f"{_due(kind, page, typed)}. Nothing was recorded")


def _due(kind: type[Command], page: Page, typed: Mapping[str, str]) -> str:
    """The first answer that is missing, and how to give it."""
    due = [one for one in page.questions if not one.is_optional and one.key not in typed]
    question = (due or page.questions)[0]
    field = page.rows or question.key
    how = how_to_say(kind, About(*field.partition("/")[::2], missing=True))
    what = page.label or question.label
    return f"{what} {'Give' if what.endswith('?') else 'is missing; give'} it as {how}"


# --- at a terminal ------------------------------------------------------------------------------

LISTS = "?"
"""What somebody types who wants to read what may be chosen."""
MOST_LISTED = 60
"""How many choices a terminal lists."""


def _answered(outcome: NextPage, typed: Typed) -> verbs.Course[Typed]:
    """Answers to a page, as they were typed."""
    page = outcome.page
    if isinstance(page, Confirm):
        return (yield from _agreed(page))
    for note in page.notes if not outcome.errors else ():
        yield from verbs.say(note, aside=True)
    for why in outcome.errors.values():
        yield from _wrong(why)
    if page.rows:
        return (yield from _rows(page))
    answers: Typed = {}
    for question in page.questions:
        is_left_out = question.key in typed or _may_be_left_out(page, question)
        if question.key in outcome.errors or not is_left_out:
            answers[question.key] = yield from _one(question)
    return answers


def _may_be_left_out(page: Page, question: Question) -> bool:
    """Whether a person is not asked for what they could answer."""
    return question.is_optional and not (page.is_asked and not question.is_rare)


def _agreed(page: Confirm) -> verbs.Course[Typed]:
    """A yes to what cannot be taken back; anything else ends the call."""
    for line in page.lines:
        yield from verbs.say(line, aside=True)
    if not (yield from verbs.confirm(page.question)):
        yield from verbs.fail("nothing was recorded")
    return {page.key: "yes"}


def _wrong(text: str) -> verbs.Course[None]:
    yield from verbs.say(f"{capital(text)}{'' if text.endswith('?') else '.'}", aside=True)


def _one(question: Question) -> verbs.Course[str]:
    """One answer, asked for again until it is of its kind."""
    offered = _offered(question.kind)
    label = _prompt(question, f"{LISTS} lists them" if offered else "")
    for _ in range(verbs.TRIES):
        text = yield from verbs.ask(label, default="")
        if offered and text.strip() == LISTS:
            yield from verbs.say(_listing(offered), aside=True)
            text = yield from verbs.ask(label, default="")
        wrong = _read(question, text)
        if wrong is None:
            return text
        yield from _wrong(wrong.text)
    return (yield from verbs.fail(f"no answer to: {question.label}"))


def _prompt(question: Question, more: str) -> str:
    """What a question is asked with: its label, and what may be typed."""
    hint = question.kind.hint or more
    label = f"{question.label} [{hint}]" if hint else question.label
    if not question.is_optional:
        return label
    return f"{label[:-1]}; or nothing)" if label.endswith(")") else f"{label} (or nothing)"


def _offered(kind: Kind) -> tuple[Option, ...]:
    """What may be chosen, where it is too much for the question itself."""
    one = kind.kind if isinstance(kind, Several) else kind
    if not isinstance(one, Choice) or one.hint:
        return ()
    return tuple(option for option in one.options if not option.refused)


def _listing(options: Sequence[Option]) -> str:
    """What may be chosen, as people read it: so it may be typed too."""
    names = [one.name for one in options[:MOST_LISTED]]
    rest = len(options) - len(names)
    more = f"; and {rest} more, by the beginning of the name" if rest else ""
    return f"One of: {', '.join(names)}{more}."


def _secrets(outcome: NextPage, typed: Typed, piped: set[str]) -> verbs.Course[Typed]:
    """Answers that the screen must not show; standard input has them where nobody can be asked."""
    answers: Typed = {}
    for question in outcome.page.questions:
        if question.key in typed and question.key in outcome.errors:
            wrong = outcome.errors[question.key]
            return (yield from verbs.fail(f"{question.label}: {wrong}. Nothing was recorded"))
        if question.key not in typed:
            answers[question.key] = yield from _unseen(question, question.key in piped)
    return answers


def _unseen(question: Question, is_piped: bool) -> verbs.Course[str]:
    """A secret answer. What was typed is never repeated, right or wrong."""
    asks, right = (yield steps.IsTerminal()) and not is_piped, ""
    kind, label = question.kind, question.label
    if isinstance(kind, Choice):
        label = f"{label}: {listed(kind.names, 'or')}"
    for _ in range(verbs.TRIES if asks else 1):
        text: str = yield (
            steps.Prompt(f"{label}, unseen", "", hidden=True) if asks else steps.ReadLine()
        )
        if (wrong := _read(question, text)) is None:
            return text.strip()
        right = wrong.text
        if asks:
            yield from _wrong(right)
    unfit = f"{question.label}: what was typed can't be used; {right}. Nothing was recorded"
    return (yield from verbs.fail(unfit))


def _read(question: Question, text: str) -> steps.Unfit | None:
    """What is wrong with an answer; None if it can be read."""
    if not text.strip():
        return None if question.is_optional else steps.Unfit("an answer is needed")
    value = value_of(question, text)
    return value if isinstance(value, steps.Unfit) else None


def _rows(page: Page) -> verbs.Course[Typed]:
    """Rows, a line each, until nothing is typed."""
    cells = ", ".join(
        f"[{question.label.lower()}]" if question.is_optional else question.label.lower()
        for question in page.questions
        if not question.is_rare
    )
    answers: Typed = {page.rows: by_type.DONE}
    while True:
        line = yield from verbs.ask(f"{page.label} ({cells}; nothing to end)", default="")
        if not line.strip():
            return answers
        read = by_words(page, line)
        if isinstance(read, steps.Unfit):
            yield from _wrong(read.text)
        else:
            answers[f"{page.rows}.{len(answers) - 1}"] = line


# --- how to say it ------------------------------------------------------------------------------


def how_to_say(kind: type[Command], about: About) -> str:
    """The command line's words for what a refusal misses; empty where they would not help."""
    types = by_type.types_of(kind)
    if about.field not in types:
        return ""
    flag, plain = flag_of(kind, about.field), types[about.field]
    if not flag.startswith("--"):
        return flag if about.missing else ""
    if get_origin(plain) is dict and about.key:
        value = about.answers[0] if about.answers else _metavar(by_type.bare(get_args(plain)[1])[1])
        return f"{flag} {about.key}={value}" if about.missing else ""
    return f"{flag} {_metavar(plain)}" if about.missing else ""


def _hinted(kind: type[Command], call: verbs.Call, reply: steps.Reply) -> steps.Reply:
    """A refusal that says, to a person, how to give the missing part."""
    about = reply.about
    how = "" if reply.accepted or call.as_json else how_to_say(kind, about)
    if how == about.field.upper() and reply.reason.startswith(f"{about.field}: "):
        return reply  # the reason names it already
    return msgspec.structs.replace(reply, reason=f"{reply.reason} ({how})") if how else reply
