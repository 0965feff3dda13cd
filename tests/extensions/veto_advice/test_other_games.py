"""What leaders are worth is a page of Leaders in Flames: in another game there is none."""

from pathlib import Path

from support.sessions import ledger_in
from support.web import NAME, WebClub


def test_another_game_has_no_page_of_leaders_values(tmp_path: Path) -> None:
    made = WebClub.on(ledger_in(tmp_path))
    assert made.house.desk.open(NAME, system="fow", scenario="anzio")["accepted"]
    host, path = made.browser("host"), f"/c/{NAME}/values"
    for answer in (host.get(path), host.post(path, {"key": "ab" * 8})):
        assert (answer.status_code, "There is no such page here" in answer.text) == (404, True)
    made.close()
