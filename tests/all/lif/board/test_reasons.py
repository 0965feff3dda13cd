"""Reasons that the program gives: codes in the events, sentences wherever they are shown.

What takes longer, waits or starts something, beside `lif/board/test_reasons.py`.
"""

import ast
import json
from pathlib import Path
from typing import Any

from campaign.lif.names import CODES, ENDS
from support.command_line import Shell

ROOT = Path(__file__).parents[4]


def test_no_reason_in_the_program_is_a_sentence() -> None:
    """Whatever it puts into an event as a reason is a code of the list, or a member's own words."""
    found = []
    for file in sorted((ROOT / "campaign" / "lif").glob("**/*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "reason":
                found.append(node.value)
    assert len(found) > 20
    plain = [ast.literal_eval(one) for one in found if isinstance(one, ast.Constant)]
    assert sorted(plain) == sorted(ENDS)
    assert not [ast.unparse(one) for one in found if isinstance(one, ast.JoinedStr | ast.BinOp)]


def test_events_lists_every_code_with_its_words(tmp_path: Path) -> None:
    """For people behind the events, for programs under `reasons`."""
    shell = Shell(tmp_path)
    lines = shell.fine("events").splitlines()
    title = lines.index("Codes that stand as a reason, and what they are shown as")
    shown = dict(line.strip().split(None, 1) for line in lines[title + 1 : -len(ENDS)])
    assert shown["ground-struck:ROLL/NEEDED"] == (
        "ground struck with a ROLL, under half of the NEEDED needed"
    )
    codes: dict[str, Any] = json.loads(shell.fine("events", "--json"))["reasons"]
    assert {code.partition(":")[0] for code in codes} == {*CODES, *ENDS}
    assert {code: codes[code] for code in shown} == shown
    assert codes["empty cup"] == "The board closed: the cup was empty."
    assert codes["no votes"] == "The board closed: nobody had a point left to vote with."
    assert codes["vote"] == "The board closed by vote."
