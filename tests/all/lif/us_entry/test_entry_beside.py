"""Random play of US entry, with the reckoner of the recorded campaigns beside the tracker.

What the one accepts the other accepts, and both hold the same chits and values: under every ruling
on who draws chits, who rolls dice, and who says which chits become tension.
"""

import copy
import itertools
import json
import pickle
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import us_entry as reckoner
import us_entry_sheet as paper
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from paper_sheet import Wrong
from support.recorded import NAME
from support.sessions import Clock, Dice
from tests.lif.us_entry.test_entry_campaigns import FOLDERS, lines

CHART = lines(FOLDERS[0], "commands.jsonl")
SET_UP = [
    next(line for line in CHART if line["command"] == kind)
    for kind in ("ImportEntryChart", "StockEntryChits")
]
STATED = {
    3: {"step": "yes", "oil": "no"}, 10: {"nanking": "yes"}, 11: {"vladivostok": "yes"},
    12: {"chinese": "yes"}, 16: {"zagreb": "yes"},
}  # fmt: skip
ASKED = {
    32: {"pacific-fleet": "honolulu"}, 40: {"panama-canal-closed": "yes"},
    49: {"marshalls-militarized": "yes"},
}  # fmt: skip
MODES = list(itertools.product(("ledger", "table"), ("ledger", "table"), ("drawn", "chosen")))


class Play:
    """Random commands, right ones and wrong ones, for a campaign as it stands on the paper."""

    def __init__(self, sheet: dict[str, Any], chance: random.Random) -> None:
        self.sheet = sheet
        self.chance = chance

    def of(self, pool: str) -> list[str]:
        """A pool's chits."""
        return paper.in_pool(self.sheet, pool)

    def by(self) -> str:
        """The USA's player most of the time."""
        usa = self.sheet["holder"].get("usa", "host")
        return self.chance.choices((usa, "anna", "clara"), (8, 1, 1))[0]

    def waiting(self) -> list[str]:
        """For which kinds of pool chits lie aside."""
        return [kind for kind in ("entry", "tension") if paper.put_aside(self.sheet, kind)]

    def named(self, pool: str, count: int) -> list[str] | None:
        """Some chits of a pool, or none."""
        there = self.of(pool)
        if self.chance.random() < 0.4:
            return None
        return self.chance.sample(there, min(count, len(there)))

    def values(self, count: int) -> list[int]:
        """Values out of a cup."""
        return [self.chance.randrange(5) for _ in range(count)]

    def die(self) -> dict[str, int]:
        """A die for each theatre, or none."""
        told = {aim: self.chance.randint(1, 10) for aim in paper.AIMS}
        return {aim: die for aim, die in told.items() if self.chance.random() < 0.7}

    def dice_for(self, kind: str, number: int) -> dict[str, int]:
        """The dice that a row of the chart asks for."""
        row = self.sheet["us"]["chart"][kind, number]
        numbers = {aim: row.get(aim.replace("-", "_")) for aim in paper.AIMS}
        if self.sheet["us"]["dice"] == "ledger":
            return {} if self.chance.random() < 0.95 else {"japan": 4}
        if self.chance.random() < 0.1:
            return self.die()
        return {aim: self.chance.randint(1, 10) for aim, n in numbers.items() if (n or 0) % 10}

    def chits_for(self, kind: str, number: int, dice: dict[str, int]) -> dict[str, list[str]]:
        """Chits that leave entry pools; often as many as must be named."""
        row, us = self.sheet["us"]["chart"][kind, number], self.sheet["us"]
        found: dict[str, list[str]] = {}
        for aim in paper.AIMS:
            told, pool = row.get(aim.replace("-", "_")) or 0, f"entry-{aim}"
            moves = kind == "option" and us["chosen"]
            leaves = told > 0 if kind == "option" else told < 0
            if not leaves or (us["chits"] == "ledger" and not moves):
                continue
            tens, rest = divmod(abs(told), 10)
            fell = dice.get(aim, 11) <= rest if us["dice"] == "table" else rest > 0
            there = self.of(pool)
            count = min(tens + fell, len(there))
            if count and (count < len(there) or self.chance.random() < 0.5):
                found[pool] = self.chance.sample(there, count)
        return found if self.chance.random() < 0.95 else {}

    def option(self) -> dict[str, Any]:
        """An option of the chart, its dice and chits."""
        number = self.chance.choice(
            [n for kind, n in self.sheet["us"]["chart"] if kind == "option"]
        )
        dice = self.dice_for("option", number)
        told = {"option": number, "rolls": dice, "chits": self.chits_for("option", number, dice)}
        if number in (18, 33, 46):
            told["target"] = self.chance.choice(("china", "commonwealth", "ussr", "france"))
        if number == 34:
            told |= {"removed": self.chance.randint(1, 15), "gives": {"commonwealth": 3}}
        if self.chance.random() < 0.1:
            told["show"] = self.named("entry-japan", 3)
        return told | {"stated": ASKED.get(number, {})}

    def action(self) -> dict[str, Any]:
        """An action of the chart, its dice and chits."""
        number = self.chance.choice(
            [n for kind, n in self.sheet["us"]["chart"] if kind == "action"]
        )
        dice = self.dice_for("action", number)
        told = {"action": number, "rolls": dice, "chits": self.chits_for("action", number, dice)}
        if number == 3:
            told["target"] = "netherlands-east-indies"
        if number == 12:
            told["target"] = f"a1{self.chance.randrange(100, 1000)}"
        return told | {"stated": STATED.get(number, {}), "by": self.chance.choice(("anna", "host"))}

    def command(self) -> dict[str, Any]:
        """Any command of US entry."""
        us, chance = self.sheet["us"], self.chance
        pool, count = chance.choice(paper.POOLS), chance.randint(1, 3)
        kind = chance.choices(
            ("PickEntryOption", "TakeEntryAction", "DrawEntryChits", "EnterEntryChits",
             "ReturnEntryChits", "MoveEntryChits", "ShowEntryChits", "ReturnAsideChits",
             "AdvanceTurn", "AddEntropy"),
            (16, 6, 9, 30 if us["due"] else 0.3, 1, 1, 1, 12 if self.waiting() else 0.5, 3, 1),
        )[0]  # fmt: skip
        fields: dict[str, Any] = {}
        match kind:
            case "PickEntryOption":
                fields = {"by": self.by(), **self.option()}
            case "TakeEntryAction":
                fields = self.action()
            case "DrawEntryChits":
                values = self.values(count) if us["chits"] == "table" else None
                fields = {"by": self.by(), "pool": pool, "count": count, "values": values}
            case "EnterEntryChits":
                due = chance.choice(us["due"]) if us["due"] else {"pool": pool, "count": 1}
                fields = {"by": self.by(), "pool": due["pool"], "aside": due.get("aside", False)}
                fields["values"] = self.values(chance.choice((due["count"], count)))
            case "ReturnEntryChits":
                fields = {"pool": pool, "count": count, "chits": self.named(pool, count)}
            case "MoveEntryChits":
                fields = {"pool": pool, "to": chance.choice(paper.POOLS), "count": count}
                fields["chits"] = self.named(pool, count)
            case "ShowEntryChits":
                fields = {"by": self.by(), "chits": self.named(pool, count) or ["c1"]}
            case "ReturnAsideChits":
                fields = {"by": self.by(), "kind": chance.choice(self.waiting() or ["entry"])}
            case "AddEntropy":
                fields = {"value": f"card {chance.randrange(52)}"}
        empty: tuple[Any, ...] = (None, {}, [])
        return {"command": kind, **{k: v for k, v in fields.items() if v not in empty}}


