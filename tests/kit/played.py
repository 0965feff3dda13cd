"""Plays the worked cases of the kit through a ledger, with the dice and cards that they say."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from campaign.history.acts import Act, acts_of, judge
from campaign.history.effective import Effective, effective, step
from campaign.kernel import draws
from campaign.kit.opening import example
from campaign.kit.play import phases, standings
from campaign.kit.reading.rules import rules_of
from campaign.kit.state import State, faults
from campaign.kit.system import SYSTEM
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from events.base import Event, topic
from events.codec import fields
from events.disputes import EventAmended, EventsStruck

CASES = Path(__file__).parents[1] / "cases" / "kit"
NAMES = ("cards", "evening", "gang", "harbour", "league", "naval", "sectors")
"""The worked examples, and one more that uses what they do not."""
NAME = "club"
WHY = "nobody could be reached"
NOT_FIELDS = frozenset(
    (
        *("do", "as", "dice", "drawn", "refused", "because", "expect", "says", "owed", "table"),
        *("standings", "won", "note", "anyway"),
    )
)


def text_of(game: str) -> str:
    """The rules of a campaign that has cases."""
    own = CASES / f"{game}.toml"
    return own.read_text(encoding="utf-8") if own.exists() else example(game)


def cases() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every case, with the campaign that it is of."""
    for name in NAMES:
        text = (CASES / f"{name}.cases.json").read_text(encoding="utf-8")
        for case in json.loads(text)["cases"]:
            yield name, case


class NoSuchDrawError(Exception):
    """The case has no such die or card: the ledger could never have drawn it."""


