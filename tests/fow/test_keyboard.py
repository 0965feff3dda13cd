"""Flames of War at the keyboard: a round by its verbs, what they ask for, and what they refuse."""

from pathlib import Path

import pytest

from support.command_line import Shell


def anzio(folder: Path) -> Shell:
    """Anzio as the book opens it: two players, nobody else."""
    shell = Shell(folder)
    (folder / "anzio.toml").write_text('players = {anna = "allies", ben = "axis"}\n')
    shell.fine("start", "winter", "--system", "fow", "--scenario", "anzio", "--setup", "anzio.toml")
    return shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign of one's own."""
    return anzio(tmp_path)


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A campaign that every call leaves as it is."""
    return anzio(tmp_path_factory.mktemp("unchanged"))


def played(shell: Shell) -> None:
    """The first battle: the Allies take an objective and lose one platoon."""
    shell.fine("battle", "begin", "winter", "--platoons", "allies=5", "--platoons", "axis=5")
    told = "result winter anzio objective allies --turn 6 --lost allies=1 --lost axis=3"
    shell.fine(*told.split(), "--as", "anna")
    shell.fine("confirm", "winter", "--as", "ben")


def test_status_says_what_a_line_waits_for_and_of_whom(shell: Shell) -> None:
    """Phase by phase; the host sees a call that somebody who may do it can type."""
    told = shell.fine("status", "winter")
    assert "The Factory (Aprilia) (4 of 7), battle 1, Hold the Line, attack by the Allies" in told
    assert "Waits for  Anna or Ben, to begin the battle" in told
    assert "Card       Hold the Line: campaign mission card winter" in told
    assert "Hold the Line (p. " in shell.fine("card", "winter")
    shell.fine("battle", "begin", "winter", "--platoons", "allies=5", "--platoons", "axis=5")
    assert "Waits for  Anna or Ben, to report the result" in shell.fine("status", "winter")
    told = "result winter objective allies --turn 6 --lost allies=1 --lost axis=3"
    shell.fine(*told.split(), "--as", "anna")
    assert "Waits for  Ben, to confirm or contest the result" in shell.fine("status", "winter")
    found = shell.read("status", "winter")
    assert found["next"] == ["campaign confirm winter"]
    assert found["waits_for"][0]["members"] == ["ben"]
    shell.fine("contest", "winter", "Two were lost.", "--as", "ben")
    told = shell.fine("status", "winter")
    assert "to report the result (the last report was contested: “Two were lost.”)" in told
    shell.fine("result", "winter", "objective", "allies", "--lost", "allies=1", "--as", "anna")
    shell.fine("confirm", "winter", "--as", "ben")
    told = shell.fine("status", "winter")
    assert "battle 1 is over; next Campoleone Station (3 of 7)" in told
    assert "Waits for  the host, to end the round" in told and "Card  " not in told
    assert shell.read("status", "winter")["next"] == ["campaign turn winter"]


def test_a_result_is_in_with_one_line(shell: Shell) -> None:
    """p. 186: the winner lost one platoon: 5 points to 2; the battle moves on (p. 238)."""
    played(shell)
    assert "Victory points left: Allies 5, Axis 2." in shell.fine("sectors", "winter")
    assert "the battle is here" in shell.fine("sectors", "winter", "anzio").splitlines()[4]
    assert shell.read("sectors", "winter")["anzio"]["sector"] == 3
    assert shell.read("standings", "winter")["anna"] == {
        "battles": 1,
        "won": 1,
        "drawn": 0,
        "points": 5,
    }
    assert shell.fine("standings", "winter").splitlines()[1].split()[:2] == ["Anna", "Allies"]


def test_a_result_of_nobody_is_refused_before_anything_follows_from_it(shell: Shell) -> None:
    shell.fine(
        "battle", "begin", "winter", "anzio", "--platoons", "allies=5", "--platoons", "axis=5"
    )
    typed = [
        "result",
        "winter",
        "anzio",
        "objective",
        "allies",
        "--turn",
        "6",
        "--lost",
        "allies=1",
    ]
    assert shell(*typed, "--lost", "axis=3", "--as", "zoe").error == (
        "refused (Members): 'zoe' is not enrolled in this campaign"
    )


def test_a_mission_is_rolled_with_dice_in_the_call(shell: Shell) -> None:
    """p. 232: 5 and 5 of the last battle and 1 for the lead are 11: Free-for-All."""
    played(shell)
    shell.fine("turn", "winter")
    told = shell.fine("mission", "winter", "anzio", "allies=5", "axis=3")
    assert "Allies: 5 + 5 last mission + 1 lead = 11" in told and "Free-for-All" in told
    assert "Waits for  Anna, to pay for another mission, or decline" in shell.fine(
        "status", "winter"
    )
    told = shell.fine("decline", "winter", "--as", "anna")
    assert shell.fine("card", "winter").startswith("Free-for-All (p. 202)\nAttacker (Allies): ")


def test_the_card_of_a_battle_has_its_sector(shell: Shell) -> None:
    """p. 235: the Factory has no rule of its own; a mission by its name has no sector."""
    told = shell.fine("card", "winter")
    assert "\nThe Factory (Aprilia)\n  Add to the table: ruined village of Aprilia" in told
    assert shell.read("card", "winter")["sector"] == {
        "name": "The Factory (Aprilia)",
        "rules": {},
        "terrain": [
            "ruined village of Aprilia in the centre, flat land round it",
            "Via Anziate from end to end through the ruins",
        ],
        "weather": "",
    }
    assert shell.read("card", "winter", "big-push")["sector"] is None


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("mission winter anzoi", "LINE: 'anzoi' is not one of the choices; did you mean anzio?"),
        (
            "mission winter alies=3 axis=2",
            "'alies' is not one of the choices; did you mean allies or axis?",
        ),
        ("mission winter allies=x axis=2", "allies: write a whole number"),
        ("result winter", "How did it end? Give it as ENDED_BY"),
        (
            "result winter objctive allies",
            "'objctive' is not one of the choices; did you mean objective?",
        ),
        ("result winter objective allies axis", "LINE: 'axis' is not one of the choices; "),
        (
            "result winter objective red",
            "'red' is not one of the choices; it is one of allies, axis",
        ),
        ("change winter", "Which mission? Give it as MISSION"),
        (
            "change winter breakthru",
            "'breakthru' is not one of the choices; did you mean breakthrough?",
        ),
        ("contest winter", "What is wrong? Give it as TEXT"),
        ("battle abandon winter", "Reason is missing; give it as --reason WORD"),
        ("card winter nowhere", "'nowhere' is no line and no mission"),
        ("commanders winter allies anna", "'anna' has no value; write it as anna=ANSWER"),
        ("dice winter", "say which aid, such as rally; `campaign aid` lists them"),
        ("dice winter raly", "'raly' is no aid; did you mean rally?"),
        ("dice winter rally ratin=veteran", "'ratin' is nothing that rally asks"),
        ("aid raly", "'raly' is no aid; did you mean rally?"),
    ],
)
def test_what_makes_no_sense_is_told_in_one_line(unchanged: Shell, typed: str, words: str) -> None:
    """And nothing is recorded."""
    before = unchanged.read("status", "winter")["version"]
    done = unchanged(*typed.split())
    assert done.status == 2 and words in done.error, done
    assert unchanged.read("status", "winter")["version"] == before


def test_what_the_rules_miss_is_named_with_the_word_for_it(unchanged: Shell) -> None:
    """The line's commanders, where a side alone is typed."""
    done = unchanged("commanders", "winter", "allies")
    assert done.error == "campaign: commanders: say who commands where (LINE=COMMANDER)"


