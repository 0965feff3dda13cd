"""The interview of an act in a campaign: what every front end runs. Pure.

outcome = interviewed(system, state, PlacePiece, answers, by="anna", trial=trial)
match outcome:
    case NextPage(page, errors):   …show the page
    case Complete(fields):      …send the command
    case Forbidden(refused):    …say why
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from campaign.kernel.deadlines import what_in_words
from campaign.kernel.decisions import Command, Decision, Refused, Supplied, WithheldError
from campaign.kernel.decisions import trial as withheld
from campaign.kernel.interview import pages
from campaign.kernel.interview.answers import Choice, Option, RecordedLine
from campaign.kernel.interview.asking import Given, PastEvent, Trial, interview
from campaign.kernel.interview.available import POSSIBLE, ActingMember, Available, sentence
from campaign.kernel.interview.by_type import Offers, canonical, field_of, plan
from campaign.kernel.members import HOST, Campaign, GameState
from campaign.kernel.record import OF_DISPUTE, TURN, Dispute
from campaign.kernel.system import AnySystem, foreign
from campaign.kernel.terminal.steps import Unfit as Invalid
from campaign.text import english, json_values


class Setting(msgspec.Struct, frozen=True):
    """Who is interviewed, and what the world says when it is asked."""

    by: str = "host"
    trial: Trial = lambda fields: None
    """Why the act would be refused, as far as no secret decides it."""
    private: Callable[[], json_values.JsonObject] = dict
    """What only that member may see; called only where a question shows it to them."""
    past: Callable[[int], PastEvent | None] = lambda version: None
    """An event by its version, for corrections."""
    lines: Callable[[], tuple[Option, ...]] = tuple
    """The last lines of the journal, where somebody can choose from them."""
    is_screen: bool = False
    """Whether the questions are shown as screens, to be tapped."""


Decides = Callable[[AnySystem, GameState, Any, Supplied], Decision]
"""What decides every command, those about the record too."""


def trial_of(
    system: AnySystem, state: GameState, kind: type[Command], by: str, decides: Decides
) -> Trial:
    """Why an act would be refused with some fields, as far as no secret decides it."""

    def trial(fields: json_values.JsonObject) -> Refused | None:
        sent = {**fields, "by": by, "command": kind.__name__}
        try:
            command = msgspec.convert(sent, kind, dec_hook=system.rules.commands.reads)
            decision = decides(system, state, command, withheld(Supplied()))
        except (msgspec.ValidationError, WithheldError):
            return None
        return decision if isinstance(decision, Refused) else None

    return trial


def interviewed(
    system: AnySystem,
    state: GameState,
    kind: type[Command],
    answers: pages.Answers,
    setting: Setting,
    *,
    asks: pages.Thorough = "all",
    sent: str = "",
    again: str = "",
    also: Collection[str] = (),
) -> pages.Outcome:
    """What an act asks next in a campaign, given the answers so far.

    `also` are keys that count though no page asked for them. Raises `TooLongError`.
    """
    known = offers_of(system, state, kind, setting.lines)
    answers, errors = canonical(kind, known, answers)
    if errors:
        field = next(iter(errors)).partition("/")[0]
        wrong = next(page for page in plan(kind, known) if field_of(page) == field)
        return pages.NextPage(wrong, errors)
    asking, may = system.asking.of(kind), setting.trial
    own, follows = asking.asked.get(kind), asking.consequences.get(kind)

    def what_follows(fields: json_values.JsonObject) -> pages.Confirm | None:
        if follows is None or (setting.by and setting.by not in state.campaign.members):
            return None  # nothing follows where the rules refuse a stranger
        return follows(state, {**fields, "by": setting.by}, setting.private)

    whole = interview(
        kind,
        known,
        own(state, _form(system, kind, known, answers, setting, asks)) if own else None,
        (lambda fields: None) if asks == "script" else may,
        {key: answers[key] for key in also if key in answers} if asks == "all" else answers,
        what_follows,
        is_script=asks == "script",
    )
    return pages.run(whole, answers, asks=asks, sent=sent, again=again)


def _form(
    system: AnySystem,
    kind: type[Command],
    known: Offers,
    answers: pages.Answers,
    setting: Setting,
    asks: pages.Thorough,
) -> Given:
    """What an act's own questions know; those of another command inside are tried as things stood
    then.
    """

    def inner(name: str, state: GameState, answers: pages.Answers) -> pages.Interview:
        inside = system.rules.commands[name]
        offers = offers_of(system, state, inside)
        answers, _ = canonical(inside, offers, answers)

        by = answers.get("by") or HOST
        trial = trial_of(system, state, inside, by, lambda system, *act: system.rules.decide(*act))
        is_script = asks == "script"
        its = Given(inside, offers, setting.by, answers, trial, is_script)
        own = system.asking.of(inside).asked.get(inside)
        may = (lambda fields: None) if is_script else trial
        some = None if asks == "all" else answers
        return interview(
            inside, offers, own(state, its) if own else None, may, some, is_script=is_script
        )

    is_script = asks == "script"
    trial, is_screen = setting.trial, setting.is_screen
    return Given(kind, known, setting.by, answers, trial, is_script, is_screen, setting.past, inner)


def offers_of(
    system: AnySystem,
    state: GameState,
    kind: type[Command],
    lines: Callable[[], tuple[Option, ...]] = tuple,
) -> Offers:
    """What is known of a campaign where the questions of a command are made."""
    seats = seat_options(system, state)
    reads = system.rules.commands.reads

    @cache
    def choosing(name: str) -> Choice | None:
        shared = shared_choice(system, state, name, lines)
        if shared is not None:
            return shared
        named = system.asking.choice(kind, name)
        return named(state) if named else None

    def keyed(field: str, word: str) -> str | Invalid | None:
        key_of = system.asking.of(kind).keyed.get(field)
        return key_of(state, word) if key_of else None

    return Offers(seats, choosing, reads, system.asking.rare, keyed, system.rules.commands)


# --- What the acts of every game offer: members, disputes, lines of the journal, deadlines --------

CLAIM_LETTERS = 60
KEY_LETTERS = 4
"""So much of a key's id stands beside its member's name."""

Lines = Callable[[], tuple[Option, ...]]
"""The last lines of the journal."""


def shared_choice(system: AnySystem, state: GameState, name: str, lines: Lines) -> Choice | None:
    """The options that a field of any game's commands names; None where it names none of these."""
    make = CHOICES.get(name)
    if name == LINE:
        return RecordedLine(lines())
    return make(system, state) if make is not None else None


