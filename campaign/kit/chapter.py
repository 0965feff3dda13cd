"""The kit's chapter: what its commands decide, correct and audit together. Pure."""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from campaign.disputes.commands import COMMANDS as RECORD
from campaign.disputes.routing import INTERVIEWS
from campaign.disputes.sentences import spoken
from campaign.kernel import system
from campaign.kernel.chapters import Chapter, Readers, TrustAuditor, asking, joined
from campaign.kernel.decisions import Command, RecordedAct, Refused, Supplied, VaultSeal
from campaign.kernel.interview.answers import Choice
from campaign.kernel.interview.asking import Interviews
from campaign.kit import corrections, opening
from campaign.kit.calendar import CALENDAR
from campaign.kit.commands import EndPhase, OpenChoices, SealChoice
from campaign.kit.play import acts, changes, phases, secrets
from campaign.kit.sentences import SENTENCES
from campaign.kit.showing.tasks import AWAITING
from campaign.kit.state import SEATS, State
from events import kit
from events.base import Event
from events.sealed import Opening

# --- what the world supplied for recorded acts ----------------------------------------------------


def _sealed(state: State, command: SealChoice, events: Sequence[Event]) -> RecordedAct:
    """The choice is still hidden: only its seal is known."""
    first = events[0]
    if not isinstance(first, kit.Sealed):
        return RecordedAct(command)
    if not first.sealed:
        raise ValueError("what the vault sealed is missing")
    seal = VaultSeal(first.commitment, first.sealed)
    return RecordedAct(replace(command, commitment=first.commitment), Supplied(sealed=seal))


def _opened(state: State, command: OpenChoices | EndPhase, events: Sequence[Event]) -> RecordedAct:
    """The openings of all choices that the act opened."""
    openings = {
        f"{event.act_name}:{seat}": Opening(one.choice, one.nonce)
        for event in events
        if isinstance(event, kit.Opened)
        for seat, one in event.openings.items()
    }
    return RecordedAct(command, Supplied(openings=openings))


RECORDED: Readers[State] = {SealChoice: _sealed, OpenChoices: _opened, EndPhase: _opened}


# --- the chapter ----------------------------------------------------------------------------------


def _interviews() -> Interviews[State]:
    from campaign.kit.interviews import INTERVIEWS as own

    return own


CHAPTERS: tuple[Chapter[State], ...] = (
    Chapter(
        "kit",
        decide=joined((acts.DECIDE, secrets.DECIDE, phases.DECIDE, changes.DECIDE)),
        needs=joined((acts.NEEDS, secrets.NEEDS, phases.NEEDS)),
        before=phases.BEFORE,
        sentences=SENTENCES,
        recorded=RECORDED,
        trusted={
            kit.Acted: "acts on the table",
            kit.Proposed: "acts on the table",
            kit.PositionStated: "positions taken over",
        },
        interviews=_interviews,
    ),
)


def _untimely(state: State, kind: type[Command]) -> Refused | None:
    return None


DECIDER = system.decider(CHAPTERS, CALENDAR, _untimely, lambda state, who: 0, AWAITING)
DECIDING = system.deciding(DECIDER, RECORD, opening.open_campaign, SEATS)
CORRECTIONS = system.Corrections[State](
    struck=system.struck(corrections.CORRECTED.left_behind),
    faults=corrections.CORRECTED.faults,
    amended=corrections.amended,
)
SECRETS = system.Secrets[State](
    sealed=secrets.under,
    unopened=secrets.still_sealed,
    settles=corrections.settles,
    numbers=corrections.CORRECTED.numbers,
)
AUDIT = system.Audit[State](
    request_of=opening.request_of,
    auditor=lambda: TrustAuditor(CHAPTERS),
    recorded=RECORDED,
    drew=corrections.CORRECTED.drew,
)


def _choices() -> Mapping[str, Callable[[State], Choice]]:
    from campaign.kit.interviews import CHOICES

    return CHOICES


ASKING = asking(CHAPTERS, INTERVIEWS, _choices)
sentence = spoken(SENTENCES)
"""An event as a sentence."""
