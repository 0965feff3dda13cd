"""The whole Promotions Board at one keyboard: keys pressed in a pseudo-terminal.

What takes longer, waits or starts something, beside `lif/board/test_board_at_the_keyboard.py`.
"""

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from support.command_line import Shell
from support.keyboard import CLEAR, PRIVATE, PUBLIC, Question, at_the_keyboard
from tests.lif.board.test_board_at_the_keyboard import (
    POWERS,
    SEEN,
    Evening,
    above,
    all_played,
    club,
    copied,
    eight,
    events,
    made,
    shown,
    two,
    until_opened,
)

__all__ = ["eight", "made", "two"]


DRAWN = "Balbo ★★★★ of Italy, draw 1."


SEEN_IT = "Press Space to take the ballots (q to leave)."


VOTES_NEXT = "Press Space to take the votes (q to leave)."


def test_eight_powers_need_no_more_than_forty_five_keys(tmp_path: Path) -> None:
    """One to draw, two for each ballot, one to open, two for each vote, one to count; and one after
    each of draw and opening, when all have seen it: 37.
    """
    shell = all_played(club(tmp_path, points=dict.fromkeys(POWERS, 9)))
    evening = Evening(ballots=dict.fromkeys(POWERS, "n"), votes=dict.fromkeys(POWERS, "n"))
    status, _ = at_the_keyboard(shell, "board", "club", press=evening)
    assert (status, evening.keys) == (0, 2 + 8 * 2 + 2 + 8 * 2 + 1)
    assert evening.keys <= 45
    assert shown(shell)["board"]["phase"] == "closed"
    assert events(shell, "ReinforcementClosed")[0]["reason"] == "vote"
    assert len(events(shell, "BallotSealed")) == len(events(shell, "VoteSealed")) == 8


def test_the_board_breaks_no_word_where_the_terminal_is_narrow(tmp_path: Path) -> None:
    shell = all_played(club(tmp_path, points=dict.fromkeys(POWERS, 9)))
    shell.env["COLUMNS"] = "40"
    keys = iter(["x", " ", " ", "?", " ", "n", "x", "x", "x", "x", "x", "x", "x", "q"])
    _, screen = at_the_keyboard(shell, "board", "club", press=lambda asked: next(keys))
    lines = re.sub(r"\x1b\[[?\d]*\w", "", screen).splitlines()
    assert "Pass the keyboard to Germany (Anna)." in lines
    assert [line for line in lines if len(line.rstrip()) > 40 and "campaign.db" not in line] == []


def test_no_byte_on_the_terminal_depends_on_a_choice(made: dict[str, Path], tmp_path: Path) -> None:
    """Whatever each presses, the terminal shows the same until all are opened."""
    screens = []
    for number, key in enumerate("vn"):
        shell = copied(made, "eight", tmp_path / str(number))
        shell.fine("board", "club")
        shell.fine("draw", "club", "balbo")
        evening = Evening(dict.fromkeys(POWERS, key), until=17)
        screens.append(until_opened(at_the_keyboard(shell, "board", "club", press=evening)[1]))
    first, *others = (re.sub(r"/\S+campaign\.db", "", screen) for screen in screens)
    assert others == [first]


def test_who_plays_several_powers_in_a_row_keeps_the_keyboard(tmp_path: Path) -> None:
    """Anna has Germany, the host the seven others: passed twice for the ballots, and for the votes.

    One to draw and one when it was seen, 2 + 2 + 6 for the ballots, as many to open and for the
    votes, one to count: 25.
    """
    shell = club(tmp_path, points=dict.fromkeys(POWERS, 9))
    evening = Evening({"italy": "n"})
    status, screen = at_the_keyboard(shell, "board", "club", press=evening)
    assert (status, evening.keys) == (0, 2 + 10 + 2 + 10 + 1)
    assert sum(bool(SEEN.match(question)) for question in evening.questions) == 4
    assert "Japan is yours as well. (x leaves it as it is, b back to Italy, q to leave)" in screen
    assert len(events(shell, "BallotSealed")) == len(events(shell, "VoteSealed")) == 8


