"""What an amended event changes in acts that were worked out from it, in the same correction. Pure.

A game says which acts those are (`Corrections.again`). Each is read back into its command and
decided again: events that come out otherwise are amended, those that no longer come are struck,
and new ones are added behind the act.
"""

from collections.abc import Iterator, Sequence

import msgspec

from campaign.history.acts import Act, acts
from campaign.history.effective import DOES_NOT_FOLD, Effective, Logged, effective, step
from campaign.history.recorded_acts import recorded
from campaign.history.timeline import START, Base
from campaign.kernel.decisions import Refused
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from campaign.text.json_values import JsonObject
from events import codec
from events import disputes as facts
from events.base import Event, topic, unstamped


class WorkedOut(msgspec.Struct, frozen=True):
    """An amendment, with all that follows from it in the acts that were worked out from it."""

    made: facts.EventAmended
    """The amendment itself; what follows inside its event is in it."""
    amended: tuple[facts.EventAmended, ...] = ()
    struck: tuple[int, ...] = ()
    inserted: tuple[facts.EventsInserted, ...] = ()


def worked_out(
    system: AnySystem, past: Sequence[Logged], made: facts.EventAmended, base: Base = START
) -> WorkedOut:
    """What an amendment brings with it. An act that would be refused now stays as it is."""
    event = system.codec.form(made.event)
    if not system.corrections.again(event, event):
        return WorkedOut(made)
    last = past[-1][0] if past else base[0]
    found = WorkedOut(made)
    history = effective(system.codec, [*past, (last + 1, made)])
    walk = _Again(system, made, base[1], dict(past))
    try:
        for act in acts(history):
            found = walk.take(act, found)
    except DOES_NOT_FOLD:
        pass  # the preview tells what no longer fits
    return found


class _Again:
    """A walk through the history as an amendment leaves it."""

    def __init__(
        self,
        system: AnySystem,
        made: facts.EventAmended,
        state: GameState,
        log: dict[int, Event],
    ) -> None:
        self._system, self._made, self._state, self._log = system, made, state, log
        self._event: Event | None = None
        """The amended event, once the walk has come to it."""
        self._behind = 0
        """The last version of the act that was decided again just now."""

    def take(self, act: Act, found: WorkedOut) -> WorkedOut:
        """The next act: decided again, if it was worked out from the amended event."""
        if self._behind and act.placed[0].inserted:
            added = act.placed[0].version
            correction = self._log.get(added)
            if isinstance(correction, facts.EventsInserted) and (
                correction.nth and correction.after == self._behind
            ):  # an earlier amendment brought it
                struck = () if act.placed[0].struck_by else (added,)
                return msgspec.structs.replace(found, struck=(*found.struck, *struck))
        self._behind = 0
        for placed in act.placed:
            if placed.version == self._made.about and not placed.inserted:
                self._event = placed.event
        decided = self._decided(act)
        if decided is None:
            for placed in act.placed:
                self._state = step(self._system, self._state, placed)
            return found
        for event in decided:
            self._state = self._system.rules.evolve(self._state, event)
        self._behind = act.versions[-1]
        return self._differing(act, decided, found)

    def _decided(self, act: Act) -> tuple[Event, ...] | None:
        """What an act brings now; None where it stays as it is recorded."""
        again, amended, system = self._system.corrections.again, self._event, self._system
        standing = [placed.event for placed in act.standing]
        if amended is None or not standing or act.own or act.placed[0].inserted:
            return None
        if act.said is None or not any(again(amended, event) for event in standing):
            return None
        request = recorded(system, self._state, standing, act.said)
        decision = system.rules.decide(request.state or self._state, request.command, request.given)
        if isinstance(decision, Refused):
            return None
        return tuple(_stamped(event, act) for event in decision)

    def _differing(self, act: Act, now: Sequence[Event], found: WorkedOut) -> WorkedOut:
        standing, amended, made = act.standing, list(found.amended), found.made
        for placed, event in zip(standing, now, strict=False):
            if unstamped(placed.event) == unstamped(event):
                continue
            if placed.version == made.about:
                made = msgspec.structs.replace(made, event=_form(event))
            else:
                amended.append(
                    msgspec.structs.replace(made, about=placed.version, event=_form(event))
                )
        struck = tuple(_versions(standing[len(now) :]))
        more = now[len(standing) :]
        inserted = tuple(
            facts.EventsInserted(
                dispute=made.dispute,
                after=act.versions[-1],
                events=tuple(
                    {**_form(event), "by": act.by, "nth": nth} for nth, event in enumerate(more)
                ),
                reason=made.reason,
            )
            for _ in more[:1]
        )
        return WorkedOut(
            made,
            tuple(amended),
            (*found.struck, *struck),
            (*found.inserted, *inserted),
        )


def _versions(placed: Sequence[Effective]) -> Iterator[int]:
    return (entry.version for entry in placed)


def _form(event: Event) -> JsonObject:
    return {"type": topic(event), **codec.fields(event)}


def _stamped(event: Event, act: Act) -> Event:
    first = act.placed[0].event
    return msgspec.structs.replace(event, at=first.at, by=first.by, key=first.key)
