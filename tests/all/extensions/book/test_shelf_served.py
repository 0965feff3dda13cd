"""The shelf on the service: a member's own finished campaigns, and what they are called there."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.extensions.book.shelf import seats
from campaign.handler.command_handler import Actor
from support.web import NAME, WebClub, club

END, HOST = b'{"command": "CloseCampaign"}', Actor("host")
CALLED = "Benedict the Unready"


@pytest.fixture
def web(tmp_path: Path) -> Iterator[WebClub]:
    """A campaign that is over."""
    with club(tmp_path) as made:
        answer = made.house.desk.submit(NAME, END, HOST)
        assert answer.answer["accepted"], answer
        yield made


def test_members_alone_find_their_finished_campaign(web: WebClub) -> None:
    """With its book; who has no seat in one finds nothing of it."""
    ben = web.browser("ben")
    assert 'href="/me/shelf"' in ben.get("/me").text
    shelf = ben.get("/shelf").text
    assert f'href="/c/{NAME}/book"' in shelf and "Head of the record" in shelf
    answer = web.house.desk.open("other", scenario="global-war", rulebook="lif-1998")
    assert answer["accepted"] and "other" not in ben.get("/shelf").text
    web.house.desk.submit("other", END, HOST)
    assert "/c/other" not in ben.get("/shelf").text
    assert web.nobody().get("/shelf").status_code == 401


def test_a_name_of_ones_own_stands_on_shelf_and_book_until_it_is_taken_back(web: WebClub) -> None:
    """Nobody else's name changes; the record's pages keep the old one."""
    ben, ref = web.browser("ben"), web.browser("ref")
    before = ref.get(f"/c/{NAME}/book").text
    assert "Ben" in before and before == ref.get(f"/c/{NAME}/book").text
    for link in ("1939-SO.html", "1939-SO-picture.svg"):
        assert f'href="/c/{NAME}/turns/{link}"' in before
        assert ref.get(f"/c/{NAME}/turns/{link}").status_code == 200
    refused = ben.post("/me/shelf", {"do": "name", "called": "a\u202eb"})
    assert refused.status_code == 422 and "Nothing was changed" in refused.text
    ben.fill("/me/shelf", do="name", called=CALLED)
    for path in ("/shelf", f"/c/{NAME}/book"):
        assert CALLED in ref.get(path).text
    assert f"I am {CALLED}" in ben.get("/me/shelf").text
    ben.fill("/me/shelf", do="forget")
    for path in ("/shelf", f"/c/{NAME}/book"):
        text = ref.get(path).text
        assert "a member" in text and CALLED not in text and "Ben<" not in text
    assert seats.persons(web.house.people.file).is_forgotten(
        (web.house.ledger.live(NAME).state.campaign.id, "ben")
    )
    ben.fill("/me/shelf", do="record")
    assert ref.get(f"/c/{NAME}/book").text == before
