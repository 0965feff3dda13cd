"""Makes the suite from the cases of `tests/cases/`, with their shorthands worked out.

Left out are cases of the tracker's own (members, calendar, record, input), numbers of house
rulings, the names of refusals that are no rule of a book, and the words of refusals: no other
program owes them.
"""

import csv
import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from campaign.conformance.comparing import part_of
from campaign.conformance.suite import PROTOCOL, SuiteCase
from fow import test_fow_cases
from support.driver import Club
from tests.house import test_cases

ROOT = Path(__file__).parents[2]
DATA = ROOT / "campaign" / "conformance"
SOURCES = sorted((ROOT / "tests" / "cases").glob("*.toml"))
TITLES = {"lif": "Leaders in Flames", "fow": "Flames of War"}
BOOKS = ("LiF ", "FoW ")
BECAUSE = re.compile(rb',\s+because = "[^"\n]*"')
"""The words of a refusal, which the suite does not ask for."""
FIRST = "1.0"
"""The number of the suite until `--suite` gives it another."""

Case = test_cases.Case | test_fow_cases.FowCase
Fields = dict[str, Any]


def written(suite: str) -> dict[str, bytes]:
    """The data files by name."""
    lines = {"lif": list(lif_lines()), "fow": list(fow_lines())}
    files = {f"{game}.jsonl": _joined(cases) for game, cases in lines.items()}
    about = "".join(_about(game, lines[game], files[f"{game}.jsonl"]) for game in lines)
    head = f'suite = "{suite}"\nprotocol = {PROTOCOL}\nmade_from = "{made_from()}"\n'
    return {**files, "SUITE.toml": (head + about).encode()}


def made_from() -> str:
    """The digest of all cases as they are in `tests/cases/`, without the words of refusals."""
    digest = hashlib.sha256()
    for file in SOURCES:
        digest.update(f"{file.name}\n".encode() + BECAUSE.sub(b"", file.read_bytes()))
    return digest.hexdigest()


