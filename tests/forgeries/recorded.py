"""The records that are forged: each act with its events, its command and its receipt."""

import json
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from events import chain
from support.kept import kept, program
from support.sessions import Clock, Dice, ledger_in
from tests.fow import test_fow_cases
from tests.house import test_cases

TESTS = Path(__file__).parent.parent
CAMPAIGNS = tuple(sorted(path.parent.name for path in TESTS.glob("campaigns/lif-*/open.json")))
OF_WAR = tuple(sorted(path.parent.name for path in TESTS.glob("campaigns/fow-*/open.json")))
"""Recorded campaigns of Flames of War."""
EVENING = "fow-evening"
"""One of Flames of War with rosters, battlefield, battle log and dice of the ledger."""
CASES = {f"case {case.id}": case for case in test_fow_cases.ALL if case.forged is not None}
"""Conformance cases whose records are forged, as no campaign has their events."""
DISPUTES = tuple(sorted(path.parent.name for path in TESTS.glob("disputes/*/open.json")))
OPENING = ("system", "scenario", "rulebook", "rulings", "modules", "setup", "first_turn",
           "last_turn")  # fmt: skip
NAME = "club"
HELPERS = [
    TESTS / "forgeries/evening.py",
    TESTS / "support/sessions.py",
    TESTS / "disputes/test_disputes_recorded.py",
]
"""What a record comes of besides the program and its own folder."""

Body = dict[str, Any]


class Act(msgspec.Struct):
    """One submission: its events in order, its receipt where it has one, the command it was."""

    events: list[Body]
    receipt: Body | None = None
    command: Body | None = None


class Record(msgspec.Struct):
    """A record: its acts, and behind how many events each refused submission came in."""

    name: str
    acts: list[Act]
    refused: list[tuple[int, Body]]

    @property
    def folder(self) -> Path:
        """Where its commands are."""
        return _folder(self.name)

    def first(self, act: int) -> int:
        """The version of an act's first event."""
        return 1 + sum(len(one.events) for one in self.acts[:act])


def play(name: str) -> Record:
    """A record, played from its file with dice and a clock that are the same in every run."""
    plays = _dispute if name in DISPUTES else _evening if name == EVENING else _campaign
    plays = _case if name in CASES else plays

    def made() -> Record:
        with tempfile.TemporaryDirectory(prefix="forged-") as folder:
            return plays(name, Path(folder))

    of_cases = test_fow_cases.FILES if name in CASES else ()
    files = [*program(), *HELPERS, *of_cases, *_folder(name).glob("*")]
    record: Record = kept(f"forged-{name}", files, made, Record)
    return record


def _folder(name: str) -> Path:
    return TESTS / ("disputes" if name in DISPUTES else "campaigns") / name


def _campaign(name: str, folder: Path) -> Record:
    source = _folder(name)
    told = json.loads((source / "open.json").read_text())
    store = folder / "campaign.db"
    vault = Vault(store.with_suffix(".vault"), random=Dice(told.get("vault", name)))
    commands: dict[int, Body] = {}
    with Ledger(store, vault, Clock(), random=Dice("salt")) as ledger:
        opening = {key: told[key] for key in OPENING if key in told}
        assert ledger.open(NAME, **opening)["accepted"]
        for line in (source / "commands.jsonl").read_text().splitlines():
            last = ledger.store.version(NAME)
            answer = ledger.submit(NAME, line)
            assert answer["accepted"], (line, answer)
            first = answer["events"][0]["version"]
            if first > last:
                commands[first] = json.loads(line)
        return _record(name, ledger, commands)


def _evening(name: str, folder: Path) -> Record:
    from .evening import play as played

    with played(folder) as ledger:
        return _record(name, ledger, {})


def _case(name: str, folder: Path) -> Record:
    case = CASES[name]
    with ledger_in(folder, "case") as ledger:
        answer = ledger.open(NAME, system="fow", **test_fow_cases.opening(case.open))
        assert answer["accepted"], answer
        steps = (step for step in case.step if not step.refused)
        sent = [*case.given, *(one for step in steps for one in (step.given or [step.do]) if one)]
        for command in sent:
            answer = ledger.submit(NAME, json.dumps(test_cases.spelled(command)))
            assert answer["accepted"], (command, answer)
        return _record(name, ledger, {})


def _dispute(name: str, folder: Path) -> Record:
    from tests.disputes.test_disputes_recorded import Story

    story = Story(name, folder).play()
    try:
        return _record(name, story.ledger, {})
    finally:
        story.ledger.close()


def _record(name: str, ledger: Ledger, commands: dict[int, Body]) -> Record:
    acts: list[Act] = []
    heads = {"": 0}
    starts: dict[int, Act] = {}
    for version, _, stored in ledger.store.rows(NAME):
        body = json.loads(chain.body(stored))
        heads[chain.head(stored)] = version
        if not body.get("nth"):
            starts[version] = Act([], None, commands.get(version))
            acts.append(starts[version])
        acts[-1].events.append(body)
    refused = []
    for _, stored in ledger.store.receipts(NAME):
        receipt = json.loads(chain.body(stored))
        if receipt.get("versions"):
            starts[receipt["versions"][0]].receipt = receipt
        else:
            refused.append((heads[receipt["head"]], receipt))
    return Record(name, acts, refused)
