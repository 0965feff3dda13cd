"""Plays the worked cases of the kit through a ledger, with the dice and cards that they say."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from campaign.kernel import draws
from campaign.kernel.decisions import Refused
from campaign.kit.opening import example
from campaign.kit.trial import Trial, members_of
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault

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
