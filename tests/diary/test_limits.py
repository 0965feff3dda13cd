"""How much a member and a campaign may write, and a disk that has no room for it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.accounts.table.diary import ALL
from campaign.diary import deciding
from campaign.handler import filing
from campaign.store.protocol import StoreError
from diary.clubs import OTHER_WORDS, SECRET_WORDS, Diarists, diarists, people_file
from tests.diary.test_dispatches import TANK, audited


@pytest.fixture
def lif(tmp_path: Path) -> Iterator[Diarists]:
    """A club that writes."""
    made = diarists("lif", tmp_path)
    yield made
    made.close()


def test_the_limits_are_those_of_the_guide() -> None:
    """20 dispatches a member and day, 2,000 and 300 MB a campaign."""
    assert (deciding.A_DAY, deciding.A_CAMPAIGN, filing.MOST_BYTES) == (20, 2_000, 300_000_000)


def test_a_member_writes_so_many_in_a_day(lif: Diarists, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others still write, and so does the member on the next day; what was removed counts too."""
    monkeypatch.setattr(deciding, "A_DAY", 2)
    lif.write(), lif.write()
    assert lif.ask("RemoveDispatch", "anna", dispatch="w1")["accepted"]
    refused = lif.ask("FileDispatch", "anna", words="One more.")
    assert refused["reason"] == "Anna has written 2 dispatches today; write the next one tomorrow"
    assert lif.write("ben") == "w3" and audited(lif) == []
    monkeypatch.setattr(lif.ledger, "_clock", lambda: "1999-01-02T00:00:00.000Z")
    assert lif.write() == "w4"


def test_what_waits_for_a_host_counts_on_its_day(
    lif: Diarists, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what was filed; one that is erased makes room, and the next day begins anew."""
    monkeypatch.setattr(deciding, "A_DAY", 2)
    lif.write()
    campaign_id = lif.ledger.live(lif.name).state.campaign.id
    lif.desk.filing.shelf.rows.mute(campaign_id, ALL, on=True)
    assert lif.ask("FileDispatch", "anna", words="It waits.")["held"] == "h1"
    refused = lif.ask("FileDispatch", "anna", words="One more.")
    assert refused["reason"] == "Anna has written 2 dispatches today; write the next one tomorrow"
    assert b"One more." not in people_file(lif)
    assert lif.ask("FileDispatch", "ben", words="Ben's.")["held"] == "h2"
    assert lif.desk.beside(lif.name, lambda one: one.drop(lif.name, "h1", "anna"))
    assert lif.ask("FileDispatch", "anna", words="In its place.")["held"] == "h3"
    monkeypatch.setattr(lif.ledger, "_clock", lambda: "1999-01-02T00:00:00.000Z")
    assert lif.ask("FileDispatch", "anna", words="Tomorrow.")["held"] == "h4"


def test_a_campaign_has_so_many(lif: Diarists, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are there count: a removed one makes room."""
    monkeypatch.setattr(deciding, "A_CAMPAIGN", 2)
    lif.write(), lif.write("ben")
    refused = lif.ask("FileDispatch", "eve", words="One more.")
    assert refused["reason"] == "the diary is full: a campaign has at most 2"
    assert lif.ask("RemoveDispatch", "anna", dispatch="w1")["accepted"]
    assert lif.write("eve") == "w3"


def test_a_campaign_has_so_many_bytes_of_pictures(
    lif: Diarists, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words alone still fit, and so does a picture once another one is gone."""
    monkeypatch.setattr(filing, "MOST_BYTES", 2_000_000 + len(TANK.jpeg))
    large = filing.PictureShown(bytes(2_000_000), 40, 30, "A long road")
    assert lif.ask("FileDispatch", "anna", (large,), words=SECRET_WORDS)["accepted"]
    assert lif.ask("FileDispatch", "ben", (TANK,), words=OTHER_WORDS)["accepted"]
    refused = lif.ask("FileDispatch", "ben", (TANK,), words="Another.")
    assert refused["reason"] == "the diary's pictures are full: 2 MB a campaign"
    assert lif.write("ben", "No picture.") == "w3"
    assert lif.ask("RemoveDispatch", "anna", dispatch="w1")["accepted"]
    assert lif.ask("FileDispatch", "ben", (TANK,), words="Another.")["accepted"]


@pytest.mark.parametrize(
    "step",
    [
        "campaign.accounts.table.diary.StoredDiary.put",
        "campaign.store.ledger.Ledger.outcome",
        "campaign.accounts.table.diary.StoredDiary.becomes",
    ],
)
def test_a_full_disk_keeps_no_half_of_a_dispatch(
    lif: Diarists, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Whatever had no room, the words, the event or their state: it is filed whole or not at all,
    and once where the same is sent again.
    """

    def full(*_: object, **__: object) -> None:
        raise StoreError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(step, full)
        with pytest.raises(StoreError):
            lif.ask("FileDispatch", "anna", (TANK,), words=SECRET_WORDS, id="mine")
    is_filed = step.endswith("becomes")
    assert lif.ids("ben") == ["w1"] * is_filed and audited(lif) == []
    assert (TANK.jpeg in people_file(lif)) == is_filed
    assert lif.ask("FileDispatch", "anna", (TANK,), words=SECRET_WORDS, id="mine")["accepted"]
    assert lif.ids("ben") == ["w1"] and audited(lif) == []
