"""Ruling 23 and its neighbours: markers laid before a power changes hands, and files cut short."""

from pathlib import Path
from typing import Any

import pytest

from campaign.store.export import Export, export, import_
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from events.sealed import Opening, Subject, commit

NAME = "club"
NONCE = "ab" * 32


def said(ledger: Ledger, command: str, **fields: Any) -> dict[str, Any]:
    """An answer of the ledger's."""
    return ledger.submit(NAME, {"command": command, **fields})


@pytest.fixture
def board(tmp_path: Path) -> Any:
    """Anna and Ben enrolled, Anna with Germany, and a leader drawn."""
    with Ledger(tmp_path / "campaign.db") as ledger:
        assert ledger.open(NAME, scenario="global-war")["accepted"]
        for who in ("anna", "ben"):
            said(ledger, "EnrolMember", member=who, name=who.title(), roles=["player"])
        said(ledger, "AssignPower", power="germany", member="anna")
        said(ledger, "OpenReinforcement")
        assert said(ledger, "DrawLeader")["accepted"]
        yield ledger


def test_ruling_23_a_new_holder_replaces_the_old_one_s_ballot(board: Ledger) -> None:
    """Anna seals, Ben takes over: his ballot replaces hers, and she may not come back to it."""
    assert said(board, "SealBallot", by="anna", power="germany", choice="no-veto")["accepted"]
    said(board, "AssignPower", power="germany", member="ben")
    again = said(board, "SealBallot", by="anna", power="germany", choice="no-veto")
    assert again["rule"] == "Members"
    assert said(board, "SealBallot", by="ben", power="germany", choice="no-veto")["accepted"]


def test_a_host_who_takes_a_power_over_replaces_no_ballot_of_its_player(board: Ledger) -> None:
    """The host assigns Germany to himself; what Anna sealed stands all the same."""
    said(board, "SealBallot", by="anna", power="germany", choice="no-veto")
    said(board, "AssignPower", power="germany", member="host")
    refused = said(board, "SealBallot", power="germany", choice="no-veto")
    assert (refused["accepted"], refused["rule"]) == (False, "Members")


def test_who_sealed_on_a_device_opens_it_after_handing_over(board: Ledger) -> None:
    """The ballot stands, and only Anna's device knows what opens it."""
    shown = board.live(NAME).state
    subject = Subject(shown.campaign.id, "ballot", 1, "germany")
    commitment = commit(subject, Opening("no-veto", NONCE))
    said(board, "SealBallot", by="anna", power="germany", commitment=commitment)
    said(board, "AssignPower", power="germany", member="ben")
    opening = {"power": "germany", "choice": "no-veto", "nonce": NONCE}
    assert said(board, "FixMarkers")["accepted"]
    replaced = said(board, "SealBallot", by="ben", power="germany", choice="no-veto")
    assert replaced["rule"] == "LiF 4.1", "ruling 23 holds until the markers are fixed"
    assert said(board, "RevealBallot", by="anna", **opening)["accepted"]
    opened = said(board, "OpenBallots", absent="no-veto")["events"][0]["ballots"]["germany"]
    assert (opened["choice"], opened["how"]) == ("no-veto", "device")


@pytest.mark.parametrize(
    ("kept", "told"),
    [(6, "it has 5 of 10 events"), (11, "it has 0 of 5 receipts"), (14, "it has 3 of 5 receipts")],
)
def test_an_export_cut_short_is_known(board: Ledger, tmp_path: Path, kept: int, told: str) -> None:
    """The first line tells how many events and receipts follow, and the last event's digest."""
    whole, half = tmp_path / "whole.jsonl", tmp_path / "half.jsonl"
    assert export(board, NAME, whole) == 10
    half.write_text("".join(line + "\n" for line in whole.read_text().splitlines()[:kept]))
    with pytest.raises(StoreError, match=f"not whole: {told}"):
        list(Export(half).rows())
    with Ledger(tmp_path / "other.db") as other:
        with pytest.raises(StoreError, match="not whole"):
            import_(other, half)
        assert not other.store.exists()
