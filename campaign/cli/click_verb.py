"""A verb as a click command: its campaign, its example, and the options of verbs that send:
`--sign`,
`--dry-run` and `--receipt`. IO.
"""

import inspect
import re
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from campaign.cli.help_pages import (
    COLUMNS,
    LINES,
    WHOLE,
    VerbPage,
    family_of,
    filled,
    height,
    must_be_one_of,
    words_of,
    write_page,
)
from campaign.cli.session import ReceiptFile, Session
from campaign.cli.stores import PATIENCE, is_interactive, within
from campaign.cli.verb_list import SENDING

# --- Which campaign a verb is about, where the first word after it is none ----------------------
# Click only.
#
# The first word is the campaign if the store has one of that name; else, at a terminal, the
# selected one is meant. Without a terminal the name, or `.` for the selected one, is required: a
# script must not write to whatever somebody selected last.

if TYPE_CHECKING:
    StrParamType = click.ParamType[str]
    AnyParamType = click.ParamType[object]
else:
    StrParamType = AnyParamType = click.ParamType

SELECTED = "."
"""What is typed for the selected campaign."""
_NUMBER = r"-\d+"


class CampaignParam(StrParamType):
    """A campaign of the store."""

    name = "campaign"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The campaign's name; `.` is the selected one."""
        if value != SELECTED or ctx is None or ctx.resilient_parsing:
            return value
        store = ctx.ensure_object(Session).store
        if not (name := store.campaign()):
            fault = f"no campaign is selected in {store.place}"
            self.fail(f"{fault}; {_name_it(ctx.ensure_object(Session))}", param, ctx)
        return name

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[click.shell_completion.CompletionItem]":
        """The store's campaigns; also what follows a campaign, if one is selected."""
        from click.shell_completion import CompletionItem

        session = ctx.find_object(Session) or Session()
        session.store.is_quiet = True
        try:
            if not session.place.is_database:
                names = session.ledger.names()
            else:
                names = within(PATIENCE, session.ledger.names, [])
        except Exception:
            names = []
        items = [CompletionItem(name) for name in names if name.startswith(incomplete)]
        if (family := family_of(ctx)) is not None:
            items += [CompletionItem(verb) for verb in family.behind if verb.startswith(incomplete)]
        after = _after(ctx.command, param)
        if after is not None and session.store.campaign() in names:
            items += after.shell_complete(ctx, incomplete)
        return items


def _after(verb: click.Command, first: click.Parameter) -> click.Argument | None:
    """The argument behind the campaign."""
    arguments = [param for param in verb.params if isinstance(param, click.Argument)]
    behind = arguments[1:] if arguments and arguments[0] is first else []
    return behind[0] if behind else None


def with_campaign(verb: click.Command, ctx: click.Context, words: list[str]) -> list[str]:
    """The words after a verb, with the selected campaign in front where it is meant."""
    if (first := _left_out(verb)) is None or (typed := _typed(verb, ctx, words)) is None:
        return words
    if _asks_for_help(verb, ctx, typed):
        return words
    session = _session(ctx, typed)
    word = value if isinstance(value := typed.get(str(first.name)), str) else ""
    selected = session.store.campaign()
    if not selected or _is_one(session, word):
        is_named = selected or word or ctx.resilient_parsing
        return words if is_named else ctx.fail(_name_it(session))
    if ctx.resilient_parsing and not word:
        return words  # the word that is being completed may be a campaign
    _must_be_at_a_terminal(ctx, word, selected)
    return _if_they_fit(verb, ctx, [selected, *words]) if word else [selected, *words]


def _if_they_fit(verb: click.Command, ctx: click.Context, words: list[str]) -> list[str]:
    """These words, if the verb takes them; else without the first one."""
    return words if _typed(verb, ctx, words) is not None else words[1:]


def _is_one(session: Session, word: str) -> bool:
    """Whether a word is a campaign, or stands for the selected one."""
    return word == SELECTED or (bool(word) and session.has(word))


def _session(ctx: click.Context, typed: dict[str, Any]) -> Session:
    """The call's surroundings, with the store that was typed behind the verb."""
    session = ctx.ensure_object(Session)
    if isinstance(typed.get("_store"), str):
        session.store.given, session.store.is_typed = typed["_store"], True
    session.store.is_quiet |= ctx.resilient_parsing
    return session


def _must_be_at_a_terminal(ctx: click.Context, word: str, selected: str) -> None:
    """Fails where the selected campaign is left out and nobody sits there who selected it."""
    if ctx.resilient_parsing or is_interactive():
        return
    problem = f"there is no campaign {word!r}" if word else "name the campaign"
    advice = f"without a terminal {SELECTED} stands for the selected one, {selected}"
    ctx.fail(f"{problem}; {advice}")


def selected_one(ctx: click.Context) -> str:
    """The selected campaign, for a verb that may also be about something else; empty for none.

    Fails without a terminal.
    """
    selected = ctx.ensure_object(Session).store.campaign()
    if selected:
        _must_be_at_a_terminal(ctx, "", selected)
    return selected


