"""Notices about table talk: to whom, at most once an hour, and without a word of what was said."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.accounts.choices import KINDS, USUAL, Choices, Kind
from campaign.accounts.people import People
from campaign.accounts.table.talk import TALK, Said, TableTalk
from campaign.kernel.members import Campaign, Member
from campaign.notifications.compose import letter
from campaign.notifications.detection import of_talk, talk_from
from campaign.notifications.notification import Delivery, Notification, State
from campaign.notifications.planning import planned, public_news
from letters import asking, reader

NOW = "2026-11-16T20:00:00.000Z"
CAMPAIGN = Campaign(
    name="club", id="ab" * 16, system="lif", rulebook="lif-1998", scenario="global-war",
    first_turn="1939-SO", last_turn="1945-JA", rulings={}, modules=(), seed_anchor="",
    seed_links=0, seed_sealed="",
    members={who: Member(who.title(), ("player",)) for who in ("anna", "ben", "cora")},
)  # fmt: skip
TALKS = Choices(kinds={"talk": True})
NO_MENTIONS = Choices(kinds={"mentions": False, "talk": True})


def said(id: int, who: str, text: str, at: str = NOW, hidden: str = "") -> Said:
    return Said(id, "turn:1939-SO", who, text, at, hidden)


def row(occasion: str, who: str, at: str, state: State = "sent", channel: str = "mail") -> Delivery:
    return Delivery(1, CAMPAIGN.id, occasion, who, channel, state, made_at=at, moved_at=at)


def told(
    *texts: Said, rows: tuple[Delivery, ...] = (), now: str = NOW, **choices: Choices
) -> list[tuple[str, tuple[str, ...]]]:
    """The key of each notice, and whom it is for."""
    news = of_talk(texts, CAMPAIGN, choices, rows, now)
    return [(one.key, one.members) for one in news]


def test_talk_is_off_and_mentions_are_on_until_somebody_chooses() -> None:
    assert {"talk", "mentions"} <= set(KINDS)
    assert "talk" not in USUAL and "mentions" in USUAL
    usual = Choices()
    assert usual.wants("mentions") and not usual.wants("talk")
    for sending in ("turns", "none"):
        assert not replace(usual, sending=sending).wants("mentions")


def test_all_of_one_name_are_told_where_it_is_said() -> None:
    """What tells them apart elsewhere is no part of what people write."""
    alike = {**CAMPAIGN.members, "dan": Member("ben", ())}
    news = of_talk(
        [said(1, "anna", "@Ben, your move")], replace(CAMPAIGN, members=alike), {}, (), NOW
    )
    assert [one.members for one in news] == [("ben", "dan")]


def test_who_is_named_is_told_and_nobody_else() -> None:
    """By an @ or by the name; nobody by their own words."""
    assert told(said(1, "anna", "Well, @ben?")) == [("mentions:1", ("ben",))]
    assert told(said(1, "anna", "Ben and Cora, look!")) == [("mentions:1", ("ben", "cora"))]
    assert told(said(1, "anna", "Anna was here.")) == []
    assert told(said(1, "anna", "Well!")) == []


def test_who_wants_all_talk_is_told_of_the_first_that_is_new() -> None:
    """Of theirs nothing. Whoever is named is told that; who switched that off, as of any talk."""
    texts = (said(1, "ben", "Hm."), said(2, "anna", "Well, @ben and @cora?"))
    assert told(*texts, cora=TALKS) == [("mentions:2", ("ben", "cora"))]
    assert told(*texts, ben=NO_MENTIONS, cora=NO_MENTIONS) == [
        ("talk:1", ("cora",)),
        ("talk:2", ("ben",)),
    ]
    off = Choices(kinds={"mentions": False})
    assert told(*texts, ben=off, cora=off) == []


@pytest.mark.parametrize("state", ["sending", "sent", "refused", "unknown"])
def test_once_an_hour_at_most_whatever_kind(state: State) -> None:
    """From when it went out: at 20:00 and a second the one of 19:00 is an hour old."""
    at, before = "2026-11-16T19:00:00.000Z", "2026-11-16T18:50:00.000Z"
    texts = (
        said(1, "anna", "@ben!", before),
        said(2, "anna", "@ben again", "2026-11-16T19:20:00Z"),
    )
    rows = (row("talk:1", "ben", at, state),)
    assert told(*texts, rows=rows, now="2026-11-16T19:59:59.000Z") == []
    assert told(*texts, rows=rows, now="2026-11-16T20:00:00.000Z") == []
    assert told(*texts, rows=rows, now="2026-11-16T20:00:01.000Z") == [("mentions:2", ("ben",))]
    assert told(texts[0], rows=rows, now="2026-11-16T23:00:00.000Z") == [], "it was told of"


@pytest.mark.parametrize("state", ["due", "later", "claimed", "talking"])
def test_what_waits_keeps_its_name_whatever_else_is_said(state: State) -> None:
    """So that its row is found again; it counts as one."""
    texts = (said(1, "anna", "@ben!"), said(2, "cora", "@ben, too"), said(3, "anna", "@ben"))
    rows = (row("mentions:1", "ben", NOW, state),)
    assert told(*texts, rows=rows) == [("mentions:1", ("ben",))]


def test_a_whole_day_of_talk_is_at_most_a_mail_an_hour() -> None:
    """Forty texts every quarter hour that name Ben; a run looks every five minutes."""
    rows: list[Delivery] = []
    texts: list[Said] = []
    for minute in range(0, 24 * 60, 5):
        now = f"2026-11-16T{minute // 60:02}:{minute % 60:02}:00.000Z"
        if minute % 15 == 0:
            texts.append(said(len(texts) + 1, "anna", "@ben", now))
        for key, members in told(*texts, rows=tuple(rows), now=now):
            assert members == ("ben",)
            rows.append(row(key, "ben", now))
    times = [one.moved_at for one in rows]
    assert 20 <= len(times) <= 24 and len({one.occasion for one in rows}) == len(rows)
    minutes = [int(one[11:13]) * 60 + int(one[14:16]) for one in times]
    assert all(after - before > 60 for before, after in pairwise(minutes))


def test_what_is_old_is_no_news() -> None:
    """Three days: whoever switches talk on is not told of last year's."""
    assert talk_from(NOW) == "2026-11-13T20:00:00Z"


