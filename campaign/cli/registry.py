"""The verbs of the games: found by their words and turned into click commands with their
parameters.
"""

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from campaign.cli import output
from campaign.cli.click_verb import SELECTED, AnyParamType, CampaignParam, ClickVerb, VerbGroup
from campaign.cli.help_pages import WIDTH
from campaign.cli.interviews import Runner
from campaign.cli.session import Session, must_be_played
from campaign.cli.stores import WrongUsage, is_interactive
from campaign.cli.verb_words import Words
from campaign.kernel.decisions import Command
from campaign.kernel.interview.derived import SEAT, derived
from campaign.kernel.terminal import verbs as kernel_verbs
from campaign.kernel.terminal.steps import Send, Unfit
from campaign.kernel.terminal.verbs import (
    Argument,
    Call,
    CampaignName,
    Course,
    Flag,
    Kind,
    Known,
    Look,
    Parameter,
    Verb,
    VerbFamily,
    VerbOption,
    act,
    shows,
    tell,
)
from campaign.systems import SYSTEMS, of_file, title, verb_of, verbs_of
from campaign.text.json_values import JsonFields, JsonObject

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _completed(words: Mapping[str, str], incomplete: str) -> "list[CompletionItem]":
    from click.shell_completion import CompletionItem

    return [
        CompletionItem(word, help=about or None)
        for word, about in words.items()
        if word.startswith(incomplete.lower())
    ]


class KindType(AnyParamType):
    """A kind of a game's own. An id that a state knows is looked up when the call has the state."""

    def __init__(self, kind: kernel_verbs.OneOf | kernel_verbs.ReadBy | kernel_verbs.Known) -> None:
        self.name = kind.name
        self.kind = kind

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> object:
        """The value that was meant."""
        if isinstance(self.kind, Known):
            return value
        answer = self.kind.read(str(value))
        if isinstance(answer, Unfit):
            self.fail(answer.text, param, ctx)
        return answer

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        """The words that begin like this, with what they are."""
        if isinstance(self.kind, kernel_verbs.OneOf):
            return _completed(dict.fromkeys(self.kind.words(), ""), incomplete)
        seats = dict.fromkeys(SYSTEMS.seats if self.kind.name == SEAT else (), "")
        return _completed({**self.kind.suggest(), **seats}, incomplete)


def _number(kind: kernel_verbs.Number) -> click.ParamType[int]:
    if kind.lowest is None and kind.highest is None:
        return click.INT
    return click.IntRange(kind.lowest, kind.highest)


_TYPES: dict[type[Kind], Callable[[Any], click.ParamType[Any]]] = {
    kernel_verbs.FreeText: lambda kind: click.STRING,
    kernel_verbs.Number: _number,
    **dict.fromkeys((kernel_verbs.OneOf, kernel_verbs.ReadBy, Known), KindType),
    kernel_verbs.FilePath: lambda kind: click.Path(
        allow_dash=kind.dash, exists=kind.exists, dir_okay=not kind.exists
    ),
    kernel_verbs.CampaignName: lambda kind: CampaignParam(),
}


def type_of(kind: Kind) -> "click.ParamType[Any]":
    """The command line's type for a kind of parameter."""
    return _TYPES[type(kind)](kind)


def _argument(parameter: Argument) -> click.Parameter:
    return click.Argument(
        [parameter.name],
        metavar=parameter.metavar,
        type=type_of(parameter.kind),
        required=parameter.required and not (parameter.is_asked and is_interactive()),
        nargs=-1 if parameter.many else 1,
    )


def _option(parameter: VerbOption) -> click.Parameter:
    defaults: dict[str, Any] = {} if parameter.default is None else {"default": parameter.default}
    return click.Option(
        [parameter.flag, parameter.name],
        help=parameter.help,
        type=type_of(parameter.kind),
        metavar=parameter.metavar or None,
        multiple=parameter.many,
        required=parameter.required,
        show_default=bool(defaults),
        **defaults,  # a default of None, where it is given, would do for what is required
    )


def _flag(parameter: Flag) -> click.Parameter:
    return click.Option([parameter.flag, parameter.name], help=parameter.help, is_flag=True)


_PARAMETERS: dict[type[Parameter], Callable[[Any], click.Parameter]] = {
    Argument: _argument,
    VerbOption: _option,
    Flag: _flag,
}


SYSTEM = "--system"
"""Says which game's verb is meant, where several have it and no campaign tells."""
OF_SYSTEM = "The rule system, where several have the verb; a file tells by itself."

# --- looking up ---------------------------------------------------------------------------------