def _left_out(verb: click.Command) -> click.Argument | None:
    """The first argument of a verb, if it is a campaign that may be left out."""
    first = next((param for param in verb.params if isinstance(param, click.Argument)), None)
    is_campaign = first is not None and first.required and isinstance(first.type, CampaignParam)
    return first if is_campaign else None


def _asks_for_help(verb: click.Command, ctx: click.Context, typed: dict[str, Any]) -> bool:
    """Whether the words ask for the verb's help; click names that option as it likes."""
    option = verb.get_help_option(ctx)
    return option is not None and typed.get(str(option.name)) is True


def _name_it(session: Session) -> str:
    """What to type where no campaign was named and none is selected."""
    names = session.ledger.names() if session.ledger.store.exists() else []
    if not names:
        return "there is no campaign yet; `campaign start NAME --scenario ID` starts one"
    return f"name the campaign, such as {names[0]}; `campaign select {names[0]}` remembers it"


def _typed(verb: click.Command, ctx: click.Context, words: list[str]) -> dict[str, Any] | None:
    """The values by parameter as they were typed; None where they do not fit the verb."""
    try:
        typed, left, _ = verb.make_parser(ctx).parse_args(list(words))
    except click.UsageError:
        return None
    return None if left else typed


def numbers_are_words(parser: Any) -> None:
    """Has a parser take `-2` as a number: no verb has an option that looks like one."""
    as_option = parser._process_opts  # click has no other place for this

    def processed(word: str, state: Any) -> None:
        if re.fullmatch(_NUMBER, word):
            state.largs.append(word)
        else:
            as_option(word, state)

    parser._process_opts = processed


# --- verbs that send ----------------------------------------------------------------------------

HAVE_THEIR_OWN = ("correct", "submit")
"""Verbs without it: a correction shows a preview anyway, and commands of a file build on each
other.
"""


def sends_command(path: str, systems: Iterable[str]) -> bool:
    """Whether a verb, with its group's name before its own, sends a command of every campaign or of
    one of these systems.
    """
    if path in SENDING:
        return True
    from campaign.systems import SYSTEMS, module_of

    return any(
        kind.verb == path
        for system in systems
        for kind in SYSTEMS[system].rules.commands.near(module_of(system, path))
    )


def receipt_path(ctx: click.Context) -> str:
    """A verb's name with its group's before it, as the commands name it."""
    names: list[str] = []
    here: click.Context | None = ctx
    while here is not None and here.parent is not None:
        if not isinstance(here.command, VerbPage):
            names.insert(0, here.command.name or "")
        here = here.parent
    return " ".join(names)


# --- A verb as a click command: its options and its example -------------------------------------

_COMMON = ("--yes", "--json", "--receipt", "--sign", "--dry-run", "--help")
"""Options that many verbs have: a page with too little room only names them."""


