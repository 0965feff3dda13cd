"""`campaign us-entry`: every verb does what its command does, and no value is seen too early.

What takes longer, waits or starts something, beside `lif/us_entry/test_cli_us_entry.py`.
"""

import json
import re
from pathlib import Path

import pytest

from support.command_line import Shell, typed_at_a_terminal
from tests.lif.us_entry.test_cli_us_entry import (
    CHART,
    HEX,
    STORY,
    copy_of,
    cup,
    error,
    fresh,
    ledger,
    opened,
    recorded,
    tables,
    us,
)

__all__ = ["cup", "fresh", "ledger", "tables"]


def test_every_verb_has_the_effect_of_its_command(
    cup: Shell, tables: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The same story, once by verbs and once by commands, leaves the same events."""
    program = copy_of(tables["cup"], tmp_path_factory.mktemp("program"))
    for arguments, by, _ in STORY:
        us(cup, *arguments, "--as", by, typed="3 3\n")
    lines = "\n".join(json.dumps({**command, "by": by}) for _, by, command in STORY)
    answers = [json.loads(line) for line in program("submit", "club", typed=lines).out.splitlines()]
    assert len(answers) == len(STORY) and all(one["accepted"] for one in answers), answers[-1]
    assert recorded(cup) == recorded(program)
    assert "p-36" in cup.fine("counters", "list", "club", "commonwealth")


def test_a_chit_is_placed_once_it_was_seen(tmp_path: Path) -> None:
    """Ruling 53: drawn, looked at, put into the other pool; the help says until when."""
    shell = opened(tmp_path, "--ruling", "entry_look=before")
    us(shell, "stock", "club", "-", typed="value,count,year\n1,40,\n")
    chit = us(shell, "draw", "club", "entry-japan", "--as", "ben").split("hit ")[1].split()[0]
    told = us(shell, "place", "club", "ge/it-entry", chit, "--as", "ben")
    assert f"Having seen chit {chit}, the USA put it into the Germany/Italy entry pool" in told
    pools = json.loads(us(shell, "state", "club", "--json"))["pools"]
    assert (pools["entry-germany-italy"], pools["entry-japan"]) == (6 + 1, 2)
    us(shell, "pick", "club", "70", "--as", "ben")
    told = error(shell, 1, "place", "club", "entry-japan", chit, "--as", "ben")
    assert f"refused (Ruling 53): {chit} stays where it is" in told
    assert shell.fine("verify", "club").endswith("; no findings\n")
    help_ = " ".join(shell.fine("help", "us-entry", "place").split())
    assert "Everybody sees which chit it was, nobody its value." in help_


def test_the_rest_of_the_verbs_do_too(tmp_path: Path) -> None:
    """Spain and ability 25 need a table of their own: France is conquered, and no Vichy stands."""
    shell = Shell(tmp_path)
    (tmp_path / "west.toml").write_text(
        'leaders = {pretelat="map"}\n[conquest]\nfrance = "complete"\n'
    )
    shell.fine("open", "club", "--scenario", "global-war", "--ruling", "draws=table",
               "--ruling", "entry_chits=table", "--setup", "west.toml")  # fmt: skip
    us(shell, "import", "club", "-", typed=CHART)
    us(shell, "stock", "club")
    us(shell, "act", "club", "17")
    told = json.loads(us(shell, "spain", "club", "--json"))
    assert told["events"][0]["type"] == "lif.SpainJoined"
    us(shell, "enter", "club", "entry-germany-italy", "--values", "7")
    asked = error(shell, 2, "enter-minor", "club", "pretelat", "turkey")
    assert asked.endswith("name the number rolled (--roll N)")
    call = ["enter-minor", "club", "Pretelat", "turkey", "--roll", "3", "--chit", "c1", "--json"]
    told = json.loads(us(shell, *call))
    assert [event["type"] for event in told["events"]] == [
        "lif.NeutralMinorEntered", "lif.EntryChitsReturned",
    ]  # fmt: skip
    status, screen = typed_at_a_terminal(
        shell, "us-entry", "enter-minor", "club", "pretelat", "spain", lines=["4"]
    )
    assert status == 1 and "Die" not in screen and "(Record)" in screen  # Spain is Germany's
    status, screen = typed_at_a_terminal(
        shell, "us-entry", "enter-minor", "club", "pretelat", "portugal", lines=["0", "4"]
    )
    assert status == 0 and "a 4 was rolled at the table" in screen


def test_at_a_terminal_an_action_asks_what_it_needs(cup: Shell) -> None:
    """Whom it is for, the counters there, the map, the dice; a wrong answer is asked again."""
    us(cup, "enter", "club", "entry-japan", "--values", "4,1", "--as", "ben")
    status, screen = typed_at_a_terminal(
        cup, "us-entry", "act", "club",
        lines=["3", "n", "nei", "nei-in", "nei-inf", "perhaps", "n", "y", "11", "5", "8", "y"],
    )  # fmt: skip
    assert status == 0, screen
    for asked in (
        "Which action",
        "'n' may be Netherlands East Indies or New Caledonia.",
        "Land and air counters that stand there",
        "Do the Netherlands East Indies provide oil to Japan? [yes/no]: perhaps",
        "'perhaps' is not one of the choices; it is one of yes, no.",
        "Is this an Axis declaration of war step? [yes/no]: y",
        "Die for Germany/Italy [1-10]: 11",
        "Die for Japan [1-10]: 8",
        "Germany/Italy (5): 1 chit joins its entry pool.",
        "Japan (27): 2 chits join its entry pool.",
    ):
        assert asked in screen
    (taken,) = [event for event in recorded(cup) if event["type"] == "lif.EntryActionTaken"]
    assert taken["stated"] == {"oil": "no", "step": "yes"}
    assert taken["outcomes"]["japan"]["chits"] == 2  # 27 is two chits, and a third with 7 or less
    assert any(event.get("counter") == "nei-inf" for event in recorded(cup))


def test_at_a_terminal_an_option_asks_what_it_needs(cup: Shell) -> None:
    """Licences, convoy points, chits that leave; what is forbidden is told before it is asked."""
    us(cup, "enter", "club", "entry-japan", "--values", "4,1", "--as", "ben")
    us(cup, "enter", "club", "entry-germany-italy", "--values", "4,1,0,0,0,0", "--as", "ben")
    status, screen = typed_at_a_terminal(
        cup, "us-entry", "pick", "club", "34", "--as", "ben",
        lines=["16", "10", "cw 6", "franse=1", "france=4", "", "c4", "y"],
    )  # fmt: skip
    assert status == 0, screen
    assert "'franse' does not fit; did you mean france?" in screen.replace("\r\n", " ").lower()
    assert "given to the Commonwealth 6 and France 4" in " ".join(screen.split())
    status, screen = typed_at_a_terminal(cup, "us-entry", "pick", "club", "34", lines=[])
    assert status == 1 and "(Members)" in screen and "[1-15]" not in screen
    lines = ["p-36=china", "", "9", "9", "y"]
    status, screen = typed_at_a_terminal(
        cup, "us-entry", "pick", "club", "12", "--as", "ben", lines=lines
    )
    assert status == 0 and "China FTR to China" in " ".join(screen.split()), screen
    status, screen = typed_at_a_terminal(
        cup, "us-entry", "pick", "club", "32", "--as", "ben", lines=["x", "y", "z"]
    )
    assert status == 2 and "no answer to: Where does the Pacific fleet lie?" in screen


def test_at_a_terminal_its_player_agrees_before_chits_are_turned_up(ledger: Shell) -> None:
    """LiF 5.3.2: which chits everybody will see, by their values; with no, nothing is recorded."""
    call = ("us-entry", "pick", "club", "32", "--say", "pacific-fleet=honolulu", "--as", "ben")
    before = ledger.fine("log", "club")
    status, screen = typed_at_a_terminal(ledger, *call, lines=["n"])
    asked = "Everybody will see 1 chit for a level of 1: c7 (1)."
    assert asked in " ".join(screen.split()) and "Go on? [y/N]" in screen
    assert status == 2 and "nothing was recorded" in screen
    assert ledger.fine("log", "club") == before
    status, screen = typed_at_a_terminal(ledger, *call, lines=["y"])
    assert status == 0 and "option 32" in " ".join(screen.split()).lower(), screen
    status, screen = typed_at_a_terminal(
        ledger, "us-entry", "pick", "club", "70", "--as", "ben", lines=["y"]
    )
    assert status == 0 and "Everybody will see" not in screen  # without a level nothing is shown


def test_at_a_terminal_chits_that_leave_are_asked_for(cup: Shell) -> None:
    """Ruling 38: which of the two, until one is named that lies there; nothing at all stops it."""
    us(cup, "enter", "club", "entry-japan", "--values", "4,1", "--as", "ben")
    call = ["us-entry", "give-back", "club", "entry-japan"]
    assert "(--chit WORD,…)" in error(cup, 2, *call[1:])
    status, screen = typed_at_a_terminal(cup, *call, lines=["c1,c2", "c2"])
    assert status == 0, screen
    assert "Chit c2 went back unseen from the Japan entry pool" in " ".join(screen.split())
    us(cup, "draw", "club", "entry-japan", "--values", "1", "--as", "ben")
    status, screen = typed_at_a_terminal(cup, *call, lines=["seven", "c1"])
    assert status == 0 and "Expected a chit like c1." in screen


def test_values_are_typed_unseen(cup: Shell) -> None:
    """The screen shows no value, right or wrong; fewer than are due will do."""
    status, screen = typed_at_a_terminal(
        cup, "us-entry", "enter", "club", "entry-germany-italy", "--as", "ben",
        lines=["87 x", "87 86 85 84 83 82 81", "87 86 85 84"],
    )  # fmt: skip
    assert status == 0
    assert screen.count("Write a whole number from 0 to 99") == 1
    assert screen.count("Write at most 6 whole numbers from 0 to 99, such as 2 0 3") == 1
    assert not re.search(r"8[1-7]", HEX.sub("", screen))
    told = json.loads(us(cup, "state", "club", "--json"))
    due = told["due"][0]
    assert (due["pool"], due["count"]) == ("entry-germany-italy", 2)
    for chit in ("tension-japan", "tension-germany-italy", "entry-japan", "entry-germany-italy"):
        us(cup, "enter", "club", chit, "--as", "ben", typed="0\n")
    us(cup, "enter", "club", "entry-japan", "--as", "ben", typed="0\n")
    status, screen = typed_at_a_terminal(
        cup, "us-entry", "draw", "club", "entry-japan", "--as", "ben", lines=["100", "88"]
    )
    assert status == 0 and "Write a whole number from 0 to 99." in screen
    assert "88" not in HEX.sub("", screen)


def test_all_that_is_due_is_entered_pool_by_pool(cup: Shell) -> None:
    """Every line is read before any chit is laid: one that is wrong leaves nothing recorded."""
    before = cup.fine("log", "club")
    told = error(cup, 2, "enter", "club", "--as", "ben", typed="1 1 1 1 1 1\n2 2\nsecret\n1\n")
    assert "what was typed can't be used" in told and "secret" not in told
    told = error(cup, 2, "enter", "club", "--as", "ben", typed="1\n2\n")
    assert "what was typed can't be used" in told
    assert cup.fine("log", "club") == before
    lines = ["71 72", "73", "74", "75"]
    status, screen = typed_at_a_terminal(
        cup, "us-entry", "enter", "club", "--as", "ben", lines=lines
    )
    labels = [
        "Values of 6 chits for the Germany/Italy entry pool, unseen",
        "Values of 2 chits for the Japan entry pool, unseen",
        "Value of 1 chit for the Germany/Italy tension pool, unseen",
        "Value of 1 chit for the Japan tension pool, unseen",
    ]
    assert status == 0 and not re.search(r"7[1-5]", HEX.sub("", screen))
    places = [screen.index(label) for label in labels]
    assert places == sorted(places)
    told = json.loads(us(cup, "state", "club", "--json"))
    assert [(one["pool"], one["count"]) for one in told["due"]] == [
        ("entry-germany-italy", 4), ("entry-japan", 1),
    ]  # fmt: skip
    us(cup, "enter", "club", "--as", "ben", typed="0 0 0 0\n3\n")
    us(cup, "give-back", "club", "tension-japan", "--count", "2", "--chit", "c5")
    us(cup, "act", "club", "10", "--say", "nanking=yes")
    told = us(cup, "enter", "club", "--as", "ben", "--json", typed="1\n2\n")
    answers = [json.loads(line) for line in told.splitlines()]
    assert [answer["accepted"] for answer in answers] == [True, True]
    types = [event["type"] for answer in answers for event in answer["events"]]
    assert types == ["lif.EntryChitsDrawn", "lif.AsideChitsEntered"]


def test_the_step_draws_into_both_pools_at_once(cup: Shell, ledger: Shell) -> None:
    """As many into each; values pool by pool, a pool once, and no values on the line for two."""
    both = ("draw", "club", "entry-japan", "entry-germany-italy")
    told = us(ledger, *both, "--count", "2", "--as", "ben")
    assert "into the Japan entry pool" in told and "into the Germany/Italy entry pool" in told
    pools = json.loads(us(ledger, "state", "club", "--json"))["pools"]
    assert (pools["entry-japan"], pools["entry-germany-italy"]) == (2 + 2, 6 + 2)
    assert "give each pool once" in error(ledger, 2, "draw", "club", "entry-japan", "ja-entry")
    told = error(cup, 2, *both, "--values", "1", "--as", "ben")
    assert "--values is for one pool; leave it out, or give - and a line for each" in told
    call = ["us-entry", *both, "--as", "ben"]
    status, screen = typed_at_a_terminal(cup, *call, lines=["88", "87"])
    assert status == 0 and not re.search(r"8[78]", HEX.sub("", screen))
    assert screen.index("for the Japan entry pool") < screen.index("for the Germany/Italy entry")


def test_nobody_types_a_secret_for_nothing(cup: Shell, ledger: Shell) -> None:
    """Others than the USA's player, and chits that nobody owes, are refused before the prompt."""
    for verb in (["enter", "club", "entry-japan"], ["draw", "club", "entry-japan"]):
        status, screen = typed_at_a_terminal(cup, "us-entry", *verb, lines=[])
        assert status == 1 and "refused (Members)" in screen and "unseen" not in screen
    told = error(ledger, 1, "enter", "club", "entry-japan", "--as", "ben")
    assert told.startswith("refused (LiF 5.3.3): the ledger draws this campaign's chits")
    us(cup, "enter", "club", "tension-japan", "--as", "ben", typed="0\n")
    told = error(cup, 1, "enter", "club", "--aside", "--as", "ben")
    assert "no chits are due there, but 6 for the Germany/Italy entry pool" in told
    us(cup, "enter", "club", "entry-japan", "--as", "ben", typed="0 3\n")
    us(cup, "give-back", "club", "entry-japan", "--count", "3", "--chit", "c2,c3")
    call = ["us-entry", "draw", "club", "entry-japan", "--as", "ben"]
    status, screen = typed_at_a_terminal(cup, *call, lines=[])
    assert status == 1 and "still to be entered" in screen and "unseen" not in screen
    told = json.loads(cup(*call, "--json").out)
    assert (told["accepted"], told["rule"]) == (False, "LiF 5.3.3")


def test_questions_of_the_scenario_are_listed(fresh: Shell) -> None:
    """With their answers, once they have them."""
    us(fresh, "answer", "club", "option-18", "commonwealth")
    asks = {
        one["question"]: one["answer"] for one in json.loads(us(fresh, "answer", "club", "--json"))
    }
    assert asks["option-18"] == "commonwealth"
    assert None in asks.values()
    told = us(fresh, "answer", "club")
    assert "commonwealth\n" in told and "Not answered." in told
    status, screen = typed_at_a_terminal(
        fresh, "us-entry", "answer", "club", "units", lines=["the base game's"]
    )
    assert status == 0 and "was answered: the base game's" in " ".join(screen.split())
