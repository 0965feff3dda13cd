"""Plays the worked cases of the kit through a ledger, with the dice and cards that they say."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.handler.explanations import UNSEEN, previewed
from campaign.kernel import draws
from campaign.kernel.decisions import Refused
from campaign.kernel.members import HOST
from campaign.kit.opening import example
from campaign.kit.trial import REFEREE, Trial, members_of
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault

CASES = Path(__file__).parents[1] / "cases" / "kit"
NAMES = sorted(path.name.partition(".")[0] for path in CASES.glob("*.cases.json"))
"""The worked examples, and those that use what they do not."""
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
        self.luck, self.is_beside = luck, False
        super().__init__(text_of(game), case.get("house", {}))

    def open(self, text: str, house: Mapping[str, Any]) -> None:
        """Begins, with a member for each seat and a referee."""
        people = members_of(text)
        setup, extras = {"members": people}, {"rules": text}
        answer = self.ledger.open(
            NAME, scenario="own-rules", system="kit", setup=setup, rulings=house, extras=extras
        )
        assert answer["accepted"], answer
        self._follow()

    def _follow(self) -> None:
        """Takes what the ledger has recorded since, and where it says that the campaign stands."""
        self.log += list(self.ledger.log(NAME))[len(self.log) :]
        self._state = self.ledger.live(NAME).state

    def send(self, step: Mapping[str, Any], sent: Mapping[str, Any]) -> Refused | None:
        """Does what a step says, with its dice and cards."""
        if self.is_beside:
            return super().send(step, sent)
        self.luck.offers(step, self.state.draws)
        try:
            answer = self.ledger.submit(NAME, dict(sent))
        except NoSuchDrawError as error:
            return Refused(None, str(error))
        if not answer["accepted"]:
            return Refused(answer["rule"], answer["reason"])
        assert not self.luck.waiting, (step, self.luck.waiting)
        self._follow()
        return None

    def seated(self, seat: str) -> None:
        """A member of its name plays a seat that was added."""
        if self.is_beside:
            return super().seated(seat)
        self._does("EnrolMember", member=seat, name=seat.title(), roles=["player"])
        return self._does("AssignPower", power=seat, member=seat)

    def _does(self, command: str, by: str = HOST, **fields: Any) -> None:
        """Sends what a case takes for granted."""
        answer = self.ledger.submit(NAME, {"command": command, "by": by, **fields})
        assert answer["accepted"], answer
        self._follow()

    # --- corrections ----------------------------------------------------------------------------

    def correct(self, step: Mapping[str, Any]) -> None:
        """A correction alone; where it breaks nothing, the ledger makes it under a ruling.

        The ledger strikes along what it breaks, and a case has it stand: what follows is played
        beside the ledger then.
        """
        log = self.log[:]
        super().correct(step)
        self.is_beside = self.is_beside or any(self._breaks())
        if not self.is_beside:
            self.log = log
            self._ruled(step)

    def _ruled(self, step: Mapping[str, Any]) -> None:
        dispute = f"d{len(self.state.campaign.record.disputes) + 1}"
        last = self.ledger.store.version(NAME)
        self._does("RaiseDispute", versions=[last], claim="that was otherwise")
        self._does("GiveRuling", REFEREE, dispute=dispute, verdict="upheld", text="it was")
        sent = {**self._asked(step), "dispute": dispute, "seen": UNSEEN}
        found = previewed(self.ledger, NAME, msgspec.json.encode(sent), REFEREE)
        assert not isinstance(found, Refused), found
        fields = msgspec.to_builtins(found.command)
        self._does(fields.pop("command"), fields.pop("by"), **fields)

    def _asked(self, step: Mapping[str, Any]) -> dict[str, Any]:
        if "strike" in step:
            return {"command": "StrikeEvents", "versions": list(self._step(step["strike"]))}
        version = self._step(step["amend"])[0]
        event: Any = next(one.event for one in self._counted if one.version == version)
        values = {**event.values, **self._changed(step)}
        return {"command": "AmendEvent", "version": version, "fields": {"values": values}}
