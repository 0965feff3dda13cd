"""A team campaign of nine lines and 99 rounds, really played so that no line breaks through.

Clock and chance are fixed, so every run plays the same campaign.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from campaign.fow.state import LineState, State
from campaign.store import snapshots
from campaign.store.ledger import Ledger
from campaign.store.reader import Live
from campaign.store.vault import Vault
from campaign.text.json_values import JsonObject
from scripts.benchmark.building import TAIL, copy_in_use
from scripts.benchmark.long_play import MEMORY, Chance, Clock

NAME = "team"
LINES = tuple(f"line-{number}" for number in range(1, 10))
ROUNDS = 99
SIDES = ("allies", "axis")
TURNS = 2
"""Player turns recorded of each battle."""


def axis(name: str) -> JsonObject:
    """A line of seven sectors, fought over from the middle."""
    return {
        "id": name,
        "name": name.title(),
        "objective": {"allies": 1, "axis": 7},
        "start": {"sector": 4, "mission": "hold-the-line", "attacker": "allies"},
        "sector": [
            {"place": place, "id": f"{name}-{place}", "name": f"Place {place}",
             "battle": place not in (1, 7)}
            for place in range(1, 8)
        ],
    }  # fmt: skip


def set_up() -> JsonObject:
    """Eighteen players, one a side and line."""
    players = {f"{side}-{line}": side for line in LINES for side in SIDES}
    return {
        "games": ROUNDS,
        "lines": [axis(line) for line in LINES],
        "players": players,
        "commanders": {line: {side: f"{side}-{line}" for side in SIDES} for line in LINES},
        "company_types": {"allies": "infantry", "axis": "tank"},
    }


def opened(store: Path) -> Ledger:
    """The campaign in a store of its own, nothing played."""
    vault = Vault(store.with_suffix(".vault"), random=Chance("vault"))
    ledger = Ledger(store, vault, Clock(), random=Chance("salt"))
    answer = ledger.open(NAME, system="fow", scenario="team", setup=set_up())
    if isinstance(answer, dict) and not answer.get("accepted", True):
        raise SystemExit(f"the team campaign does not open: {answer}")
    return ledger


def state_of(ledger: Ledger) -> State:
    """The state now."""
    state = ledger.live(NAME).state
    assert isinstance(state, State)
    return state


class Course:
    """What is done next, command by command, from the state that the last one left."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._throws = Chance("dice")

    def __iter__(self) -> Iterator[JsonObject]:
        while True:
            for name in LINES:
                while (line := state_of(self._ledger).lines[name]).phase != "settled":
                    yield self._next(line)
            if state_of(self._ledger).campaign.turn == f"round-{ROUNDS}":
                return
            yield {"command": "AdvanceTurn"}

    def _next(self, line: LineState) -> JsonObject:
        at: dict[str, Any] = {"line": line.id}
        match line.phase:
            case "mission":
                dice = {side: [self._die()] for side in SIDES}
                return {"command": "RollMission", **at, "dice": dice}
            case "change":
                return {"command": "DeclineChange", **at}
            case "preparation" if not line.attacker:
                return {"command": "RollRoles", **at, "dice": {"allies": [6], "axis": [1]}}
            case "preparation" if not line.battlefield.text:
                return {"command": "DescribeBattlefield", **at, "text": "hills and a road"}
            case "preparation":
                return {"command": "BeginBattle", **at, "platoons": dict.fromkeys(SIDES, 7)}
        turns = state_of(self._ledger).battles[line.battle].table.turns
        if sum(turns.values()) < TURNS:
            begins = self._other(line.attacker) if line.mission == "cauldron" else line.attacker
            side = self._other(begins) if turns else begins
            return {"command": "BeginPlayerTurn", **at, "side": side}
        return {
            "command": "ReportResult",
            **at,
            "ended_by": "morale",
            "side": self._loser(line),
            "lost": {side: self._die() - 1 for side in SIDES},
        }

    def _loser(self, line: LineState) -> str:
        """The defender, until the attacker stands before their objective."""
        assert line.axis is not None
        goal = line.axis.objective[line.attacker]
        near = abs(goal - line.sector) == 1
        return line.attacker if near else self._other(line.attacker)

    def _other(self, side: str) -> str:
        return next(one for one in SIDES if one != side)

    def _die(self) -> int:
        return self._throws(1)[0] % 6 + 1


def play(folder: Path) -> None:
    """Plays it to its last battle, as `team.db`, with a snapshot a little behind its head."""
    where = MEMORY if MEMORY.is_dir() else folder
    with (
        tempfile.TemporaryDirectory(dir=where) as quick,
        opened(Path(quick) / "team.db") as ledger,
    ):
        kept: list[Live] = []
        for command in Course(ledger):
            submitted(ledger, command)
            kept.append(ledger.live(NAME))
        near = next(live for live in kept if live.version > kept[-1].version - TAIL)
        snapshots.keep(ledger.store, NAME, near.version, near.head, near.state)
        copy_in_use(ledger, folder / "team.db")


def submitted(ledger: Ledger, command: JsonObject) -> None:
    """Sends a command that must be accepted."""
    answer = ledger.submit(NAME, command)
    if not answer["accepted"]:
        raise SystemExit(f"the team campaign is refused: {command}: {answer}")
