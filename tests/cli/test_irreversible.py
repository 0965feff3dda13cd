"""What cannot be taken back asks first at a terminal, and wants --yes in a script: in any game.

The toy game's host owes nothing by its rules; here a side that has not attacked owes its attack,
once the other has attacked, and the referee may tell a story.
"""

import io
import json
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from campaign import systems
from campaign.cli import run
from campaign.cli.interviews import Runner
from campaign.cli.session import Session
from campaign.cli.stores import Refusal
from campaign.kernel.terminal.screens import NextStep, Unfinished, owed_by
from campaign.kernel.terminal.steps import sending
from campaign.kernel.terminal.verbs import Call, act_for_good
from campaign.plain_game import plain_screens
from skirmish.system import SEATS, SYSTEM, Attack, State, standings

pytestmark = pytest.mark.further

STORY = "nobody has told a story"
FOR_GOOD = "which cannot be taken back, add --yes"


def unfinished(state: State) -> tuple[Unfinished, ...]:
    """A side that has not answered an attack owes one; a story may be told or not."""
    name = state.campaign.name
    late = [side for side in SEATS.ids if state.attacked and side not in state.attacked]
    owed = [
        owed_by(
            f"the {SEATS.names[side]} ({state.campaign.powers.get(side, 'host')})",
            "answer the attack",
            NextStep(f"attack {name} {side}", "attack"),
        )
        for side in late
    ]
    return (*owed, Unfinished(STORY, is_owed=False))


class Keyboard(io.StringIO):
    """Somebody at a terminal who types this."""

    def isatty(self) -> bool:
        return True


