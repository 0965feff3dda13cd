"""A campaign begins from a file of the club's own, and one verb of two games finds its game."""

import json
from pathlib import Path

import pytest

from support.toys import Club

ROAD = """
id = "road"
name = "The coast road"
objective = {allies = 1, axis = 3}
start = {sector = 2, mission = "hold-the-line", attacker = "axis"}
[[sector]]
place = 1
id = "port"
name = "The port"
[[sector]]
place = 2
id = "bend"
name = "The bend"
[[sector]]
place = 3
id = "hill"
name = "The hill"
"""


@pytest.fixture
def club(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Club:
    monkeypatch.setenv("CAMPAIGN_LOCK_TIMEOUT", "1")
    return Club(tmp_path, capsys)


@pytest.fixture
def road(tmp_path: Path) -> str:
    """An axis of the club's own."""
    file = tmp_path / "road.toml"
    file.write_text(ROAD)
    return str(file)


def shown(club: Club, name: str) -> dict[str, object]:
    found = club.json("show", name)
    assert isinstance(found, dict)
    return found


def test_a_scenario_tells_its_game(club: Club) -> None:
    """So that nobody has to name the system as well; whoever does is held to it."""
    club("start", "club", "--scenario", "anzio")
    assert shown(club, "club")["system"] == "fow"
    club("start", "east", "--scenario", "global-war")
    assert shown(club, "east")["system"] == "lif"
    told = club("start", "both", "--system", "lif", "--scenario", "anzio", status=2)
    assert "anzio" in told and "both" not in club("list")


def test_a_file_of_an_axis_tells_its_game_too(club: Club, road: str) -> None:
    """Alone as the scenario, and beside a team's set-up as one of its lines."""
    club("start", "club", "--scenario", road)
    assert list(shown(club, "club")["lines"]) == ["road"]  # type: ignore[call-overload]
    setup = Path(road).with_name("team.toml")
    setup.write_text('games = 4\nlines = ["anzio", "road.toml"]\n')
    club("start", "league", "--scenario", "team", "--setup", str(setup))
    assert list(shown(club, "league")["lines"]) == ["anzio", "road"]  # type: ignore[call-overload]
    assert club.json("verify", "league")["findings"] == []  # type: ignore[index]
    setup.write_text('lines = ["anzio", "rode.toml"]\n')
    told = club("start", "third", "--scenario", "team", "--setup", str(setup), status=2)
    assert "cannot read" in told and "rode.toml" in told and "third" not in club("list")


def test_the_verb_of_two_games_finds_its_game(club: Club, road: str) -> None:
    """By the name before it, by the option, or by the file."""
    assert "global-war" in club("scenario", "list")
    for call in (("fow", "scenario", "list"), ("scenario", "list", "--system", "fow")):
        told = club(*call)
        assert "an Axis of Attack of 7 sectors" in told and "global-war" not in told
    told = club("scenario", "check", road)
    assert "The coast road: 3 sectors" in told and f"--scenario {road} starts it" in told
    assert club.json("scenario", "list", "--system=fow") == {
        "linked": "Linked missions",
        "anzio": "Anzio",
        "team": "Team campaign",
    }
    told = club("scenario", "list", "--system", "chess", status=2)
    assert "--system: 'chess' is not one of lif, fow" in told
    assert "Anzio: 7 sectors" in club("fow", "scenario", "show", "anzio")
    assert '"Anzio"' in club("fow", "scenario", "show", "anzio", "--json")


def test_help_names_the_other_game_that_has_the_word(club: Club) -> None:
    """In the last line, with the call that explains it there."""
    told = club("help", "scenario").splitlines()
    assert told[-1] == "Flames of War has it too: campaign fow rules scenario --help"
    assert "axis of your own" in club("fow", "scenario", "--help")


def test_a_file_to_fill_in_is_sound_but_for_what_is_to_be_filled_in(club: Club) -> None:
    """And tells every fault with its line."""
    file = club.folder / "mine.toml"
    club("scenario", "template", str(file), "--system", "fow")
    assert "no faults" in club("scenario", "check", str(file))
    again = club("scenario", "template", str(file), "--system", "fow", status=2)
    assert "--force" in again
    file.write_text(ROAD.replace('"hold-the-line"', '"hold"'))
    told = club("fow", "scenario", "check", str(file), status=1)
    assert (
        "mine.toml, line 5" in told and "start.mission" in told and "1 fault in mine.toml" in told
    )
    answer = json.loads(
        club("fow", "scenario", "check", str(file), "--json", status=1).splitlines()[0]
    )
    assert answer["accepted"] is False and len(answer["faults"]) == 1


def test_a_verb_of_the_other_game_is_refused_in_one_line(club: Club) -> None:
    """Before anything else that it takes is missed; so is the other game's command."""
    club("start", "club", "--scenario", "anzio")
    before = club("log", "club")
    told = club("draw", "club", status=2)
    assert told == (
        "campaign: draw is a verb of Leaders in Flames; club plays Flames of War, "
        "whose verbs `campaign fow` lists. Nothing was recorded\n"
    )
    file = club.folder / "command.json"
    file.write_text('{"command": "DrawLeader"}')
    told = club("submit", "club", str(file), status=1)
    assert "DrawLeader is a command of Leaders in Flames, which this campaign does not play" in told
    assert club("log", "club") == before
    club("start", "east", "--scenario", "global-war")
    file.write_text('{"command": "RollMission"}')
    told = club("submit", "east", str(file), status=1)
    assert "RollMission is a command of Flames of War, which this campaign does not play" in told
    file.write_text('{"command": "Roll"}')
    assert "there is no 'Roll'; see `campaign commands`" in club(
        "submit", "east", str(file), status=1
    )


def test_a_round_is_typed_in_several_ways(club: Club) -> None:
    """Its id, its name, its number; what is none is told how its game writes one."""
    club("start", "club", "--scenario", "anzio")
    club("start", "east", "--scenario", "global-war")
    for typed in ("round-01", "round 1", "Round 1", "1", "01"):
        assert club.json("show", "club", "--turn", typed)["turn"] == "round-01"  # type: ignore[index]
    told = club("show", "club", "--turn", "2", status=2)
    assert "round-02" in told
    told = club("show", "club", "--turn", "noon", status=2)
    assert "'noon' is no turn; write it as round-03" in told and "1940-MA" not in told
    assert "1939-SO" in club("show", "east", "--turn", "1939-so", "--json")


def test_a_list_of_one_game_names_that_of_the_other(club: Club) -> None:
    """A stranger finds both, and the scenarios of games without a list."""
    own = "Rules of the club’s own: own-rules, evening, league, gang, sectors, naval, cards"
    other = "Flames of War: campaign scenario list --system fow"
    assert club("scenario", "list").splitlines()[-2:] == [other, own]
    other = "Leaders in Flames: campaign scenario list --system lif"
    assert club("scenario", "list", "--system=fow").splitlines()[-2:] == [other, own]
