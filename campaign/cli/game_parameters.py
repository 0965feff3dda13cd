"""Turns the parameters of a game's verbs into click parameters."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from campaign.cli.params import Word
from campaign.cli.which_campaign import CampaignParam
from campaign.kernel import verbs
from campaign.kernel.steps import Unfit
from campaign.kernel.verbs import Argument, Flag, Kind, Parameter, VerbOption

if TYPE_CHECKING:
    AnyType = click.ParamType[object]
else:
    AnyType = click.ParamType


def _completed(words: Mapping[str, str], incomplete: str) -> list[CompletionItem]:
    return [
        CompletionItem(word, help=about or None)
        for word, about in words.items()
        if word.startswith(incomplete.lower())
    ]


class ReadType(AnyType):
    """A value that a function of the game reads from a text."""

    def __init__(self, kind: verbs.ReadBy) -> None:
        self.name = kind.name
        self.kind = kind

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> object:
        """The value that was meant."""
        found = self.kind.read(str(value))
        if isinstance(found, Unfit):
            self.fail(found.text, param, ctx)
        return found

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The words that begin like this, with what they are."""
        return _completed(self.kind.suggest(), incomplete)


class OneOfType(Word):
    """One of some words, or another way of writing one of them."""

    def __init__(self, kind: verbs.OneOf) -> None:
        super().__init__(kind.name, kind.words)
        self.kind = kind

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word meant."""
        meant = self.kind.alias(value) if self.kind.alias else None
        return meant or super().convert(value, param, ctx)


class KnownType(AnyType):
    """An id that a campaign's state knows; the call looks it up when it has the state."""

    def __init__(self, kind: verbs.Known) -> None:
        self.name = kind.name
        self.kind = kind

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The ids that begin like this, with what they are."""
        return _completed(self.kind.suggest(), incomplete)


def _number(kind: verbs.Number) -> click.ParamType[int]:
    if kind.lowest is None and kind.highest is None:
        return click.INT
    return click.IntRange(kind.lowest, kind.highest)


_TYPES: dict[type[Kind], Callable[[Any], click.ParamType[Any]]] = {
    verbs.Text: lambda kind: click.STRING,
    verbs.Number: _number,
    verbs.OneOf: OneOfType,
    verbs.ReadBy: ReadType,
    verbs.Known: KnownType,
    verbs.FilePath: lambda kind: click.Path(
        allow_dash=kind.dash, exists=kind.exists, dir_okay=not kind.exists
    ),
    verbs.CampaignName: lambda kind: CampaignParam(),
}


def type_of(kind: Kind) -> "click.ParamType[Any]":
    """The command line's type for a kind of parameter."""
    return _TYPES[type(kind)](kind)


def _argument(parameter: Argument) -> click.Parameter:
    return click.Argument(
        [parameter.name],
        metavar=parameter.metavar,
        type=type_of(parameter.kind),
        required=parameter.required,
        nargs=-1 if parameter.many else 1,
    )


def _option(parameter: VerbOption) -> click.Parameter:
    given: dict[str, Any] = {} if parameter.default is None else {"default": parameter.default}
    return click.Option(
        [parameter.flag, parameter.name],
        help=parameter.help,
        type=type_of(parameter.kind),
        metavar=parameter.metavar or None,
        multiple=parameter.many,
        required=parameter.required,
        show_default=bool(given),
        **given,  # a default of None, where it is given, would do for what is required
    )


def _flag(parameter: Flag) -> click.Parameter:
    return click.Option([parameter.flag, parameter.name], help=parameter.help, is_flag=True)


_PARAMETERS: dict[type[Parameter], Callable[[Any], click.Parameter]] = {
    Argument: _argument,
    VerbOption: _option,
    Flag: _flag,
}


def click_parameter(parameter: Parameter) -> click.Parameter:
    """The command line's parameter for a verb's."""
    return _PARAMETERS[type(parameter)](parameter)