def game_verb(
    words: str, systems: tuple[str, ...], arguments: Sequence[str], session: Session
) -> click.Command | None:
    """A verb of games by its words; if several have it, that of the campaign typed next."""
    if not systems:
        return None
    if len(systems) > 1:
        return click_verb(_played(systems, arguments, session), words, of_several=True)
    _must_be_of(systems[0], words, arguments, session)
    return click_verb(systems[0], words)


def _must_be_of(system: str, words: str, arguments: Sequence[str], session: Session) -> None:
    """Fails on a campaign of another game, before what else the verb takes is missed."""
    name = arguments[0] if arguments else ""
    if name.startswith("-") or not session.store.may_be_there or not session.has(name):
        return
    line = next(line for line in verbs_of(system) if line.words == words)
    verb = verb_of(line)
    if isinstance(verb, Verb) and verb.on_campaign:
        must_be_played(session, name, system, words)


def click_verb(system: str, words: str, *, of_several: bool = False) -> click.Command:
    """A verb of a game as a click command; `of_several` if it may be that of another game."""
    line = next(line for line in verbs_of(system) if line.words == words)
    verb = verb_of(line)
    if isinstance(verb, VerbFamily):
        return GameFamily(verb, system, of_several=of_several)
    return command_of(verb, system, of_several=of_several)


def _played(systems: tuple[str, ...], arguments: Sequence[str], session: Session) -> str:
    """The system of the first campaign typed after a verb that several games have; else the one
    that is named, or that a file is for; else that of the selected campaign.
    """
    for word, value in pairwise((*arguments, "")):
        option, equals, name = word.partition("=")
        if option == SYSTEM:
            return _known_system(name if equals else value, systems)
    files = (word for word in arguments if Path(word).suffix in (".toml", ".json"))
    file = next((word for word in files if Path(word).is_file()), "")
    system = of_file(_keys(file)) if file else _of_campaign(arguments, session)
    return system if system in systems else systems[0]


def _of_campaign(arguments: Sequence[str], session: Session) -> str:
    """The system of the first campaign that was typed, or of the selected one; empty for none."""
    selected = session.store.campaign()
    for word in (*arguments, selected):
        name = selected if word == SELECTED else word
        if name and not name.startswith("-") and session.has(name):
            return str(session.live(name).state.campaign.system)
    return ""


def _known_system(name: str, systems: tuple[str, ...]) -> str:
    """A system that was named and has the verb."""
    if name not in systems:
        raise WrongUsage(f"{SYSTEM}: {name!r} is not one of {', '.join(systems)}")
    return name


def _keys(file: str) -> JsonFields:
    """What a file holds; nothing if it cannot be read, which the verb itself says."""
    from campaign.cli.files import content_of

    try:
        return content_of("file", file)
    except WrongUsage:
        return {}


# --- turned into commands -----------------------------------------------------------------------


def command_of(verb: Verb, system: str, *, of_several: bool = False) -> ClickVerb:
    """A verb as a command: its parameters, its help, and a call that runs its course."""
    params: list[click.Parameter] = []
    if verb.on_campaign:
        params.append(click.Argument(["name"], metavar="NAME", type=CampaignParam()))
    params += [_PARAMETERS[type(one)](one) for one in verb.parameters]
    if of_several and not verb.on_campaign:
        params.append(click.Option([SYSTEM, "_system"], expose_value=False, help=OF_SYSTEM))
    if verb.json:
        about = "One line of JSON, for programs."
        params.append(click.Option(["--json", "as_json"], is_flag=True, help=about))

    @click.pass_obj
    def called(session: Session, /, **values: object) -> None:
        _call(verb, system, session, values)

    return ClickVerb(
        verb.last_word,
        params=params,
        callback=called,
        help=verb.text,
        short_help=verb.line or None,
        example=verb.example,
        sends_several=verb.sends_several,
    )


def of_command(
    kind: type[Command],
    help: str,
    *,
    filled: Callable[[Session, str, JsonObject], JsonObject] = lambda session, name, typed: typed,
    then: Callable[[Session, str, JsonObject], None] = lambda session, name, typed: None,
) -> ClickVerb:
    """The verb of a command that every game has. `filled` adds to what was typed what may be left
    out; `then` says to a person what follows.
    """
    verb = derived(kind, help=help)
    made = command_of(verb, "")

    @click.pass_obj
    def called(session: Session, /, **typed: Any) -> None:
        name = str(typed["name"])
        if not typed["schema"]:
            typed = filled(session, name, typed)
        _call(verb, "", session, dict(typed))
        if not (typed["schema"] or typed["as_json"]):
            then(session, name, typed)

    made.callback = called
    return made


