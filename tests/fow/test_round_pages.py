"""The pages of a Flames of War campaign: what they say of lines, points, battles and what is next.

Expected values are reckoned by hand from the commands below.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from campaign.fow.missions.card import card_of, in_words
from campaign.fow.missions.verbs import card_lines
from campaign.fow.report.battles import ended
from campaign.fow.report.forces import changed
from campaign.fow.report.points import chances
from campaign.fow.screens import ROOMS
from campaign.fow.state import State
from campaign.reports import pages, publishing
from campaign.reports.book import StoredLog, read
from campaign.reports.comparison import compare
from campaign.reports.pages import WrittenPage
from events.fow.axes import SectorRule
from events.fow.forces import CoreChange, ForceReorganised
from fow.disputed import amend, opened
from fow.support import FORCES, War, cases, war
from fow.test_results_corrected import won
from support.driver import NAME

PLAYERS = {"anna": "allies", "ben": "axis"}


def played(club: War, ended_by: str, side: str, turn: int = 0, **lost: int) -> None:
    """Begins the line's battle and books it; the host fights on neither side."""
    club.do("BeginBattle", platoons={"allies": 7, "axis": 7})
    told: dict[str, Any] = {"turn": turn} if turn else {}
    club.do("ReportResult", ended_by=ended_by, side=side, lost=lost, **told)


def written(club: War) -> dict[str, WrittenPage]:
    """The pages of a club's campaign, by file."""
    made = read(StoredLog(club._ledger, NAME), pages.HELD)
    return {page.file: page for page in pages.in_book(made)}


def state_of(club: War) -> State:
    """The state of a club's campaign."""
    state = club._ledger.live(NAME).state
    assert isinstance(state, State)
    return state


