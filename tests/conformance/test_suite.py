"""The data of the suite: whole, of today's cases, and without what is the tracker's own."""

import hashlib
import json
import re
from typing import Any

from campaign.conformance.suite import DATA
from conformance import writing
from conformance.asked import SUITE
from fow import test_fow_cases
from tests.house import test_cases

CASES = SUITE.cases()
TRACKERS_OWN = {"head", "version", "digest", "id", "key", "receipt", "signature", "campaign"}


def test_the_files_are_as_the_suite_says() -> None:
    """Each has its checksum and its number of cases; `scripts/conformance --write` makes them."""
    for name, part in SUITE.games.items():
        content = DATA.joinpath(part.file).read_bytes()
        assert hashlib.sha256(content).hexdigest() == part.sha256
        assert sum(case.open["system"] == name for case in CASES) == part.cases
    assert len({(case.id, case.rulebook) for case in CASES}) == len(CASES)


def test_every_case_of_the_suite_is_one_of_todays() -> None:
    """None has gone without one in its place. What has come since is in the next release's."""
    today = {(case.id, rulebook) for case in test_cases.ALL for rulebook in case.rulebooks}
    today |= {(case.id, "fow-2006") for case in test_fow_cases.ALL}
    replaced = {case.instead_of for case in (*test_cases.ALL, *test_fow_cases.ALL)}
    gone = {(case.id, case.rulebook) for case in CASES} - today
    assert {case for case in gone if case[0] not in replaced} == set()


def test_a_case_says_what_its_shorthand_stands_for() -> None:
    """4.1-30: the draw, a ballot, and the showing, which the shorthand `board` stands for."""
    (case,) = (one for one in CASES if (one.id, one.rulebook) == ("LiF 4.1-30", "lif-1998"))
    assert case.open["rulings"] == {"draws": "table"} and case.chapter == "4.1"
    assert [step.send and step.send["command"] for step in case.steps] == [
        *("OpenReinforcement", "DrawLeader", "SealBallot", "OpenBallots", "DrawLeader"),
        *("OpenBallots", None),
    ]
    assert case.steps[3].events == ({"type": "lif.LeaderVetoed"},)
    assert case.steps[-1].state == {"leaders": {"guderian": {"status": "arriving"}}}


def test_only_what_a_rulebook_says_is_asked() -> None:
    """No digest, version or key; refusals by a rule of a book, or by any; no case of the record."""
    for case in CASES:
        assert case.id.startswith(("LiF ", "FoW "))
        for step in case.steps:
            assert step.rule == "" or step.rule.startswith(("LiF ", "FoW "))
            for event in step.events:
                assert not TRACKERS_OWN & event.keys(), case.id
            assert "id" not in (step.send or {}), case.id
            assert not TRACKERS_OWN & (step.state or {}).keys(), case.id
    for part in SUITE.games.values():
        assert not TRACKERS_OWN & set(part.state)


def test_nobody_has_to_know_how_a_choice_is_sealed() -> None:
    """Openings that are sent are refused, and none that is expected says more than that it is
    empty.
    """
    for case in CASES:
        for step in case.steps:
            if step.send and step.send["command"] in ("RevealBallot", "RevealVote"):
                assert step.accepted is False
            sealed = re.findall(r'"(?:nonce|commitment)": "([^"]*)"', json.dumps(step.events))
            assert set(sealed) <= {""}, case.id


def test_a_game_of_dice_is_asked_with_the_dice_that_fell() -> None:
    """Where a program rolls by itself, no case expects a face."""
    for case in CASES:
        if case.open["rulings"].get("dice") == "ledger":
            texts = json.dumps([step.events for step in case.steps])
            assert '"dice"' not in texts and '"rolls"' not in texts, case.id


def test_the_protocol_is_a_guide_of_one_page() -> None:
    text = DATA.joinpath("PROTOCOL.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 900
    assert f'"protocol":{SUITE.protocol}' in text


# --- What may change ----------------------------------------------------------------------------


def line(**changes: Any) -> bytes:
    """A case as a line."""
    case = {"id": "LiF 2-01", "rule": "LiF 2", "rulebook": "lif-1998", "says": "so", "open": {}}
    return writing.line_of({**case, "steps": [{"state": {"turn": "1939-SO"}}], **changes})


def test_a_case_that_expects_something_else_needs_a_new_id() -> None:
    other = [{"state": {"turn": "1939-ND"}}]
    assert writing.changed_ids([line()], [line()]) == []
    assert writing.changed_ids([line()], [line(says="so it is")]) == []
    assert writing.changed_ids([line()], [line(steps=other)]) == ["LiF 2-01 (lif-1998)"]
    assert writing.changed_ids([line()], [line(open={"system": "lif"})]) == ["LiF 2-01 (lif-1998)"]
    assert writing.changed_ids([line()], []) == ["LiF 2-01 (lif-1998)"]


def test_a_new_id_may_take_the_place_of_an_old_one() -> None:
    taking = {"id": "LiF 2-02", "instead_of": "LiF 2-01", "steps": [{"state": {}}]}
    assert writing.changed_ids([line()], [line(**taking)]) == []
    assert writing.changed_ids([line()], [line(**{**taking, "rulebook": "lif-list"})]) != []
