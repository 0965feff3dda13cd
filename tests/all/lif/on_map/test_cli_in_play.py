"""The verbs of leaders in play at a terminal; the rest is in `cases/keyboard/leaders.txt`."""

import contextlib
import json
import re
from pathlib import Path

import pytest

from campaign.store.ledger import Ledger
from support import front
from support.command_line import Shell, typed_at_a_terminal
from support.keyboard import at_the_keyboard
from support.web import WebClub, words
from tests.lif.board.test_board_at_the_keyboard import PLAYERS, POWERS

SETUP = {**front.SETUP, "vichy": "installed"}
MINUS_BY = {key: value for key, value in front.COMBAT.items() if key != "command"}
OPEN = (
    "Open       the combat at E1330 is still to be reported, with Zhukov’s ability 33",
    "Open       USSR (Dora) may promote after the combat at E1428: "
    "1st Army or 2nd Army to 7th Guards or 8th Guards",
)


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A store with a campaign that has leaders to place."""
    made = Shell(tmp_path)
    (tmp_path / "front.json").write_text(json.dumps(SETUP))
    opened = made("open", "front", "--scenario", "global-war", "--module", "guards-banner",
                  "--ruling", "draws=table", "--setup", "front.json")  # fmt: skip
    assert opened.status == 0, opened.err
    return made


@pytest.fixture
def busy(shell: Shell) -> Shell:
    """Eight powers with players of their own; a combat was won, another is announced, leaders wait
    to be placed, the USA's entry step is due, and the Board has not met.
    """
    for power, member in zip(POWERS, PLAYERS, strict=True):
        shell.fine("enrol", "front", member, "--role", "player")
        shell.fine("assign", "front", power, member)
    army = {"power": "ussr", "type": "INF", "combat": 9, "guards_banner": True, "starts": "reserve"}
    more = [
        {"id": "guards-8th", "name": "8th Guards", **army},
        {"id": "soviet-inf-2", "power": "ussr", "type": "INF", "name": "2nd Army", "combat": 7},
    ]
    counters, moved, use = front.TURN[0], front.TURN[1], front.TURN[9]
    commands = (
        {**counters, "counters": [*front.COUNTERS, *more]},
        moved,
        {**moved, "counter": "soviet-inf-2"},
        *front.TURN[4:9],
        use,
        front.COMBAT,
        {**use, "hex": "E1330"},
    )
    typed = "".join(json.dumps(command) + "\n" for command in commands)
    shell.fine("submit", "front", "-", typed=typed)
    shell.fine("us-entry", "stock", "front", "-", typed="value,count,year\n1,40,\n")
    return shell


def test_status_names_what_is_owed_or_open_on_the_map(busy: Shell) -> None:
    """LiF 5.1: the score is 2 × 3 − 3 = 3; 3 + 6 and 3 + 7 reach 8 and 9. LiF 5.3: the entry step.
    Ruling 45: ability 33 is announced for E1330 as well, and only E1428 was reported.
    """
    told = busy.fine("status", "front")
    owed = "Owed       USA (Gus) still has to take the US entry step"
    lines = [line for line in told.splitlines() if line.startswith(("Owed", "Open"))]
    assert lines == [owed, *OPEN]
    assert "campaign leader combat front  " in told
    assert "campaign leader promote front 1939-SO-1 UNIT ARMY --as dora  " in told
    assert "campaign us-entry draw front POOL --as gus  " in told
    assert '"combats"' not in busy.fine("show", "front", "--json")


def test_the_page_of_now_names_it_too(busy: Shell) -> None:
    """For every member alike: none of it is secret."""
    with contextlib.closing(WebClub.on(Ledger(busy.store), name="front")) as club:
        pages = [words(club.browser(who).get("/c/front")) for who in ("dora", "hana")]
    for page in pages:
        for line in ("USA (Gus) still has to take the US entry step", *OPEN):
            assert f"{line.removeprefix('Open').strip().removeprefix('the ')}." in page
        assert "Germany (Anna) still has to place Manstein and Rommel." in page


def test_what_is_open_on_the_map_is_so_until_it_is_done_or_past(busy: Shell) -> None:
    """Ruling 60: the next combat of that map ends the promotion; a report takes up the ability."""
    assert "2nd Army to 8th Guards" not in busy.fine("status", "front")
    zhukov = front.COMBAT["leaders"][0]
    command = {**front.COMBAT, "hex": "E1330", "losses": [], "leaders": [zhukov]}
    busy.fine("submit", "front", "-", typed=json.dumps(command))
    assert "Open  " not in busy.fine("status", "front")


def test_a_promotion_made_is_no_longer_open(busy: Shell) -> None:
    busy.fine("promote", "front", "1939-SO-1", "soviet-inf", "guards-7th", "--as", "dora")
    told = busy.fine("status", "front")
    assert "may promote" not in told and OPEN[0] in told


def test_the_end_of_the_turn_names_what_is_still_open(busy: Shell) -> None:
    """Nobody owes it, so no script needs --yes for it alone."""
    done = busy("turn", "front")
    assert done.status == 1 and "may promote" not in done.error
    assert "USA (Gus) still has to take the US entry step" in done.error
    status, told = typed_at_a_terminal(busy, "turn", "front", lines=["n"])
    assert status == 1
    for line in OPEN:
        assert f"{line.removeprefix('Open').strip().removeprefix('the ')}." in " ".join(
            told.split()
        )


@pytest.mark.parametrize("columns", [80, 40])
def test_status_fits_a_screen_and_breaks_no_word(busy: Shell, columns: int) -> None:
    """24 lines of 80 columns, the prompt behind them included."""
    busy.env["COLUMNS"] = str(columns)
    _, screen = at_the_keyboard(busy, "status", "front", press=lambda asked: None)
    lines = re.sub(r"\x1b\[[?\d;]*\w", "", screen).splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("front: "))
    assert [line for line in lines[start:] if len(line) > columns] == []
    assert columns == 40 or len(lines[start:]) < 24
    unbroken = " ".join(" ".join(lines[start:]).split())
    for text in (*OPEN, "To place Manstein and Rommel: campaign leader place front manstein HEX"):
        assert " ".join(text.split()) in unbroken
    assert ("power    player  points    power" in screen) == (columns == 80)


def test_lif_5_1_a_promotion_asks_for_what_was_left_out(shell: Shell) -> None:
    """6 and 3 for 8: the unit and the army are offered; without a terminal the army is missing."""
    commands = "".join(json.dumps(command) + "\n" for command in front.TURN[:11])
    shell.fine("submit", "front", "-", typed=commands)
    refused = shell("promote", "front", "1939-SO-1", "soviet-inf")
    assert refused.status == 2 and "missing argument 'ARMY'" in refused.error
    status, screen = typed_at_a_terminal(
        shell, "promote", "front", "1939-SO-1", lines=["soviet-inf", "guards-7th", "y"]
    )
    assert status == 0, screen
    assert "Which combat was won?" not in screen
    assert "Which Guards Banner army takes its place? [guards-7th]: guards-7th" in screen
    assert "6 + 3 = 9, and 8 were needed" in " ".join(screen.split())


def test_ruling_45_a_place_that_the_record_lacks_is_asked_for_at_a_terminal(shell: Shell) -> None:
    """In a script the refusal names the field; at a terminal what is no place is asked again."""
    shell.folder.joinpath("fought.json").write_text(json.dumps(MINUS_BY))
    refused = shell("combat", "front", "-", typed=json.dumps(MINUS_BY))
    assert refused.status == 2
    text = "the record does not say where Guderian is; name the place with `--place`"
    assert text in refused.error
    status, screen = typed_at_a_terminal(
        shell, "combat", "front", "fought.json", lines=["nowhere", "e1428"]
    )
    told = " ".join(screen.split())
    assert status == 0, screen
    assert told.count("Where is Guderian?") == 2
    assert "Expected a place like W2214 or sea:north-sea/3." in told
    assert "On the host's word, Guderian was at E1428." in told