class ClickVerb(click.Command):
    """A verb. `--store` and `--as` may also come after it, and its help ends with an example."""

    may_send = True
    """Whether it may be one that sends; for one that cannot be, no game is read to find out."""

    def __init__(
        self, *arguments: Any, example: str = "", sends_several: bool = False, **attributes: Any
    ) -> None:
        super().__init__(*arguments, **attributes)
        self.example_with_gaps = example
        self.sends_several = sends_several
        self.params += [
            click.Option(
                ["--store", "_store"], hidden=True, expose_value=False, callback=use_store
            ),
            click.Option(["--as", "_as"], hidden=True, expose_value=False, callback=act_as),
        ]

    @property
    def example(self) -> str:
        """Lines to type into a shell, in the words of a game and of the help."""
        return filled(textwrap.dedent(self.example_with_gaps).strip())

    def get_help(self, ctx: click.Context) -> str:
        """The page of its help; what has no room on a screen is left to `campaign help`."""
        whole = super().get_help(ctx)
        if ctx.meta.get(WHOLE) or height(whole) <= LINES:
            return whole
        folded = (self._folded(ctx, fold) for fold in range(_FOLDS))
        return next((page for page in folded if height(page) <= LINES), self._folded(ctx, _FOLDS))

    def _folded(self, ctx: click.Context, fold: int) -> str:
        """The page with one line of example, then also with less text, shorter options, and at last
        without an example.
        """
        formatter = ctx.make_formatter()
        self.format_usage(ctx, formatter)
        text = filled(inspect.cleandoc(self.help or ""))
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(text if fold == 0 else text.split("\n\n")[0])
        if fold < _FOLDS - 1:
            self.format_options(ctx, formatter)
        else:
            self.format_in_short(ctx, formatter)
        if fold < _FOLDS:
            with formatter.section("Example"):
                formatter.write(f"  {self._first_call(ctx)}\n")
        words = ctx.command_path.removeprefix("campaign ")
        formatter.write(f"\nMore, with examples: campaign help {words}\n")
        return formatter.getvalue().rstrip("\n")

    def _first_call(self, ctx: click.Context) -> str:
        """The first line of the example that calls it, not one that only prepares."""
        lines = self.example.splitlines()
        return next((line for line in lines if f" {ctx.info_name} " in line), lines[0])

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, in the words of a game, and the verbs of its family."""
        self._fill_options()
        super().format_options(ctx, formatter)
        self.format_family(ctx, formatter)

    def _fill_options(self) -> None:
        for param in self.params:
            if isinstance(param, click.Option):
                param.help = filled(param.help or "") or None

    def format_family(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The other verbs behind its word; on a screen only their words."""
        family = family_of(ctx)
        if family is not None and ctx.meta.get(WHOLE):
            write_page(family.page, formatter)
        elif family is not None:
            with formatter.section("Verbs"):
                formatter.write_dl(family.verbs_in_short())

    def format_in_short(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Its own options in a line each, and the names of those that many verbs have."""
        self._fill_options()
        rows, common = list[tuple[str, str]](), list[str]()
        for param in self.get_params(ctx):
            row = param.get_help_record(ctx) if isinstance(param, click.Option) else None
            if row is None:
                continue
            if any(name in _COMMON for name in param.opts):
                common.append(row[0])
            else:
                rows.append(row)
        column = max([0, *(len(names) for names, _ in rows)]) + 4
        short = [
            (names, textwrap.shorten(about, COLUMNS - column, placeholder=" …"))
            for names, about in rows
        ]
        with formatter.section("Options"):
            if short:
                formatter.write_dl(short)
            formatter.write(f"  also {', '.join(common)}\n")
        self.format_family(ctx, formatter)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What it does, in the words of a game."""
        self.help = filled(self.help or "")
        super().format_help_text(ctx, formatter)

    def make_parser(self, ctx: click.Context) -> Any:
        """A parser for which `-2` is a number, not an option."""
        parser = super().make_parser(ctx)
        numbers_are_words(parser)
        return parser

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the words after the verb; the selected campaign goes in front where it is meant."""
        return super().parse_args(ctx, with_campaign(self, ctx, args))

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Its parameters; a verb that sends can also write its receipt to a file."""
        params = super().get_params(ctx)
        if not (self.may_send and (self.sends_several or _sends(ctx))):
            return params
        has_its_own = receipt_path(ctx).partition(" ")[0] in HAVE_THEIR_OWN
        return [*params, *_SENDING[: -1 if self.sends_several or has_its_own else None]]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The example, line by line as it is to be typed."""
        with formatter.section("Example"):
            for line in self.example.splitlines():
                formatter.write(f"  {line}\n")


_FOLDS = 3
"""How often more of a page is left out."""


class VerbGroup(ClickVerb, click.Group):
    """A verb with verbs of its own, such as `dispute raise`."""

    usual = ""
    """Its verb that is meant where the first word is none of them."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A verb by its word; a mistyped one gets a suggestion."""
        if self.usual and args[0] not in self.commands and not args[0].startswith("-"):
            args = [self.usual, *args]
        must_be_one_of(self.list_commands(ctx), ctx, args)
        return super().resolve_command(ctx, args)

    def format_in_short(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The names of its verbs under their headings."""
        family = family_of(ctx)
        with formatter.section("Verbs"):
            behind = family.verbs_in_short() if family is not None else []
            formatter.write_dl([*self.verbs_in_short(ctx), *behind])

    def verbs_in_short(self, ctx: click.Context) -> list[tuple[str, str]]:
        """Each heading with the names of its verbs."""
        return [("", ", ".join(self.list_commands(ctx)))]


def use_store(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """The store that this call works on."""
    if value is not None:
        store = ctx.ensure_object(Session).store
        store.given = value
        store.is_typed = ctx.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE


def _sends(ctx: click.Context) -> bool:
    path = receipt_path(ctx)
    return sends_command(path, words_of(ctx).games.get(path.partition(" ")[0], ()))


def _stored_as(name: str, made: Callable[[Any], object] = lambda value: value) -> dict[str, Any]:
    """The settings of an option whose value the call's surroundings keep under a name."""

    def callback(ctx: click.Context, param: click.Parameter, value: object) -> None:
        if value:
            setattr(ctx.ensure_object(Session), name, made(value))

    return {"expose_value": False, "callback": callback}


_A_FILE: dict[str, Any] = {"metavar": "FILE", "type": click.Path(path_type=Path)}
_SENDING = (
    click.Option(
        ["--receipt", "_receipt"],
        help="Write the answer with its receipt and salt to a new file that only you can read.",
        **_A_FILE,
        **_stored_as("receipt_file", ReceiptFile),
    ),
    click.Option(
        ["--sign", "_sign"],
        help="Sign it with your key in this file, as campaign trust identity makes one.",
        **_A_FILE,
        **_stored_as("sign_with"),
    ),
    click.Option(
        ["--dry-run", "_dry_run"],
        is_flag=True,
        help="Show what would be recorded, and record nothing.",
        **_stored_as("is_dry_run"),
    ),
)
"""The options of verbs that send; the last one is for those that send one command."""


def act_as(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """The member who acts."""
    if value is not None:
        ctx.ensure_object(Session).member = value
