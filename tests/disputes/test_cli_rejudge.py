"""`campaign rejudge`: what today's rules would answer otherwise, for people and for programs."""

import json
from pathlib import Path

import pytest

from campaign.store.branches import branch
from campaign.store.sqlite.store import Store
from events import chain, codec
from events.base import topic
from events.lif.board import VetoPointsBought
from events.lif.on_map import LeaderPlaced
from support.command_line import Shell
from support.sessions import NAME, Session, ledger_in, played
from tests.disputes.test_impact import correct, upheld, version_of


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Two turns of a club, with a leader on the map."""
    return played(tmp_path, turns=2, close=False)


def written_by_hand(session: Session) -> int:
    """A purchase at another price than the rules', as an old rule might have let it through."""
    last, _, stored = list(session.ledger.store.rows(NAME))[-1]
    event = VetoPointsBought(
        power="ussr", points=4, intelligence_points=10, by="ben", at="1999-01-02",
        prev=chain.head(stored),
    )  # fmt: skip
    row = (last + 1, topic(event), chain.seal(codec.encode(event)))
    session.ledger.close()
    Store(session.ledger.store.path).append(NAME, [row])
    return last + 1


def test_a_campaign_by_the_rules_has_nothing_to_tell(session: Session, tmp_path: Path) -> None:
    """One line with the count of acts, exit status 0; with --json the tally alone."""
    accepted = sum(answer["accepted"] for answer in session.answers) - 1
    session.ledger.close()
    shell = Shell(tmp_path)
    assert shell.fine("rejudge", NAME) == (
        f"{accepted} acts judged; none would be answered otherwise\n"
    )
    assert json.loads(shell.fine("rejudge", NAME, "--json")) == {
        "judged": accepted, "differing": 0, "unread": 0, "ruled": 0,
    }  # fmt: skip


def test_what_differs_is_told_with_its_events_and_ends_in_1(
    session: Session, tmp_path: Path
) -> None:
    """LiF 4.2: ten intelligence points buy two, and the record has four."""
    accepted = sum(answer["accepted"] for answer in session.answers) - 1
    version = written_by_hand(session)
    shell = Shell(tmp_path)
    done = shell("rejudge", NAME)
    assert (done.status, done.err) == (1, "")
    assert done.out == (
        f"{version:>7}  buy: by the rules, points would be 2, not 4 as recorded "
        "(veto points bought)\n"
        f"{accepted + 1} acts judged; 1 would be answered otherwise\n"
    )
    done = shell("rejudge", NAME, "--json")
    first, last = map(json.loads, done.out.splitlines())
    assert first == {
        "versions": [version], "command": "BuyVetoPoints", "rule": None, "reason": "",
        "differs": "veto points bought, points: 2 instead of 4",
    }  # fmt: skip
    assert last["differing"] == 1 and done.status == 1


def test_what_a_referee_amended_is_counted_apart(tmp_path: Path) -> None:
    """His word stands against the rules, and is no difference."""
    setup = {"leaders": {"rommel": "arriving"}}
    session = Session(ledger_in(tmp_path)).open(setup=setup)
    session.do("PlaceLeader", "anna", leader="rommel", location="E1429")
    there = version_of(session, LeaderPlaced)
    dispute = upheld(session, there)
    fields = {"dispute": dispute, "version": there, "fields": {"location": "sea:north-sea/3"}}
    assert correct(session, "AmendEvent", **fields).overruled[0].rule == "LiF 3.1"
    session.ledger.close()
    assert Shell(tmp_path).fine("rejudge", NAME) == (
        "0 acts judged; none would be answered otherwise; 1 act as a referee amended them\n"
    )


def test_a_branch_is_by_the_rules_too(session: Session, tmp_path: Path) -> None:
    """A what-if keeps the past as it was judged, and what may not be known of it is laid anew."""
    session.do("AdvanceTurn")
    session.draw()
    session.ballots({"ussr": "no-veto", "japan": "no-veto"})

    branch(session.ledger, NAME, None, "anna", "what-if")
    session.ledger.close()
    assert "none would be answered otherwise\n" in Shell(tmp_path).fine("rejudge", "what-if")


def test_a_campaign_that_is_not_there_is_named(tmp_path: Path, session: Session) -> None:
    """As with every verb; one line, status 2."""
    session.ledger.close()
    done = Shell(tmp_path)("rejudge", "clbu")
    assert done.status == 2 and "there is no campaign 'clbu'" in done.error
