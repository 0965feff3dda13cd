"""Events amended at random: each amendment is refused, or the record is as whole as it was.

Of every event that there is, one is on a record here; any field of it is given another value: one
that is out of bounds, one that the record has elsewhere, one of another kind.
"""

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from campaign.handler.explanations import UNSEEN, previewed
from campaign.history.effective import own
from campaign.kernel.decisions import Refused
from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from campaign.verify.audit import compare
from events import codec
from events.base import Event, topic
from forgeries import evening
from support.first_cases import first_cases, play_case
from support.recorded import HERE, played
from support.sessions import Dice
from support.spite import NAMES, NUMBERS

RECORDED = ("fow-anzio", "lif-1998-us-entry-table")
KINDS = (None, 7, "x", [], {}, [[[]]], {"a": {"b": 1}}, True)


class Amended:
    """Records with every event of both games, and what becomes of amendments in them."""

    def __init__(self, folder: Path) -> None:
        self.random = Random(0)
        self.tally: Counter[str] = Counter()
        self.refused = ""
        """Why the last amendment was refused."""
        self._folder = folder
        self._events: dict[str, list[tuple[str, int, Event]]] = {}
        """By topic: on which records, at which version."""
        self._disputes: dict[str, str] = {}
        """By record: the dispute under which it is corrected."""
        for name in _records(folder):
            self._disputed(name)

    def _ledger(self, place: str) -> Ledger:
        store = next((self._folder / place).glob("*.db"))
        vault = Vault(store.with_suffix(".vault"), random=Dice(place))
        return Ledger(store, vault, lambda: "2030-01-01T00:00:00.000Z", random=Dice("salt"))

    def _disputed(self, place: str) -> None:
        """Notes what events a record has; a ruling then lets the host correct it."""
        with self._ledger(place) as ledger:
            (name,) = ledger.names()
            known = set(self._events)
            log = ledger.log(name)
            if known.issuperset(topic(event) for _, event in log):
                return
            for version, event in log[1:]:
                if not own(event):
                    self._events.setdefault(topic(event), []).append((place, version, event))
            campaign = ledger.live(name).state.campaign
            others = [member for member in campaign.members if member != "host"]
            judge = "ref" if "ref" in others else "host"
            dispute = f"d{len(campaign.record.disputes) + 1}"
            asked = {"command": "RaiseDispute", "by": "host", "versions": [log[-1][0]]}
            assert ledger.submit(name, {**asked, "claim": "no"})["accepted"]
            asked = {"command": "GiveRuling", "by": judge, "dispute": dispute}
            assert ledger.submit(name, {**asked, "verdict": "upheld", "text": "so"})["accepted"]
            for by in others:
                ledger.submit(name, {"command": "ConsentToRuling", "by": by, "dispute": dispute})
            assert ledger.live(name).state.campaign.record.disputes[dispute].grants, place
            self._disputes[place] = dispute

    # --- one after the other ----------------------------------------------------------------------

    @property
    def topics(self) -> frozenset[str]:
        """The events that are on record here."""
        return frozenset(self._events)

    def try_some(self, count: int, seed: int) -> None:
        """So many amendments, always the same for a seed."""
        self.random = Random(seed)
        for _ in range(count):
            self.once()

    def reason(self, kind: str, changed: dict[str, Any], which: int = -1) -> str:
        """Why an event of a topic, the last if none is named, may not be amended in this way."""
        self.refused = ""
        self.amend(*self._events[kind][which], changed)
        return self.refused

    def once(self) -> None:
        """One event of a kind that is picked first, one field of it, another value."""
        found = self._events[self.random.choice(sorted(self._events))]
        place, version, event = self.random.choice(found)
        fields = codec.fields(event)
        if not fields:
            return
        field = self.random.choice(sorted(fields))
        changed = {field: self._other(fields[field], place)}
        self.amend(place, version, event, changed)

    def amend(self, place: str, version: int, event: Event, changed: dict[str, Any]) -> None:
        """Amends an event in a copy of its record; the copy is audited if that was accepted."""
        copy = f"copy of {place}"
        shutil.rmtree(self._folder / copy, ignore_errors=True)
        shutil.copytree(self._folder / place, self._folder / copy)
        told = f"{place}: event {version} ({topic(event)}) {codec.fields(event)}: {changed}"
        asked = {"command": "AmendEvent", "dispute": self._disputes[place], "version": version,
                 "fields": changed, "seen": UNSEEN}  # fmt: skip
        with self._ledger(copy) as ledger:
            (name,) = ledger.names()
            found = previewed(ledger, name, msgspec.json.encode(asked), "host")
            if isinstance(found, Refused):
                self.tally["refused"] += 1
                self.refused = found.reason
                assert "\n" not in found.reason, (told, found)
                return
            answer = ledger.submit(name, msgspec.to_builtins(found.command))
            if not answer["accepted"]:
                self.tally["refused after its preview"] += 1
                return
            self.tally["accepted"] += 1
            whole(ledger, name, told)

    def _other(self, value: Any, place: str) -> Any:
        """Another value in a value's place; now and then of another kind."""
        pick = self.random.choice
        if self.random.random() < 0.05:
            return pick(KINDS)
        match value:
            case bool():
                return not value
            case int():
                return pick((*NUMBERS, value + 1, value - 1, -value))
            case str():
                return pick((*NAMES, *self._words(place)))
            case list() | tuple():
                some = list(value)
                way = self.random.random()
                if some and way < 0.5:
                    at = self.random.randrange(len(some))
                    some[at] = self._other(some[at], place)
                elif some and way < 0.75:
                    some.append(some[0])
                elif some:
                    del some[self.random.randrange(len(some))]
                else:
                    some = [pick((*self._words(place), 1))]
                return some
            case dict():
                some_ = dict(value)
                key = pick(sorted(some_)) if some_ else ""
                way = self.random.random()
                if some_ and way < 0.6:
                    some_[key] = self._other(some_[key], place)
                elif some_ and way < 0.8:
                    some_[pick((*self._words(place), "x"))] = some_.pop(key)
                elif some_:
                    del some_[key]
                else:
                    some_ = {pick(self._words(place)): pick((1, "x"))}
                return some_
        return pick((1, "x", *self._words(place)))

    def _words(self, place: str) -> list[str]:
        """Texts of the same record: its names, places and turns."""
        return sorted({
            text for found in self._events.values() for where, _, event in found if where == place
            for text in _texts(codec.fields(event))
        })  # fmt: skip


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for pair in value.items():
                yield from _texts(pair)
        case list() | tuple():
            for held in value:
                yield from _texts(held)


def _records(folder: Path) -> Iterator[str]:
    """Plays an evening and the cases, each in a folder of its own: their names."""
    (folder / "evening").mkdir()
    evening.play(folder / "evening").close()
    yield "evening"
    for story in RECORDED:
        played(HERE / story, folder / story)
        yield story
    for case in first_cases():
        (folder / case.id).mkdir()
        play_case(case, folder / case.id, referee=True)
        yield case.id


def whole(ledger: Ledger, name: str, told: str) -> None:
    """The record verifies, its states agree, and it can be shown."""
    audit = audit_of(ledger, name)
    found = list(map(str, audit.findings(ledger.store.rows(name))))
    assert found == [], (told, found)
    live = ledger.live(name)
    assert list(compare(audit, live.version, live.head, live.state)) == [], told
    assert list(live.system.view.below_zero(live.state)) == [], told
    msgspec.json.encode(ledger.show(name))
