"""The verbs of the games: found by their words, and turned into commands of the command line."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib import import_module

import click

from campaign.cli.click_verb import ClickVerb, VerbGroup
from campaign.cli.courses import Runner
from campaign.cli.parameters import click_parameter
from campaign.cli.params import CampaignParam
from campaign.cli.session import Session, WrongUsage
from campaign.kernel.courses import Call, Course, act, tell
from campaign.kernel.steps import Send
from campaign.kernel.verbs import CampaignName, Flag, Known, Parameter, Verb, VerbFamily, VerbLine
from campaign.systems import SYSTEMS
from campaign.text.suggest import near

WIDTH = 14
"""The column of the help in which the verbs stand."""


# --- found --------------------------------------------------------------------------------------


def lines_of(system: str) -> tuple[VerbLine, ...]:
    """The verbs of a game, as it lists them."""
    return SYSTEMS[system].verbs


def game_words() -> dict[str, tuple[str, ...]]:
    """Every word of the games, with the systems that have a verb of it."""
    found: dict[str, tuple[str, ...]] = {}
    for system in SYSTEMS:
        for line in lines_of(system):
            found[line.words] = (*found.get(line.words, ()), system)
    return found


def load(line: VerbLine) -> Verb | VerbFamily:
    """A verb, its module read at last."""
    found: Verb | VerbFamily = import_module(line.module).VERBS[line.words]
    return found


def game_verb(words: str, arguments: Sequence[str], session: Session) -> click.Command | None:
    """A verb of a game by its words; where two games have it, of the campaign's that follows."""
    systems = game_words().get(words, ())
    if not systems:
        return None
    system = systems[0] if len(systems) == 1 else _played(systems, arguments, session)
    return click_verb(system, words)


def click_verb(system: str, words: str) -> click.Command:
    """A verb of a game as the command line knows it."""
    line = next(line for line in lines_of(system) if line.words == words)
    found = load(line)
    if isinstance(found, VerbFamily):
        return GameFamily(found, system)
    return command_of(found, system)


def _played(systems: tuple[str, ...], arguments: Sequence[str], session: Session) -> str:
    """The system of the first campaign that stands behind a verb of several."""
    for word in arguments:
        if not word.startswith("-") and session.ledger.store.version(word):
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
    """The ids that the campaign's state knows, in place of what was typed for them."""
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
    """An id as typed or in lower case with hyphens; fails on a stranger, naming who is near."""
    if word in known:
        return word
    folded = word.lower().replace(" ", "-").replace("_", "-")
    if folded in known:
        return folded
    raise WrongUsage(f"there is no {kind.name} {word!r}{near(folded, known)}")


def _must_be_one_of(words: Collection[str], ctx: click.Context, args: list[str], what: str) -> None:
    """Fails on a word that is none of the verbs, naming one that is near."""
    if args and args[0] not in words and not args[0].startswith("-"):
        ctx.fail(f"there is no {what} {args[0]!r}{near(args[0], words)}")


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
        """A verb by its word; a mistyped one is told its neighbour."""
        _must_be_one_of(self.commands, ctx, args, f"verb {self.name}")
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
        """The first calls of a campaign, where they are told; every verb's help has its own."""
        lines = (self.family.first_example or self.example).strip().splitlines()
        with formatter.section("Example"):
            for line in lines:
                formatter.write(f"  {line.strip()}\n")


class GameVerbs(click.Group):
    """The verbs of one game, which its name may stand before."""

    def __init__(self, system: str, title: str) -> None:
        super().__init__(
            system,
            help=f"The verbs of {title}. They are typed without this word as well.",
            subcommand_metavar="VERB …",
            options_metavar="",
            no_args_is_help=False,
            invoke_without_command=True,
            callback=self.show_help,
        )
        self.system = system

    @staticmethod
    @click.pass_context
    def show_help(ctx: click.Context) -> None:
        """Without a verb: which there are."""
        if ctx.invoked_subcommand is None:
            from campaign.cli import output

            output.echo(ctx.get_help())

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every verb of the game, in the order of its help."""
        return [line.words for line in lines_of(self.system)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A verb by its word; a mistyped one is told its neighbour."""
        _must_be_one_of(self.list_commands(ctx), ctx, args, "verb")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A verb of the game."""
        return click_verb(self.system, cmd_name) if cmd_name in self.list_commands(ctx) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs by their headings."""
        headings: dict[str, list[tuple[str, str]]] = {}
        for line in lines_of(self.system):
            headings.setdefault(line.heading, []).append((line.words, line.line))
        for heading, verbs in headings.items():
            with formatter.section(heading):
                formatter.write_dl(verbs, WIDTH)