def words(page: WrittenPage) -> str:
    """A page's text without tags and style, spaces as one."""
    bare = re.sub(r"<style>.*?</style>", "", page.html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", bare))


@pytest.fixture(scope="module")
def anzio(tmp_path_factory: pytest.TempPathFactory) -> dict[str, WrittenPage]:
    """Two rounds of Anzio are over; the third has its mission.

    Round 1: the Axis clear the Factory, one platoon lost: 5 points to 2; the line stays.
    Round 2: 6 + 2 = 8 against 1 + 5 + 1 - 2 = 5 is row 8; nobody pays.
    """
    with war(tmp_path_factory.mktemp("anzio"), games=4, players=PLAYERS) as club:
        played(club, "cleared", "axis", 6, allies=0, axis=1)
        club.do("AdvanceTurn")
        club.do("RollMission", dice={"allies": [6], "axis": [1]})
        club.do("DeclineChange")
        return written(club)


def test_the_strip_map_has_every_sector_in_order(anzio: dict[str, WrittenPage]) -> None:
    """p. 233: seven sectors from Rome to Anzio, the line in the Factory."""
    html = anzio["round-02.html"].html
    names = re.findall(r'<span class="name">([^<]+)</span>', html)
    assert names == [
        "Rome",
        "Albano",
        "Campoleone Station",
        "The Factory (Aprilia)",
        "Carroceto Station",
        "The First Overpass",
        "Anzio",
    ]


@pytest.mark.parametrize("case", cases("pages_of_anzio"), ids=lambda case: case["why"])
def test_a_page_says_what_is_known(anzio: dict[str, WrittenPage], case: dict[str, Any]) -> None:
    page = anzio[case["page"]]
    assert [text for text in case.get("says", ()) if text not in words(page)] == []
    assert [text for text in case.get("html", ()) if text not in page.html] == []
    assert [text for text in case.get("lacks", ()) if text in page.html] == []
    assert "card-anzio-1.html" not in anzio


def test_terminal_and_pages_show_one_card(tmp_path: Path) -> None:
    """p. 234: at Campoleone the Axis attack: terrain and guns of the sector are on every card, and
    the headquarters is no platoon: the Allies hold back 2 of their 4.
    """
    start = {"anzio": {"sector": 3, "mission": "hold-the-line", "attacker": "axis"}}
    with war(tmp_path, games=4, players=PLAYERS, forces=FORCES, start=start) as club:
        state = state_of(club)
        card = card_of(state, state.lines["anzio"])
        typed = "\n".join(card_lines(card, {"attacker": "Axis", "defender": "Allies"}))
        page = words(written(club)["card-anzio-1.html"])
        room = ROOMS.table(state).card
    assert room is not None
    for text in (
        "Counterbattery",
        "The Axis player attacks in this sector: a Preliminary Bombardment against enemy",
        "Via Anziate from end to end between drainage ditches; village of Campoleone",
    ):
        assert text in typed and text in page, text
        assert text in f"{room.parts}", text
    for text in (
        "The campaign's first mission comes with its attacker.",
        "The defender holds back at least 2 of 4 platoons (Reserves).",
    ):
        assert text in typed and text.replace("'", "&#39;") in page, text
    start["anzio"]["attacker"] = "allies"
    with war(tmp_path / "other", games=4, players=PLAYERS, start=start) as club:
        state = state_of(club)
        sector = card_of(state, state.lines["anzio"]).sector
        assert sector is not None and sector.rules == () and len(sector.terrain) == 3


def test_the_publisher_is_named_and_the_aid_unofficial(anzio: dict[str, WrittenPage]) -> None:
    for page in anzio.values():
        text = words(page)
        assert "Battlefront Miniatures" in text and "unofficial aid" in text, page.file
    assert "may points be spent" in words(anzio["rulings.html"]).lower()


def test_a_decided_campaign_says_who_won(tmp_path: Path) -> None:
    """The line begins beside Rome: one win of the Allies as attackers ends it (p. 240)."""
    start = {"anzio": {"sector": 2, "mission": "hold-the-line", "attacker": "allies"}}
    with war(tmp_path, games=4, players=PLAYERS, start=start) as club:
        played(club, "objective", "allies", 4, allies=2, axis=3)
        found = written(club)
    first, index = words(found["round-01.html"]), words(found["index.html"])
    assert "The Allies win the campaign by a breakthrough." in first
    assert "The campaign is decided: the host closes it." in first
    assert "The Allies have reached their objective, Rome." in index
    assert "The Allies win the campaign by a breakthrough. 1 battle has been fought." in index
    assert "card-anzio-1.html" not in found


def test_a_campaign_without_battles_has_its_pages(tmp_path: Path) -> None:
    with war(tmp_path, "linked", games=8, sides={"able": "Able", "baker": "Baker"}) as club:
        found = written(club)
    text = words(found["round-01.html"])
    assert "The missions are still to be rolled for." in text
    assert "the host can roll for the mission." in text.lower()
    assert "Able is level." in text
    assert "The first battle that is booked brings points" in words(found["points.html"])
    assert "No battle has been booked yet." in words(found["index.html"])


@pytest.mark.parametrize(
    ("by", "side", "turn", "told"),
    [
        ("objective", "allies", 6, "the Allies hold an objective in their turn 6"),
        ("cleared", "axis", 0, "the Axis have no enemy left to drive off"),
        ("last-turn", "axis", 8, "the mission’s last turn is over"),
        ("time", "", 0, "the time is up"),
        ("morale", "allies", 0, "the Allies fail Company Morale"),
        ("conceded", "axis", 3, "the Axis give up in their turn 3"),
    ],
)
def test_how_a_battle_ended_is_told(
    tmp_path: Path, by: str, side: str, turn: int, told: str
) -> None:
    with war(tmp_path, players=PLAYERS) as club:
        assert ended(state_of(club), by, side, turn) == told


def test_the_rule_of_a_sector_stands_with_its_numbers() -> None:
    """p. 237: naval gunfire for the Allies."""
    rule = SectorRule("ships may fire", "allies", "each turn", 1, 5, 6, 5, 1)
    assert in_words(rule) == (
        "Each turn: 1 die, 5+: ships may fire (6 guns, Anti-tank 5, Firepower 1+)."
    )
    assert in_words(SectorRule("nobody sees far")) == "Nobody sees far."


def test_chances_count_the_round_that_is_played(tmp_path: Path) -> None:
    """Four rounds, three sectors each way; the Allies attack in the first."""
    with war(tmp_path, games=4, players=PLAYERS) as club:
        found = {
            one.side: (one.battles, one.rounds, one.rounds_left) for one in chances(state_of(club))
        }
    assert found == {"allies": (3, 3, 4), "axis": (3, 4, 4)}


LINES = [
    {
        "id": line,
        "name": line.title(),
        "objective": {"allies": 1, "axis": 5},
        "start": {"sector": 3, "mission": "hold-the-line", "attacker": "allies"},
        "sector": [
            {"place": n, "id": f"{line}-{n}", "name": f"{line.title()} {n}", "battle": 1 < n < 5}
            for n in range(1, 6)
        ],
    }
    for line in ("north", "south", "coast")
]


def test_a_team_campaign_tells_its_lines_together(tmp_path: Path) -> None:
    """North: the Allies win as attackers and go on; South: their company breaks; Coast: open."""
    people = {"anna": "allies", "amy": "allies", "ada": "allies", "ben": "axis"}
    commands = {"north": {"allies": "anna"}, "south": {"allies": "amy", "axis": "ben"}}
    with war(tmp_path, "team", games=9, lines=LINES, players=people, commanders=commands) as club:
        for line, side, ended_by in (("north", "allies", "objective"), ("south", "axis", "morale")):
            club.do("BeginBattle", line=line, platoons={"allies": 7, "axis": 7})
            loser = "allies" if ended_by == "morale" else side
            lost = {"allies": 0, "axis": 2}
            club.do("ReportResult", line=line, ended_by=ended_by, side=loser, lost=lost)
        text = words(written(club)["round-01.html"])
    assert "Both sides win a battle each." in text
    assert (
        "North: The Allies won at North 3, a stunning victory: Allies 6 points, Axis 1 point. "
        "The Allies advance to North 2." in text
    )
    assert (
        "South: The Axis won at South 3, a minor victory: Allies 3 points, Axis 4 points. "
        "The line stays." in text
    )
    assert "Coast: the host can begin the battle." in text
    assert "The Allies need to win 1 battle on North, in 2 rounds at least." in text
    assert "The Axis need to win 2 battles on Coast, in 3 rounds at least." in text


def test_the_pages_of_linked_missions_list_the_games(tmp_path: Path) -> None:
    """6 + 5 against 2 + 2: row 11; the sides are called as the campaign has it."""
    sides = {"able": "Able", "baker": "Baker"}
    people = {"anna": "able", "ben": "baker"}
    with war(tmp_path, "linked", games=2, sides=sides, players=people) as club:
        club.do("RollMission", dice={"able": [6, 5], "baker": [2, 2]})
        found = written(club)
        assert "Ab 6 5 = 11 Ba 2 2 = 4" in words(found["round-01.html"])
        attacker = club.line("linked")["attacker"]
        if not attacker:
            club.do("RollRoles", dice={"able": [6], "baker": [2]})
        club.do("BeginBattle", platoons={"able": 6, "baker": 6})
        club.do("ReportResult", ended_by="morale", side="baker", lost={"able": 0, "baker": 3})
        text = words(written(club)["index.html"])
    assert "Able has won 6 points, Baker 1." in text
    assert "Baker needs 2 battles at least to pass the other side, more than are left." in text
    assert "Able is 5 points ahead." in text


def test_a_corrected_result_is_marked_and_told(tmp_path: Path) -> None:
    """p. 195: one platoon lost, not none: five points to two in place of six to one."""
    with opened(tmp_path) as club:
        report = won(club)
        club.do("AdvanceTurn")
        amend(club, report, lost={"allies": 1})
        found = written(club)
    text = words(found["round-01.html"])
    assert "Major victory, 5 to 2." in text
    assert 'title="Corrected under d1">d1</a>' in found["round-01.html"].html
    assert "Battle 1: Hold the Line d1" in text
    assert "Line, Anzio, points, Allies, left 6 → 5" in words(found["round-02.html"])


def test_a_battle_tells_losses_and_dice_on_record(tmp_path: Path) -> None:
    """A named platoon with its fate; a roll of the ledger's or the table's with its score."""
    platoons = [
        {"id": "hq", "class": "hq", "points": 100},
        {"id": "one", "name": "First Rifles", "class": "combat", "points": 300},
        {"id": "two", "name": "Second Rifles", "class": "combat", "points": 300},
    ]
    forces = {
        side: {"side": side, "member": who, "type": "infantry", "platoons": platoons}
        for side, who in (("allies", "anna"), ("axis", "ben"))
    }
    with war(tmp_path, games=4, players=PLAYERS, forces=forces) as club:
        club.do("BeginBattle")
        inputs = {
            "platoon": "one",
            "rating": "confident",
            "destroyed": 4,
            "fighting": 2,
            "casualties": True,
        }
        dice = {"dice": [2], "witness": "ben"}
        club.do("RollDice", aid="platoon-morale", side="allies", **inputs, **dice)
        found = words(written(club)["round-01.html"])
        assert (
            "Platoon morale: First Rifles Confident 4+; dice of the table, Ben saw it 4+ 2 failed"
        ) in found
        assert "Allies lost First Rifles, destroyed" in found
        squads = [{"platoon": "one", "change": "remove", "points": 250}]
        club.do("ReportResult", ended_by="morale", side="allies")
        club.do("AdvanceTurn")
        club.do("ReorganiseForce", force="axis", squads=squads)
        text = words(written(club)["round-02.html"])
    assert "Without a price: one squad fewer in First Rifles, now 250 points." in text
    assert "650 of 1500 points, Ben. Infantry company, on the player’s word." in text
    assert "Combat First Rifles 250 , Second Rifles 300 550" in text


def test_the_picture_to_share_has_the_headline_and_the_line(tmp_path: Path) -> None:
    """Seven boxes, the sector of the line filled; a name that is too long for one line has two."""
    with war(tmp_path, games=4, players=PLAYERS) as club:
        played(club, "objective", "allies", 4, allies=0, axis=3)
        drawing = publishing.poster_svg(read(StoredLog(club._ledger, NAME), pages.HELD), 0)
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", drawing)
    assert texts[:3] == ["Round 1", "club", "The Allies win at The Factory (Aprilia)"]
    assert texts[3] == "and advance to Campoleone Station."
    assert texts[texts.index("Rome") :] == [
        *("Rome", "Albano", "Campoleone", "Station", "The Factory", "(Aprilia)"),
        *("Carroceto Station", "The First", "Overpass", "Anzio", "Al", "6", "Ax", "1"),
    ]
    filled = re.findall(r'<rect x="[^"]*" y="450"[^>]*fill="#23221d"', drawing)
    assert len(filled) == 1


def test_a_battle_tells_what_was_recorded_of_the_table(tmp_path: Path) -> None:
    """p. 204: of seven platoons four are held back; the attacker has the first turn."""
    with war(tmp_path, games=4, players=PLAYERS) as club:
        club.do("BeginBattle", platoons={"allies": 7, "axis": 7})
        club.do("RecordDeployment", side="axis", reserve=4)
        club.do("BeginPlayerTurn", side="allies")
        text = words(written(club)["round-01.html"])
        assert "The Axis begin with 3 platoons on the table, 4 in Reserve." in text
        assert "Player turns so far: Allies 1." in text


def test_an_old_card_is_held_to_its_own_day(tmp_path: Path) -> None:
    """The card of a battle that is over stays in the folder, and is known for what it was."""
    with war(tmp_path, games=4, players=PLAYERS) as club:
        folder = tmp_path / "out"
        folder.mkdir()
        for page in written(club).values():
            (folder / page.file).write_text(page.html, encoding="utf-8")
        played(club, "cleared", "axis", 6, allies=0, axis=1)
        log = StoredLog(club._ledger, NAME)
        found = {
            row.file: row.outcome for row in compare(list(log.entries(0, log.head()[0])), folder)
        }
    assert found["card-anzio-1.html"] == found["round-01.html"] == "then"
    assert set(found.values()) == {"then"}


def test_a_battle_that_was_not_played_has_no_card_and_waits_for_nobody(tmp_path: Path) -> None:
    with war(tmp_path, games=4, players=PLAYERS) as club:
        club.do("AbandonBattle", reason="Nobody had time.")
        found = written(club)
    text = words(found["round-01.html"])
    assert "card-anzio-1.html" not in found
    assert "Every battle of the round is over: the host begins the next round." in text
    assert "Battle 1 is next" not in text and "to be fought" not in text
    assert "Battle 1 on Anzio was not played: Nobody had time." in text
    assert "3 rounds can still be fought, of 4." in text


def test_a_changed_force_tells_what_was_paid_for_it(tmp_path: Path) -> None:
    """p. 240: the price is that on record; a campaign whose book asked 4 was not charged 5."""
    removed = ForceReorganised(
        force="rifles", line="anzio", points=920, core=(CoreChange(remove="mortars"),)
    )
    told = list(changed(removed, None, 4))
    assert told == ["For 4 victory points: mortars was removed."]
    with war(tmp_path, players=PLAYERS, forces=FORCES) as club:
        played(club, "objective", "allies", 4, allies=0, axis=2)
        club.do("AdvanceTurn")
        club.do("RollMission", dice={"allies": [1], "axis": [1]})
        if club.line()["phase"] == "change":
            club.do("DeclineChange")
        club.do("ReorganiseForce", force="rifles", core=[{"remove": "mortars"}])
        text = words(written(club)["round-02.html"])
        assert "For 5 victory points: mortars was removed." in text