def test_who_plays_several_powers_goes_back_among_them(tmp_path: Path) -> None:
    """b at Japan's question: Italy's again, with nobody to pass to; x leaves Japan out."""
    shell = club(tmp_path, "--ruling", "draws=table", points=dict.fromkeys(POWERS, 9))
    evening, japan = Evening(until=14), iter("bx")

    def press(question: str) -> str | None:
        pressed = evening(question)
        is_japan = evening.power == "japan" and "[n]o?" in question
        return next(japan, "q") if is_japan else pressed

    at_the_keyboard(shell, "board", "club", press=press)
    assert [event["power"] for event in events(shell, "BallotSealed")][:4] == [
        "germany",
        "italy",
        "italy",
        "ussr",
    ]


def test_a_board_with_a_veto_and_a_second_draw(eight: Shell) -> None:
    """France's veto sends Balbo back; Cavagnari is promoted; a vote for another leader goes on."""
    evening = Evening({"france": "v"}, {"usa": "a"}, ("balbo", "cavagnari"))

    def press(question: str) -> str | None:
        if question.startswith("Leader drawn") and len(evening.leaders) == 1:
            evening.ballots = {}
        return evening(question)

    status, screen = at_the_keyboard(eight, "board", "club", press=press)
    assert status == 0
    first, second = events(eight, "BallotsOpened")
    assert [p for p in POWERS if first["ballots"][p]["choice"] == "veto"] == ["france"]
    assert all(second["ballots"][p]["choice"] == "no-veto" for p in POWERS)
    board = shown(eight)
    assert board["leaders"]["balbo"]["status"] == "cup"
    assert board["leaders"]["cavagnari"]["status"] == "arriving"
    assert board["board"]["phase"] == "draw"
    assert "Balbo was vetoed" in screen and "Cavagnari was promoted" in screen
    assert "`campaign board club` goes on from here" in screen.splitlines()[-1]
    # France pays 1 for the veto, the USA 1 for another leader.
    assert board["veto_points"] == {**dict.fromkeys(POWERS, 9), "france": 8, "usa": 8}


def test_support_is_asked_for_and_kept_as_a_veto(eight: Shell) -> None:
    """LiF 4.1(2): Balbo is Italy's (2) and Germany's ally's (3); for France he is an enemy (1)."""
    evening = Evening({"germany": "s", "italy": "v", "france": "s"}, until=7)
    _, screen = at_the_keyboard(eight, "board", "club", press=evening)
    asked = {question for question in evening.questions if "Balbo" in question}
    assert asked == {
        "Balbo is on your side. [s]upport him for 3, or [n]o?",
        "Balbo is yours. [s]upport him for 2, or [n]o?",
    }
    assert "Germany: you have 9 veto points." in screen
    told = "A veto by the leader’s own side is support: v and s are the same here."
    assert screen.count(told) == 3, "Germany, Italy and Japan read it before they press a key"
    eight.fine("ballots", "club", "fr=veto", "rest=no")
    assert at_the_keyboard(eight, "board", "club", press=Evening())[0] == 0
    opened = events(eight, "BallotsOpened")[0]["ballots"]
    veto = [power for power in POWERS if opened[power]["choice"] == "veto"]
    assert veto == ["germany", "italy", "france"]


def test_an_enemys_leader_can_be_vetoed_and_a_wrong_key_asks_again(eight: Shell) -> None:
    """What to press is said; what was pressed is not."""
    pressed, told = iter("sv"), "Press v (veto) or n (no)."
    evening = Evening()

    def press(question: str) -> str | None:
        if evening.power == "ussr" and "[n]o?" in question:
            return next(pressed)
        if evening.power == "commonwealth":
            return "q"
        return evening(question)

    _, screen = at_the_keyboard(eight, "board", "club", press=press)
    assert "Balbo is on the other side. [v]eto him for 1, or [n]o?" in screen
    assert screen.count(told) == screen.count(f"\r\n{told}\r\n") == 1, "in a line of its own"
    assert shown(eight)["board"]["sealed"] == ["germany", "italy", "japan", "ussr"]


