"""A long record looked back at: packed or not, its events are the same in the same order."""

from collections.abc import Iterator
from random import Random

import pytest

from campaign.disputes import eligibility
from campaign.history import effective
from campaign.history.effective import Logged, LoggedEvents, Past
from campaign.store.past import StoredPast
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from events import chain, codec
from support.sessions import NAME, Session, played, stored

CHUNK, FRESH = 8, 24


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A club of two turns, which one more member joins at the end."""
    session = played(tmp_path_factory.mktemp("past"), turns=2, close=False)
    session.do("EnrolMember", member="late", name="Late", roles=["player"])
    session.do("AddEntropy", "late", value="a word by the newcomer")
    yield session
    session.ledger.close()


@pytest.fixture
def pairs(session: Session) -> list[Logged]:
    """Its events as they are."""
    return session.ledger.log(NAME)


@pytest.fixture
def log(session: Session, pairs: list[Logged], monkeypatch: pytest.MonkeyPatch) -> LoggedEvents:
    """The same, packed in eights but for the last two dozen or more."""
    monkeypatch.setattr(effective, "CHUNK", CHUNK)
    monkeypatch.setattr(effective, "FRESH", FRESH)
    log = LoggedEvents(SYSTEMS.codec)
    for (version, event), (_, _, row) in zip(pairs, stored(session), strict=True):
        log.append(version, event, chain.body(row))
    return log


def test_what_is_kept_elsewhere_is_read_there_again(
    session: Session, log: LoggedEvents, pairs: list[Logged]
) -> None:
    """The older events are asked for eight by eight, each eight once; the newest not at all."""
    asked = []

    def again(first: int, last: int) -> Iterator[bytes]:
        asked.append((first, last))
        return (chain.body(row) for version, _, row in stored(session) if first <= version <= last)

    elsewhere = LoggedEvents(SYSTEMS.codec, again)
    for version, event in pairs:
        elsewhere.append(version, event, b"not kept")
    assert list(elsewhere) == pairs == list(log)
    older = len(pairs) - elsewhere.fresh
    assert asked == [(first, first + CHUNK - 1) for first in range(1, older, CHUNK)]


def test_packed_or_not_every_part_is_the_same(log: LoggedEvents, pairs: list[Logged]) -> None:
    """Whole, in parts, one by one, from the end, and before any version."""
    random = Random(1939)
    assert len(log) == len(pairs) > 2 * (CHUNK + FRESH)
    assert list(log) == pairs and log[:] == pairs and log[::-1] == pairs[::-1]
    for _ in range(200):
        first, last = (random.randint(-len(pairs) - 2, len(pairs) + 2) for _ in range(2))
        assert log[first:last] == pairs[first:last]
        count = random.randint(0, len(pairs))
        before = Past(log, count)
        assert list(before) == pairs[:count] and before[first:last] == pairs[:count][first:last]
        place = random.randrange(-len(pairs), len(pairs))
        assert log[place] == pairs[place]
    for place in (len(pairs), -len(pairs) - 1):
        with pytest.raises(IndexError):
            log[place]
        with pytest.raises(IndexError):
            Past(log, len(pairs))[place]


def test_an_event_is_found_by_its_version(log: LoggedEvents, pairs: list[Logged]) -> None:
    """Also where a record begins behind a base, or has a gap; what is not there is None."""
    for version, event in pairs:
        assert effective.at(log, version) == event
        assert effective.behind(log, version) == version
    assert effective.at(log, 0) is None and effective.at(log, len(pairs) + 1) is None
    gap = [*pairs[10:20], *pairs[30:]]
    assert effective.at(gap, 15) == pairs[14][1] and effective.at(gap, 25) is None
    assert effective.at(gap, 40) == pairs[39][1] and effective.behind(gap, 25) == 10
    assert effective.at([], 1) is None and effective.behind([], 1) == 0


def test_versions_of_any_kind_are_kept(log: LoggedEvents, pairs: list[Logged]) -> None:
    """A forged file may number its events beyond all figures; that is for the chain to tell."""
    huge, event = 10**30, pairs[5][1]
    for _ in range(FRESH + 2 * CHUNK):
        log.append(huge, event, codec.encode(event))
    assert log[len(pairs)] == (huge, event)


def test_who_joined_when_is_the_same_in_one_pass(
    session: Session, log: LoggedEvents, pairs: list[Logged]
) -> None:
    """Those of the opening from the start; the newcomer by the event that enrolled them."""
    campaign = session.state.campaign
    for count in range(len(pairs) + 1):
        found = eligibility.joined(campaign, Past(log, count))
        assert found == eligibility.joined(campaign, pairs[:count])
    assert found == {**dict.fromkeys(campaign.members, 0), "late": len(pairs) - 1}


def test_a_stored_past_is_the_log_read_when_it_is_asked_for(
    session: Session, pairs: list[Logged]
) -> None:
    """One by one, as a whole, in part; and who joined when, up to every event."""
    whole = StoredPast(session.ledger, NAME, len(pairs))
    assert list(whole) == pairs and len(whole) == len(pairs)
    assert [whole[at] for at in range(-len(pairs), len(pairs))] == [*pairs, *pairs]
    assert whole[3:9:2] == pairs[3:9:2] and whole[:-5] == pairs[:-5]
    for beyond in (len(pairs), -len(pairs) - 1):
        with pytest.raises(IndexError):
            whole[beyond]
    assert [effective.at(whole, version) for version, _ in pairs] == [event for _, event in pairs]
    assert effective.at(whole, 0) is None and effective.at(whole, len(pairs) + 1) is None
    campaign = session.state.campaign
    for count in range(len(pairs) + 1):
        found = eligibility.joined(campaign, StoredPast(session.ledger, NAME, count))
        assert found == eligibility.joined(campaign, pairs[:count])


def test_an_audit_keeps_the_newest_events_alone_unpacked(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record without look-back: nothing is unpacked, and few events are kept as they are."""
    monkeypatch.setattr(effective, "CHUNK", CHUNK)
    monkeypatch.setattr(effective, "FRESH", FRESH)
    audit = Verification(SYSTEMS)
    assert list(audit.findings(stored(session))) == []
    assert audit.log.fresh <= FRESH + CHUNK < audit.checked
    assert audit.log.read <= 2 * audit.checked