class Club:
    """A store of one skirmish, and the command line over it, in a script or at a terminal."""

    def __init__(
        self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.store = str(folder / "club.db")
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def script(self, *arguments: str) -> tuple[int, str, str]:
        """A call with nobody to ask: exit status, output, errors."""
        self._capsys.readouterr()
        status = run(["--store", self.store, *arguments])
        return (status, *self._capsys.readouterr())

    def typing(self, line: str, *arguments: str) -> tuple[int, str, str]:
        """The same at a terminal, where a line is typed."""
        with self._monkeypatch.context() as there:
            there.setattr(sys, "stdin", Keyboard(line))
            there.setattr(sys.stderr, "isatty", lambda: True)
            return self.script(*arguments)

    def fine(self, *arguments: str) -> str:
        status, out, err = self.script(*arguments)
        assert status == 0, err
        return out

    def log(self) -> list[str]:
        """The types of all events."""
        lines = self.fine("log", "club", "--json").splitlines()
        return [json.loads(line)["type"] for line in lines]


@pytest.fixture
def club(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Club:
    front = replace(SYSTEM.front, screens=plain_screens(standings, unfinished))
    monkeypatch.setitem(systems.SYSTEMS, "skirmish", replace(SYSTEM, front=front))
    monkeypatch.setenv("CAMPAIGN_LOCK_TIMEOUT", "1")
    club = Club(tmp_path, capsys, monkeypatch)
    club.fine("open", "club", "--system", "skirmish", "--scenario", "meadow")
    club.fine("enrol", "club", "anna", "--name", "Anna")
    club.fine("assign", "club", "red", "anna")
    return club


# --- the end of a turn --------------------------------------------------------------------------


def test_a_script_ends_a_turn_in_which_nothing_is_owed(club: Club) -> None:
    """As ever; a story that nobody owes does not hold it up."""
    assert club.fine("turn", "club")
    assert club.log()[-1] == "campaign.TurnBegan"


def test_a_script_says_yes_where_something_is_owed(club: Club) -> None:
    """The refusal says what, and whose; nothing is recorded, and no receipt given."""
    club.fine("attack", "club", "red")
    before = club.log()
    status, out, err = club.script("turn", "club")
    assert (status, out) == (1, "")
    assert err == (
        "campaign: the Blue side (host) still has to answer the attack; nothing was recorded. To"
        f" end Round 1, {FOR_GOOD}\n"
    )
    status, out, err = club.script("turn", "club", "--json")
    assert status == 1
    reason = err.removeprefix("campaign: ").rstrip()
    assert json.loads(out) == {"accepted": False, "rule": None, "reason": reason}
    assert club.log() == before
    club.fine("turn", "club", "--yes")
    assert club.log() == [*before, "campaign.TurnBegan"]


def test_a_terminal_is_asked_and_told_what_is_owed(club: Club) -> None:
    """Only y or yes is a yes."""
    club.fine("attack", "club", "red")
    before = club.log()
    for typed in ("", "\n", "n\n", "club\n", "yess\n", "ja\n"):
        status, out, err = club.typing(typed, "turn", "club")
        assert (status, out) == (1, ""), typed
        assert err == (
            "The Blue side (host) still has to answer the attack.\nNobody has told a story.\n"
            "End Round 1? It cannot be taken back. [y/N] campaign: nothing was recorded\n"
        )
    assert club.log() == before
    assert club.typing("y\n", "turn", "club")[0] == 0
    status, _, err = club.typing(" YES \n", "turn", "club")
    assert status == 0
    assert err == "Nobody has told a story.\nEnd Round 2? It cannot be taken back. [y/N] "
    assert club.log() == [*before, "campaign.TurnBegan", "campaign.TurnBegan"]


def test_a_terminal_is_not_asked_with_yes_nor_for_a_program(club: Club) -> None:
    """--yes answers beforehand; --json never asks."""
    status, _, err = club.typing("n\n", "turn", "club", "--yes")
    assert (status, err) == (0, "")
    club.fine("attack", "club", "blue")
    status, _, err = club.typing("y\n", "turn", "club", "--json")
    assert status == 1 and "the Red side (anna) still has to" in err.lower().replace("red", "Red")
    assert "[y/N]" not in err


def test_nobody_is_asked_about_what_the_rules_refuse(club: Club) -> None:
    """Anna is no host, and after the last turn there is none; each refusal says so itself."""
    club.fine("attack", "club", "red")
    for call in (club.script, lambda *words: club.typing("y\n", *words)):
        status, _, err = call("turn", "club", "--as", "anna")
        assert status == 1 and "only a host can do this" in err and "[y/N]" not in err
    club.fine("turn", "club", "--yes")
    club.fine("turn", "club")
    status, _, err = club.typing("y\n", "turn", "club")
    assert status == 1 and "Round 3 is the last turn; end the campaign" in err


def test_status_names_what_is_owed_and_not_the_end_of_the_turn(club: Club) -> None:
    """Until nobody owes anything."""
    club.fine("attack", "club", "red")
    told = json.loads(club.fine("status", "club", "--json"))
    assert told["next"] == ["campaign attack club blue"]
    assert "Waits for  the Blue side (host), to answer the attack\n" in club.fine("status", "club")
    club.fine("attack", "club", "blue")
    assert json.loads(club.fine("status", "club", "--json"))["next"] == ["campaign turn club"]


# --- the end of the campaign --------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["end", "close"])
def test_a_script_always_says_yes_to_end_a_campaign(club: Club, verb: str) -> None:
    """Even where nothing is owed; `close` is its older word."""
    status, out, err = club.script(verb, "club")
    assert (status, out) == (1, "")
    assert err == f"campaign: nothing was recorded. To end the campaign club, {FOR_GOOD}\n"
    assert club.script(verb, "club", "--json")[0] == 1
    assert "campaign.CampaignClosed" not in club.log()
    club.fine(verb, "club", "--yes")
    assert club.log()[-1] == "campaign.CampaignClosed"


def test_at_a_terminal_its_name_is_typed_to_end_a_campaign(club: Club) -> None:
    """A yes is not enough; what is owed is told, in the game and in disputes."""
    club.fine("attack", "club", "red")
    club.fine("dispute", "raise", "club", "5", "that was out of range")
    for typed in ("", "y\n", "yes\n", "Club\n", "clubs\n"):
        status, _, err = club.typing(typed, "end", "club")
        assert status == 1
        assert err == (
            "The Blue side (host) still has to answer the attack.\n"
            "Dispute d1 waits for a ruling by Host.\n"
            "End the campaign club? It cannot be taken back. To do it, type club: "
            "campaign: nothing was recorded\n"
        )
    assert "campaign.CampaignClosed" not in club.log()
    assert club.typing("club\n", "end", "club")[0] == 0
    assert club.log()[-1] == "campaign.CampaignClosed"


def test_help_names_the_end_and_not_its_older_word(club: Club) -> None:
    told = club.fine("help", "campaigns").split()
    assert "end" in told and "close" not in told
    assert "campaign end [OPTIONS] NAME" in club.fine("close", "--help")


def test_programs_are_not_asked(club: Club, tmp_path: Path) -> None:
    """What `submit` is handed counts as it is."""
    club.fine("attack", "club", "red")
    (tmp_path / "end.jsonl").write_text(
        '{"command": "AdvanceTurn"}\n{"command": "CloseCampaign"}\n'
    )
    club.fine("submit", "club", str(tmp_path / "end.jsonl"))
    assert club.log()[-2:] == ["campaign.TurnBegan", "campaign.CampaignClosed"]


# --- a verb of a game ---------------------------------------------------------------------------


def attacking(club: Club, *, yes: bool = False, as_json: bool = False) -> None:
    """A course of the toy game that asks first."""
    session = Session()
    session.store.given, session.store.is_typed = club.store, True
    owed = ("the Blue side sleeps",)
    course = act_for_good(sending(Attack, side="red"), "attack it", owed, yes=yes)
    try:
        Runner(session, Call("club", "host", as_json), "skirmish", "attack").run(course)
    finally:
        session.close()


def test_a_game_asks_by_one_step_of_its_course(club: Club) -> None:
    """In a script it wants the yes, and with it goes on."""
    with pytest.raises(Refusal) as refused:
        attacking(club)
    assert refused.value.message == (
        f"the Blue side sleeps; nothing was recorded. To attack it, {FOR_GOOD}"
    )
    attacking(club, yes=True)
    assert club.log()[-1] == "skirmish.Attacked"


def test_a_game_asks_at_a_terminal(
    club: Club, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the same words, and not for a program."""
    monkeypatch.setattr(sys, "stdin", Keyboard("no\nyes\n"))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with pytest.raises(Refusal, match=r"^nothing was recorded$"):
        attacking(club)
    question = "The Blue side sleeps.\nAttack it? It cannot be taken back. [y/N] "
    assert capsys.readouterr().err == question
    with pytest.raises(Refusal, match=r"add --yes$"):
        attacking(club, as_json=True)
    assert "[y/N]" not in capsys.readouterr().err
    attacking(club)
    assert club.log()[-1] == "skirmish.Attacked"