def test_a_ballot_at_the_keyboard_is_its_players_own(two: Shell) -> None:
    """Anna's for Germany: nobody lays it in her name, and the host cannot replace it."""
    at_the_keyboard(two, "board", "club", press=Evening(until=5))
    germany, france = events(two, "BallotSealed")
    assert (germany["by"], germany["in_name"]) == ("anna", False)
    assert (france["by"], france["in_name"]) == ("host", False)
    assert two("ballot", "club", "germany", "veto").error == (
        "refused (Members): Anna has sealed Germany's ballot; only Anna can change it:"
        " `campaign ballot club germany --as anna` [receipt club/7]"
    )


def test_the_list_edition_knows_no_stop(tmp_path: Path) -> None:
    """LiF 4.1(5): another for 1, or nothing."""
    shell = club(tmp_path, "--rulebook", "lif-list", points={"germany": 9})
    evening = Evening()
    at_the_keyboard(shell, "board", "club", press=evening)
    assert "[a]nother for 1, or [n]o vote?" in evening.questions


def all_questions(shell: Shell, evening: Evening, *instead: str) -> list[Question]:
    """Every question of a Board; `instead` are other keys at the first ones to go on."""
    asked, keys = list[Question](), list(instead)

    def press(question: Question) -> str | None:
        asked.append(question)
        pressed = evening(question)
        return keys.pop(0) if keys and question in (SEEN_IT, VOTES_NEXT) else pressed

    assert at_the_keyboard(shell, "board", "club", press=press)[0] == 0
    return asked


def test_the_leader_and_the_outcome_stay_until_somebody_presses_space(two: Shell) -> None:
    """LiF 4.1(2): Germany supports Balbo for 3, France vetoes him for 1, the other six have no
    points: all of it is on the screen before the next player has the keyboard.
    """
    asked = all_questions(
        two, Evening({"germany": "s", "france": "v"}, {"germany": "a"}, ("balbo",))
    )
    told = above(asked, SEEN_IT)
    assert "Balbo was drawn at the table." in told and told.endswith(DRAWN)
    told = above(asked, VOTES_NEXT)
    assert "; veto: France." in told
    assert "Support: Germany" in told and "could not afford one: Italy, Japan" in told
    assert "Paid in veto points: Germany 3 and France 1." in told
    assert told.endswith(
        "Balbo was promoted and arrives as a reinforcement. "
        "Balbo ★★★★ of Italy is promoted. Another leader?"
    )
    last = " ".join(asked[-1].above.split())
    assert asked[-1].startswith("Leader drawn") and "another leader: Germany" in last
    assert "Paid in veto points: Germany 1." in last


def test_no_other_key_takes_the_outcome_away(two: Shell) -> None:
    """Neither o, pressed twice, nor Enter: the same is asked again on the same screen."""
    asked = all_questions(two, Evening(leaders=("balbo",)), "o", "\n", " ", "o", " ")
    assert asked.count(SEEN_IT) == 3 and asked.count(VOTES_NEXT) == 2  # type: ignore[arg-type]
    again = [one.above for one in asked if one == SEEN_IT][1:]
    assert {text.strip() for text in again} == {"Press Space to take the ballots or q to leave."}


def test_a_board_taken_up_says_which_leader_is_before_it(two: Shell) -> None:
    """Left before anybody chose, and taken up; and once more when all ballots are in."""
    asked = all_questions(two, Evening(leaders=("balbo",)), "q")
    assert asked[-1] == SEEN_IT
    asked = all_questions(two, Evening(until=4))
    assert asked[0] == SEEN_IT and asked[0].above.strip().endswith(DRAWN)
    asked = all_questions(two, Evening(until=0))
    assert asked[0] == "All ballots are in. Press o to open them (q to leave)."
    assert DRAWN in asked[0].above