def test_who_commands_where_is_listed_for_people_and_for_programs(unchanged: Shell) -> None:
    """Without a side: Anna and Ben, each alone on their side of the only line."""
    rows = [row.split() for row in unchanged.fine("commanders", "winter").splitlines()]
    assert rows == [["line", "Allies", "Axis"], ["Anzio", "Anna", "Ben"]]
    read = unchanged.read("commanders", "winter")
    assert read == {"anzio": {"allies": "anna", "axis": "ben"}}


def test_losses_are_written_by_side(unchanged: Shell) -> None:
    done = unchanged("result", "winter", "objective", "allies", "--lost", "2")
    assert done.status == 2
    assert "--lost: '2' has no value; write it as 2=ANSWER" in done.err


def test_a_card_waits_for_its_mission_and_any_mission_has_one(shell: Shell) -> None:
    played(shell)
    shell.fine("turn", "winter")
    done = shell("card", "winter")
    assert (done.status, done.error) == (2, "campaign: Anzio: the mission is not rolled for yet")
    assert shell.fine("card", "winter", "Hold", "the", "Line").startswith("Hold the Line (p. ")
    assert shell.read("card", "winter", "hold-the-line")["mission"] == "hold-the-line"


def test_an_aid_explains_itself_without_any_campaign(tmp_path: Path) -> None:
    """A veteran rallies on 3 or more (p. 93)."""
    shell = Shell(tmp_path)
    assert shell.fine("aid", "rally").startswith("rally (p. ")
    assert "rally" in shell.fine("aid")
    assert shell.read("aid", "rally")["aid"] == "rally"