class Luck:
    """The dice and cards of a case in place of the seeds, each under the number of its draw."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.waiting: list[str] = []
        self.drawn: dict[int, str] = {}
        patch.setattr(draws, "pick", self.pick)

    def pick(
        self, seed: str, campaign: str, draw: int, mixed: Sequence[str], candidates: Sequence[str]
    ) -> str:
        """The next of the case, or what was drawn under this number before."""
        if draw not in self.drawn:
            if not self.waiting:
                raise NoSuchDrawError("dice are missing")
            self.drawn[draw] = self._fit(candidates)
        return self.drawn[draw]

    def _fit(self, candidates: Sequence[str]) -> str:
        """The next card or the next die, whichever the draw is among."""
        for wish in _first_of_each(self.waiting):
            for one in candidates:
                if one == wish or (one.isdecimal() and wish.isdecimal() and int(one) == int(wish)):
                    self.waiting.remove(wish)
                    return one
        raise NoSuchDrawError(f"{self.waiting[0]} is not in fate")

    def offers(self, step: dict[str, Any], last: int) -> None:
        """Takes what the next step says; what a refused step drew is forgotten."""
        self.waiting = [*map(str, step.get("drawn", ())), *map(str, step.get("dice", ()))]
        self.drawn = {number: face for number, face in self.drawn.items() if number <= last}


def _first_of_each(wishes: Sequence[str]) -> Iterator[str]:
    """The first card and the first die."""
    for is_die in (False, True):
        yield from [wish for wish in wishes if wish.isdecimal() is is_die][:1]


class Table:
    """One case while it is played."""

    def __init__(self, folder: Path, game: str, case: dict[str, Any], luck: Luck) -> None:
        self.ledger = Ledger(folder / "club.db", Vault(folder / "club.vault"))
        self.luck = luck
        self.steps: list[tuple[int, int]] = []
        """The events of each accepted step, by their first and last version."""
        self.corrections: list[Event] = []
        text = text_of(game)
        rows = rules_of(text).seats.rows
        people = [
            {"member": seat, "name": seat.title(), "roles": ["player"], "powers": [seat]}
            for seat in rows
        ]
        people.append({"member": "ref", "name": "Ref", "roles": ["referee"]})
        answer = self.ledger.open(
            NAME,
            scenario="own-rules",
            system="kit",
            setup={"members": people},
            rulings=case.get("house", {}),
            extras={"rules": text},
        )
        assert answer["accepted"], answer

    @property
    def state(self) -> State:
        """Where the campaign stands."""
        state = self.ledger.live(NAME).state
        if self.corrections:
            state = None
            for placed in self.counted:
                state = step(SYSTEM, state, placed)
        assert isinstance(state, State)
        return state

    # --- steps ----------------------------------------------------------------------------------

    def play(self, step: dict[str, Any]) -> None:
        """Plays a step, and compares what came of it."""
        if "strike" in step or "amend" in step:
            self._correct(step)
        elif command := self._command(step):
            self.luck.offers(step, self.state.draws)
            self._send(step, command)
        self._compare(step)

    def _send(self, step: dict[str, Any], command: dict[str, Any]) -> None:
        before = self.ledger.store.version(NAME)
        try:
            answer = self.ledger.submit(NAME, command)
        except NoSuchDrawError as error:
            answer = {"accepted": False, "rule": None, "reason": str(error)}
        if "refused" in step:
            assert not answer["accepted"], (step, answer)
            assert (answer["rule"] or "") == step["refused"], (step, answer)
            assert step.get("because", "") in answer["reason"], (step, answer)
            return
        assert answer["accepted"], (step, command, answer)
        assert not self.luck.waiting, (step, self.luck.waiting)
        self.steps.append((before + 1, self.ledger.store.version(NAME)))

    def _command(self, step: dict[str, Any]) -> dict[str, Any] | None:
        by = step.get("as", "host")
        for word, make in _COMMANDS.items():
            if word in step:
                return {"by": by, **make(self, step)}
        return None

    def act(self, step: dict[str, Any]) -> dict[str, Any]:
        """`do`: an act, or a choice to be sealed."""
        act = self.state.rules.acts[step["do"]]
        values = {name: _text(value) for name, value in step.items() if name not in NOT_FIELDS}
        return {
            "command": "SealChoice" if act.secret else "PlayAct",
            "act_name": act.key,
            "values": values,
        }

    def number(self, step: int) -> int:
        """The number of the request that an accepted step made."""
        log = dict(self.ledger.log(NAME))
        return int(getattr(log[self.steps[step - 1][0]], "number", 0))

    def go_on(self, step: dict[str, Any]) -> dict[str, Any]:
        """`next`: the end of a phase, of a turn, or of the campaign."""
        state, sure = self.state, {"confirmed": True, "why": WHY} if step.get("anyway") else {}
        if state.phase != phases.last_phase(state):
            return {"command": "EndPhase", **sure}
        shared = state.campaign
        is_last = shared.turn == shared.last_turn
        return {"command": "CloseCampaign" if is_last else "AdvanceTurn", **sure}

    # --- corrections ----------------------------------------------------------------------------

    def _correct(self, step: dict[str, Any]) -> None:
        """A correction alone: what the rules would refuse now stands, and is told."""
        if "strike" in step:
            first, last = self.steps[step["strike"] - 1]
            versions = tuple(range(first, last + 1))
            self.corrections.append(EventsStruck(dispute="d1", versions=versions, reason="so"))
            return
        version = self.steps[step["amend"] - 1][0]
        event = next(entry.event for entry in self.counted if entry.version == version)
        own = NOT_FIELDS | {"amend", "breaks", "faults"}
        changed = {name: _text(value) for name, value in step.items() if name not in own}
        form = {"type": topic(event), **fields(event)}
        form["values"] = {**form["values"], **changed}
        amended = EventAmended(dispute="d1", about=version, event=form, reason="so")
        self.corrections.append(amended)

    @property
    def counted(self) -> list[Effective]:
        """The events as they count, corrections included."""
        log = list(self.ledger.log(NAME))
        log += enumerate(self.corrections, log[-1][0] + 1)
        return list(effective(SYSTEM.codec, log))

    def breaks(self) -> list[str]:
        """The accepted steps that would be refused now, as they stand, each with the rule."""
        state: Any = None
        broken = []
        for act in acts_of(self.counted):
            if state is not None and not act.own and act.standing:
                broken += filter(None, [self._refused(state, act)])
            for placed in act.placed:
                state = step(SYSTEM, state, placed)
        return broken

    def _refused(self, state: Any, act: Act) -> str:
        first = act.placed[0].version
        spans = enumerate(self.steps, 1)
        number = next((at for at, (low, high) in spans if low <= first <= high), 0)
        judgement = judge(SYSTEM, state, act)
        return f"{number}: {judgement.rule}" if number and judgement.reason else ""

    # --- what came of it ------------------------------------------------------------------------

    def _compare(self, step: dict[str, Any]) -> None:
        state = self.state
        for where, value in step.get("expect", {}).items():
            table, row, column = where.split(".")
            place = state.rules.tables[table].places[column]
            assert state.tables[table][row][place] == value, (step, where, state.tables[table][row])
        if "owed" in step:
            assert [one.short for one in phases.owed(state)] == step["owed"], step
        if "says" in step:
            assert state.told == step["says"], (step, state.told)
        lines = standings.first_table(state)
        if "table" in step:
            found = [[line.place, line.row, *line.values] for line in lines]
            assert found == step["table"], (step, found)
        if "standings" in step:
            assert [line.row for line in lines] == step["standings"], step
        if "won" in step:
            won = standings.decided(state)[0]
            assert ([won] if won else []) == step["won"], step
        if "faults" in step:
            assert [one.reason.partition(" is ")[0] for one in faults(state)] == step["faults"], (
                step
            )
        if "breaks" in step:
            found = self.breaks()
            assert found == step["breaks"], (found, step)


_COMMANDS: dict[str, Any] = {
    "do": Table.act,
    "confirm": lambda table, step: {
        "command": "ConfirmAct",
        "number": table.number(step["confirm"]),
    },
    "decline": lambda table, step: {
        "command": "DeclineAct",
        "number": table.number(step["decline"]),
    },
    "open": lambda table, step: {
        "command": "OpenChoices",
        "act_name": step["open"],
        **({"confirmed": True, "why": WHY} if step.get("anyway") else {}),
    },
    "done": lambda table, step: {"command": "PassTurn"},
    "next": Table.go_on,
    "house": lambda table, step: {
        "command": "SetHouseRule",
        "name": step["house"],
        "value": _text(step["to"]),
        "reason": step["why"],
    },
    "enrol": lambda table, step: {
        "command": "AddSeat",
        "seat": step["enrol"],
        "name": step.get("name", step["enrol"].title()),
        "side": step.get("side"),
    },
}


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
