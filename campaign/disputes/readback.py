"""Reads acts about the record back into commands, so that each can be decided again. Pure.

What a member said is taken as said; whatever follows from it is decided again. A correction's
preview digest is not on record: that the preview was checked is taken on trust.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from campaign.disputes import commands
from campaign.disputes.procedure import OPENING
from campaign.history.effective import Effective, Logged, effective, form, own, step
from campaign.history.timeline import START, Base
from campaign.kernel import key_state, keys
from campaign.kernel.decisions import Command, ReadBack, Supplied
from campaign.kernel.new_campaign import SeedChain
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from campaign.text.json_values import JsonObject
from events import disputes as facts
from events.base import Event
from events.campaign import SeedsRenewed
from events.sealed import Opening

LOOKED_AT = "0" * 64
"""Stands in for the digest of a preview, which no event holds."""


def read_back(
    system: AnySystem,
    state: GameState,
    events: Sequence[Event],
    past: Sequence[Logged],
    base: Base = START,
) -> ReadBack | None:
    """The command of an act, about the game or the record; None if no act begins like this.

    `past` is the log before the act, after a `base` that it does not touch. Raises what a fold
    raises for events that do not follow from one another.
    """
    first = events[0]
    if not own(first) or isinstance(first, facts.CampaignReopened | SeedsRenewed):
        return system.audit.command_of(state, events) or _plain(state, first)
    if isinstance(first, facts.EventsInserted):
        return _inserted(system, events, past, base)
    if isinstance(first, facts.EventsStruck):
        return _struck(system, events, past)
    read = _READERS.get(type(first))
    return read(events, past) if read else None


def _plain(state: GameState, first: Event) -> ReadBack | None:
    """A reopening, or a renewal of the vault, to which the game adds nothing hidden."""
    if isinstance(first, facts.CampaignReopened):
        return ReadBack(commands.ConsentToReopening(by=first.by))
    if isinstance(first, SeedsRenewed):
        chain = SeedChain(state.campaign.id, first.anchor, first.links, first.sealed)
        supplied = Supplied(seed=first.seed_revealed, chain=chain)
        return ReadBack(commands.RenewVault(by=first.by), supplied)
    return None


# --- disputes, bookmarks and the vault ----------------------------------------------------------

_Reader = Callable[[Sequence[Event], Sequence[Logged]], ReadBack | None]


def _same(kind: type[Command]) -> _Reader:
    """Reads back a command whose fields the first event holds under the same names."""
    held = [name for name in kind.__struct_fields__ if name not in Command.__struct_fields__]

    def read(events: Sequence[Event], past: Sequence[Logged]) -> ReadBack:
        first = events[0]
        fields = {name: getattr(first, name) for name in held}
        return ReadBack(kind(by=first.by, **fields))

    return read


def _raised(events: Sequence[Event], past: Sequence[Logged]) -> ReadBack:
    """Powers concerned: those that the events name, and any that the member added."""
    first = events[0]
    assert isinstance(first, facts.DisputeRaised)
    powers: Any = first.concerned
    return ReadBack(
        commands.RaiseDispute(
            by=first.by, versions=first.versions, claim=first.claim, powers=powers
        )
    )


def _evidence(events: Sequence[Event], past: Sequence[Logged]) -> ReadBack:
    first = events[0]
    assert isinstance(first, facts.EvidenceAdded)
    digest = first.digest or None
    return ReadBack(
        commands.AddEvidence(by=first.by, dispute=first.dispute, text=first.text, digest=digest)
    )


def _bookmark(events: Sequence[Event], past: Sequence[Logged]) -> ReadBack:
    first = events[0]
    assert isinstance(first, facts.BookmarkSet)
    return ReadBack(commands.SetBookmark(by=first.by, version=first.about, note=first.note))


def _resumed(events: Sequence[Event], past: Sequence[Logged]) -> ReadBack:
    return ReadBack(commands.ResumePlay(by=events[0].by))


def _opening_request(events: Sequence[Event], past: Sequence[Logged]) -> ReadBack:
    first = events[0]
    assert isinstance(first, facts.OpeningAsked)
    return ReadBack(commands.AskOpening(by=first.by, version=first.about, reason=first.reason))


def _opened(events: Sequence[Event], past: Sequence[Logged]) -> ReadBack:
    """The opened value is on record; the rule system checks that it is the one that was sealed."""
    first = events[0]
    assert isinstance(first, facts.SealedOpened)
    given = Supplied(openings={OPENING: Opening(first.choice, first.nonce)})
    return ReadBack(commands.ConsentToOpening(by=first.by, version=first.about), given)


# --- corrections --------------------------------------------------------------------------------


def _ruled_on(events: Sequence[Event]) -> JsonObject:
    """The fields of every correction, and the events struck along with it."""
    first = events[0]
    also = [
        version
        for event in events[1:]
        if isinstance(event, facts.EventsStruck)
        for version in event.versions
    ]
    return {
        "by": first.by,
        "dispute": getattr(first, "dispute", ""),
        "reason": getattr(first, "reason", ""),
        "also": tuple(also),
        "seen": LOOKED_AT,
    }


def _looked_at(command: commands.Correct) -> ReadBack:
    return ReadBack(command, Supplied(looked_at=True))


def _struck(system: AnySystem, events: Sequence[Event], past: Sequence[Logged]) -> ReadBack:
    """Events that counted before were struck by name; those that another strike held came along."""
    first = events[0]
    assert isinstance(first, facts.EventsStruck)
    counted = {
        entry.version
        for entry in effective(system.codec, past)
        if not entry.struck_by and not entry.inserted
    }
    known = {version for version, _ in past}
    versions = tuple(
        version for version in first.versions if version in counted or version not in known
    )
    also = tuple(version for version in first.versions if version not in versions)
    fields = {**_ruled_on(events), "also": also}
    return _looked_at(commands.StrikeEvents(versions=versions, **fields))


def _amended(events: Sequence[Event], past: Sequence[Logged]) -> ReadBack:
    first = events[0]
    assert isinstance(first, facts.EventAmended)
    fields = {name: value for name, value in first.event.items() if name != "type"}
    return _looked_at(commands.AmendEvent(version=first.about, fields=fields, **_ruled_on(events)))


def _inserted(
    system: AnySystem, events: Sequence[Event], past: Sequence[Logged], base: Base
) -> ReadBack | None:
    """Reads the forgotten command back from the events that it adds at its place."""
    first = events[0]
    assert isinstance(first, facts.EventsInserted)
    state = _state_behind(system, effective(system.codec, past), first.after, base[1])
    request = system.audit.command_of(
        state, [form(system.codec, fields, first) for fields in first.events]
    )
    if request is None:
        return None
    forgotten = msgspec.to_builtins(request.command)
    return _looked_at(
        commands.InsertCommand(after=first.after, forgotten=forgotten, **_ruled_on(events))
    )


def _state_behind(
    system: AnySystem, history: Sequence[Effective], version: int, state: GameState
) -> Any:
    for placed in history:
        if placed.version > version and not placed.inserted:
            break
        state = step(system, state, placed)
    return state


def _adjusted(events: Sequence[Event], past: Sequence[Logged]) -> ReadBack:
    first = events[0]
    assert isinstance(first, facts.FigureAdjusted)
    return _looked_at(
        commands.AdjustFigure(
            figure=first.figure, of=first.of, change=first.change, **_ruled_on(events)
        )
    )


def _rewound(events: Sequence[Event], past: Sequence[Logged]) -> ReadBack:
    first = events[0]
    assert isinstance(first, facts.Rewound)
    return _looked_at(commands.Rewind(to=first.to, **_ruled_on(events)))


def _undone(events: Sequence[Event], past: Sequence[Logged]) -> ReadBack:
    return ReadBack(commands.UndoAct(by=events[0].by), Supplied(looked_at=True))


def _keys(events: Sequence[Event], past: Sequence[Logged]) -> ReadBack | None:
    return keys.readback(events[0])


_READERS: dict[type[Event], _Reader] = {
    facts.DisputeRaised: _raised,
    facts.EvidenceAdded: _evidence,
    facts.DisputeAnswered: _same(commands.AnswerDispute),
    facts.DisputeWithdrawn: _same(commands.WithdrawDispute),
    facts.TermSet: _same(commands.SetTerm),
    facts.PlayFrozen: _same(commands.FreezePlay),
    facts.PlayResumed: _resumed,
    facts.RulingGiven: _same(commands.GiveRuling),
    facts.RulingConsented: _same(commands.ConsentToRuling),
    facts.RulingAppealed: _same(commands.AppealRuling),
    facts.BookmarkSet: _bookmark,
    facts.KeeperNamed: _same(commands.NameKeeper),
    facts.ReopeningAsked: _same(commands.ReopenCampaign),
    facts.OpeningAsked: _opening_request,
    facts.SealedOpened: _opened,
    facts.EventAmended: _amended,
    facts.FigureAdjusted: _adjusted,
    facts.Rewound: _rewound,
    facts.ActUndone: _undone,
    **dict.fromkeys(key_state.FACTS, _keys),
}
