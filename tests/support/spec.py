"""A rule as a specification: what has happened, what is asked, and what comes of it.

    given(LeaderMoved(leader="mao", location="A1010"), leaders={"mao": "map"})
        .when("MoveLeader", leader="mao", location="A1011")
        .then(LeaderMoved(leader="mao", location="A1011", means="hex"))

`.then` names every event, in order, and goes on from there; `.refused` names the rule. A command
that is accepted always records something, so that there is no `.nothing`.
"""

from typing import Any

import msgspec

from campaign.kernel.decisions import Refused, Supplied
from campaign.lif.state import State
from events.base import Event
from support.rules_table import SEEDED, after, decided, opened


class Answer(msgspec.Struct, frozen=True):
    """What the rules made of a command."""

    before: State
    answer: tuple[Event, ...] | Refused

    def then(self, *events: Event) -> "Table":
        """It is accepted, and these events come of it, no others; the table afterwards."""
        assert self.answer == events, self.answer
        return Table(after(self.before, *events))

    def accepted(self) -> "Table":
        """It is accepted; the table afterwards."""
        assert not isinstance(self.answer, Refused), self.answer
        return Table(after(self.before, *self.answer))

    def refused(self, rule: str | None, *words: str) -> Refused:
        """It is refused by this rule, or by none but the form; the reason has these words."""
        assert isinstance(self.answer, Refused), self.answer
        assert self.answer.rule == rule, self.answer
        assert self.answer.reason and all(word in self.answer.reason for word in words), self.answer
        return self.answer


class Table(msgspec.Struct, frozen=True):
    """A campaign as far as it has come."""

    state: State

    def and_then(self, *events: Event) -> "Table":
        """These events happen as well."""
        return Table(after(self.state, *events))

    def when(self, command: str, world: Supplied = SEEDED, **fields: Any) -> Answer:
        """A command is given; `world` is what it needs from outside: a seed, openings."""
        return Answer(self.state, decided(self.state, command, world, **fields))


def given(*events: Event, **opening: Any) -> Table:
    """A campaign was opened, its leaders with these statuses, and then these events happened."""
    return Table(after(opened(**opening), *events))
