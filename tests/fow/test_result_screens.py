"""A result by taps: the mission's own ends, losses, what it brings; and no word for a number."""

from pathlib import Path
from typing import Any

import pytest

from campaign.kernel.interview.pages import NextPage
from campaign.kernel.interview.runner import Setting, interviewed
from campaign.web.api.commands import described
from fow.screens import HERE, Thumb, battle, do, rifles
from fow.support import FORCES
from support.command_line import Shell
from support.web import NAME, WebClub, words

RESULT = f"{HERE}/do/ReportResult"
TWO = "Two: give a number from 0 to 6."


def versions(club: WebClub) -> int:
    """How many events are on record."""
    return club.house.ledger.live(NAME).version


def test_a_result_takes_seven_taps(tmp_path: Path) -> None:
    """p. 195: the winner lost one platoon, 5 points to 2; the front goes from the Factory, sector
    4, to Campoleone, sector 3. Both are seen before they are booked.
    """
    with battle(tmp_path) as club:
        hand = Thumb(club.browser("anna"), RESULT)
        assert "The Allies held an objective" in hand.said
        assert "no attacking team in the defender's half, from own turn 6 on" in hand.said
        assert "Time ran out a win for the Axis" in hand.said
        hand.press(ended_by="objective")
        assert "In which own turn" not in hand.said, "it counts from the first turn on"
        hand.choose("lost/allies:rifle-2")
        hand.count("lost/axis", 2)
        hand.press()
        assert "A major victory for the Allies" in hand.said
        assert "Allies 5 points Axis 2" in hand.said
        assert (
            "The front moves from The Factory (Aprilia) (4) to Campoleone Station (3)." in hand.said
        )
        assert "2 steps more, and the Allies would be in Rome." in hand.said
        assert "none would be 6 to 1 and two or more would be 4 to 3" in hand.said
        assert "Destroyed of the Allies: 2nd Rifle." in hand.said
        assert "Send it to Ben" in hand.form.text
        before = versions(club)
        hand.press()
        assert (hand.taps, versions(club)) == (7, before + 1)
        do(club, "ConfirmResult", by="ben")
        line = club.house.ledger.show(NAME)["lines"]["anzio"]
        points = line["victory_points"]
        assert (points["allies"]["won"], points["axis"]["won"], line["sector"]) == (5, 2, 3)


@pytest.mark.parametrize(
    ("lost", "points", "heading"),
    [
        (0, (6, 1), "A stunning victory for the Allies"),
        (1, (5, 2), "A major victory for the Allies"),
        (2, (4, 3), "A minor victory for the Allies"),
        (4, (4, 3), "A minor victory for the Allies"),
    ],
)
def test_points_are_seen_as_they_are_booked(
    tmp_path: Path, lost: int, points: tuple[int, int], heading: str
) -> None:
    """FoW Victory Points (p. 195): by the winner's losses: none 6:1, one 5:2, two and more 4:3."""
    with battle(tmp_path, forces={}) as club:
        hand = Thumb(club.browser("host"), RESULT)
        hand.press(ended_by="conceded")
        hand.choose("side", "axis")
        hand.count("lost/allies", lost)
        hand.press()
        assert heading in hand.said and "Book it" in hand.form.text
        assert f"Allies {points[0]} points Axis {points[1]}" in hand.said
        hand.press()
        won = club.house.ledger.show(NAME)["lines"]["anzio"]["victory_points"]
        assert (won["allies"]["won"], won["axis"]["won"]) == points


def test_a_report_is_read_before_it_is_answered(tmp_path: Path) -> None:
    """FoW ruling 29: on the card, and above the buttons; the only line is no question."""
    with battle(tmp_path) as club:
        lost = {"allies": ["rifle-2"], "axis": 2}
        do(club, "ReportResult", ended_by="objective", side="allies", lost=lost, by="anna")
        report = (
            "Battle 1 is reported: the Allies held an objective at the start of a turn, "
            "so the Allies won. Lost: the Allies 1 platoon and the Axis 2 platoons."
        )
        ben = club.browser("ben")
        assert f"attack by the Allies. {report}" in words(ben.get(HERE))
        for command, button in (
            ("ConfirmResult", "Confirm the result"),
            ("ContestResult", "Contest it"),
        ):
            hand = Thumb(ben, f"{HERE}/do/{command}")
            assert report in hand.said and "Destroyed of the Allies: 2nd Rifle." in hand.said
            assert button in hand.form.text and "No answer" not in hand.said.partition("More")[0]
        hand.number("text", "A gun was lost too.")
        hand.press()
        assert club.house.ledger.show(NAME)["battles"]["anzio-1"]["state"] == "running"
        assert f"attack by the Allies. {report}" not in words(ben.get(HERE))


def test_a_defender_who_won_keeps_the_front(tmp_path: Path) -> None:
    """p. 204, 238: from turn six on, which is asked; the front stays at the Factory."""
    with battle(tmp_path) as club:
        hand = Thumb(club.browser("ben"), RESULT)
        hand.press(ended_by="cleared")
        assert "In which Axis’ own turn? It counts from turn 6 on" in hand.said
        hand.number("turn", "6")
        hand.press()
        assert "A stunning victory for the Axis" in hand.said
        assert "The front stays at The Factory (Aprilia) (4)." in hand.said
        hand.press()
        assert hand.taps == 5
        report = club.house.ledger.live(NAME).state.running["anzio-1"].report
        assert (report.winner, report.turn, report.by_side) == ("axis", 6, "axis")


