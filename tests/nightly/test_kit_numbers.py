"""What a campaign by a club's own rules costs, in seconds of processor time."""

from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import msgspec
import pytest

from campaign.handler.explanations import UNSEEN, previewed
from campaign.kernel.decisions import Refused
from campaign.kit.opening import EXAMPLES, example
from campaign.kit.play import standings
from campaign.kit.reading import rules
from campaign.kit.reading.acts import MOST_STEPS
from campaign.kit.reading.rules import rules_of
from campaign.kit.system import SYSTEM
from kit.club import NAME, Club

ACTS = 2_000
SEATS = 40
ROWS = ", ".join(f'c{number} = "Captain {number}"' for number in range(1, SEATS + 1))
LONG = f"""kit = 1
title = "A long evening"
[turns]
last = 1
[seats]
one = "captain"
columns = {{ points = "0..99999", luck = "-9999..9999 clamp" }}
rows = {{ {ROWS} }}
[things.marks]
one = "mark"
at_most = 400
columns = {{ size = "0..9" }}
[acts.score]
does = "Score"
rule = "Long 1"
by = "seat"
fields = {{ die = "d6", bonus = "0..9" }}
do = ["me.points += die + bonus", "me.luck += die - 3"]
say = "{{me}} scores {{die}}."
[acts.costly]
does = "Count everything"
rule = "Long 2"
by = "host"
do = ["for s in seats: s.luck = near_all"]
let = {{ near_all = "min(9, sum(m in marks: count(n in marks where n.size >= m.size and n.size < 9)))" }}
[[standings]]
columns = ["points", "luck"]
sort = ["most it.points", "least it.luck"]
"""


def seconds(work: Callable[[], Any]) -> float:
    """The processor time that something takes."""
    begun = process_time()
    work()
    return process_time() - begun


def test_two_thousand_acts_are_submitted_verified_and_amended_in_time(tmp_path: Path) -> None:
    club = Club(tmp_path, "", LONG.replace("[acts.costly]", "[acts.rest]"))
    first = club.act("score", "c1", bonus="1")
    at = [f"c{number % SEATS + 1}" for number in range(1, ACTS)]
    submitted = seconds(lambda: [club.act("score", seat, bonus="1") for seat in at])
    club.do("RaiseDispute", versions=[first], claim="that was otherwise")
    club.do("GiveRuling", "ref", dispute="d1", verdict="upheld", text="it was")
    amended = {"command": "AmendEvent", "about": first, "event": {"values": {"bonus": "2"}}}
    sent = msgspec.json.encode({**amended, "dispute": "d1", "seen": UNSEEN})
    preview = seconds(
        lambda: (
            pytest.fail(str(found))
            if isinstance(found := previewed(club.ledger, NAME, sent, "ref"), Refused)
            else None
        )
    )
    verified = seconds(lambda: club.findings() == [] or pytest.fail("the record is not clean"))
    ranked = seconds(lambda: standings.first_table(club.state))
    print(f"{submitted=:.2f} {verified=:.2f} {preview=:.2f} {ranked=:.4f}")  # noqa: T201
    assert submitted <= 6 and verified <= 2 and preview <= 1.5 and ranked <= 0.01


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_file_is_checked_in_time(name: str) -> None:
    rules.checked.cache_clear()
    assert seconds(lambda: rules_of(example(name))) <= 0.05


def test_the_costliest_act_is_done_in_time() -> None:
    """Near the most steps that the checker allows."""
    act = rules_of(LONG).acts["costly"]
    assert MOST_STEPS * 0.8 < act.steps <= MOST_STEPS
    assert SYSTEM.name == "kit"