@pytest.mark.parametrize(("last", "status"), [("q", 0), (None, 130)])
@pytest.mark.parametrize("until", range(9))
def test_it_can_be_left_at_any_question_and_taken_up(
    two: Shell, until: int, last: str | None, status: int
) -> None:
    """q or Control-C: nothing half, no question twice, and the same end.

    Asked are the leader, two keys for each of two powers, the opening; then, as France has no point
    left, two keys for Germany's vote, and the count.
    """
    evening = Evening({"france": "v", "germany": "s"}, {"germany": "s"}, until=until, last=last)
    if last == "q" and until == 0:
        evening.last = "q\n"
    ended, screen = at_the_keyboard(two, "board", "club", press=evening)
    assert ended == status
    assert screen.count(PRIVATE) == screen.count(PUBLIC)
    assert two("verify", "club").status == 0
    leaders = ("balbo",) if until == 0 else ()
    again = Evening({"france": "v", "germany": "s"}, {"germany": "s"}, leaders)
    assert at_the_keyboard(two, "board", "club", press=again)[0] == 0
    left = shown(two)
    assert left["board"]["phase"] == "closed" and left["leaders"]["balbo"]["status"] == "arriving"
    # Germany pays 3 for the support and 2 to stop, France 1 for the veto.
    assert (left["veto_points"]["germany"], left["veto_points"]["france"]) == (4, 0)


def pressing(evening: Evening, *instead: tuple[str, str]) -> Callable[[str], str | None]:
    """The evening, but at these questions, in this order, other keys are pressed."""
    waiting = list(instead)

    def press(question: str) -> str | None:
        if waiting and question.startswith(waiting[0][0]):
            evening(question)
            return waiting.pop(0)[1]
        return evening(question)

    return press


def choices(shell: Shell) -> dict[str, str]:
    """What the ballots said when they were opened."""
    ballots = events(shell, "BallotsOpened")[0]["ballots"]
    return {power: ballots[power]["choice"] for power in POWERS}


def test_who_mistyped_has_the_keyboard_back_on_the_next_screen(eight: Shell) -> None:
    """b at Italy's screen: Germany chooses again, and Italy goes on; nobody else is asked twice."""
    evening = Evening({"germany": "n"})
    press = pressing(
        evening,
        ("Pass the keyboard to Italy", "b"),
        ("Pass the keyboard back to Germany", " "),
        ("Balbo is on your side", "s"),
    )
    _, screen = at_the_keyboard(eight, "board", "club", press=press)
    keys = "(x if they are away, b back to Germany, q to leave)"
    assert f"Pass the keyboard to Italy (Ben). Press Space. {keys}" in screen
    again = "Pass the keyboard back to Germany (Anna). Press Space to choose again."
    assert f"{again} (x keeps what is in, q to leave)" in screen
    assert choices(eight) == {**dict.fromkeys(POWERS, "no-veto"), "germany": "veto"}
    asked = [SEEN.match(question) for question in evening.questions]
    powers = [found[1].lower() for found in asked if found]
    assert powers[:4] == ["germany", "italy", "germany", "italy"]
    assert powers[4:10] == list(POWERS[2:])


def test_the_first_player_has_nobody_before_them(two: Shell) -> None:
    """b asks the same again, as no key may stand for somebody else's choice."""
    evening = Evening(until=4)
    press = pressing(evening, ("Pass the keyboard to Germany", "b"))
    _, screen = at_the_keyboard(two, "board", "club", press=press)
    first = "Pass the keyboard to Germany (Anna). Press Space. (x if they are away, q to leave)"
    assert screen.count(first) == 2


def test_the_last_player_chooses_again_before_all_are_opened(two: Shell) -> None:
    """b at the opening goes to France, and b once more to Germany; then nothing is left to do."""
    evening = Evening()
    press = pressing(
        evening,
        ("All ballots are in. Press o to open them (b back to France, q to leave).", "b"),
        ("Pass the keyboard back to France", "b"),
        ("Pass the keyboard back to Germany", " "),
        ("Balbo is on your side", "s"),
        ("All ballots are in. Press o to open them (b back to France, q to leave).", "b"),
        ("Pass the keyboard back to France", " "),
        ("Balbo is on the other side", "v"),
    )
    _, screen = at_the_keyboard(two, "board", "club", press=press)
    again = "Pass the keyboard back to France (host). Press Space to choose again."
    assert f"{again} (x keeps what is in, b back to Germany, q to leave)" in screen
    assert (choices(two)["germany"], choices(two)["france"]) == ("veto", "veto")
    assert two("verify", "club").status == 0


