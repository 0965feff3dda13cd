"""Results in sentences, in the read tables, and as figures that explain themselves."""

from pathlib import Path
from typing import Any

from campaign.fow.names import names_of
from campaign.fow.report.figures import KINDS
from campaign.fow.results.chapter import SENTENCES
from campaign.fow.system import SYSTEM
from campaign.handler.explanations import explained
from campaign.kernel.projections import figure
from events.base import Event
from events.fow.battles import BattleAbandoned, ObjectiveReached, ResultReported, VictoryPointsWon
from events.fow.set_up import CampaignDecided
from fow.support import FORCES, War, war
from support.driver import NAME

PEOPLE = {"anna": "allies", "ben": "axis"}


def told(club: War) -> list[str]:
    """The record's sentences about battles and results."""
    live = club._ledger.live(NAME)
    names = names_of(live.state)
    return [
        SENTENCES[type(event)](event, names)
        for _, event in club._ledger.log(NAME)
        if type(event) in SENTENCES
    ]


def test_a_battle_from_its_beginning_to_the_end_of_the_campaign(tmp_path: Path) -> None:
    """Who fights what, what was reported, what it brought, where the battle stands."""
    with war(tmp_path, games=1, players=PEOPLE) as club:
        club.do("BeginBattle")
        lost = {"allies": 1, "axis": 0}
        club.do("ReportResult", by="anna", ended_by="cleared", side="axis", turn=6, lost=lost)
        club.do("ContestResult", by="ben", text="A gun was lost too.")
        club.do("ReportResult", ended_by="cleared", turn=6, lost={**lost, "axis": 1})
        assert told(club) == [
            "Battle 1 at The Factory (Aprilia) began: Hold the Line, the Allies against the Axis.",
            "Battle 1 is reported: the Axis began their turn 6 with no enemy left where it "
            "matters, so the Axis won. Lost: the Allies 1 platoon and the Axis nothing.",
            "The report of battle 1 was contested: A gun was lost too.",
            "Battle 1 is reported: the Axis began their turn 6 with no enemy left where it "
            "matters, so the Axis won. Lost: the Allies 1 platoon and the Axis 1 platoon.",
            "The result of battle 1 stands.",
            "The Axis won battle 1, a major victory: 5 points to 2.",
            "The battle stays at The Factory (Aprilia), as the defender won (Anzio).",
            "The campaign ended in a stalemate.",
        ]


def test_other_ends_in_words(tmp_path: Path) -> None:
    """Sentences of what that battle did not bring."""
    with war(tmp_path, games=8, players=PEOPLE) as club:
        names = names_of(club._ledger.live(NAME).state)

    def said(event: Event) -> str:
        return SENTENCES[type(event)](event, names)

    draw: dict[str, Any] = {"line": "anzio", "battle": "anzio-2", "winner": ""}
    points = {"allies": 2, "axis": 1}
    won = VictoryPointsWon(**draw, result="fair-fight", counted=points, points=points)
    assert said(won) == "Nobody won battle 2, a Fair Fight; points: the Allies 2 and the Axis 1."
    timed = ResultReported(battle="anzio-2", ended_by="time")
    assert said(timed) == "Battle 2 is reported: time ran out, so nobody won."
    broke = ResultReported(battle="anzio-2", ended_by="morale", side="axis", winner="allies")
    assert said(broke) == (
        "Battle 2 is reported: the Axis failed Company Morale, so the Allies won."
    )
    gone = BattleAbandoned(line="anzio", battle="anzio-2", reason="No hall.")
    assert said(gone) == "Battle 2 is not played: No hall."
    there = ObjectiveReached(line="anzio", side="allies", sector=1)
    assert said(there) == "The Allies entered their objective, Rome (Anzio)."
    through = CampaignDecided(winner="allies", how="breakthrough", line="anzio")
    assert said(through) == "The Allies won the campaign by breaking through on Anzio."
    held = CampaignDecided(winner="axis", how="limit")
    assert said(held) == "The Axis won the campaign by holding out to the last round."
    assert said(CampaignDecided(how="draw")) == "The campaign ended in a draw."


def test_figures_say_where_points_came_from(tmp_path: Path) -> None:
    """Won and spent: six of the first battle, five paid for another mission."""
    with war(tmp_path, games=8, players=PEOPLE) as club:
        club.do("BeginBattle")
        club.do("ReportResult", ended_by="objective", side="allies", turn=4)
        club.do("AdvanceTurn")
        club.do("RollMission", dice={"allies": [2], "axis": [6]})
        club.do("ChangeMission", side="allies", mission="encounter")
        state = club._ledger.live(NAME).state
        points: Any = figure(KINDS, state, "points", ("anzio", "allies"))
        assert (points.title, points.value(state)) == ("Victory points of Allies (Anzio)", 1)
        sector: Any = figure(KINDS, state, "sector", ("anzio",))
        assert sector.value(state) == "Campoleone Station"
        lines = explained(club._ledger, NAME, "points", ("anzio", "allies")).lines
        assert [change.rule for change, _ in lines] == ["FoW Victory Points", "FoW Axis of Attack"]
        assert [why for _, why in lines] == [
            "6 points from anzio-1: Allies won and lost 0 platoons that count",
            "The Allies spent 5 victory points on another mission (Anzio).",
        ]


