"""What the acts of every game offer: members, disputes, lines of the journal, deadlines. Pure."""

from collections.abc import Callable, Iterable

from campaign.kernel.deadlines import what_in_words
from campaign.kernel.interview.answers import Choice, Option, RecordedLine
from campaign.kernel.members import Campaign, GameState
from campaign.kernel.record import OF_DISPUTE, TURN, Dispute
from campaign.kernel.system import AnySystem
from campaign.text.english import capital

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
    members = state.campaign.members.items()
    return Choice(tuple(Option(who, one.name) for who, one in members), is_open=True)


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
        yield Option(what, capital(what_in_words(what, names)))
    for one in state.campaign.record.disputes.values():
        if one.is_open:
            yield Option(f"{OF_DISPUTE}{one.id}", f"The dispute: {one.claim[:CLAIM_LETTERS]}")


def _wishes(system: AnySystem, state: GameState) -> Iterable[Option]:
    """Absence: what a member may wish who is away."""
    campaign: Campaign = state.campaign
    yield Option("wait", "Wait for me")
    yield Option("count-as-absent", "Count me as absent")
    for who, member in campaign.members.items():
        yield Option(f"substitute:{who}", f"{member.name} stands in")


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
