"""Replay over corrections: each step is what the ledger holds there, and a board is played on."""

import random
from itertools import islice
from pathlib import Path

import pytest

from campaign.history import timeline
from campaign.history.acts import acts_of
from campaign.history.effective import Effective, effective, rewriting
from campaign.history.replay import Replay, Span
from campaign.lif.system import SYSTEM
from campaign.store import reader
from campaign.store.branches import branch
from campaign.store.reader import LogEntry, log_entry
from events import disputes as facts
from events.campaign import TurnBegan
from events.lif.board import BallotsOpened, VetoPointsBought, VetoPointsSpent
from support.sessions import NAME, Session, finish, ledger_in, nonce_of, played
from tests.disputes.test_impact import correct, upheld, version_of
from tests.history.test_branches import clean

pytestmark = pytest.mark.further

IF = "club-if"
FIELDS = ("version", "event", "struck_by", "amended_by", "inserted")


def last(session: Session) -> int:
    """The last version."""
    return session.ledger.store.version(session.name)


def at_the_ballots(session: Session) -> int:
    """A board in its middle, markers laid in the vault and on a device: its last version."""
    session.draw()
    session.ballots({"ussr": "no-veto", "japan": "no-veto"})
    made = session.device("germany", "no-veto", nonce_of("germany"))
    session.do("SealBallot", "anna", power="germany", commitment=made)
    sealed = last(session)
    session.do("FixMarkers")
    session.do("RevealBallot", "anna", power="germany", choice="no-veto", nonce=nonce_of("germany"))
    return sealed


def rewound(session: Session) -> int:
    """A later draw was made, and play goes back to the ballots of the one before: its number."""
    middle = at_the_ballots(session)
    draw = int(session.state.draw)
    session.do("OpenBallots", absent="no-veto")
    opened = version_of(session, BallotsOpened)
    finish(session)
    session.do("AdvanceTurn")
    session.draw()
    session.ballots({"ussr": "no-veto"})
    assert session.state.draw > draw
    correct(session, "Rewind", dispute=upheld(session, opened), to=middle)
    return draw


