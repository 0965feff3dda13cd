"""LiF 4.1(2), 4.1(5): what is shown of the last opening, until the next draw."""

from pathlib import Path

import pytest

from campaign.kernel.terminal.screens import LivePage, Reveal
from campaign.lif.board.views.live_page import table
from campaign.lif.roster import POWERS
from support.sessions import Session, ledger_in

EVERYBODY = dict.fromkeys(POWERS, "no-veto")
TABLE = {"draws": "table"}


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A campaign whose club draws Zhukov from its own cup; he is the USSR's."""
    made = Session(ledger_in(tmp_path)).open(rulings=TABLE)
    made.do("OpenReinforcement")
    made.do("DrawLeader", leader="zhukov")
    return made


def page(session: Session) -> LivePage:
    """The Board as everybody sees it."""
    found = table(session.state)
    assert found is not None
    return found


def shown(session: Session) -> Reveal:
    """What was opened last."""
    found = page(session).reveal
    assert found is not None
    return found


def said(session: Session) -> dict[str, tuple[str, str, int, int, str]]:
    """What each power's marker said."""
    return {
        one.seat: (one.text, one.tone, one.paid, one.left, one.how) for one in shown(session).turned
    }


def opened(session: Session, **choices: str) -> None:
    """All ballots are laid and opened; whoever is not named lays no veto."""
    session.ballots({**EVERYBODY, **choices})
    session.do("OpenBallots")


def test_nothing_is_shown_before_the_opening(session: Session) -> None:
    """Neither on the draw, nor once all ballots are in."""
    assert page(session).reveal is None
    session.ballots({**EVERYBODY, "germany": "veto"})
    assert page(session).reveal is None
    assert page(session).verdict == ("", True)


def test_support_beats_two_vetoes(session: Session) -> None:
    """LiF 4.1(2): against him 1 each, the USSR 2 for its own leader; of 5, 3 and 3 points."""
    opened(session, germany="veto", japan="veto", ussr="veto")
    found = shown(session)
    assert (found.stamp, found.is_good, found.card.heading) == ("Promoted", True, "Zhukov")
    assert found.heading == "The USSR’s support beats both vetoes"
    assert found.sentence == (
        "Zhukov is promoted. Germany and Japan vetoed and paid 1 each."
        " The USSR supported him and paid 2, which overrides every veto. Nobody else vetoed."
    )
    markers = said(session)
    assert markers["germany"] == ("Veto", "against", 1, 4, "")
    assert markers["japan"] == ("Veto", "against", 1, 2, "")
    assert markers["ussr"] == ("Support", "for", 2, 1, "")
    assert markers["italy"] == ("No veto", "plain", 0, 2, "")
    assert [one.seat for one in found.turned] == list(POWERS)
    assert found.following == "Draw another leader this turn?"


def test_a_veto_is_shown_until_the_next_draw(session: Session) -> None:
    """LiF 4.1(4): he is back in the cup, and everybody still sees who sent him there."""
    opened(session, germany="veto")
    found = shown(session)
    assert (found.stamp, found.is_good, found.heading) == ("Vetoed", False, "Vetoed by Germany")
    assert found.sentence == "Zhukov is vetoed. Germany vetoed and paid 1. Nobody else vetoed."
    assert page(session).card is None and page(session).piece == found.card
    assert found.following == "The host draws the next leader."
    session.do("AddEntropy", "anna", value="rain")
    assert shown(session) == found
    session.do("DrawLeader", leader="zhukov")
    assert page(session).reveal is None


def test_nobody_vetoed(session: Session) -> None:
    opened(session)
    found = shown(session)
    assert found.heading == "Nobody vetoed"
    assert found.sentence == "Zhukov is promoted. Nobody vetoed."
    assert {one.tone for one in found.turned} == {"plain"}


def test_support_of_different_prices(session: Session) -> None:
    """LiF 4.1(2): 2 for the leader of your own power, 3 for another of your side."""
    opened(session, germany="veto", ussr="veto", commonwealth="veto")
    found = shown(session)
    assert found.heading == "The USSR’s and the Commonwealth’s support beats the veto"
    assert "The USSR supported him and paid 2, the Commonwealth 3, which" in found.sentence


def test_missing_ballots_are_named(session: Session) -> None:
    """Ruling 18: they count as no veto. China has 1 point, which pays for no support of 3."""
    present = {power: "no-veto" for power in POWERS if power not in ("italy", "china")}
    session.ballots({**present, "germany": "veto"})
    session.do("OpenBallots", absent="no-veto", why="agreed with them")
    assert said(session)["italy"] == ("No veto", "plain", 0, 2, "not in")
    assert said(session)["china"] == ("No veto", "plain", 0, 1, "could not pay")
    sentence = shown(session).sentence
    assert sentence.endswith("Nobody else vetoed. Not in: Italy. Could not pay: China.")


def test_votes_are_shown_by_the_same_parts(session: Session) -> None:
    """LiF 4.1(5): 1 for another leader, 2 to stop, which ends it; the ballots are still told."""
    opened(session, germany="veto", ussr="veto")
    ballots = shown(session)
    votes = {**dict.fromkeys(POWERS, "abstain"), "usa": "another", "commonwealth": "stop"}
    session.votes(votes)
    assert shown(session) == ballots
    session.do("OpenVotes")
    found = shown(session)
    assert found.key != ballots.key
    assert (found.stamp, found.is_good) == ("Closed", False)
    assert found.heading == "The Commonwealth said stop"
    assert found.sentence == (
        "No other leader is drawn this turn. The USA asked for another leader and paid 1."
        " The Commonwealth said stop and paid 2."
    )
    assert found.before == ballots.sentence
    markers = said(session)
    assert markers["usa"][:3] == ("Another", "for", 1)
    assert markers["commonwealth"][:3] == ("Stop", "against", 2)
    assert markers["china"][:3] == ("Abstains", "plain", 0)
    assert found.following == "The Board has met this turn."


def test_a_vote_to_go_on(session: Session) -> None:
    opened(session)
    session.votes({**dict.fromkeys(POWERS, "abstain"), "usa": "another"})
    session.do("OpenVotes")
    found = shown(session)
    assert (found.stamp, found.heading) == ("Go on", "The USA asked for another leader")
    assert found.sentence.startswith("Another leader is drawn. The USA asked for")
    assert found.card.heading == "Zhukov"


def test_an_opening_has_a_key_of_its_own(session: Session) -> None:
    """So that a device knows which one it has played; nothing in it needs quoting in a cookie."""
    opened(session, germany="veto")
    first = shown(session).key
    session.do("DrawLeader", leader="zhukov")
    opened(session, germany="veto")
    assert shown(session).key != first
    assert first.replace("-", "").isalnum() and first.isascii()