def test_sides_and_commanders(shell: Shell) -> None:
    shell.fine("enrol", "winter", "carla")
    shell.fine("join", "winter", "carla", "ax")
    assert "Ben" in shell.fine("show", "winter") and "Carla" in shell.fine("show", "winter")
    shell.fine("commanders", "winter", "axis", "anzio=carla")
    assert shell.fine("commanders", "winter").splitlines()[1].split() == ["Anzio", "Anna", "Carla"]
    shell.fine("leave-side", "winter", "carla")
    told = ("free-battle", "winter", "At dawn", "--player", "anna=allies", "--player", "ben=axis")
    assert "At dawn" in shell.fine(*told, "--won", "anna")


def test_a_replay_shows_where_the_lines_stand(shell: Shell) -> None:
    played(shell)
    told = shell.fine("replay", "winter", "--by", "turn", "--text")
    assert "Round 1" in told


def test_a_command_that_came_too_early_is_told_what_comes_next(unchanged: Shell) -> None:
    """The call that the line waits for; a refusal for another reason says nothing of it."""
    done = unchanged("result", "winter", "conceded", "axis")
    assert done.status == 1
    assert done.error.endswith("(next: `campaign battle begin winter`)")
    done = unchanged("roles", "winter", "allies=4", "axis=2")
    assert done.status == 1 and "next:" not in done.error


def test_a_team_is_told_where_nobody_fights(tmp_path: Path) -> None:
    """Until a battle begins there; the call names the line."""
    shell = Shell(tmp_path)
    shell.fine("scenario", "template", "road.toml", "--system", "fow")
    (tmp_path / "team.toml").write_text(
        'lines = ["anzio", "road.toml"]\nplayers = {anna = "allies", ben = "axis"}\n'
        'commanders = {anzio = {allies = "anna", axis = "ben"}}\n'
    )
    shell.fine("start", "team", "--system", "fow", "--scenario", "team", "--setup", "team.toml")
    told = shell.fine("status", "team")
    assert "Commanders The river road: nobody fights for the Allies and the Axis yet" in told
    told_in_one = told.replace("\n           ", " ")
    assert "(campaign battle commanders team allies river-road=…)" in told_in_one
    assert "Anzio: nobody" not in told
    assert shell("mission", "team").error == (
        "campaign: line: say which line: anzio and river-road (LINE)"
    )
