"""docs/decisions/bytes.md: after the close any program works out each chit from the record."""

import hashlib
import hmac
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.history.effective import effective
from campaign.systems import SYSTEMS
from events.lif.us_entry import EntryChitsDrawn, EntryChitsStocked, EntrySecretOpened
from support.sessions import Session, ledger_in

GUIDE = (Path(__file__).parents[4] / "docs" / "decisions" / "bytes.md").read_text()
BLOCKS = [
    block.replace("    ", "").strip("\n") + "\n"
    for block in GUIDE.split("\n\n")
    if block.startswith("    campaign-tracker")
]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A ledger without a campaign yet."""
    session = Session(ledger_in(tmp_path))
    yield session
    session.ledger.close()


def written(number: int, **words: str) -> bytes:
    """A text of the guide, its words in capitals and its example put in."""
    lines = BLOCKS[number].splitlines()
    assert set(words) <= set(lines)
    return "".join(f"{words.get(line, line)}\n" for line in lines).encode()


def the(session: Session, kind: type[Any]) -> list[Any]:
    """Events of a kind, in the campaign's record."""
    history = effective(SYSTEMS.codec, session.ledger.log(session.name))
    found = [placed.event for placed in history]
    return [event for event in found if isinstance(event, kind)]


def test_the_guide_gives_the_value_of_every_chit(session: Session) -> None:
    """By its three formulas: the secret fits, each commitment opens, each value was drawn."""
    session.open()
    session.do("StockEntryChits", rows=[{"value": 2, "count": 3}, {"value": 7, "count": 2}])
    session.do("DrawEntryChits", "ben", pool="entry-japan", count=3)
    session.do("CloseCampaign")
    campaign_id = session.state.campaign.id
    (stocked,), (opened,) = the(session, EntryChitsStocked), the(session, EntrySecretOpened)
    secret = opened.secret
    sealed = written(2, ID=campaign_id, SECRET=secret)
    assert hashlib.sha256(sealed).hexdigest() == stocked.commitment
    left, values, key = ["02", "02", "02", "07", "07"], {}, bytes.fromhex(secret)
    for event in the(session, EntryChitsDrawn):
        for number, chit in enumerate(event.chits, event.draw):
            nonce = hmac.digest(key, written(0, ID=campaign_id, c7=chit.id), "sha256").hex()
            for value in range(100):
                words = {"7": chit.id[1:], "3": str(value), "NONCE": nonce, "ID": campaign_id}
                if hashlib.sha256(written(1, **words)).hexdigest() == chit.commitment:
                    values[chit.id] = value
            word = hmac.digest(key, written(3, ID=campaign_id, NUMBER=str(number)), "sha256")
            while int.from_bytes(word[:8]) >= 2**64 - 2**64 % len(left):
                word = hmac.digest(key, word, "sha256")
            drawn = left.pop(int.from_bytes(word[:8]) % len(left))
            assert int(drawn) == values[chit.id]
    assert len(values) == 3
    seen = session.ledger.private(session.name, "anna")["private"]["pools"]["entry-japan"]
    assert {chit["chit"]: chit["value"] for chit in seen["chits"]} == values


def test_after_the_close_everybody_sees_every_value(session: Session) -> None:
    """LiF 5.3: before it the USA's player alone, after it every member; nobody who is none."""
    session.open()
    session.do("StockEntryChits", rows=[{"value": 2, "count": 3}])
    session.do("DrawEntryChits", "ben", pool="entry-japan", count=2)
    assert not session.ledger.private(session.name, "anna")["accepted"]
    session.do("CloseCampaign")
    seen = session.ledger.private(session.name, "anna")["private"]
    assert seen["levels"] == {"germany-italy": 0, "japan": 4}
    assert session.ledger.private(session.name, "ben")["private"] == seen
    assert not session.ledger.private(session.name, "nobody")["accepted"]
