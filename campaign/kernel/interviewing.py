"""The interview of an act in a campaign: what every front end runs. Pure.

outcome = interviewed(system, state, PlacePiece, answers, by="anna", trial=trial)
match outcome:
    case NextPage(page, errors):   …show the page
    case Complete(fields):      …send the command
    case Forbidden(refused):    …say why
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache

import msgspec

from campaign.kernel.answers import Choice, Invalid, Option
from campaign.kernel.asking import Given, Trial, interview
from campaign.kernel.by_type import Offers, canonical, field_of, plan
from campaign.kernel.decisions import Command
from campaign.kernel.interviews import Answers, NextPage, Outcome, Thorough, run
from campaign.kernel.members import Campaign
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from campaign.text.json_values import JsonObject

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
    asks: Thorough = "all",
    sent: str = "",
    again: str = "",
    also: Collection[str] = (),
) -> Outcome:
    """What an act asks next in a campaign, given the answers so far.

    `also` are keys that count though no page asked for them. Raises `TooLongError`.
    """
    known = offers_of(system, state)
    answers, errors = canonical(kind, known, answers)
    if errors:
        field = next(iter(errors)).partition("/")[0]
        wrong = next(page for page in plan(kind, known) if field_of(page) == field)
        return NextPage(wrong, errors)
    asking, may = system.asking, setting.trial
    own, follows = asking.asked.get(kind), asking.consequences.get(kind)
    whole = interview(
        kind,
        known,
        own(state, Given(kind, known, setting.by, answers, may, asks == "script")) if own else None,
        (lambda fields: None) if asks == "script" else may,
        {key: answers[key] for key in also if key in answers} if asks == "all" else answers,
        (lambda fields: follows(state, fields, setting.private)) if follows else (lambda _: None),
        is_script=asks == "script",
    )
    return run(whole, answers, asks=asks, sent=sent, again=again)


def offers_of(system: AnySystem, state: GameState) -> Offers:
    """What is known of a campaign where the questions of its commands are made."""
    campaign: Campaign = state.campaign
    seats = seat_options(system, state)
    reads = system.rules.commands.reads

    @cache
    def words() -> Mapping[str, Mapping[str, str]]:
        return system.rooms.words(state)

    @cache
    def choosing(name: str) -> Choice | None:
        if (named := system.asking.choices.get(name)) is not None:
            return named(state)
        if name == MEMBER:
            members = campaign.members.items()
            return Choice(tuple(Option(who, one.name) for who, one in members), is_open=True)
        if name == DISPUTE:
            claims = (one for one in campaign.record.disputes.values() if one.is_open)
            options = tuple(Option(one.id, one.claim[:CLAIM_LETTERS]) for one in claims)
            return Choice(options, is_open=True)
        if name in words():
            options = tuple(_option(word, seats) for word in words()[name].items())
            return Choice(options, is_open=name not in system.rooms.closed)
        return None

    def keyed(field: str, word: str) -> str | Invalid | None:
        found = system.asking.keyed.get(field)
        return found(state, word) if found else None

    return Offers(seats, choosing, reads, system.rooms.rare, keyed)


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


def _option(word: tuple[str, str], seats: Sequence[Option]) -> Option:
    """A likely value with its text: a name, and behind a comma what else is known of it."""
    value, text = word
    name, _, about = text.partition(", ")
    found = next((one for one in seats if one.value == value), Option(value))
    return Option(value, name, about, also=found.also)
