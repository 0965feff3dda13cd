"""Seats: a member is told that theirs was offered or taken anew, whatever they chose; and at once
that a choice of theirs was passed over. Pure.

Only who had come in before is offered their seat again, so it may be somebody else who comes in.
"""

from collections.abc import Iterator

from campaign.kernel import passing_over
from campaign.kernel.deadlines import Passed
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from campaign.kernel.transition import Transition
from campaign.notices.kinds import Occasion
from campaign.text.english import capital, listed
from events.handover import SeatOffered, SeatTaken

ADVICE = (
    "If that was not you, ask a host to press “Lock out” beside your name on the Members page: all "
    "your devices, passkeys and programs end, and you come back with a new invitation."
)
"""What to do, after somebody came in."""
NOT_ASKED_FOR = (
    "If you did not ask for that, ask your host about it. Once somebody comes in with the "
    "invitation, you are told, and can have them locked out."
)
"""What to do, while nobody has come in yet."""


def of_seat(step: Transition[GameState]) -> Occasion | None:
    """What an event says about somebody's seat; also one that a correction struck, since whoever
    came in is in.
    """
    event = step.record.event
    if not isinstance(event, SeatOffered | SeatTaken):
        return None
    who = step.after.campaign.called(event.member)
    if isinstance(event, SeatTaken):
        headline = f"Somebody came in as {who}, with a new invitation."
    else:
        headline = f"A host invited {who} again, who had come in before."
    return Occasion(
        key=f"seat:{step.record.version}",
        kind="seat",
        turn=step.turn,
        members=(event.member,),
        since=event.at,
        headline=headline,
        what_to_do=ADVICE if isinstance(event, SeatTaken) else NOT_ASKED_FOR,
        version=step.record.version,
    )


def of_passed(step: Transition[GameState], system: AnySystem) -> Iterator[Occasion]:
    """What an event says to those whose choices it passed over; nothing where it was struck."""
    event, version = step.record.event, step.record.version
    if step.before is None or step.record.struck_by:
        return
    theirs: dict[tuple[str, ...], list[Passed]] = {}
    for one in passing_over.passed_by(system.rules.awaiting, step.before, event):
        theirs.setdefault(one.members, []).append(one)
    why = getattr(event, "why", "") or getattr(event, "reason", "")
    name = step.after.campaign.called(event.by)
    reason = f"{capital(name)} gave as reason: “{why}”." if why else ""
    for number, (members, found) in enumerate(theirs.items(), 1):
        counts = (f"It counts as {one.counts_as}." for one in found[:1] if one.counts_as)
        yield Occasion(
            key=f"passed:{version}:{number}",
            kind="passed",
            turn=step.turn,
            members=members,
            since=event.at,
            headline=f"Not waited for: {listed(one.title for one in found)}.",
            what_to_do=" ".join(filter(None, (*counts, reason))),
            version=version,
        )
