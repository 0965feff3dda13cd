"""Kinds of parameters: seats, campaigns, turns, members; read leniently, with completion."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from campaign.cli.click_verb import CampaignParam, ClickVerb, StrParamType
from campaign.cli.session import Session
from campaign.cli.stores import WrongUsage
from campaign.cli.verb_words import all_words
from campaign.systems import stands_for

# --- What a new campaign may not be called: else its name could be read as something else -------


def must_be_free(name: str) -> None:
    """Fails on a name that is a verb's, or that a game reads as its own."""
    if what := _taken(name):
        text = f"{name!r} is {what}; call the campaign something else. Nothing was recorded"
        raise WrongUsage(text)


def _taken(name: str) -> str:
    """What a name stands for already; empty if it is free."""
    if name in all_words():
        return "a verb"
    return stands_for(name)


if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from campaign.text.turns import Calendar

F = TypeVar("F", bound=Callable[..., Any])


class Word(StrParamType):
    """One of some words, in upper or lower case; a near miss gets a suggestion."""

    def __init__(self, what: str, words: Callable[[], Sequence[str]]) -> None:
        self.name = what
        self.words = words

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word meant."""
        from campaign.kernel.terminal.steps import Unfit
        from campaign.kernel.terminal.verbs import the_word

        word = the_word(self.name, value, self.words())
        if isinstance(word, Unfit):
            self.fail(word.text, param, ctx)
        return word

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        """The words that begin like this."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(word) for word in self.words() if word.startswith(incomplete)]


class SeatParam(Word):
    """A seat, called as its campaign calls it; a code or a beginning will do.

    Which it is can be told only once the campaign is known: `seat_of` reads it.
    """

    name = "seat"

    def __init__(self) -> None:
        self.words = self._seats

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The seat as it was typed."""
        return value

    def _seats(self) -> Sequence[str]:
        from campaign.systems import SYSTEMS

        return SYSTEMS.seats


def seat_of(session: Session, name: str, typed: str) -> str:
    """The seat of a campaign that a typed word means."""
    live = session.live(name)
    seat = live.system.seats_of(live.state).the_one(typed)
    if isinstance(seat, str):
        return seat
    ctx = click.get_current_context()
    param = next(param for param in ctx.command.params if isinstance(param.type, SeatParam))
    raise click.BadParameter(seat.text, ctx, param)


class Turn(StrParamType):
    """A turn of the game whose campaign is named; of any of the games where none is."""

    name = "turn"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The turn's id."""
        from campaign.systems import SYSTEMS, answers

        session = ctx.find_object(Session) if ctx is not None else None
        played = session.played(session.words[1:]) if session is not None else ""
        if played and (turn := _turn(SYSTEMS[played].calendar, value)) is not None:
            return turn
        for _, turn in () if played else answers(lambda system: _turn(system.calendar, value)):
            if turn is not None:
                return turn
        systems = (SYSTEMS[played],) if played else SYSTEMS.values()
        advice = ", or ".join(system.calendar.written.advice for system in systems)
        self.fail(f"{value!r} is no turn; {advice}", param, ctx)


def _turn(calendar: "Calendar", typed: str) -> str | None:
    """A turn as a game writes it; by its number alone in a game that counts its turns: `3` for
    `round 3`.
    """
    turn = calendar.parse(typed)
    if turn is None and typed.isdecimal():
        return calendar.parse(f"{calendar.noun} {typed}")
    return turn


POWER = SeatParam()


def verb(name: str, example: str, **attributes: Any) -> Callable[[Callable[..., Any]], ClickVerb]:
    """Makes a function a verb; its docstring is the help, the example ends it."""

    def made(function: Callable[..., Any]) -> ClickVerb:
        done = click.command(name, cls=ClickVerb, example=example, **attributes)(
            click.pass_obj(function)
        )
        assert isinstance(done, ClickVerb)
        return done

    return made


def argument(name: str, metavar: str, kind: Any = str, **attributes: Any) -> Callable[[F], F]:
    """An argument with the name that help gives it."""
    return click.argument(name, metavar=metavar, type=kind, **attributes)


def path_option(
    *names: str, metavar: str = "FILE", help: str, required: bool = False
) -> Callable[[F], F]:
    """An option that names a file or a folder."""
    kind = click.Path(path_type=Path)
    return click.option(*names, metavar=metavar, type=kind, required=required, help=help)


the_campaign = click.argument("name", metavar="NAME", type=CampaignParam())
as_json = click.option("--json", "as_json", is_flag=True, help="One line of JSON, for programs.")


def version_at(session: Session, name: str, at: int | None, turn: str | None) -> int | None:
    """The version that an event or a turn's end stands for; None for now."""
    from campaign.handler import wording

    session.must_exist(name)
    return wording.version_at(session.ledger, name, at, turn)


def span(session: Session, name: str, turn: str) -> tuple[int, int]:
    """The first and the last version of a turn, as the journal divides them."""
    from campaign.handler import wording

    session.must_exist(name)
    return wording.span_of(session.ledger, name, turn)


# --- Kinds of parameters about people: a member's id, an address --------------------------------

_ID = r"[a-z0-9][a-z0-9-]{0,62}"


class MemberIdParam(StrParamType):
    """The id of a member, old or new."""

    name = "member"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The id as it was typed."""
        if re.fullmatch(_ID, value):
            return value
        such = _such_as(value)
        hint = f", such as {such}; --name takes any name" if such else ""
        self.fail(f"an id has lower-case letters, digits and hyphens{hint}", param, ctx)


def _such_as(typed: str) -> str:
    """The id that is nearest to what was typed."""
    import unicodedata

    letters = unicodedata.normalize("NFKD", typed).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", letters).strip("-")[:63]


class AddressParam(StrParamType):
    """An e-mail address."""

    name = "address"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The address as it was typed."""
        from campaign.kernel.members import address_fault

        if fault := address_fault(value):
            self.fail(fault, param, ctx)
        return value