LINE = "journal line"
"""A recorded event; a game may have lines of its own."""


def _members(system: AnySystem, state: GameState) -> Choice:
    """Members by their names."""
    names, known = state.campaign.names, state.campaign.members.items()
    typed = {who: (one.name,) if one.name != names[who] else () for who, one in known}
    return Choice(tuple(Option(who, names[who], also=typed[who]) for who in typed), is_open=True)


def _whole(options: Iterable[Option]) -> Choice:
    """Options that are known by their whole names; the rules judge other words."""
    return Choice(tuple(options), is_open=True, is_exact=True)


def _disputes(system: AnySystem, state: GameState) -> Choice:
    """Disputes, the open ones first."""
    every = state.campaign.record.disputes.values()
    return _by_claim(sorted(every, key=lambda one: not one.is_open))


def _rulings(system: AnySystem, state: GameState) -> Choice:
    """Disputes whose ruling lets the record be corrected."""
    return _by_claim(one for one in state.campaign.record.disputes.values() if one.grants)


def _by_claim(disputes: Iterable[Dispute]) -> Choice:
    """Disputes by what they claim; those that are settled are seldom meant."""
    return _whole(
        Option(one.id, one.claim[:CLAIM_LETTERS], is_far=not (one.is_open or one.grants))
        for one in disputes
    )


def _awaited(system: AnySystem, state: GameState) -> Iterable[Option]:
    """Deadlines: what is awaited now."""
    names = system.view.names(state)
    for what in (TURN, *system.rules.awaiting.now(state)):
        yield Option(what, english.capital(what_in_words(what, names)))
    for one in state.campaign.record.disputes.values():
        if one.is_open:
            yield Option(f"{OF_DISPUTE}{one.id}", f"The dispute: {one.claim[:CLAIM_LETTERS]}")


def _wishes(system: AnySystem, state: GameState) -> Iterable[Option]:
    """Absence: what a member may wish who is away."""
    campaign: Campaign = state.campaign
    yield Option("wait", "Wait for me")
    yield Option("count-as-absent", "Count me as absent")
    for who in campaign.members:
        yield Option(f"substitute:{who}", f"{campaign.called(who)} stands in")


