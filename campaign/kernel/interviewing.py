"""The interview of an act in a campaign: what every front end runs. Pure.

outcome = interviewed(system, state, PlaceLeader, answers, by="anna", trial=trial)
match outcome:
    case Asked(page, errors):   …show the page
    case Complete(fields):      …send the command
    case Forbidden(refused):    …say why
"""

from collections.abc import Callable, Mapping
from functools import cache

import msgspec

from campaign.kernel.answers import Option
from campaign.kernel.asking import Given, Known, Trial, interview
from campaign.kernel.decisions import Command
from campaign.kernel.interviews import Answers, Outcome, run
from campaign.kernel.members import Campaign
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from campaign.text.json_values import JsonObject

SEAT = "seat"
MEMBER = "member"
DISPUTE = "dispute"
CLAIM_LETTERS = 60


class Setting(msgspec.Struct, frozen=True):
    """Who is interviewed, and what the world says when it is asked."""

    by: str = "host"
    trial: Trial = lambda fields: None
    """Why the act would be refused, as far as no secret decides it."""
    private: Callable[[], JsonObject] = dict
    """What only that member may see; called only where a question shows it to them."""


def interviewed(
    system: AnySystem,
    state: GameState,
    kind: type[Command],
    answers: Answers,
    setting: Setting,
    *,
    asks_optional: bool = True,
    sent: str = "",
) -> Outcome:
    """What an act asks next in a campaign, given the answers so far. Raises `TooLongError`."""
    known = known_of(system, state)
    ask = system.asking.asked.get(kind)

    def choose(name: str) -> tuple[Option, ...]:
        found = known.choosing(name)
        return found[0] if found else ()

    given = Given(setting.by, answers, setting.private, choose)
    own = ask(state, given) if ask else None
    whole = interview(kind, known, own, setting.trial)
    return run(whole, answers, asks_optional=asks_optional, sent=sent)


def known_of(system: AnySystem, state: GameState) -> Known:
    """What is known of a campaign where the questions of its commands are made."""
    campaign: Campaign = state.campaign
    seats = seat_options(system, state)
    reads = system.rules.commands.reads

    @cache
    def words() -> Mapping[str, Mapping[str, str]]:
        return system.rooms.words(state)

    @cache
    def options(name: str) -> tuple[tuple[Option, ...], bool] | None:
        if name == SEAT:
            return seats, True
        if (named := system.asking.choices.get(name)) is not None:
            return tuple(named(state)), True
        if name == MEMBER:
            return tuple(Option(who, one.name) for who, one in campaign.members.items()), False
        if name == DISPUTE:
            disputes = campaign.record.disputes.values()
            claims = (one for one in disputes if one.is_open)
            return tuple(Option(one.id, one.claim[:CLAIM_LETTERS]) for one in claims), False
        if name in words():
            return tuple(map(_option, words()[name].items())), name in system.rooms.closed
        return None

    return Known(seats, options, reads, system.rooms.rare)


def seat_options(system: AnySystem, state: GameState) -> tuple[Option, ...]:
    """A campaign's seats as options, each with the other words that people type for it."""
    seats = system.seats_of(state)
    campaign: Campaign = state.campaign
    named = system.view.names(state)
    also = {seat: [seats.codes.get(seat, "")] for seat in campaign.seats}
    for word, seat in seats.also.items():
        also.setdefault(seat, []).append(word)
    return tuple(
        Option(seat, named.seat(seat), also=tuple(filter(None, also[seat])))
        for seat in campaign.seats
    )


def _option(word: tuple[str, str]) -> Option:
    """A likely value with its text: a name, and behind a comma what else is known of it."""
    value, text = word
    name, _, about = text.partition(", ")
    return Option(value, name, about)
