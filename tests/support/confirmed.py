"""Random corrections at a shell: what a preview shows can be confirmed by the command it prints.

A campaign of either game is played for a while; then a referee strikes, amends, inserts, adjusts
and goes back at random, in between somebody plays on. Each preview is followed as it says.
"""

import json
import shlex
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from events import codec
from events.base import Event
from support.command_line import Shell
from support.recorded import FOW, WANTED, commands
from support.sessions import NAME, Session, ledger_in
from support.spite import Spite

VERBS = {"StrikeEvents": "strike-out", "AmendEvent": "amend", "InsertCommand": "insert",
         "AdjustFigure": "adjust", "Rewind": "rewind"}  # fmt: skip
TITLES = ("Later acts that the rules would no longer allow", "would end otherwise; they stand")
BATTLES = (
    {"command": "AddEntropy", "by": "anna", "value": "fog"},
    {"command": "AdvanceTurn"},
    {"command": "DeclineChange", "side": "axis"},
    {"command": "ChangeMission", "side": "axis", "mission": "hold-the-line"},
    {"command": "BeginBattle", "platoons": {"allies": 6, "axis": 7}},
)


class War(Spite):
    """A recorded campaign of Flames of War, from its beginning on; what no longer fits is left."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random, self.seed = Random(seed), seed
        self.tally: Counter[str] = Counter()
        recorded = self.random.choice(FOW)
        told = json.loads((recorded / "open.json").read_text())
        ledger = ledger_in(folder)
        answer = ledger.open(NAME, **{key: told[key] for key in WANTED if key in told})
        assert answer["accepted"], answer
        self.session = Session(ledger)
        for who, role in (("ref", "referee"), ("eve", "observer")):
            self.ask("EnrolMember", member=who, name=who.title(), roles=[role])
        self.script = [json.loads(line) for line in commands(recorded)]

    def play(self) -> None:
        """The next command of the recorded campaign."""
        if self.script:
            self.session.ledger.submit(NAME, json.dumps(self.script.pop(0)))

    def insert(self) -> tuple[str, dict[str, Any]]:
        """Something that was forgotten, or is said to have been."""
        last = self.session.ledger.store.version(NAME)
        return "InsertCommand", {
            "after": self.random.randint(1, last),
            "forgotten": self.random.choice(BATTLES),
        }

    def adjust(self) -> tuple[str, dict[str, Any]]:
        """Points of a side, more or fewer."""
        of, change = self.random.choice(("allies", "axis")), self.random.choice((-5, -1, 1, 4))
        return "AdjustFigure", {"figure": "victory-points", "of": of, "change": change}


def confirmed(folder: Path, kind: type[Spite], seed: int, count: int) -> Counter[str]:
    """So many corrections confirmed in one campaign, or as many as it had; what became of all."""
    spite = kind(folder, seed)
    pick, shell, done = spite.random.choice, Shell(folder), Counter[str]()
    for _ in range(pick((20, 40, 60))):
        spite.play()
    for _ in range(6 * count):
        dispute = spite.upheld() if done["confirmed"] < count else ""
        if not dispute:
            break
        name, fields = pick(
            (spite.strike, lambda: amended(spite), lambda: amended(spite), spite.amend,
             spite.insert, spite.adjust, spite.rewind)
        )()  # fmt: skip
        done += followed(shell, words(name, dispute, fields), f"seed {seed}: {name} {fields}")
        for _ in range(pick((0, 1, 4))):
            spite.play()
    spite.session.ledger.close()
    shell.fine("verify", NAME)
    return done


def amended(spite: Spite) -> tuple[str, dict[str, Any]]:
    """A number of an event is a little different, or a name of it another of its kind."""
    log = spite.session.ledger.log(NAME)[1:]
    for _ in range(200):
        version, event = spite.random.choice(log)
        others = [one for _, one in log if type(one) is type(event)]
        if found := _differing(spite.random, event, spite.random.choice(others)):
            return "AmendEvent", {"version": version, "fields": found}
    return spite.strike()


def _differing(random: Random, event: Event, other: Event) -> dict[str, Any]:
    fields, theirs = codec.fields(event), codec.fields(replace(other))
    name = random.choice(sorted(fields)) if fields else ""
    value = fields.get(name)
    if isinstance(value, dict) and value:
        key = random.choice(sorted(value))
        new = _another(random, value[key], theirs[name].get(key))
        return {} if new is None else {name: {**value, key: new}}
    new = _another(random, value, theirs.get(name))
    return {} if new is None else {name: new}


def _another(random: Random, value: Any, theirs: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return max(0, value + random.choice((-2, -1, 1, 2)))
    return theirs if theirs != value else None


def words(name: str, dispute: str, fields: dict[str, Any]) -> list[str]:
    """A correction as a referee types it."""
    shown = {key: json.dumps(value) if isinstance(value, dict) else value
             for key, value in fields.items()}  # fmt: skip
    if name == "StrikeEvents":
        given = [*map(str, fields["versions"])]
    elif name == "AdjustFigure":
        given = [fields["figure"], fields["of"], f"--by={fields['change']}"]
    else:
        given = [str(value) for value in shown.values()]
    return ["--as", "ref", "correct", VERBS[name], NAME, dispute, *given]


def followed(shell: Shell, typed: list[str], told: str) -> Counter[str]:
    """What becomes of a correction whose previews are followed; only the first may be refused."""
    done, seen = shell(*typed), Counter[str]()
    assert "Traceback" not in done.err, (told, done.err)
    if done.status:
        return Counter(refused=1)
    for _ in range(3):
        seen |= Counter(title for title in TITLES if title in done.out)
        printed = done.out.rstrip().splitlines()[-1]
        if not printed.startswith("  campaign "):
            break
        done = shell(*shlex.split(printed)[1:])
        assert done.status == 0, f"{told}\n{printed}\n{done.err}"
    assert "To confirm it" not in done.out and "To strike" not in done.out, (told, done.out)
    return seen + Counter(confirmed=1)
