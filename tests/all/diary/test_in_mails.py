"""Dispatches in mails: the turn's mail quotes what everybody may read; a notice names nothing."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.accounts.choices import USUAL, Choices
from campaign.accounts.database import open_people
from campaign.accounts.protocol import DELIVERIES
from campaign.accounts.settings import Settings
from campaign.diary.reading import QUOTED
from campaign.notifications.compose import letter
from campaign.notifications.deliveries import StoredDeliveries
from campaign.notifications.email_content import Recipient
from diary.clubs import OTHER_WORDS, SECRET_WORDS, Diarists, diarists

ON_ROMMEL = "leader:rommel"


@pytest.fixture
def lif(tmp_path: Path) -> Iterator[Diarists]:
    made = diarists("lif", tmp_path)
    yield made
    made.close()


@contextmanager
def mailing(club: Diarists) -> Iterator[Any]:
    """The mail of a club, as it is now."""
    mail = pytest.importorskip("campaign.extensions.mail_out.campaign_mail")
    with closing(open_people(club.ledger.store.place, (DELIVERIES,))) as file:
        yield mail.Mailing(
            club.ledger, club.name, club.desk.people, StoredDeliveries(file), Settings()
        )


def notices(club: Diarists) -> list[tuple[str, tuple[str, ...], str]]:
    """What there is to tell of the diary, to whom, and in which words."""
    with mailing(club) as mail:
        return [(one.key, one.members, one.headline) for one in mail.found if one.kind == "diary"]


def turn_letter(club: Diarists, reader: Recipient | None = None) -> str:
    """What Ben's mail of the first turn says."""
    with mailing(club) as mail:
        of_turn = next(one for one in mail.found if one.kind == "turns")
        found = letter(mail.book, of_turn, "ben", reader or mail._reader("ben"))
        assert all(part in found.html for part in ("War diary",)) == ("War diary" in found.text)
        return " ".join(found.text.split())


def test_a_notice_says_who_wrote_and_not_what(lif: Diarists) -> None:
    """To everybody but the author, if they asked for it; an edit is no news, nor what is gone."""
    lif.write(subject=ON_ROMMEL)
    others = ("host", "ben", "ref", "eve")
    assert notices(lif) == [("diary:w1", others, "Anna wrote in the war diary.")]
    assert "diary" not in USUAL and Choices(kinds={"diary": True}).wants("diary")
    lif.write(words="It rained.", replaces="w1")
    assert notices(lif) == []


def test_nothing_tells_of_what_is_sealed(lif: Diarists) -> None:
    for until in ("turn", "end"):
        lif.write(until=until, subject=ON_ROMMEL)
    assert notices(lif) == []
    lif.end()
    assert notices(lif) == []


def test_news_of_days_ago_is_none(lif: Diarists) -> None:
    """Three days after it was written."""
    from campaign.notifications.detection import of_diary

    lif.write()
    campaign = lif.ledger.live(lif.name).state.campaign
    day = campaign.record.dispatches["w1"].at[:10]
    assert [one.key for one in of_diary(campaign, f"{day}T23:59:59Z")] == ["diary:w1"]
    year = int(day[:4]) + 1
    assert list(of_diary(campaign, f"{year}{day[4:]}T00:00:00Z")) == []


def test_the_turn_s_mail_quotes_what_everybody_may_read(lif: Diarists) -> None:
    """By its author, on its subject, at most 300 letters and no markup; nothing that is sealed."""
    lif.write(words=f"*{SECRET_WORDS}*.\n\n> Indeed.", subject=ON_ROMMEL)
    lif.write("ben", "ab " * 200)
    lif.write("ben", OTHER_WORDS, until="end")
    lif.write("anna", "Opened by now.", until="turn")
    lif.write(words="Gone."), lif.ask("RemoveDispatch", "anna", dispatch="w5")
    lif.end_turn()
    text = turn_letter(lif)
    assert f"- Anna on Rommel: {SECRET_WORDS}. “Indeed.”" in text
    assert "- Ben: ab ab" in text and text.count("ab ab") <= QUOTED / 6 and "ab …" in text
    assert "Opened by now." in text
    assert OTHER_WORDS not in text and "Gone" not in text and "removed" not in text


def test_a_mail_without_a_diary_has_no_word_of_one(lif: Diarists) -> None:
    lif.write(until="end")
    lif.end_turn()
    assert "WAR DIARY" not in turn_letter(lif).upper()


def test_who_cannot_read_it_anywhere_is_led_nowhere(lif: Diarists) -> None:
    """A notice leads to the diary's page, where there is a service."""
    lif.write()
    with mailing(lif) as mail:
        one = next(one for one in mail.found if one.kind == "diary")
        reader = mail._reader("ben")
        assert "/diary" not in letter(mail.book, one, "ben", reader).text
        there = replace(reader, url="https://club.example.org/")
        assert (
            f"https://club.example.org/c/{lif.name}/diary"
            in letter(mail.book, one, "ben", there).text
        )