def line_of(case: Fields) -> bytes:
    """A case as a line."""
    return json.dumps(case, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _joined(cases: Iterable[Fields]) -> bytes:
    return b"".join(map(line_of, cases))


# --- Cases --------------------------------------------------------------------------------------


def lif_lines(wanted: Iterable[test_cases.Case] = test_cases.ALL) -> Iterator[Fields]:
    """The cases of Leaders in Flames, each once for each of its rulebooks."""
    for case in wanted:
        if not case.id.startswith(BOOKS):
            continue
        for rulebook in case.rulebooks:
            opening = test_cases.opening(case.open)
            opens = {"system": "lif", "rulebook": rulebook, **_filled(opening)}
            yield _case(case, opens)


def fow_lines(wanted: Iterable[test_fow_cases.FowCase] = test_fow_cases.ALL) -> Iterator[Fields]:
    """The cases of Flames of War."""
    for case in wanted:
        opening = test_fow_cases.opening(case.open)
        yield _case(case, {"system": "fow", "rulebook": "fow-2006", **_filled(opening)})


def _filled(fields: Fields) -> Fields:
    return {key: value for key, value in fields.items() if value not in ({}, None)}


def _case(case: Case, opens: Fields) -> Fields:
    about = {"id": case.id, "rule": case.rule, "rulebook": opens["rulebook"], "says": case.says}
    if case.instead_of:
        about["instead_of"] = case.instead_of
    return {**about, "open": opens, "steps": list(_steps(case, opens))}


def _steps(case: Case, opens: Fields) -> Iterator[Fields]:
    yield from map(_given, case.given)
    if any(step.board for step in case.step):
        yield from _drawn_steps(case, opens)
    else:
        for step in case.step:
            yield from _step(step)
    if case.then:
        yield {"state": case.then}


def _given(command: test_cases.Command) -> Fields:
    return {"send": test_cases.spelled(command), "accepted": True}


def _step(step: test_cases.Step, phase: str = "") -> Iterator[Fields]:
    """The steps that a shorthand stands for; `phase` is where the board is before it."""
    if step.then is not None:
        yield {"state": step.then}
    elif step.given is not None:
        yield from map(_given, step.given)
    elif step.refused is not None and step.do is not None:
        rule = {"rule": step.refused} if step.refused.startswith(BOOKS) else {}
        yield {"send": test_cases.spelled(step.do), "accepted": False, **rule}
    else:
        *before, last = _commands(step, phase)
        yield from map(_given, before)
        expected = {"events": step.events, "lacks": step.lacks, "hides": step.hides}
        yield {**_given(last), **{key: value for key, value in expected.items() if value}}


def _commands(step: test_cases.Step, phase: str) -> Iterator[test_cases.Command]:
    """The commands of `do`, `board` or `vote`."""
    if step.do is not None:
        yield step.do
    elif (draw := step.board) is not None:
        if phase == "closed":
            yield "OpenReinforcement"
        if phase in ("closed", "draw"):
            yield {"command": "DrawLeader", "leader": draw.leader}
        for power, choice in draw.ballots.items():
            yield {"command": "SealBallot", "power": power, "choice": choice}
        yield {"command": "OpenBallots", "absent": "no-veto"}
    else:
        for power, choice in (step.vote or {}).items():
            yield {"command": "SealVote", "power": power, "choice": choice}
        yield {"command": "OpenVotes", "absent": "abstain"}


def _drawn_steps(case: Case, opens: Fields) -> Iterator[Fields]:
    """Steps with draws among them: what a draw stands for depends on where the board is."""
    assert isinstance(case, test_cases.Case)
    with TemporaryDirectory() as folder, Club(Path(folder)) as club:
        rulebook = opens["rulebook"]
        club.open(system="lif", rulebook=rulebook, **test_cases.opening(case.open))
        for command in case.given:
            test_cases.accepted(club, command)
        for step in case.step:
            phase = club.show()["board"]["phase"]
            for sent in _step(step, phase):
                if "send" in sent:
                    club.submit(sent["send"])
                yield sent


# --- What is said of them -----------------------------------------------------------------------


def _about(game: str, cases: list[Fields], content: bytes) -> str:
    """A game's part of `SUITE.toml`."""
    state = sorted({part_of(key) for step in _all_steps(cases) for key in step.get("state", ())})
    commands: dict[str, set[str]] = {}
    events: dict[str, set[str]] = {}
    for step in _all_steps(cases):
        if sent := step.get("send"):
            commands.setdefault(sent["command"], set()).update(sent.keys() - {"command", "by"})
        for event in step.get("events", ()):
            events.setdefault(event["type"], set()).update(event.keys() - {"type"})
    lines = [
        f"\n[games.{game}]",
        f'title = "{TITLES[game]}"',
        f'file = "{game}.jsonl"',
        f"cases = {len(cases)}",
        f'sha256 = "{hashlib.sha256(content).hexdigest()}"',
        f"state = {json.dumps(state)}",
    ]
    if game == "lif":
        with test_cases.LEADERS.open(encoding="utf-8", newline="") as file:
            lines.append(f"names = {json.dumps([row['id'] for row in csv.DictReader(file)])}")
    for name, words in (("commands", commands), ("events", events)):
        lines.append(f"\n[games.{game}.{name}]")
        lines += [f"{json.dumps(key)} = {json.dumps(sorted(words[key]))}" for key in sorted(words)]
    return "\n".join(lines) + "\n"


def _all_steps(cases: Iterable[Fields]) -> Iterator[Fields]:
    return (step for case in cases for step in case["steps"])


# --- What may change ----------------------------------------------------------------------------


def changed_ids(old: Iterable[bytes], new: Iterable[bytes]) -> list[str]:
    """Cases that now ask or expect something else, or are gone, and that no new case stands for."""
    after = {_key(case): case for case in map(_read, new)}
    replaced = {(case.instead_of, case.rulebook) for case in after.values()}
    return [
        f"{case.id} ({case.rulebook})"
        for case in map(_read, old)
        if _key(case) not in replaced and _asked(after.get(_key(case))) != _asked(case)
    ]


def _read(line: bytes) -> SuiteCase:
    return msgspec.json.decode(line, type=SuiteCase)


def _key(case: SuiteCase) -> tuple[str, str]:
    return case.id, case.rulebook


def _asked(case: SuiteCase | None) -> Any:
    return case and (case.open, case.steps)


def number_on_file() -> str:
    """The number of the suite as it is, or the first."""
    file = DATA / "SUITE.toml"
    return str(tomllib.loads(file.read_text())["suite"]) if file.exists() else FIRST
