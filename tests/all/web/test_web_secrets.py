"""Every byte that the service gives to anybody: equal while choices are sealed, never a secret.

What takes longer, waits or starts something, beside `web/test_web_secrets.py`.
"""

import re
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from campaign.accounts.table.requests import StoredRequests
from support.evening import press
from support.held import Hand, all_but_one, club_by_hand, holding, open_early
from support.recorded import FOLDERS
from support.walked import Walk
from support.web import NAME, forms
from tests.web.test_web_secrets import Evening, evenings

__all__ = ["evenings"]
OWN = re.compile(
    rb'(?:data-(?:who|push|handle|challenge)|name="challenge" value)="[^"]+"|[0-9]+(?= MiB</dd>)'
)
"""A person's own random ids, the service's key for push, room on the disk: others in every run."""
HEX = re.compile(rb"[0-9a-f]{64,}|(?:[0-9a-f]{8} ){7}[0-9a-f]{8}|[0-9a-f]{8,16}(?=\xe2\x80\xa6)")
"""Digests: whole, in groups, or shortened. They follow from what is sealed and tell nothing."""


def blank(got: bytes) -> bytes:
    """What was received, with digests as blanks of their length."""
    return HEX.sub(_blanked, OWN.sub(_blanked, got))


def _blanked(found: re.Match[bytes]) -> bytes:
    return b"#" * len(found[0])


@pytest.mark.rotating(3)
def test_sealed_choices_change_no_byte_for_anybody_else(evenings: list[Evening]) -> None:
    """Pages, calls, feeds, calendars, guests' pages, streams, headers and the log, in order."""
    one, other = (evening.got() for evening in evenings)
    for who, parts in one.items():
        assert len(parts) == len(other[who])
        for nth, (mine, theirs) in enumerate(zip(parts, other[who], strict=True)):
            assert blank(mine) == blank(theirs), (who, nth)
    assert b"veto" in b"".join(evenings[0].made.browser("ben").got)


def test_choices_are_seen_when_they_are_opened(evenings: list[Evening]) -> None:
    """Then, and only then, what everybody reads differs."""
    for evening in evenings:
        press(evening.made.browser("host"), "Open the ballots")
        evening.eyes.look("olga")
    one, other = (evening.eyes.browser("olga").got[-1:-60:-1] for evening in evenings)
    differing = [nth for nth, part in enumerate(one) if blank(part) != blank(other[nth])]
    assert len(differing) > 5


def test_nobody_is_told_a_secret_of_a_recorded_campaign(tmp_path: Path) -> None:
    """Its beginning; by night all campaigns to their ends, and everybody looks on."""
    (folder,) = (one for one in FOLDERS if one.name == "lif-1998-global-war")
    walk = Walk(folder, tmp_path)
    try:
        walk.play(60, 1, "host", "ben", "nobody")
        assert walk.leaks == []
        assert walk.unopened and walk.proofs and walk.salts and walk.parts > 200
    finally:
        walk.close()


# --- What is held, and what is asked for, say nothing of what is sealed -------------------------


def seen(folder: Path, choice: str) -> list[object]:
    """All that is held and asked after an evening, and the notes that others read of it."""
    folder.mkdir()
    with closing(club_by_hand(folder, Hand())) as made:
        late = all_but_one(made, choice)
        phone = made.browser(late)
        form = next(
            one for one in forms(phone.get(f"/c/{NAME}/requests").text) if "what" in one.fields
        )
        assert phone.post(f"/c/{NAME}/requests", form.fields | {"do": "time"}).status_code == 200
        open_early(made)
        (act,) = holding(made).acts.every()
        (request,) = StoredRequests(made.house.people.file).of(act.campaign)
        pages = [made.browser(who).get(f"/c/{NAME}/board").text for who in ("host", "olga", late)]
        notes = [page.partition('data-live="held"')[2].partition('data-live="table"')[0]
                 for page in pages]  # fmt: skip
        page = made.browser("olga").get(f"/c/{NAME}/held").text
        act = replace(act, person="")  # an id by chance
        return [act, request, page.partition("<main")[2], *notes]


def test_nothing_secret_is_held_or_asked(tmp_path: Path) -> None:
    """Two evenings that differ in what is sealed give equal bytes, for everybody."""
    one, other = seen(tmp_path / "a", "no-veto"), seen(tmp_path / "b", "veto")
    assert all(one) and one == other