def test_who_has_the_keyboard_back_may_keep_what_is_in(two: Shell) -> None:
    """x: nothing is sealed a second time. Left with q, it is in as well."""
    back = ("All ballots are in.", "b"), ("Pass the keyboard back to France", "x")
    again = ("All ballots are in.", "b"), ("Pass the keyboard back to France", "q")
    press = pressing(Evening({"france": "v"}), *back, *again)
    at_the_keyboard(two, "board", "club", press=press)
    assert len(events(two, "BallotSealed")) == 2
    at_the_keyboard(two, "board", "club", press=Evening())
    assert choices(two)["france"] == "veto"


def test_who_was_said_to_be_away_is_asked_after_all(two: Shell) -> None:
    """x at Germany's screen was a slip: b at France's goes back to it."""
    press = pressing(
        Evening({"germany": "s"}),
        ("Pass the keyboard to Germany", "x"),
        ("Pass the keyboard to France", "b"),
    )
    _, screen = at_the_keyboard(two, "board", "club", press=press)
    assert "No ballot yet from" not in screen
    assert choices(two)["germany"] == "veto"


def test_a_vote_is_chosen_again_and_no_ballot_any_more(two: Shell) -> None:
    """Once the ballots are opened, b goes back to nobody; then to the one who voted."""
    evening = Evening()
    press = pressing(
        evening,
        ("All ballots are in.", "o"),
        ("Pass the keyboard to Germany (Anna). Press Space. (x if they are away, q", "b"),
        ("All votes are in. Press o to open them (b back to France, q", "b"),
        ("Pass the keyboard back to France", " "),
        ("[a]nother for 1", "a"),
    )
    at_the_keyboard(two, "board", "club", press=press)
    votes = events(two, "VotesOpened")[0]["votes"]
    assert (votes["germany"]["choice"], votes["france"]["choice"]) == ("abstain", "another")


def test_b_never_opens_what_is_in(two: Shell) -> None:
    """Taken up again, nobody had the keyboard before: the same is asked once more."""
    at_the_keyboard(two, "board", "club", press=Evening(until=5))
    asked: list[str] = []

    def press(question: str) -> str:
        asked.append(question)
        return "b" if len(asked) == 1 else "q"

    at_the_keyboard(two, "board", "club", press=press)
    assert asked == ["All ballots are in. Press o to open them (q to leave)."] * 2
    assert events(two, "BallotsOpened") == []


def test_once_fixed_nobody_chooses_again(two: Shell) -> None:
    """A device sealed Germany's; after y the openings are awaited, and b is no key there."""
    sealed_on_a_device(two, "germany")
    evening = Evening(others={"Enter looks again": "q"})
    press = pressing(
        evening,
        ("Press a key: y fixes them: nobody seals or replaces one any more, b back to", "b"),
        ("Pass the keyboard back to France", " "),
        ("Balbo is on the other side", "v"),
        ("Press a key: y fixes them", "y"),
    )
    at_the_keyboard(two, "board", "club", press=press)
    assert shown(two)["board"]["fixed"] is True
    assert "b back" not in evening.questions[-1]
    assert len(events(two, "BallotSealed")) == 3


def test_a_player_who_is_away_is_skipped_and_decided_on_at_the_end(two: Shell) -> None:
    """a asks them again, y counts them as no veto; Enter does neither, and is told what they do."""
    keys = iter("\na\ny")
    evening = Evening()

    def press(question: str) -> str | None:
        if question.startswith("Pass the keyboard to France"):
            return "x"
        if question.startswith("Press a key: y opens all"):
            return next(keys, None)
        return evening(question)

    _, screen = at_the_keyboard(two, "board", "club", press=press)
    opened = events(two, "BallotsOpened")[0]["ballots"]
    assert (opened["germany"]["how"], opened["france"]["how"]) == ("sealed", "absent")
    assert screen.count("No ballot yet from France (host).") == 2
    assert screen.count("Press y to open all, a to ask those who are away, b to go back or q") == 2
    ask = "Press a key: y opens all and counts what is missing as no veto, a asks them again,"
    assert f"{ask} b back to France, q to leave." in screen


