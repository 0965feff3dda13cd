"""A Flames of War campaign in a store of its own, for tests that play the rules."""

import tomllib
from pathlib import Path
from typing import Any

from support.driver import Club

FORCES = {
    "rifles": {
        "side": "allies",
        "member": "anna",
        "type": "infantry",
        "platoons": [
            {"id": "hq", "class": "hq", "points": 100},
            {"id": "rifle-1", "class": "combat", "points": 250},
            {"id": "rifle-2", "class": "combat", "points": 250},
            {"id": "mortars", "class": "weapons", "points": 120},
            {"id": "tanks", "class": "support", "points": 320},
        ],
    },
    "grenadiers": {
        "side": "axis",
        "member": "ben",
        "type": "infantry",
        "platoons": [
            {"id": "hq", "class": "hq", "points": 100},
            {"id": "gren-1", "class": "combat", "points": 250},
            {"id": "gren-2", "class": "combat", "points": 250},
            {"id": "flak", "class": "support", "points": 120},
        ],
    },
}


class War(Club):
    """One campaign: opened, given commands, shown."""

    def begin(self, scenario: str = "anzio", **setup: Any) -> "War":
        """Opens it; `rulings` and `modules` beside the set-up's keys."""
        opening = {key: setup.pop(key) for key in ("rulings", "modules", "own") if key in setup}
        self.open(system="fow", scenario=scenario, setup=setup, **opening)
        return self

    def do(self, command: str, /, **fields: Any) -> list[dict[str, Any]]:
        """A command that must be accepted; its events."""
        answer = self.submit({"command": command, **fields})
        assert answer["accepted"], f"{command} {fields}: {answer['rule']}: {answer['reason']}"
        events: list[dict[str, Any]] = answer["events"]
        return events

    def refused(self, command: str, /, **fields: Any) -> str:
        """A command that must be refused without any effect: rule and reason in one text."""
        before = self.show()
        answer = self.submit({"command": command, **fields})
        assert not answer["accepted"], f"{command} {fields} was accepted"
        assert self.show() == before
        return f"{answer['rule'] or 'malformed'}: {answer['reason']}"

    def line(self, name: str = "anzio") -> dict[str, Any]:
        """A line, as it is shown."""
        shown: dict[str, Any] = self.show()["lines"][name]
        return shown


def war(folder: Path, scenario: str = "anzio", **setup: Any) -> War:
    """A campaign just opened."""
    return War(folder).begin(scenario, **setup)


def cases(name: str) -> Any:
    """The rows of a table in `cases/`, by its name."""
    file = Path(__file__).parent / "cases" / f"{name}.toml"
    return tomllib.loads(file.read_text("utf-8"))["case"]
