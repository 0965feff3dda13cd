"""The Board goes on at another terminal: no choice goes to another leader than its player saw."""

import os
import signal
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.command_line import Shell
from support.keyboard import PUBLIC, Question, at_the_keyboard
from tests.lif.board.test_board_at_the_keyboard import Evening, club, events, shown


@pytest.fixture
def two(tmp_path: Path) -> Shell:
    """Germany has nine points and is Anna's, France one; Balbo is before the Board."""
    shell = club(tmp_path, "--ruling", "draws=table", points={"germany": 9, "france": 1})
    shell.fine("board", "club")
    shell.fine("draw", "club", "balbo")
    return shell


def elsewhere(shell: Shell, *arguments: str) -> None:
    """A call at another terminal, beside the one that is waiting."""
    shell.fine(*arguments, before=lambda: None)


def vetoed_and_drawn(shell: Shell) -> None:
    """France's veto sends Balbo back, and Cavagnari is drawn."""
    elsewhere(shell, "ballots", "club", "ge=no", "fr=veto")
    elsewhere(shell, "reveal", "club")
    elsewhere(shell, "draw", "club", "cavagnari")


def promoted(shell: Shell) -> None:
    """Nobody vetoes Balbo: the vote comes next."""
    elsewhere(shell, "ballots", "club", "rest=no")
    elsewhere(shell, "reveal", "club")


def once(question: str, does: Callable[[Shell], Any], shell: Shell, evening: Evening) -> Any:
    """The evening; as soon as a question is on the screen, something happens elsewhere."""
    waits = [does]

    def press(asked: Question) -> str | None:
        if question in asked and waits:
            waits.pop()(shell)
        return evening(asked)

    return press


def test_a_key_goes_to_no_other_leader_than_the_one_on_the_screen(two: Shell) -> None:
    """Germany's s for Balbo comes when Cavagnari is before the Board: asked again, about him."""
    evening = Evening({"germany": "s"}, until=5)
    press = once("Balbo is on your side", vetoed_and_drawn, two, evening)
    _, screen = at_the_keyboard(two, "board", "club", press=press)
    told = "Balbo was settled meanwhile; the leader is now Cavagnari. Nothing was recorded."
    before, after = screen.split(told)
    assert "Germany is done." not in before
    assert "Cavagnari is on your side. [s]upport him for 3, or [n]o?" in after
    assert [event["draw"] for event in events(two, "BallotSealed")] == [1, 1, 2]


def test_who_chose_too_late_is_asked_in_the_new_phase(two: Shell) -> None:
    """The ballots were opened meanwhile: nobody is done, and Germany is asked for its vote."""
    evening = Evening({"germany": "s"}, {"germany": "a"}, until=5)
    press = once("Balbo is on your side", promoted, two, evening)
    _, screen = at_the_keyboard(two, "board", "club", press=press)
    told = "Balbo was settled meanwhile. Nothing was recorded."
    before, after = screen.split(told)
    assert "Germany is done." not in before
    assert after.index("Pass the keyboard to Germany") < after.index("[a]nother for 1")
    assert [event["power"] for event in events(two, "VoteSealed")] == ["germany"]


def test_what_is_opened_is_what_the_question_was_about(two: Shell) -> None:
    """o for Balbo's ballots does not open Cavagnari's."""

    def does(shell: Shell) -> None:
        vetoed_and_drawn(shell)
        elsewhere(shell, "ballots", "club", "rest=no")

    evening = Evening(until=5)
    press = once("All ballots are in.", does, two, evening)
    two.fine("ballots", "club", "fr=no", "ge=no")
    evening.until = 1
    _, screen = at_the_keyboard(two, "board", "club", press=press)
    assert "the leader is now Cavagnari. Nothing was recorded." in " ".join(screen.split())
    assert len(events(two, "BallotsOpened")) == 1
    assert shown(two)["board"]["sealed"] == ["germany"]


def test_a_ballot_typed_unseen_goes_to_no_other_leader(two: Shell) -> None:
    """`campaign ballot` asks for Germany on Balbo, and lays nothing on Cavagnari."""

    def press(question: Question) -> str:
        assert "Germany on Balbo: support (costs 3) or no-veto, unseen" in question
        vetoed_and_drawn(two)
        return "veto\n"

    status, screen = at_the_keyboard(two, "ballot", "club", "germany", press=press)
    assert status == 1
    told = "Balbo was settled meanwhile; the leader is now Cavagnari. Nothing was recorded"
    assert f"refused (LiF 4.1): {told}" in " ".join(screen.split())
    assert shown(two)["board"]["sealed"] == []


def test_a_ballot_for_another_draw_is_refused(two: Shell) -> None:
    """By its draw, whoever sends it, and however it was sealed."""
    done = two("ballot", "club", "germany", "veto", "--draw", "2")
    told = "this ballot is meant for draw 2; draw 1, Balbo, is before the Board now"
    assert done.status == 1 and done.error.startswith(f"refused (LiF 4.1): {told}")
    done = two("ballot", "club", "germany", "--draw", "2", "--commitment", "0" * 64)
    assert done.status == 1 and told in done.error
    two.fine("ballot", "club", "germany", "veto", "--draw", "1")
    promoted(two)
    done = two("vote", "club", "germany", "stop", "--draw", "2")
    told = "this vote is meant for draw 2; draw 1, Balbo, is before the Board now"
    assert done.status == 1 and told in done.error


def test_a_call_that_is_ended_puts_the_terminal_back(two: Shell) -> None:
    """SIGTERM and SIGHUP, at a question that nobody else may see: echo and lines as before."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_IGN:
            continue  # whoever runs the tests lets no hanging up through
        kept: list[int] = []

        def press(question: Question, number: int = number, kept: list[int] = kept) -> str:
            if "[n]o?" not in question:
                return " "
            kept.append(os.dup(question.terminal))
            os.kill(question.child, number)
            return ""

        status, screen = at_the_keyboard(two, "board", "club", press=press)
        flags = termios.tcgetattr(kept[0])[3]
        os.close(kept[0])
        assert status == 128 + number
        assert flags & termios.ECHO and flags & termios.ICANON
        assert screen.rindex(PUBLIC) > screen.rindex("[n]o?")


def test_who_stops_with_control_c_reads_how_to_go_on(two: Shell) -> None:
    """As q says it."""
    status, screen = at_the_keyboard(two, "board", "club", press=lambda question: None)
    assert status == 130
    assert "What is in stays in; `campaign board club` goes on from here." in " ".join(
        screen.split()
    )


def test_choices_typed_unseen_go_to_no_other_leader(two: Shell) -> None:
    """`campaign ballots -`: nothing is laid, once what was typed is about a leader of before."""

    def press(question: Question) -> str:
        vetoed_and_drawn(two)
        return "ge=veto\n"

    status, screen = at_the_keyboard(two, "ballots", "club", "-", press=press)
    assert status == 1
    assert "the leader is now Cavagnari. Nothing was recorded" in " ".join(screen.split())
    assert shown(two)["board"]["sealed"] == []