def test_a_notice_goes_as_its_reader_takes_mail() -> None:
    """With the digest, or at once; nobody without an address gets one."""
    (one,) = of_talk([said(1, "anna", "@ben")], CAMPAIGN, {}, (), NOW)
    address = Choices(address="ben@example.org")
    (notice,) = planned((one,), {"ben": address}, CAMPAIGN, {}, NOW)
    assert (notice.member, notice.not_before, notice.in_digest) == ("ben", "", False)
    digest = replace(address, sending="digest", digest_at="21:30")
    (notice,) = planned((one,), {"ben": digest}, CAMPAIGN, {}, NOW)
    assert (notice.not_before, notice.in_digest) == ("2026-11-16T21:30:00Z", True)
    for silent in (Choices(), replace(address, sending="turns"), replace(address, is_stopped=True)):
        assert planned((one,), {"ben": silent}, CAMPAIGN, {}, NOW) == ()


def test_webhooks_and_feeds_are_told_nothing(tmp_path: Path) -> None:
    """Talk is for members."""
    (one,) = of_talk([said(1, "anna", "@ben")], CAMPAIGN, {}, (), NOW)
    assert list(public_news(asking(tmp_path), [one], NOW)) == []


@pytest.mark.parametrize(
    ("kind", "headline"),
    [("talk", "Somebody wrote at the table."), ("mentions", "You were named at the table.")],
)
def test_the_letter_says_that_somebody_wrote_and_not_what(
    tmp_path: Path, kind: Kind, headline: str
) -> None:
    """Neither the text nor who it was; with the page where it is read."""
    text = "@ben SECRETWORDS https://x.example"
    choices = {"ben": TALKS if kind == "talk" else Choices()}
    words = text.removeprefix("@ben") if kind == "talk" else text
    book = asking(tmp_path)
    (one,) = of_talk([said(1, "anna", words)], CAMPAIGN, choices, (), NOW)
    assert one.kind == kind
    made = letter(
        book, replace(one, turn=book.logs[-1].turn), "ben", reader(url="https://club.example")
    )
    assert made.subject == f"Thursday club: {headline.removesuffix('.')}"
    for part in (made.text, made.html):
        assert headline in part and "https://club.example/c/club/talk" in part
        assert "SECRETWORDS" not in part and "x.example" not in part and "Anna" not in part
    assert made.attachments == () and not made.takes_answers


# --- from a store -------------------------------------------------------------------------------


@pytest.fixture
def people(tmp_path: Path) -> Iterator[People]:
    found = People(tmp_path / "campaign.db", (TALK,), clock=lambda: NOW)
    yield found
    found.close()


def mailed(people: People, tmp_path: Path, **more: Any) -> list[Notification]:
    """What the mail of the club has to tell of talk."""
    mail = pytest.importorskip("campaign.extensions.mail_out.campaign_mail")
    from campaign.accounts.database import open_people
    from campaign.accounts.protocol import DELIVERIES
    from campaign.accounts.settings import Settings
    from campaign.notifications.deliveries import StoredDeliveries
    from campaign.store.ledger import Ledger

    file = open_people(tmp_path / "campaign.db", (DELIVERIES,))
    with Ledger(tmp_path / "campaign.db", clock=lambda: NOW) as ledger:
        mailing = mail.Mailing(ledger, "club", people, StoredDeliveries(file), Settings())
        found = [one for one in mailing.found if one.kind in ("talk", "mentions")]
    file.close()
    return found


def test_the_mail_reads_talk_beside_the_record(people: People, tmp_path: Path) -> None:
    """Hidden words are none; a store without talk has nothing to tell."""
    campaign = asking(tmp_path).logs[-1].end.campaign
    assert mailed(people, tmp_path) == []
    talk = TableTalk(people.file, clock=lambda: NOW)
    first = talk.say(campaign.id, "draw:1", "anna", "@Ben, hm?")
    assert isinstance(first, int)
    assert [(one.key, one.members) for one in mailed(people, tmp_path)] == [
        (f"mentions:{first}", ("ben",))
    ]
    talk.hide(campaign.id, first, "host")
    assert mailed(people, tmp_path) == []
