"""Which draws nobody could foresee or steer: those that a member's own device shields.

Whoever holds the vault key knows the seeds and can open what lies in the vault. A draw is shielded
when the nonce of a player's device came in after everything else that it mixes was fixed.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.sessions import Session, ledger_in, nonce_of


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A campaign with its first leader drawn and the board taking ballots.

    Anna plays Germany and Italy, Ben the USSR and the USA, the host all others.
    """
    session = Session(ledger_in(tmp_path)).open()
    session.draw()
    yield session
    session.ledger.close()


WHOSE = {"germany": "anna", "ussr": "ben", "japan": "host"}


def does(session: Session, step: str) -> None:
    """A step of a case, such as `lay germany`: a device seals its marker."""
    word, *whom = step.split()
    kind, choice = ("Ballot", "no-veto") if session.phase == "ballots" else ("Vote", "abstain")
    match word:
        case "lay":
            made = session.device(whom[0], choice, nonce_of(whom[0]))
            session.do(f"Seal{kind}", WHOSE[whom[0]], power=whom[0], commitment=made)
        case "fix":
            session.do("FixMarkers")
        case "hand":
            opening = {"power": whom[0], "choice": choice, "nonce": nonce_of(whom[0])}
            session.do(f"Reveal{kind}", WHOSE[whom[0]], **opening)
        case "vault":
            session.ballots(dict.fromkeys(whom, choice))
        case "vote":
            session.votes(dict.fromkeys(whom, "another"))
        case "words":
            session.do("AddEntropy", whom[0], value="picked for the draw that it gives")
        case "open":
            session.do(f"Open{kind}s", absent=choice, withheld=True)


GERMANY = ("lay germany", "fix", "hand germany")
"""Anna's marker lies on her device, and she hands its opening in."""
BOTH = ("lay germany", "lay japan", "fix")
"""Anna's and the host's lie on their devices."""
CASES: list[tuple[str, tuple[str, ...], bool]] = [
    ("a player's nonce is the last thing that goes in", ("vault japan", *GERMANY, "open"), True),
    ("whoever holds the key could have opened every ballot in the vault",
     ("vault germany ussr japan", "fix", "open"), False),
    ("a nonce that was never opened is not mixed in", ("lay germany", "fix", "open"), False),
    ("the host may hold the key, and knows their own nonce",
     ("lay japan", "fix", "hand japan", "open"), False),
    ("words could answer an opening that is in", (*GERMANY, "words host", "open"), False),
    ("an opening after those words shields",
     ("lay ussr", *GERMANY, "words host", "hand ussr", "open"), True),
    ("with or without Ben's the host picks between draws", ("lay ussr", *GERMANY, "open"), False),
    ("the host saw the player's nonce, and could have withheld their own",
     (*BOTH, "hand germany", "hand japan", "open"), False),
    ("the player's nonce comes last", (*BOTH, "hand japan", "hand germany", "open"), True),
    ("whoever withholds their own has chosen", (*BOTH, "hand germany", "open"), False),
    ("the host's words come last", (*GERMANY, "open", "words host"), False),
    ("a player's words come last", (*GERMANY, "open", "words anna"), False),
    ("the ballots' nonces are public when the host lays their vote",
     (*GERMANY, "open", "vote japan", "open"), False),
    ("nothing was mixed in after the device's nonce", (*GERMANY, "open", "open"), True),
    ("a vote withheld was a choice between two draws",
     (*GERMANY, "open", "lay japan", "fix", "open"), False),
    ("votes are sealed as ballots are", ("open", "vote japan", *GERMANY, "open"), True),
]  # fmt: skip


@pytest.mark.parametrize(("steps", "is_shielded"), [one[1:] for one in CASES],
                         ids=[one[0] for one in CASES])  # fmt: skip
def test_what_shields_the_next_draw(
    session: Session, steps: tuple[str, ...], is_shielded: bool
) -> None:
    """Draws: nothing but a nonce of a player's device that came in when all else was fixed."""
    for step in steps:
        does(session, step)
    assert bool(session.state.shielded) is is_shielded


def test_nobody_answers_an_opening_with_a_ballot(session: Session) -> None:
    """Whoever knew the opening could choose a nonce: once the markers are fixed nobody lays one."""
    for step in GERMANY:
        does(session, step)
    for power, by in (("japan", "host"), ("germany", "anna")):
        answer = session.ask("SealBallot", by, power=power, choice="no-veto")
        told = "the ballots are fixed; none is sealed or replaced any more"
        assert (answer["rule"], answer["reason"]) == ("LiF 4.1", told)
    does(session, "open")
    assert session.state.shielded


def test_a_draw_uses_its_shield_up(session: Session) -> None:
    """Each draw is shielded by nonces of its own."""
    for step in (*GERMANY, "open", "open"):
        does(session, step)
    assert session.state.shielded
    session.do("AdvanceTurn")
    session.draw()
    assert not session.state.shielded
    assert session.state.mixed == ()