def why(club: War, *of: str) -> list[tuple[str, str, str]]:
    """What explains a figure: its value after each event, the reason, the rule."""
    lines = explained(club._ledger, NAME, of[0], of[1:]).lines
    return [(str(change.after), reason, change.rule) for change, reason in lines]


def test_mission_attacker_and_end_are_explained(tmp_path: Path) -> None:
    """p. 232: 2 + 6 + 1 = 9 against 6 + 1 = 7: the dice pick row 9; the higher score attacks."""
    with war(tmp_path, games=2, players=PEOPLE) as club:
        club.do("BeginBattle")
        club.do("ReportResult", ended_by="objective", side="allies", turn=4)
        club.do("AdvanceTurn")
        club.do("RollMission", dice={"allies": [2], "axis": [6]})
        club.do("DeclineChange")
        rolled = (
            "Anzio: mission roll at the table. Allies: 2 + 6 last mission + 1 lead = 9; "
            "Axis: 6 + 1 last mission = 7. Row 9: Fighting Withdrawal."
        )
        assert why(club, "mission", "anzio")[-1] == (
            "Fighting Withdrawal", rolled, "FoW Mission Selector",
        )  # fmt: skip
        assert why(club, "attacker", "anzio")[-1] == (
            "Allies",
            f"{rolled} Anzio: the Allies will attack, by the higher score.",
            "FoW Linked Missions",
        )
        assert why(club, "end", "anzio-1") == [
            (
                "The Allies held an objective at the start of their turn 4: "
                "the Allies won, to be confirmed",
                "Battle 1 is reported: the Allies held an objective at the start of their turn 4, "
                "so the Allies won. Lost: the Allies nothing and the Axis nothing.",
                "FoW Hold the Line",
            ),
            (
                "The Allies held an objective at the start of their turn 4: the Allies won",
                "The Allies won battle 1, a stunning victory: 6 points to 1.",
                "FoW Victory Points",
            ),
        ]
        assert why(club, "outcome") == []
        club.do("BeginBattle")
        assert why(club, "end", "anzio-2") == []
        club.do("ReportResult", ended_by="morale", side="axis", lost={"allies": 1})
        assert why(club, "end", "anzio-2")[0][2] == "FoW Company Morale Checks"
        assert [line[0] for line in why(club, "outcome")] == ["stalemate"]


def test_a_forces_price_and_limit_are_explained(tmp_path: Path) -> None:
    """100 + 250 + 250 + 120 + 320 = 1040 of the 1500 agreed; a variant has its own limit."""
    axis = {**FORCES["grenadiers"], "variant": {"name": "Veterans", "limit": 900}}
    forces = {"rifles": FORCES["rifles"], "grenadiers": axis}
    with war(tmp_path, games=2, points=1500, players=PEOPLE, forces=forces) as club:
        ((price, reason, rule),) = why(club, "price", "rifles")
        assert (price, rule) == ("1040", "FoW Choosing Your Force")
        assert "1,040 points of 1,500" in reason
        assert why(club, "limit", "rifles") == [
            ("1500", "the points that the campaign agreed on", "FoW Choosing Your Force")
        ]
        assert why(club, "limit", "grenadiers") == [
            ("900", "the handbook’s limit for Veterans", "FoW Fielding Variant Forces")
        ]


def test_read_tables_of_results(tmp_path: Path) -> None:
    """Every battle with its sides, points, moves and the standings."""
    with war(tmp_path, games=8, players=PEOPLE) as club:
        club.do("BeginBattle", platoons={"axis": 5})
        club.do("ReportResult", ended_by="objective", side="allies", turn=4, lost={"axis": 2})
        state = club._ledger.live(NAME).state
        tables = {table.name: list(rows) for table, rows in SYSTEM.tables.current(state)}
        assert tables["battles"] == [
            {
                "battle": "anzio-1", "line": "anzio", "turn": "round-01", "sector": 4,
                "mission": "hold-the-line", "attacker": "allies", "defender": "axis",
                "state": "settled", "ended_by": "objective", "winner": "allies",
                "result": "stunning",
            }
        ]  # fmt: skip
        assert tables["battle_sides"][1] == {
            "battle": "anzio-1", "side": "axis", "commander": "ben", "force": None, "platoons": 5,
            "lost": 2, "pre_game": 0, "counted": 2, "points": 1,
        }  # fmt: skip
        assert tables["standings"][0] == {
            "member": "anna", "battles": 1, "won": 1, "drawn": 0, "points": 6,
        }  # fmt: skip
