"""A campaign of a game that the program does not have: one clear line, and the others go on."""

from pathlib import Path

import pytest

from campaign import systems
from support.feud import SYSTEM
from support.toys import Club
from support.web import club as web_club
from support.web import words

pytestmark = pytest.mark.further

LACKS = "plays 'feud', a game that this program does not have"
CHAIN = "only its chain is checked"


@pytest.fixture
def club(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Club:
    """A store with a feud and another campaign, which came to a program without the feud."""
    monkeypatch.setenv("CAMPAIGN_LOCK_TIMEOUT", "1")
    club = Club(tmp_path, capsys)
    with pytest.MonkeyPatch.context() as had:
        had.setitem(systems.SYSTEMS, "feud", SYSTEM)
        club("start", "club", "--system", "feud", "--scenario", "valley")
        club("assign", "club", "north", "host")
        club("blow", "club", "north")
        club("start", "east", "--scenario", "global-war")
        club("export", "club", str(tmp_path / "club.jsonl"))
    return club


@pytest.mark.parametrize(
    "call",
    [
        ("show", "club"),
        ("status", "club"),
        ("log", "club"),
        ("turn", "club", "--yes"),
        ("enrol", "club", "zoe"),
        ("draw", "club"),
        ("replay", "club", "--text"),
        ("branch", "club", "--name", "what-if"),
        ("rebuild", "club"),
        ("members", "club"),
        ("post", "club"),
        ("report", "club", "--out", "pages"),
    ],
)
def test_every_verb_says_so_in_one_line(club: Club, call: tuple[str, ...]) -> None:
    """And changes nothing."""
    before = Path(club.folder / "club.db").read_bytes()
    assert club(*call, status=1) == f"campaign: club {LACKS}\n"
    assert Path(club.folder / "club.db").read_bytes() == before
    assert not (club.folder / "pages").exists()


def test_it_is_not_judged(club: Club) -> None:
    """What follows the opening is no fault of the record."""
    told = club("verify", "club", status=1)
    assert told.splitlines()[0] == f"version 1: event: the campaign {LACKS}; {CHAIN}"
    assert told.splitlines()[1:] == ["5 events checked; 1 finding"]
    told = club("verify", "--file", str(club.folder / "club.jsonl"), status=1)
    assert told.count("\n") == 2 and LACKS in told


def test_it_is_not_taken_in_but_carried_on(club: Club) -> None:
    """An export of it is whole; another store is not begun with it."""
    other = str(club.folder / "other.db")
    told = club("--store", other, "import", str(club.folder / "club.jsonl"), status=1)
    assert told.endswith(f"does not verify: version 1: event: the campaign {LACKS}; {CHAIN}\n")
    assert not Path(other).exists()
    told = club("export", "club", str(club.folder / "again.jsonl"))
    assert f"campaign: club {LACKS}; it was not verified" in told
    once, again = (club.folder / f"{name}.jsonl" for name in ("club", "again"))
    assert once.read_bytes() == again.read_bytes()


def test_a_log_with_facts_of_no_known_game_is_refused(club: Club) -> None:
    """Though its opening is known."""
    lines = (club.folder / "club.jsonl").read_text().replace('"system":"feud"', '"system":"lif"')
    file = club.folder / "false.jsonl"
    file.write_text(lines)
    told = club("verify", "--file", str(file), status=1)
    assert "unreadable: type: there is no 'feud.Struck'" in told


def test_the_service_keeps_its_other_campaigns(tmp_path: Path) -> None:
    """The one that it cannot read is on nobody's first page."""
    with web_club(tmp_path) as made:
        with pytest.MonkeyPatch.context() as had:
            had.setitem(systems.SYSTEMS, "feud", SYSTEM)
            answer = made.house.desk.open("feudal", system="feud", scenario="valley")
            assert answer["accepted"], answer
        made.house.ledger._live.forget("feudal")
        host = made.browser("host")
        assert "feudal" not in words(host.get("/"))
        assert host.get("/c/feudal").status_code == 503
        assert host.get("/c/club").status_code == 200