def test_what_is_in_already_is_not_asked_for(two: Shell) -> None:
    """A ballot laid by a verb of its own is passed over."""
    two.fine("board", "club")
    two.fine("draw", "club", "balbo")
    two.fine("ballot", "club", "germany", "no-veto", "--as", "anna")
    evening = Evening(until=3)
    at_the_keyboard(two, "board", "club", press=evening)
    assert evening.questions[0].startswith("Pass the keyboard to France (host).")
    assert evening.questions[2].startswith("All ballots are in.")


def sealed_on_a_device(shell: Shell, power: str = "france") -> None:
    """A power's ballot is sealed on a device; its opening is in `POWER.seal`."""
    shell.fine("board", "club")
    shell.fine("draw", "club", "balbo")
    campaign = shell.fine("status", "club", "--id").strip()
    about = ("--kind", "ballot", "--draw", "1", "--power", power, "--choice", "veto")
    shell.fine("seal", "--campaign-id", campaign, *about, "--out", f"{power}.seal")
    commitment = (shell.folder / f"{power}.seal").read_text().split()[0]
    shell.fine("ballot", "club", power, "--commitment", commitment)


def test_a_device_is_passed_over_and_its_opening_awaited(two: Shell) -> None:
    """Sealing ends first; left and taken up once the opening is in."""
    sealed_on_a_device(two)
    evening = Evening(others={"y fixes them: nobody seals": "y", "Enter looks again": "q"})
    status, screen = at_the_keyboard(two, "board", "club", press=evening)
    assert status == 0 and "Pass the keyboard to France" not in screen
    assert "France (host) sealed on a device" in screen
    assert "campaign reveal-ballot club france" in screen
    two.fine("reveal-ballot", "club", "france", "--opening", "france.seal")
    assert at_the_keyboard(two, "board", "club", press=Evening())[0] == 0
    assert events(two, "BallotsOpened")[0]["ballots"]["france"]["how"] == "device"


def test_a_device_that_hands_in_nothing_can_be_charged(two: Shell) -> None:
    """w, and then y; another key does nothing."""
    sealed_on_a_device(two)
    sure = iter("ny")
    evening = Evening(others={"y fixes them: nobody seals": "y", "Enter looks again": "w"})

    def press(question: str) -> str | None:
        if question.startswith("Then France (host) pays for a veto"):
            return next(sure)
        return evening(question)

    at_the_keyboard(two, "board", "club", press=press)
    assert events(two, "BallotsOpened")[0]["ballots"]["france"]["how"] == "withheld"


def test_only_a_host_leads_through_the_board(two: Shell) -> None:
    """Also where the stage is open and nobody would refuse it otherwise."""
    two.fine("board", "club")
    status, screen = at_the_keyboard(two, "board", "club", "--as", "anna", press=Evening())
    assert status == 1
    text = (
        "refused (Members): only a host leads through the Board, and Anna is not a host;"
        " their own ballot: `campaign ballot club germany --as anna`"
    )
    assert text in " ".join(screen.split())


def test_once_a_turn(two: Shell) -> None:
    """After the Board has met, it is refused as ever."""
    at_the_keyboard(two, "board", "club", press=Evening())
    status, screen = at_the_keyboard(two, "board", "club", press=Evening())
    assert status == 1 and "the Board has met in September/October 1939 already" in screen


def test_a_leader_who_is_not_in_the_cup_is_asked_for_again(two: Shell) -> None:
    """A near name is suggested; the rules' refusal is shown; nothing ends."""
    evening = Evening(leaders=("balboa", "rommel", "balbo"), until=4)
    _, screen = at_the_keyboard(two, "board", "club", press=evening)
    assert "did you mean balbo" in screen
    assert "Not recorded: Rommel is not in the cup." in screen
    assert [event["leader"] for event in events(two, "LeaderDrawn")] == ["balbo"]


