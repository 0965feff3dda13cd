"""What is held, and what is asked for, say nothing of what is sealed."""

from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from campaign.accounts.table.requests import StoredRequests
from support.held import Hand, all_but_one, club_by_hand, holding, open_early
from support.web import NAME, forms

HERE = f"/c/{NAME}"


def seen(folder: Path, choice: str) -> list[object]:
    """All that is held and asked after an evening, and the notes that others read of it."""
    folder.mkdir()
    with closing(club_by_hand(folder, Hand())) as made:
        late = all_but_one(made, choice)
        phone = made.browser(late)
        form = next(
            one for one in forms(phone.get(f"{HERE}/requests").text) if "what" in one.fields
        )
        assert phone.post(f"{HERE}/requests", form.fields | {"do": "time"}).status_code == 200
        open_early(made)
        (act,) = holding(made).acts.every()
        (request,) = StoredRequests(made.house.people.file).of(act.campaign)
        pages = [made.browser(who).get(f"{HERE}/board").text for who in ("host", "olga", late)]
        notes = [page.partition('data-live="held"')[2].partition('data-live="table"')[0]
                 for page in pages]  # fmt: skip
        page = made.browser("olga").get(f"{HERE}/held").text
        act = replace(act, person="")  # an id by chance
        return [act, request, page.partition("<main")[2], *notes]


def test_nothing_secret_is_held_or_asked(tmp_path: Path) -> None:
    """Two evenings that differ in what is sealed give equal bytes, for everybody."""
    one, other = seen(tmp_path / "a", "no-veto"), seen(tmp_path / "b", "veto")
    assert all(one) and one == other