def _keys(system: AnySystem, state: GameState) -> Iterable[Option]:
    """Keys: those enrolled and not retired, by whose they are."""
    campaign: Campaign = state.campaign
    for key, one in campaign.record.keys.enrolled.items():
        if not one.retired:
            kind = "passkey" if one.algorithm == "webauthn" else "key"
            owner = campaign.called(one.member)
            yield Option(key, f"{owner}’s {kind}", f"beginning with {key[:KEY_LETTERS]}")


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


CHOICES: dict[str, Callable[[AnySystem, GameState], Choice]] = {
    "member": _members,
    "dispute": _disputes,
    "ruling": _rulings,
    "awaited": lambda system, state: _whole(_awaited(system, state)),
    "wish": lambda system, state: _whole(_wishes(system, state)),
    "key": lambda system, state: _whole(_keys(system, state)),
    "seat": lambda system, state: _whole(seat_options(system, state)),
}
"""By the name that a field says, or the field's own."""


# --- Which acts are possible now, as far as that is known before anything is asked ----------------


def possible(
    system: AnySystem,
    state: GameState,
    kind: type[Command],
    by: str,
    decides: Decides,
    given: Mapping[str, str] = {},
) -> Available:
    """How many ways a member has to do something now, or why they have none. Of an act of which
    something is `given` already, the ways that are left.
    """
    refused = _refused(system, state, kind, by)
    if refused is not None:
        return Available(0, sentence(refused))
    trial = trial_of(system, state, kind, by, decides)
    if tells := system.recording.available.get(kind):
        seats = _acts_for(state.campaign, by)
        known: Available = tells(state, ActingMember(by, seats, trial, given))
        return known
    return _by_asking(system, state, kind, Setting(by, trial))


def _acts_for(campaign: Campaign, member: str) -> tuple[str, ...]:
    if campaign.is_host(member):
        return (*campaign.seats, "")
    return campaign.seats_of(member)


def _refused(system: AnySystem, state: GameState, kind: type[Command], by: str) -> Refused | None:
    """What is known without any question: the campaign, the sender, the stage of the game."""
    campaign: Campaign = state.campaign
    if other := foreign(system, campaign):
        return Refused("Rules", other)
    if kind.play and campaign.closed:
        return Refused("Calendar", "the campaign is over")
    if kind.play and (resting := campaign.record.frozen_for):
        return Refused("Disputes", f"play rests until dispute {resting} is settled")
    if not may_send(campaign, kind, by):
        who = _WHO.get(kind.who, f"a {campaign.seat_kind}’s player")
        return Refused("Members", f"{who} does this")
    return system.rules.untimely(state, kind)


_WHO = {"host": "the host", "referee": "a referee", "keeper": "the keeper of the vault"}


def may_send(campaign: Campaign, kind: type[Command], by: str) -> bool:
    """Whether a member's roles allow a command; the rules may ask for more."""
    if campaign.is_host(by) or kind.who == "member":
        return True
    if kind.who == "referee":
        return "referee" in campaign.members[by].roles
    if kind.who == "keeper":
        return campaign.record.keeper == by
    return kind.who != "host" and bool(campaign.seats_of(by))


def _by_asking(
    system: AnySystem, state: GameState, kind: type[Command], setting: Setting
) -> Available:
    """What the interview says before anything is answered."""
    try:
        outcome = interviewed(system, state, kind, {}, setting)
    except pages.TooLongError:
        return POSSIBLE
    if isinstance(outcome, pages.Forbidden):
        return Available(0, sentence(outcome.refused))
    if isinstance(outcome, pages.NextPage) and isinstance(outcome.page, pages.Page):
        return _of_choices(outcome.page)
    return POSSIBLE


def _of_choices(page: pages.Page) -> Available:
    """What is left of the choices that a page must have answered; of the fewest, how many."""
    fewest: list[int] = []
    for choice in _needed(page):
        left = sum(not one.refused for one in choice.options)
        if not left and not choice.is_open:
            return Available(0, f"{english.capital(choice.options[0].refused)}.")
        fewest += [left] if left else []
    return Available(min(fewest, default=1))


def _needed(page: pages.Page) -> Iterator[Choice]:
    """The choices that a page must have answered."""
    for question in page.questions if not page.rows else ():
        kind = question.kind
        if not question.is_optional and isinstance(kind, Choice) and kind.options:
            yield kind
