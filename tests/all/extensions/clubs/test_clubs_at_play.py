"""A club is moved, handed over and deleted by itself, while others of the process play on."""

import json
from pathlib import Path

import pytest

from support.command_line import Shell
from support.league import Player, enrolled, laid, playing, serving, url_of
from support.served import until

BOUND = 5.0
"""How many seconds an answer may take at a club that nobody changes, on a machine at work."""


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Calls on a directory, none of which names a store by itself."""
    made = Shell(tmp_path, CAMPAIGN_CLUBS=str(tmp_path / "clubs"))
    del made.env["CAMPAIGN_STORE"]
    return made


def test_a_club_is_moved_handed_over_and_deleted_while_the_others_play(
    shell: Shell, tmp_path: Path
) -> None:
    """Nothing of theirs is lost, doubled, or late; of its own nothing that was answered is lost."""
    store = {club: tmp_path / "clubs" / club / "club.db" for club in ("friday", "thursday")}
    tokens = {}
    for club, own in store.items():
        shell.fine("club", "add", club, "--url", url_of(club))
        tokens[club] = laid(shell, club, own)
    socket, elsewhere = tmp_path / "s", tmp_path / "elsewhere" / "thursday.db"
    with serving(shell, socket, 2):
        friday = Player(socket, "friday", tokens["friday"])
        thursday = Player(socket, "thursday", tokens["thursday"])
        with playing(friday, thursday):
            until(lambda: len(thursday.accepted) > 3 and len(friday.accepted) > 3)
            shell.fine("club", "move", "thursday", "--to", str(elsewhere))
            moved_at = len(thursday.accepted)
            until(lambda: len(thursday.accepted) > moved_at + 3)
            shell.fine("club", "close", "thursday")
            closed_at = len(friday.accepted)
            until(lambda: len(friday.accepted) > closed_at + 3)
            assert any("is closed for now" in said for said in thursday.away)
            archive = tmp_path / "archive"
            shell.fine("club", "delete", "thursday", "--yes", "thursday", "--archive", str(archive))
            shell.fine("club", "add", "sunday", "--url", url_of("sunday"))
            token = laid(shell, "sunday", tmp_path / "clubs" / "sunday" / "club.db")
            sunday = Player(socket, "sunday", token)
            with playing(sunday):
                until(lambda: len(sunday.accepted) > 3)
    other = Shell(tmp_path, CAMPAIGN_CLUBS=str(tmp_path / "other"))
    other.fine("club", "add", "thursday", "--url", url_of("thursday"), "--from", str(archive))
    handed = tmp_path / "other" / "thursday" / "club.db"
    assert enrolled(handed) == thursday.accepted
    assert enrolled(store["friday"]) == friday.accepted
    assert (friday.away, friday.faults, thursday.faults, sunday.faults) == ([], [], [], [])
    assert max(friday.slowest, sunday.slowest) < BOUND
    for own in (handed, store["friday"]):
        assert shell("--store", str(own), "verify", "global").status == 0
    assert not elsewhere.exists()
    assert [one["name"] for one in json.loads(shell.fine("club", "list", "--json"))["clubs"]] == [
        "friday",
        "sunday",
    ]


def test_two_processes_let_go_of_the_same_club(shell: Shell, tmp_path: Path) -> None:
    """And open it again; whoever plays at either sees one sentence in between."""
    store = tmp_path / "clubs" / "thursday" / "club.db"
    shell.fine("club", "add", "thursday", "--url", url_of("thursday"))
    token = laid(shell, "thursday", store)
    one, two = tmp_path / "one", tmp_path / "two"
    with serving(shell, one, 1), serving(shell, two, 1):
        players = (
            Player(one, "thursday", token, "a"),
            Player(two, "thursday", token, "b"),
        )
        with playing(*players):
            until(lambda: all(len(player.accepted) > 3 for player in players))
            shell.fine("club", "close", "thursday")
            until(lambda: all(player.away for player in players))
            shell.fine("club", "open", "thursday")
            counts = [len(player.accepted) for player in players]
            until(
                lambda: all(
                    len(player.accepted) > count
                    for player, count in zip(players, counts, strict=True)
                )
            )
    assert sorted(enrolled(store)) == sorted([*players[0].accepted, *players[1].accepted])
    for player in players:
        assert player.faults == []
        assert player.away
        assert any("this club is closed for now" in said for said in player.away)
        assert all("nothing was recorded" in said for said in player.away)