def family_of(
    word: str,
    verbs: Sequence[ClickVerb],
    help: str,
    *,
    prepared: str = "",
    usual: str = "",
) -> VerbGroup:
    """A verb of every game with verbs of its own; `prepared` is what their examples need, `usual`
    the one that is meant where none is named.
    """
    examples = (textwrap.dedent(verb.example_with_gaps).strip() for verb in verbs)
    made = VerbGroup(
        word,
        no_args_is_help=False,
        commands={str(verb.name): verb for verb in verbs},
        help=help,
        example="\n".join(filter(None, (prepared.strip(), *examples))),
    )
    made.usual = usual
    return made


def _call(verb: Verb, system: str, session: Session, values: dict[str, object]) -> None:
    """One call of a verb with the values that were typed."""
    names = [parameter.name for parameter in verb.parameters if names_campaign(parameter)]
    name = next((values.pop(name) for name in names or ["name"] if name in values), None)
    call = Call(str(name or ""), session.member, bool(values.pop("as_json", False)))
    runner = Runner(session, call, system, verb.words)
    if verb.on_campaign:
        runner.campaign()
        values |= _looked_up(verb, runner, values)
    runner.run(_course(verb, call, values))
    if not verb.on_campaign and not verb.parameters and not call.as_json:
        _others(verb, system)


def _others(verb: Verb, system: str) -> None:
    """What takes no argument lists one game's own; the other games' lists are named below it, and
    the scenarios of a game without a list.
    """
    listing = Words().games[verb.words.split()[0]]
    for other in listing:
        if other != system:
            output.echo(f"{title(other)}: campaign {verb.words} {SYSTEM} {other}")
    for other in SYSTEMS if verb.words == "scenario list" else ():
        if other not in listing:
            scenarios = ", ".join(SYSTEMS[other].front.choices.scenarios())
            output.echo(f"{title(other)}: {scenarios}")


def names_campaign(parameter: Parameter) -> bool:
    """Whether a parameter says which campaign the call is about."""
    return not isinstance(parameter, Flag) and isinstance(parameter.kind, CampaignName)


def _course(verb: Verb, call: Call, values: Mapping[str, object]) -> Course[None]:
    if verb.shows is not None:
        return _shown(call, verb.shows(call, **values))
    if verb.course is not None:
        return verb.course(call, **values)
    assert verb.sends is not None
    if isinstance(verb.sends, type):
        return act(verb.sends, **values)
    return _sent(verb.sends(**values))


def _shown(call: Call, look: Look) -> Course[None]:
    yield from shows(call, (yield from look))


def _sent(step: Send) -> Course[None]:
    """Sends one command and shows what came of it."""
    answer = yield step
    yield from tell(answer, step.command)


def _looked_up(
    verb: Verb, runner: Runner, values: Mapping[str, object]
) -> Iterator[tuple[str, object]]:
    """Replaces typed ids by those that the campaign's state knows."""
    for parameter in verb.parameters:
        typed = values.get(parameter.name)
        if isinstance(parameter, Flag) or not isinstance(parameter.kind, Known) or not typed:
            continue
        kind, state = parameter.kind, runner.session.live(runner.call.campaign).state
        if isinstance(typed, tuple):
            yield parameter.name, tuple(_known(kind, state, str(word)) for word in typed)
        else:
            yield parameter.name, _known(kind, state, str(typed))


def _known(kind: Known, state: object, word: str) -> str:
    """An id that the state knows; fails on an unknown one with a suggestion."""
    meant = kind.read(word, state)
    if isinstance(meant, Unfit):
        raise WrongUsage(meant.text)
    return meant


class GameFamily(VerbGroup):
    """A verb of a game with verbs of its own."""

    def __init__(self, family: VerbFamily, system: str, *, of_several: bool) -> None:
        super().__init__(
            family.words,
            no_args_is_help=False,
            commands={
                word: command_of(verb, system, of_several=of_several)
                for word, verb in family.verbs.items()
            },
            help=family.help,
            example=family.example,
        )
        self.family = family

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs by their headings."""
        if VerbFamily.HEADLESS in self.family.sections:
            super().format_commands(ctx, formatter)
            return
        for heading, verbs in self.family.sections.items():
            with formatter.section(heading):
                formatter.write_dl([(verb.last_word, verb.line) for verb in verbs], WIDTH)

    def verbs_in_short(self, ctx: click.Context) -> list[tuple[str, str]]:
        """Each heading with the names of its verbs."""
        sections = self.family.sections.items()
        return [
            (heading, ", ".join(verb.last_word for verb in verbs)) for heading, verbs in sections
        ]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The family's chosen examples, if it has any; every verb's help has its own."""
        lines = (self.family.first_example or self.example).strip().splitlines()
        with formatter.section("Example"):
            for line in lines:
                formatter.write(f"  {line.strip()}\n")
