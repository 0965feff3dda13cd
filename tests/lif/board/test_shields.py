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


def lay(session: Session, power: str, by: str) -> None:
    """Lays a ballot or vote that a device keeps."""
    kind, choice = _kind(session)
    made = session.device(power, choice, nonce_of(power))
    session.do(f"Seal{kind}", by, power=power, commitment=made)


def hand_in(session: Session, power: str, by: str) -> None:
    """Hands in the opening of a device."""
    kind, choice = _kind(session)
    fixed(session)
    session.do(f"Reveal{kind}", by, power=power, choice=choice, nonce=nonce_of(power))


def _kind(session: Session) -> tuple[str, str]:
    return ("Ballot", "no-veto") if session.phase == "ballots" else ("Vote", "abstain")


def fixed(session: Session) -> None:
    """Fixes the markers, where nobody has yet."""
    if not session.state.board.fixed:
        session.do("FixMarkers")


def shielded(session: Session) -> bool:
    """Whether the next draw is shielded, once the ballots are opened."""
    fixed(session)
    session.do("OpenBallots", absent="no-veto", withheld=True)
    return bool(session.state.shielded)


def test_a_player_s_device_shields_the_next_draw(session: Session) -> None:
    """His nonce is the last thing that goes into it; nobody knew it before."""
    session.ballots({"japan": "no-veto"})
    lay(session, "germany", "anna")
    hand_in(session, "germany", "anna")
    assert shielded(session)


def test_the_vault_shields_nothing(session: Session) -> None:
    """Whoever holds the key could have opened every ballot in it."""
    session.ballots({"germany": "no-veto", "ussr": "no-veto", "japan": "no-veto"})
    assert not shielded(session)


def test_a_device_whose_opening_is_withheld_shields_nothing(session: Session) -> None:
    """A nonce that was never opened is not mixed in."""
    lay(session, "germany", "anna")
    assert not shielded(session)


def test_a_host_s_own_device_shields_nothing(session: Session) -> None:
    """The host may hold the vault key, and knows his nonce."""
    lay(session, "japan", "host")
    hand_in(session, "japan", "host")
    assert not shielded(session)


def test_nobody_answers_an_opening_with_a_ballot(session: Session) -> None:
    """Whoever knew the opening could choose a nonce: once the markers are fixed nobody lays one."""
    lay(session, "germany", "anna")
    hand_in(session, "germany", "anna")
    for power, by in (("japan", "host"), ("germany", "anna")):
        answer = session.ask("SealBallot", by, power=power, choice="no-veto")
        told = "the ballots are fixed; none is sealed or replaced any more"
        assert (answer["rule"], answer["reason"]) == ("LiF 4.1", told)
    assert shielded(session)


def test_entropy_between_an_opening_and_the_showing_unshields(session: Session) -> None:
    """Whoever knew the opening could throw in words that answer it; a later opening shields."""
    for power, by in (("germany", "anna"), ("ussr", "ben")):
        lay(session, power, by)
    hand_in(session, "germany", "anna")
    session.do("AddEntropy", value="picked for the draw that it gives")
    assert not session.state.board.steady
    hand_in(session, "ussr", "ben")
    assert shielded(session)


def test_a_host_who_opens_over_a_device_has_chosen(session: Session) -> None:
    """Anna's nonce is known in the vault; with or without Ben's, the host picks between draws."""
    for power, by in (("germany", "anna"), ("ussr", "ben")):
        lay(session, power, by)
    hand_in(session, "germany", "anna")
    assert not shielded(session)


def test_a_host_who_hands_in_after_a_player_has_chosen(session: Session) -> None:
    """He saw the player's nonce in the vault, and could have withheld his own: two draws to pick.

    The other way round he could not: the player's nonce came after.
    """
    for power, by in (("germany", "anna"), ("japan", "host")):
        lay(session, power, by)
    hand_in(session, "germany", "anna")
    hand_in(session, "japan", "host")
    assert not shielded(session)


def test_a_host_who_hands_in_before_a_player_has_not_chosen(session: Session) -> None:
    """The player's nonce comes last, as it should."""
    for power, by in (("germany", "anna"), ("japan", "host")):
        lay(session, power, by)
    hand_in(session, "japan", "host")
    hand_in(session, "germany", "anna")
    assert shielded(session)


def test_a_host_who_withholds_his_own_has_chosen(session: Session) -> None:
    """With seven powers on his own devices he would have 128 draws to pick from."""
    for power, by in (("germany", "anna"), ("japan", "host")):
        lay(session, power, by)
    hand_in(session, "germany", "anna")
    assert not shielded(session)


@pytest.mark.parametrize("by", ["host", "anna"])
def test_entropy_added_afterwards_unshields(session: Session, by: str) -> None:
    """Words thrown in last may have been picked for the draw that they give."""
    lay(session, "germany", "anna")
    hand_in(session, "germany", "anna")
    assert shielded(session)
    session.do("AddEntropy", by, value="as good as any")
    assert not session.state.shielded


def test_votes_laid_in_the_vault_after_shielded_ballots_unshield(session: Session) -> None:
    """The ballots' nonces are public when the host lays his vote."""
    lay(session, "germany", "anna")
    hand_in(session, "germany", "anna")
    assert shielded(session)
    session.votes({"japan": "another"})
    session.do("OpenVotes", absent="abstain")
    assert not session.state.shielded


def test_votes_nobody_laid_leave_the_shield(session: Session) -> None:
    """Nothing was mixed in after the device's nonce."""
    lay(session, "germany", "anna")
    hand_in(session, "germany", "anna")
    assert shielded(session)
    session.do("OpenVotes", absent="abstain")
    assert session.state.shielded


def test_a_vote_withheld_by_the_host_unshields(session: Session) -> None:
    """Handing it in or not was a choice between two draws, made with all nonces public."""
    lay(session, "germany", "anna")
    hand_in(session, "germany", "anna")
    assert shielded(session)
    lay(session, "japan", "host")
    fixed(session)
    session.do("OpenVotes", absent="abstain", withheld=True)
    assert not session.state.shielded


def test_a_player_s_vote_shields_the_next_draw(session: Session) -> None:
    """Votes are sealed as ballots are."""
    session.do("OpenBallots", absent="no-veto")
    session.votes({"japan": "another"})
    lay(session, "germany", "anna")
    hand_in(session, "germany", "anna")
    session.do("OpenVotes", absent="abstain")
    assert session.state.shielded


def test_a_draw_uses_its_shield_up(session: Session) -> None:
    """Each draw is shielded by nonces of its own."""
    lay(session, "germany", "anna")
    hand_in(session, "germany", "anna")
    assert shielded(session)
    session.votes({})
    session.do("OpenVotes", absent="abstain")
    session.do("AdvanceTurn")
    session.draw()
    assert not session.state.shielded
    assert session.state.mixed == ()
