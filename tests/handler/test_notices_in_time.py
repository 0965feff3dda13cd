"""Whole campaigns, told as they were played: runs of the mail at any moments of their record.

However they fall, in the end everybody has had every turn once, in order, and knows every
correction; nobody was told anything twice.
"""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.accounts.choices import KINDS, Choices
from campaign.notifications.detection import occasions
from campaign.notifications.notification import Delivery, Planned
from campaign.notifications.planning import planned
from campaign.reports.book import ListedLog, last_change, read
from campaign.reports.turn_text import is_open
from campaign.store.reader import LogEntry
from support.disputed import correct, first_turn, second_turn, third_turn, upheld
from support.sessions import NAME, Session, ledger_in

pytestmark = pytest.mark.further

EVERYTHING = dict.fromkeys(KINDS, True)
WISHES = {
    "anna": Choices(address="anna@example.org", kinds=EVERYTHING),
    "ben": Choices(address="ben@example.org"),
    "eve": Choices(address="eve@example.org", sending="turns"),
    "host": Choices(address="host@example.org", kinds=EVERYTHING),
}
Sent = list[tuple[int, Planned]]
"""What went out, each with the version that the record had then."""


def told(log: Sequence[LogEntry], runs: Sequence[int]) -> Sent:
    """Runs of the mail when the record had so many events; every message arrives at once."""
    known: dict[tuple[str, str], Delivery] = {}
    sent: Sent = []
    since = 0
    for length in runs:
        now = log[length - 1].event.at
        book = read(ListedLog(log[:length]))
        campaign = book.logs[-1].end.campaign
        found = occasions(book, since, now)
        for notice in planned(found, WISHES, campaign, known, now, since):
            key = (notice.occasion.key, notice.member)
            assert key not in known, f"{key} is told twice"
            known[key] = Delivery(
                len(known), campaign.id, *key, "mail", "sent", version=length, made_at=now
            )
            sent.append((length, notice))
        since = length
    return sent


def lengths(log: Sequence[LogEntry], parts: Sequence[float]) -> list[int]:
    """When the runs are: after whole commands, the last one at the end."""
    ends = [place for place in range(1, len(log)) if not log[place].event.nth]
    return [
        *sorted({ends[min(round(part * len(ends)), len(ends) - 1)] for part in parts}),
        len(log),
    ]


PARTS = st.lists(st.floats(0, 1), max_size=10)


def whole(session: Session) -> list[LogEntry]:
    log = list(session.ledger.history(NAME))
    session.ledger.close()
    return log


@pytest.fixture(scope="module")
def disputed(tmp_path_factory: pytest.TempPathFactory) -> list[LogEntry]:
    """Three turns, with corrections of turns that were over."""
    session = first_turn(tmp_path_factory.mktemp("disputed"))
    second_turn(session)
    third_turn(session)
    return whole(session)


@pytest.fixture(scope="module")
def rewound(tmp_path_factory: pytest.TempPathFactory) -> list[LogEntry]:
    """Play goes back over two turns, and on again over three."""
    session = Session(ledger_in(tmp_path_factory.mktemp("rewound"))).open(
        rulings={"draws": "table"}
    )
    attack = session.do("DeclareWar", attacker="germany", target="poland")["version"]
    for _ in range(2):
        session.do("AdvanceTurn")
    upheld(session, attack)
    correct(session, "Rewind", dispute="d1", to=attack)
    for _ in range(3):
        session.do("AdvanceTurn")
    return whole(session)


def everything_was_told(log: Sequence[LogEntry], parts: Sequence[float]) -> Sent:
    """What must hold wherever the runs fell."""
    sent = told(log, lengths(log, parts))
    book = read(ListedLog(log))
    over = [place for place in range(len(book.logs)) if not is_open(book.logs, place)]
    for member in WISHES:
        turns = [one for _, one in sent if (one.member, one.occasion.kind) == (member, "turns")]
        names = [one.occasion.turn for one in turns]
        assert names == sorted(names, key=book.system.calendar.ordinal)
        assert set(names) >= {book.logs[place].turn for place in over}
        for place in over:
            turn = book.logs[place].turn
            last = max(
                version
                for version, one in sent
                if one.member == member
                and one.occasion.turn == turn
                and one.occasion.kind in ("turns", "corrections")
            )
            assert last >= last_change(book, place).version, f"{member} knows {turn} otherwise"
    kinds = {(one.member, one.occasion.kind) for _, one in sent}
    assert not kinds & {("ben", "draws"), ("ben", "votes"), ("anna", "failures")}
    assert {kind for who, kind in kinds if who == "eve"} <= {"turns", "corrections"}
    return sent


@settings(max_examples=8)
@given(PARTS)
def test_of_a_campaign_with_corrections(disputed: list[LogEntry], parts: list[float]) -> None:
    everything_was_told(disputed, parts)


@settings(max_examples=8)
@given(PARTS)
def test_of_a_campaign_that_went_back(rewound: list[LogEntry], parts: list[float]) -> None:
    everything_was_told(rewound, parts)


def test_told_after_each_command_everybody_hears_of_each_turn_again(
    rewound: list[LogEntry],
) -> None:
    """The two turns that play went back over were told, and are told again as corrected."""
    sent = everything_was_told(rewound, [place / len(rewound) for place in range(len(rewound))])
    ben = [one.occasion for _, one in sent if one.member == "ben"]
    corrected = [one.turn for one in ben if one.kind == "corrections"]
    assert corrected == ["1939-SO", "1939-ND"]
