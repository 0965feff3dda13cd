"""The verbs of the games: found by their words and turned into click commands."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib import import_module

import click

from campaign.cli.click_verb import ClickVerb, VerbGroup
from campaign.cli.courses import Runner
from campaign.cli.game_parameters import click_parameter
from campaign.cli.game_verbs import WIDTH, game_words, must_be_one_of
from campaign.cli.session import Session, WrongUsage
from campaign.cli.which_campaign import SELECTED, CampaignParam
from campaign.kernel.courses import Call, Course, act, tell
from campaign.kernel.steps import Send
from campaign.kernel.verb_lines import VerbLine
from campaign.kernel.verbs import CampaignName, Flag, Known, Parameter, Verb, VerbFamily
from campaign.systems import verbs_of
from campaign.text.suggest import near

# --- looking up ---------------------------------------------------------------------------------


def load(line: VerbLine) -> Verb | VerbFamily:
    """A verb; its module is imported now."""
    found: Verb | VerbFamily = import_module(line.module).VERBS[line.words]
    return found


def game_verb(words: str, arguments: Sequence[str], session: Session) -> click.Command | None:
    """A verb of a game by its words; if two games have it, the game of the campaign typed next."""
    systems = game_words().get(words, ())
    if not systems:
        return None
    system = systems[0] if len(systems) == 1 else _played(systems, arguments, session)
    return click_verb(system, words)


def click_verb(system: str, words: str) -> click.Command:
    """A verb of a game as a click command."""
    line = next(line for line in verbs_of(system) if line.words == words)
    found = load(line)
    if isinstance(found, VerbFamily):
        return GameFamily(found, system)
    return command_of(found, system)


def _played(systems: tuple[str, ...], arguments: Sequence[str], session: Session) -> str:
    """The system of the first campaign typed after a verb that several games have; else that of
    the selected one.
    """
    selected = session.store.campaign()
    for word in (*arguments, selected):
        if word == SELECTED:
            word = selected
        if word and not word.startswith("-") and session.has(word):
            played: str = session.live(word).state.campaign.system
            return played if played in systems else systems[0]
    return systems[0]


# --- turned into commands -----------------------------------------------------------------------


def command_of(verb: Verb, system: str) -> ClickVerb:
    """A verb as a command: its parameters, its help, and a call that runs its course."""
    params: list[click.Parameter] = []
    if verb.on_campaign:
        params.append(click.Argument(["name"], metavar="NAME", type=CampaignParam()))
    params += [click_parameter(parameter) for parameter in verb.parameters]
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


def names_campaign(parameter: Parameter) -> bool:
    """Whether a parameter says which campaign the call is about."""
    return not isinstance(parameter, Flag) and isinstance(parameter.kind, CampaignName)


def _course(verb: Verb, call: Call, values: Mapping[str, object]) -> Course[None]:
    if verb.course is not None:
        return verb.course(call, **values)
    assert verb.sends is not None
    if isinstance(verb.sends, type):
        return act(verb.sends, **values)
    return _sent(verb.sends(**values))


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
        kind = parameter.kind
        known = kind.known(runner.session.live(runner.call.campaign).state)
        if isinstance(typed, tuple):
            yield parameter.name, tuple(_known(kind, known, str(word)) for word in typed)
        else:
            yield parameter.name, _known(kind, known, str(typed))


def _known(kind: Known, known: Collection[str], word: str) -> str:
    """An id as typed or in lower case with hyphens; fails on an unknown one with a suggestion."""
    if word in known:
        return word
    folded = word.lower().replace(" ", "-").replace("_", "-")
    if folded in known:
        return folded
    raise WrongUsage(f"there is no {kind.name} {word!r}{near(folded, known)}")


class GameFamily(VerbGroup):
    """A verb of a game with verbs of its own."""

    def __init__(self, family: VerbFamily, system: str) -> None:
        super().__init__(
            family.words,
            no_args_is_help=False,
            commands={word: command_of(verb, system) for word, verb in family.verbs.items()},
            help=family.help,
            example=family.example,
        )
        self.family = family

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A verb by its word; a mistyped one gets a suggestion."""
        must_be_one_of(self.commands, ctx, args)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs by their headings."""
        if VerbFamily.HEADLESS in self.family.sections:
            super().format_commands(ctx, formatter)
            return
        for title, verbs in self.family.sections.items():
            with formatter.section(title):
                formatter.write_dl([(verb.last_word, verb.line) for verb in verbs], WIDTH)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The family's chosen examples, if it has any; every verb's help has its own."""
        lines = (self.family.first_example or self.example).strip().splitlines()
        with formatter.section("Example"):
            for line in lines:
                formatter.write(f"  {line.strip()}\n")
