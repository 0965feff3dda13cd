"""What the acts of every game offer: members, disputes, lines of the journal, deadlines. Pure."""

from collections.abc import Callable, Iterable

from campaign.kernel.deadlines import what_in_words
from campaign.kernel.interview.answers import Choice, JournalLine, Option
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
    campaign: Campaign = state.campaign
    disputes = campaign.record.disputes.values()
    match name:
        case "member":
            members = campaign.members.items()
            return Choice(tuple(Option(who, one.name) for who, one in members), is_open=True)
        case "dispute":
            return _disputes(sorted(disputes, key=lambda one: not one.is_open))
        case "ruling":
            return _disputes(one for one in disputes if one.grants)
        case "journal line":
            return JournalLine(lines())
        case "awaited":
            return _whole(_awaited(system, state))
        case "wish":
            return _whole(_wishes(campaign))
        case "key":
            return _whole(_keys(campaign))
        case "seat":
            return _whole(seat_options(system, state))
    return None


def _whole(options: Iterable[Option]) -> Choice:
    """Options that are known by their whole names; the rules judge other words."""
    return Choice(tuple(options), is_open=True, is_exact=True)


def _disputes(disputes: Iterable[Dispute]) -> Choice:
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


def _wishes(campaign: Campaign) -> Iterable[Option]:
    """Absence: what a member may wish who is away."""
    yield Option("wait", "Wait for me")
    yield Option("count-as-absent", "Count me as absent")
    for who, member in campaign.members.items():
        yield Option(f"substitute:{who}", f"{member.name} stands in")


def _keys(campaign: Campaign) -> Iterable[Option]:
    """Keys: those enrolled and not retired, by whose they are."""
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
