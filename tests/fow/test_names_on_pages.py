"""Names, never ids, on the pages of a battle of Flames of War and in its refusals."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fow.screens import HERE, battle, do, rifles
from support.web import NAME, WebClub, words

IDS = (
    "rifle-1", "rifle-2", "mortars-x", "tanks-x", "anzio-1", "anzio-2", "round-01", "round-02",
    "hold-the-line", "platoon-morale", "delayed-reserves", "low-ridge", "the-rifles-x",
)  # fmt: skip
PLACES = (
    "", "/board", "/lines", "/points", "/battles", "/forces", "/players", "/journal", "/host",
    "/members", "/do", "/do/ReportResult", "/do/RollDice", "/do/LosePlatoon",
    "/do/OrganiseForce", "/do/ReorganiseForce", "/do/RollDice?aid=platoon-morale", "/figures",
)  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebClub]:
    """A battle in which a platoon was lost and another tested its morale."""
    with battle(tmp_path_factory.mktemp("names"), forces={"the-rifles-x": rifles()}) as club:
        do(club, "BeginPlayerTurn", by="anna")
        do(club, "LosePlatoon", by="anna", platoon="rifle-1")
        check = {"aid": "platoon-morale", "platoon": "rifle-2", "rating": "confident"}
        told = {"destroyed": 5, "fighting": 3, "casualties": True, "dice": [6]}
        do(club, "RollDice", by="anna", **check, **told)
        yield club


def seen(text: str) -> list[str]:
    """The ids in a text."""
    return [one for one in IDS if re.search(rf"(?<![\w/-]){re.escape(one)}(?![\w-])", text)]


@pytest.mark.parametrize("place", PLACES)
def test_a_page_has_names(made: WebClub, place: str) -> None:
    """To Anna and to the host."""
    for who in ("host",) if place == "/host" else ("anna", "host"):
        page = made.browser(who).get(f"{HERE}{place}")
        assert page.status_code == 200
        assert seen(words(page)) == [], (who, place)


def test_refusals_have_names(made: WebClub) -> None:
    """What the rules refuse of platoons."""
    ledger = made.house.ledger
    for sent in (
        {"command": "LosePlatoon", "by": "anna", "platoon": "rifle-1"},
        {"command": "LosePlatoon", "by": "anna", "platoon": "nobody"},
        {"command": "LosePlatoon", "by": "anna", "platoon": "hq"},
        {"command": "ReportResult", "ended_by": "time", "lost": {"allies": ["mortars"]}},
        {"command": "ReportResult", "ended_by": "time", "lost": {"allies": ["hq"]}},
        {"command": "ReorganiseForce", "force": "the-rifles-x", "by": "anna",
         "squads": [{"platoon": "rifle-2", "change": "add", "points": 1}]},
        {"command": "RollDice", "by": "anna", "aid": "rally", "platoon": "rifle-1",
         "rating": "confident", "dice": [5]},
    ):  # fmt: skip
        answer = ledger.submit(NAME, sent)
        assert not answer["accepted"], sent
        assert seen(answer["reason"]) == [], answer["reason"]


def test_a_booked_battle_has_names(tmp_path: Path) -> None:
    """Its journal, and the pages of the round after it."""
    with battle(tmp_path) as club:
        do(club, "ReportResult", ended_by="objective", side="allies", lost={"allies": ["rifle-2"]})
        do(club, "AdvanceTurn")
        for place in ("", "/journal", "/battles", "/points"):
            assert seen(words(club.browser("anna").get(f"{HERE}{place}"))) == [], place
