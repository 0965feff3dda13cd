"""Plays the worked cases of the kit through a ledger, with the dice and cards that they say."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from campaign.history.acts import Act, acts_of, judge
from campaign.history.effective import Effective, effective, step
from campaign.kernel import draws
from campaign.kernel.decisions import Refused
from campaign.kit.opening import example
from campaign.kit.reading.rules import rules_of
from campaign.kit.state import State, faults
from campaign.kit.system import SYSTEM
from campaign.kit.trial import TOLD, Trial, typed
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from events.base import Event, topic
from events.codec import fields
from events.disputes import EventAmended, EventsStruck

CASES = Path(__file__).parents[1] / "cases" / "kit"
NAMES = ("cards", "evening", "gang", "harbour", "league", "naval", "sectors")
"""The worked examples, and one more that uses what they do not."""
NAME = "club"


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

    def offers(self, step: Mapping[str, Any], last: int) -> None:
        """Takes what the next step says; what a refused step drew is forgotten."""
        self.waiting = [*map(str, step.get("drawn", ())), *map(str, step.get("dice", ()))]
        self.drawn = {number: face for number, face in self.drawn.items() if number <= last}


def _first_of_each(wishes: Sequence[str]) -> Iterator[str]:
    """The first card and the first die."""
    for is_die in (False, True):
        yield from [wish for wish in wishes if wish.isdecimal() is is_die][:1]


class Table(Trial):
    """One case while it is played through a ledger, corrections and all."""

    def __init__(self, folder: Path, game: str, case: dict[str, Any], luck: Luck) -> None:
        self.ledger = Ledger(folder / "club.db", Vault(folder / "club.vault"))
        self.luck = luck
        self.steps: list[tuple[int, int]] = []
        """The events of each accepted step, by their first and last version."""
        self.corrections: list[Event] = []
        super().__init__(text_of(game), case.get("house", {}))

    def open(self, text: str, house: Mapping[str, Any]) -> None:
        """Begins, with a member for each seat and a referee."""
        people = [
            {"member": seat, "name": seat.title(), "roles": ["player"], "powers": [seat]}
            for seat in rules_of(text).seats.rows
        ]
        people.append({"member": "ref", "name": "Ref", "roles": ["referee"]})
        setup, extras = {"members": people}, {"rules": text}
        answer = self.ledger.open(
            NAME, scenario="own-rules", system="kit", setup=setup, rulings=house, extras=extras
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

    def play(self, step: Mapping[str, Any]) -> Iterator[str]:
        """Plays a step; what came out otherwise."""
        if "strike" in step or "amend" in step:
            self._correct(step)
        yield from super().play(step)
        if "faults" in step:
            assert [one.reason.partition(" is ")[0] for one in faults(self.state)] == step["faults"]
        if "breaks" in step:
            assert self.breaks() == step["breaks"]

    def send(self, step: Mapping[str, Any], sent: Mapping[str, Any]) -> Refused | None:
        """Does what a step says, with its dice and cards."""
        self.luck.offers(step, self.state.draws)
        before = self.ledger.store.version(NAME)
        try:
            answer = self.ledger.submit(NAME, dict(sent))
        except NoSuchDrawError as error:
            return Refused(None, str(error))
        if not answer["accepted"]:
            return Refused(answer["rule"], answer["reason"])
        assert not self.luck.waiting, (step, self.luck.waiting)
        self.steps.append((before + 1, self.ledger.store.version(NAME)))
        return None

    # --- corrections ----------------------------------------------------------------------------

    def _correct(self, step: Mapping[str, Any]) -> None:
        """A correction alone: what the rules would refuse now stands, and is told."""
        if "strike" in step:
            first, last = self.steps[step["strike"] - 1]
            versions = tuple(range(first, last + 1))
            self.corrections.append(EventsStruck(dispute="d1", versions=versions, reason="so"))
            return
        version = self.steps[step["amend"] - 1][0]
        event = next(entry.event for entry in self.counted if entry.version == version)
        own = TOLD | {"amend", "breaks", "faults"}
        changed = {name: typed(value) for name, value in step.items() if name not in own}
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
