"""The program's side of a story: its answers, held to a word that says what was reckoned."""

import json
from collections import Counter
from random import Random
from typing import Any

from campaign.kernel.decisions import Refused
from campaign.lif.state import State
from combat_story.table import Table
from events.base import Event
from support.rules_table import after, decided


class Disagreement(AssertionError):
    """The program and the second reckoning differ, with what led there."""


class Player:
    """One campaign, asked command by command."""

    seed: int
    dice: Random
    table: Table
    state: State
    log: list[str]
    tally: Counter[str]

    def ask(self, command: str, refused: str, **told: Any) -> tuple[Event, ...]:
        """Its answer, which must be a refusal where a word says why; nothing follows then."""
        answer = decided(self.state, command, **told)
        self.log.append(f"{command} {json.dumps(told)}")
        self.tally[f"{command} {'refused' if refused else 'accepted'}"] += 1
        if isinstance(answer, Refused) != bool(refused):
            said = f"{answer.rule}: {answer.reason}" if isinstance(answer, Refused) else "accepted"
            raise self.differ(f"{command}: reckoned {refused or 'accepted'!r}; the program: {said}")
        if isinstance(answer, Refused):
            assert answer.reason
            return ()
        self.state = after(self.state, *answer)
        return answer

    def must(self, command: str, **told: Any) -> tuple[Event, ...]:
        return self.ask(command, "", **told)

    def differ(self, what: str) -> Disagreement:
        book = "list" if self.table.list_edition else "1998"
        return Disagreement("\n".join([f"story {self.seed} ({book}): {what}", *self.log[-25:]]))

    def same(self, what: str, program: object, reckoned: object) -> None:
        if program != reckoned:
            raise self.differ(f"{what}: reckoned {reckoned!r}; the program: {program!r}")

    def faces(self, who: str) -> None:
        """The state agrees on where a leader is and how he lies."""
        self.same(f"{who}'s status", self.state.leaders[who], self.table.status[who])
        if self.table.on_map(who):
            found = self.state.play.placements[who]
            mine = (self.table.places[who], self.table.face_up[who])
            self.same(f"{who}'s place", (found.location, found.face_up), mine)

    def exchanged(self, events: tuple[Event, ...], mine: dict[str, tuple[Any, ...]]) -> None:
        """The unit leaves the map, and the army lies as it lay."""
        found: dict[str, tuple[Any, ...]] = {}
        for event in events:
            one: Any = event
            on_map = one.to == "map"
            found[one.counter] = (
                one.to, one.location if on_map else None, one.face_up if on_map else None
            )  # fmt: skip
        self.same("the exchange", found, mine)