def test_the_log_has_filled_in_what_it_knows(tmp_path: Path) -> None:
    """A platoon that the battle log has as Destroyed is ticked already."""
    with battle(tmp_path) as club:
        do(club, "LosePlatoon", side="allies", platoon="mortars", by="anna")
        hand = Thumb(club.browser("anna"), f"{RESULT}?ended_by=time")
        assert hand.form.fields["lost/allies:mortars"] == "on"
        hand.press()
        assert "Destroyed of the Allies: Mortars." in hand.said


# --- no word for a number -----------------------------------------------------------------------


def test_two_is_recorded_at_no_page(tmp_path: Path) -> None:
    """The page is shown again, with what would be right, and what else was said stays."""
    with battle(tmp_path) as club:
        before = versions(club)
        hand = Thumb(club.browser("anna"), f"{RESULT}?ended_by=objective")
        hand.choose("lost/allies:rifle-2")
        hand.number("lost/axis", "two")
        assert hand.press().status_code == 422
        assert f"Not recorded. {TWO}" in hand.said and versions(club) == before
        assert hand.form.fields["lost/allies:rifle-2"] == "on"
        assert hand.form.fields["ended_by"] == "objective"
        hand.number("pre_game/axis", "two")
        hand.number("lost/axis", "1")
        assert hand.press().status_code == 422 and TWO in hand.said


@pytest.mark.parametrize("field", ["lost", "pre_game"])
@pytest.mark.parametrize("stated", [["two"], "two"])
def test_two_is_recorded_by_no_program(tmp_path: Path, field: str, stated: Any) -> None:
    """A list of one word is no number either."""
    with battle(tmp_path) as club:
        sent = {"command": "ReportResult", "ended_by": "objective", field: {"axis": stated}}
        before = versions(club)
        answer = club.house.ledger.submit(NAME, sent)
        assert not answer["accepted"] and versions(club) == before
        if stated == ["two"]:
            assert answer["reason"] == f"{field}: two: give a number from 0 to 6"


@pytest.mark.parametrize("how", ["option", "file"])
def test_two_is_recorded_at_no_terminal(tmp_path: Path, how: str) -> None:
    """As an option, and in a file of answers."""
    shell = Shell(tmp_path)
    (tmp_path / "anzio.toml").write_text('players = {anna = "allies", ben = "axis"}\n')
    shell.fine("start", "winter", "--system", "fow", "--scenario", "anzio", "--setup", "anzio.toml")
    shell.fine("battle", "begin", "winter", "--platoons", "allies=5", "--platoons", "axis=6")
    (tmp_path / "result.json").write_text('{"ended_by": "objective", "lost": {"axis": "two"}}')
    options = {"option": ("objective", "--lost", "axis=two"), "file": ("--from", "result.json")}[
        how
    ]
    before = shell.fine("log", "winter")
    done = shell("result", "winter", *options)
    assert done.status != 0 and "two: give a number from 0 to 6" in done.error
    assert shell.fine("log", "winter") == before


def test_with_a_roster_its_platoons_are_named(tmp_path: Path) -> None:
    """By their names, also where somebody typed a word that is none."""
    forces = {"rifles": rifles(), "grenadiers": FORCES["grenadiers"]}
    with battle(tmp_path, forces=forces) as club:
        sent = {"command": "ReportResult", "ended_by": "objective", "lost": {"allies": ["two"]}}
        answer = club.house.ledger.submit(NAME, sent)
        assert answer["reason"] == (
            "lost: Allies: no platoon 'two' is in this battle; "
            "there is 1st Rifle, 2nd Rifle, Mortars, Shermans"
        )


def test_a_number_is_no_platoon_of_the_battle_log(tmp_path: Path) -> None:
    """Where nobody entered a roster a name is free, but a number means how many."""
    with battle(tmp_path) as club:
        for word in ("two", "2"):
            lost = {"command": "LosePlatoon", "side": "axis", "platoon": word, "by": "ben"}
            answer = club.house.ledger.submit(NAME, lost)
            assert answer["reason"] == (
                f"platoon: {word} is a number, and no platoon; record each platoon by itself"
            )


def test_mail_answers_no_result(tmp_path: Path) -> None:
    """A mail can answer what is one choice; a result is none."""
    with battle(tmp_path) as club:
        live = club.house.ledger.live(NAME)
        owed = live.system.notices.owed(live.state)
        assert owed and all(not one.answers for one in owed)
        assert "Report the result" in words(club.browser("anna").get(HERE))


def test_programs_read_kinds_that_they_know(tmp_path: Path) -> None:
    """A number with a plus is a Number, and ticks are Several, however a screen draws them."""
    with battle(tmp_path) as club:
        live = club.house.ledger.live(NAME)
        kind = live.system.rules.commands["ReportResult"]
        outcome = interviewed(live.system, live.state, kind, {"ended_by": "time"}, Setting("anna"))
        assert isinstance(outcome, NextPage)
        kinds = {one.key: one.kind for one in described(outcome.page).questions}
        assert (kinds["lost/allies"], kinds["lost/axis"]) == ("Several", "Number")