def seen(ledger: Ledger, holder: str) -> dict[str, Any]:
    """The public counts and the private values."""
    shown, mine = ledger.show(NAME)["us_entry"], ledger.private(NAME, holder)["private"]
    keys = ("pools", "aside", "due", "common_pool", "may_draw", "may_choose", "shown")
    values = {
        pool: {one["chit"]: one["value"] for one in held["chits"]}
        for pool, held in mine["pools"].items()
    }
    return {**{key: shown[key] for key in keys}, "values": values, "waits": mine["waits"]}


@pytest.mark.rotating(3)
@pytest.mark.parametrize(("chits", "dice", "moves"), MODES)
def test_lif_5_3_reckoner_and_tracker_agree_on_random_play(
    tmp_path: Path, chits: str, dice: str, moves: str
) -> None:
    """What the one accepts the other accepts, and afterwards both hold the same chits and values.

    250 commands under each way to draw chits, roll dice and choose what leaves an entry pool.
    """
    opening = json.loads((FOLDERS[0] / "open.json").read_text())
    opening["rulings"] = {
        "entry_chits": chits, "draws": dice, "tension_chits": moves,
    }  # fmt: skip
    sheet = paper.opened(copy.deepcopy(opening))
    vault = Vault(tmp_path / "campaign.vault", random=Dice(opening["vault"]))
    accepted: Counter[str] = Counter()
    refused = 0
    with Ledger(tmp_path / "campaign.db", vault, Clock()) as ledger:
        wanted = ("system", "scenario", "rulebook", "rulings", "setup")
        assert ledger.open(NAME, **{key: opening[key] for key in wanted})["accepted"]
        chart, stock = copy.deepcopy(SET_UP)
        if chits == "table":
            del stock["rows"]
        told = [chart, stock]
        play = Play(sheet, random.Random(f"{chits} {dice} {moves}"))
        for number in range(250):
            command = told[number] if number < len(told) else play.command()
            trial = pickle.loads(pickle.dumps(play.sheet))  # in a fifth of the time of a deep copy
            complaint = ""
            try:
                reckoner.enter(trial, command)
            except Wrong as wrong:
                complaint = str(wrong)
            answer = ledger.submit(NAME, command)
            assert answer["accepted"] == (not complaint), (command, complaint, answer)
            if complaint:
                refused += 1
                continue
            play.sheet = trial
            accepted[command["command"]] += 1
            public = paper.entry(trial)
            mine = paper.private(trial)
            now = seen(ledger, trial["holder"]["usa"])
            assert now == {
                **{key: public[key] for key in now if key in public},
                "values": mine["pools"],
                "waits": mine["waits"],
            }, command
        assert list(Verification(SYSTEMS).findings(ledger.store.rows(NAME))) == []
    assert refused > 30 and sum(accepted.values()) >= 60, (refused, accepted)
    assert accepted["PickEntryOption"] >= 3 and accepted["TakeEntryAction"] >= 8, accepted
