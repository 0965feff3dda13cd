"""A verb as a click command: its options and its example. IO."""

import inspect
import textwrap
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from campaign.cli import act_keys, dry_run, receipt_file
from campaign.cli.examples import filled
from campaign.cli.help_pages import (
    COLUMNS,
    LINES,
    WHOLE,
    family_of,
    height,
    words_of,
    write_page,
)
from campaign.cli.session import Session
from campaign.cli.which_campaign import numbers_are_words, with_campaign

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
        option = click.Option(
            [receipt_file.OPTION, "_receipt"],
            metavar="FILE",
            help=receipt_file.HELP,
            type=click.Path(path_type=Path),
            expose_value=False,
            callback=_receipt,
        )
        sign = click.Option(
            [act_keys.OPTION, "_sign"],
            metavar="FILE",
            help=act_keys.HELP,
            type=click.Path(path_type=Path),
            expose_value=False,
            callback=_sign,
        )
        return [*params, option, sign, *self._dry_run(ctx)]

    def _dry_run(self, ctx: click.Context) -> list[click.Parameter]:
        """The option that records nothing, where one command is sent."""
        if self.sends_several or not dry_run.is_offered(receipt_file.path_of(ctx)):
            return []
        flag, about = [dry_run.OPTION, "_dry_run"], dry_run.HELP
        return [click.Option(flag, is_flag=True, help=about, expose_value=False, callback=_dry_run)]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The example, line by line as it is to be typed."""
        with formatter.section("Example"):
            for line in self.example.splitlines():
                formatter.write(f"  {line}\n")


_FOLDS = 3
"""How often more of a page is left out."""


class VerbGroup(ClickVerb, click.Group):
    """A verb with verbs of its own, such as `dispute raise`."""

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
    path = receipt_file.path_of(ctx)
    return receipt_file.sends(path, words_of(ctx).games.get(path.partition(" ")[0], ()))


def _receipt(ctx: click.Context, param: click.Parameter, value: Path | None) -> None:
    if value is not None:
        ctx.ensure_object(Session).receipt_file = receipt_file.ReceiptFile(value)


def _sign(ctx: click.Context, param: click.Parameter, value: Path | None) -> None:
    if value is not None:
        ctx.ensure_object(Session).sign_with = value


def _dry_run(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        ctx.ensure_object(Session).is_dry_run = True


def act_as(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """The member who acts."""
    if value is not None:
        ctx.ensure_object(Session).member = value