def test_no_byte_shows_whether_a_choice_was_changed(made: dict[str, Path], tmp_path: Path) -> None:
    """Germany has the keyboard back and presses any of the keys: the screen is the same."""
    screens = []
    for number, key in enumerate("sn"):
        shell = copied(made, "two", tmp_path / str(number))
        shell.fine("board", "club")
        shell.fine("draw", "club", "balbo")
        press = pressing(
            Evening({"germany": "n"}, until=7),
            ("Pass the keyboard to France", "b"),
            ("Pass the keyboard back to Germany", " "),
            ("Balbo is on your side", key),
        )
        screens.append(until_opened(at_the_keyboard(shell, "board", "club", press=press)[1]))
        assert len(events(shell, "BallotSealed")) == 3
    first, *others = (re.sub(r"/\S+campaign\.db", "", screen) for screen in screens)
    assert others == [first]


def test_between_two_players_the_screen_is_cleared_and_nothing_scrolls_back(two: Shell) -> None:
    """All of it is on the other screen; each player begins on an empty one, and the next does."""
    _, screen = at_the_keyboard(two, "board", "club", press=Evening(until=5))
    private = screen[screen.index(PRIVATE) : screen.index(PUBLIC)]
    asked = [m.start() for m in re.finditer(r"Pass the keyboard|\[s\]upport|\[v\]eto", screen)]
    inside = [m.start() for m in re.finditer(r"Pass the keyboard|\[s\]upport|\[v\]eto", private)]
    assert len(asked) == len(inside) == 4
    between = pairwise(inside)
    assert all(CLEAR in private[here:there] for here, there in between)
    assert private.endswith(CLEAR)


def test_what_cannot_be_paid_is_said_to_its_player_alone(two: Shell) -> None:
    """France has a point: stop costs 2. Nothing is sent, so no receipt keeps it."""
    keys = iter("sn")
    evening = Evening()

    def press(question: str) -> str | None:
        if evening.power == "france" and "[n]o vote?" in question:
            return next(keys)
        return evening(question)

    _, screen = at_the_keyboard(two, "board", "club", press=press)
    text = "Stop costs 2 veto points, and you have 1. Choose again."
    before, after = screen.split(text)
    assert before.rindex(PRIVATE) > before.rindex(PUBLIC)
    assert after.index(CLEAR) < after.index(PUBLIC) < after.index("All votes are in.")
    assert '"accepted":false' not in two.fine("receipts", "club", "--json")
    assert events(two, "VotesOpened")[0]["votes"]["france"]["choice"] == "abstain"


def test_a_key_pressed_twice_answers_no_other_question(two: Shell) -> None:
    """What was typed too early is dropped, and never shown."""
    evening = Evening({"germany": "vvvvv"}, until=3)
    _, screen = at_the_keyboard(two, "board", "club", press=evening)
    assert evening.questions[3].startswith("Pass the keyboard to France")
    assert "vv" not in screen
    assert shown(two)["board"]["sealed"] == ["germany"]


def test_the_hosts_receipt_file_keeps_nobody_elses_salt(two: Shell) -> None:
    """With the salt of a ballot anybody could try both choices."""
    at_the_keyboard(two, "board", "club", "--receipt", "kept.jsonl", press=Evening(until=4))
    kept = [json.loads(line) for line in (two.folder / "kept.jsonl").read_text().splitlines()]
    kinds = [answer["events"][0]["type"] for answer in kept]
    assert kinds == ["lif.ReinforcementOpened", "lif.LeaderDrawn"]


def test_at_a_terminal_too_it_can_only_open_the_stage(two: Shell) -> None:
    """With --open nothing is asked, so that a pasted block goes on."""
    evening = Evening()
    status, screen = at_the_keyboard(two, "board", "club", "--open", press=evening)
    assert (status, evening.questions) == (0, [])
    assert PRIVATE not in screen
    assert shown(two)["board"]["phase"] == "draw"