@pytest.fixture(scope="module")
def every_sort(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """Struck, amended, inserted, undone, rewound into a board, played on, and a branch of it."""
    session = played(tmp_path_factory.mktemp("every"), turns=4, close=False)
    bought = version_of(session, VetoPointsBought)
    spent = version_of(session, VetoPointsSpent)
    correct(session, "StrikeEvents", dispute=upheld(session, spent), versions=[spent])
    struck = version_of(session, facts.EventsStruck)
    correct(
        session, "AmendEvent", dispute=upheld(session, bought), version=bought, fields={"points": 4}
    )
    forgotten = {"command": "BuyVetoPoints", "power": "ussr", "intelligence_points": 20,
                 "by": "ben"}  # fmt: skip
    correct(
        session, "InsertCommand", dispute=upheld(session, bought), after=bought, forgotten=forgotten
    )
    correct(session, "StrikeEvents", dispute=upheld(session, struck), versions=[struck])
    session.do("AdvanceTurn")
    session.do("DeclareWar", attacker="italy", target="usa")
    session.do("UndoAct", "host")
    rewound(session)
    session.do("SetBookmark", "ben", version=bought, note="what did the USSR pay?")
    session.do("FixMarkers")
    session.do("OpenBallots", absent="no-veto", withheld=True)
    finish(session)
    branch(session.ledger, NAME, None, "anna", IF)
    copy = Session(session.ledger, IF)
    copy.do("DeclareWar", "anna", attacker="italy", target="usa")
    copy.do("UndoAct", "anna")
    copy.do("AdvanceTurn", "anna")
    return session


@pytest.mark.parametrize("name", [NAME, IF])
@pytest.mark.parametrize("every", [1, 5, timeline.STATE_EVERY])
def test_each_step_is_what_the_ledger_holds_at_its_version(
    every_sort: Session, monkeypatch: pytest.MonkeyPatch, name: str, every: int
) -> None:
    """In any order, however few states are kept, before, at and after each correction."""
    monkeypatch.setattr(timeline, "STATE_EVERY", every)
    ledger = every_sort.ledger
    log = ledger.log(name)
    found = {type(event) for _, event in log}
    assert found >= {
        facts.EventsStruck,
        facts.EventAmended,
        facts.EventsInserted,
        facts.ActUndone,
        facts.Rewound,
    }
    assert (facts.Branched in found) is (name == IF)
    replay = Replay(SYSTEM, log)
    assert [replay.entry(place).version for place in range(len(replay))] == [v for v, _ in log]
    for place in random.Random(every).sample(range(len(replay)), len(replay)):
        assert replay.state(place) == ledger.live(name, place + 1).state, place + 1


@pytest.mark.parametrize("name", [NAME, IF])
def test_the_last_step_of_what_counts_is_how_the_campaign_stands(
    every_sort: Session, name: str
) -> None:
    """And it passes over what a correction took out."""
    ledger = every_sort.ledger
    replay = Replay(SYSTEM, ledger.log(name), effectively=True)
    assert replay.state(len(replay) - 1) == ledger.live(name).state
    counted = [one.version for one in ledger.effective(name) if not one.struck_by]
    assert [replay.entry(place).version for place in range(len(replay))] == counted


# --- a board that play went back to -------------------------------------------------------------


def test_lif_4_1_a_board_that_play_went_back_to_is_played_on(tmp_path: Path) -> None:
    """Its ballots are still about its own draw: they open, those laid since among them.

    The next draw has a number that no draw had before, and the auditor finds nothing.
    """
    session = Session(ledger_in(tmp_path)).open()
    draw = rewound(session)
    later = session.state.draw
    assert (session.phase, session.state.board.draw) == ("ballots", draw) and later > draw
    session.ballots({"commonwealth": "no-veto"})
    made = session.device("italy", "no-veto", nonce_of("italy"))
    session.do("SealBallot", "anna", power="italy", commitment=made)
    session.do("FixMarkers")
    for power in ("germany", "italy"):
        opening = {"power": power, "choice": "no-veto", "nonce": nonce_of(power)}
        session.do("RevealBallot", "anna", **opening)
    session.do("OpenBallots", absent="no-veto")
    opened = session.ledger.log(NAME)[version_of(session, BallotsOpened) - 1][1]
    assert isinstance(opened, BallotsOpened)
    laid = {"ussr", "japan", "germany", "italy", "commonwealth"}
    assert {power: opened.ballots[power].choice for power in laid} == dict.fromkeys(laid, "no-veto")
    clean(session.ledger, NAME)
    finish(session)
    session.do("AdvanceTurn")
    session.draw()
    assert session.state.draw > later
    finish(session)
    session.do("CloseCampaign")
    clean(session.ledger, NAME)


def test_the_replay_tells_such_a_board(tmp_path: Path) -> None:
    """Going back brings the leader and the markers; what was passed over is marked so."""
    session = Session(ledger_in(tmp_path)).open()
    rewound(session)
    replay = Replay(SYSTEM, session.ledger.log(NAME))
    (back,) = (p for p in range(len(replay)) if isinstance(replay.entry(p).event, facts.Rewound))
    changes = {one.path: one.after for one in replay.changes(Span(back, back))}
    assert changes["turn",] == "1939-SO"
    assert changes["board", "sealed"] == ["germany", "japan"]  # the USSR's lay there before it too
    opened = version_of(session, BallotsOpened)
    (mark,) = replay.frame(opened - 1).marks
    assert (mark.what, mark.by) == ("rewound", back + 1)
    counted = Replay(SYSTEM, session.ledger.log(NAME), effectively=True)
    assert counted.place_of(opened) is None
    assert counted.shown(len(counted) - 1)["board"]["sealed"] == ["germany", "japan", "ussr"]


@pytest.mark.parametrize("name", [NAME, IF])
def test_a_part_of_what_counts_is_that_part_of_the_whole(every_sort: Session, name: str) -> None:
    """With what later corrections did to it, and what was forgotten behind its events."""
    ledger, log = every_sort.ledger, every_sort.ledger.log(name)
    behind, whole = 0, []
    for placed in effective(SYSTEM.codec, log):
        behind = behind if placed.inserted else placed.version
        whole.append((behind, placed))
    as_stored = dict(log)
    digests = {entry.version: entry.digest for entry in ledger.history(name)}
    for first, until in ((0, len(log)), (0, 1), (7, 30), (30, 31), (len(log), None)):
        wanted = [placed for at, placed in whole if first < at <= (until or len(log))]
        found = list(ledger.effective(name, first, until))
        seen = [Effective(*(getattr(entry, field) for field in FIELDS)) for entry in found]
        assert seen == wanted
        assert all(entry.digest == digests[entry.version] for entry in found)
        assert all(
            entry.recorded == as_stored[entry.version] for entry in found if not entry.inserted
        )


def test_what_counts_is_read_as_it_is_asked_for(
    every_sort: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing holds the whole log: by the tenth event, only these and the corrections are read."""
    read: list[int] = []

    def reading(version: int, stored: bytes, source: str) -> LogEntry:
        read.append(version)
        return log_entry(version, stored, source)

    monkeypatch.setattr(reader, "log_entry", reading)
    ledger = every_sort.ledger
    made = [v for v, event in ledger.log(NAME) if rewriting(event)]
    read.clear()
    ten = list(islice(ledger.effective(NAME), 10))
    assert read == [*made, *(entry.version for entry in ten)]


@pytest.mark.parametrize("name", [NAME, IF])
def test_the_turns_are_those_that_count(every_sort: Session, name: str) -> None:
    """A turn that play went back behind is not among them; each ends where the next begins."""
    ledger = every_sort.ledger
    began = [
        (placed.version, placed.event.turn)
        for placed in effective(SYSTEM.codec, ledger.log(name))
        if isinstance(placed.event, TurnBegan) and not placed.struck_by
    ]
    spans = ledger.spans(name)
    assert list(spans) == [turn for _, turn in began]
    assert [first for first, _ in spans.values()] == [1, *(at for at, _ in began[1:])]
    ends = [at - 1 for at, _ in began[1:]]
    assert [last for _, last in spans.values()] == [*ends, ledger.live(name).version]


def test_an_act_is_found_by_each_of_its_events(every_sort: Session) -> None:
    """Read around the event; a forgotten act has its correction's version."""
    ledger = every_sort.ledger
    wanted: dict[int, set[int]] = {}
    for act in acts_of(effective(SYSTEM.codec, ledger.log(NAME))):
        for version in act.versions:
            wanted[version] = {*wanted.get(version, ()), *act.versions}
    assert max(map(len, wanted.values())) > 2
    for version, versions in wanted.items():
        assert ledger.whole_act(NAME, version) == tuple(sorted(versions)), version
    assert ledger.whole_act(NAME, len(wanted) + 1) == ()
