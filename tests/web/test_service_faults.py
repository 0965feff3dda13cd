"""Faults that a club meets: two tabs, the back button, a full disk, clocks, slow senders."""

import asyncio
from pathlib import Path

import pytest

from campaign.accounts.backups import BackupError, BackupPlan, TimedBackups
from campaign.store.protocol import StoreError
from campaign.web.app import application
from campaign.web.middleware import InTime
from support.evening import BOARD, DESK, answer, at_once
from support.web import NAME, WebClub, forms, words

pytestmark = pytest.mark.usefixtures("drawn")


def test_two_tabs_of_a_member_end_with_the_later_choice(made: WebClub) -> None:
    """Both are in, the second in the first one's place: the record says so, and the page."""
    ben = made.browser("ben")
    (one,), (other,) = forms(ben.get(BOARD).text), forms(ben.get(BOARD).text)
    assert one.fields["id"] != other.fields["id"]
    before = made.version
    assert "It is in" in ben.post(BOARD, one.fields | {"choice": "veto"}).text
    assert "It is in" in ben.post(BOARD, other.fields | {"choice": "no-veto"}).text
    assert made.version == before + 2


def test_back_and_send_again_counts_once(made: WebClub) -> None:
    """The page that the back button shows holds the same id. With another choice
    ticked the answer is what the first said: it shows what is in.
    """
    ben = made.browser("ben")
    (form,) = forms(ben.get(BOARD).text)
    ben.post(BOARD, form.fields | {"choice": "veto"})
    before = made.version
    again = ben.post(BOARD, form.fields | {"choice": "veto"})
    assert again.status_code == 200 and "It is in" in again.text
    other = ben.post(BOARD, form.fields | {"choice": "no-veto"})
    assert '"choice":"veto"' in words(other).replace(" ", "")
    assert "no-veto" not in words(other)
    assert made.version == before


def test_two_hosts_tabs_do_a_step_once(made: WebClub) -> None:
    """The button of the tab that was left open is gone by then; it says so."""
    host = made.browser("host")
    page = host.get(DESK).text
    form = next(one for one in forms(page) if "step" in one.offered)
    (second,) = forms(host.post(DESK, form.fields | {"step": form.offered["step"][0]}).text)
    sent = second.fields | {"because": "agreed with them"}
    assert at_once(host, host.post(DESK, sent)).status_code == 200
    before = made.version
    stale = host.post(DESK, sent | {"id": "another"})
    assert stale.status_code == 409
    assert "Not recorded. Somebody did this meanwhile" in words(stale)
    assert made.version == before


def fill(made: WebClub) -> None:
    """Records words until there is no room."""
    for number in range(60):
        note = {"command": "AddEntropy", "value": "x" * 200, "id": f"n{number}"}
        made.house.ledger.submit(NAME, note)


def test_a_full_disk_is_told_and_afterwards_all_goes_on(made: WebClub) -> None:
    """SQLite itself has no page left for the ballot; the same form is taken once there is room."""
    ben = made.browser("ben")
    (form,) = forms(ben.get(BOARD).text)
    sent = form.fields | {"choice": "veto"}
    db = made.house.ledger.store._connected().opened()  # type: ignore[attr-defined]
    full = db.execute("PRAGMA page_count").fetchone()[0]
    usual = db.execute("PRAGMA max_page_count").fetchone()[0]
    db.execute(f"PRAGMA max_page_count={full}")
    with pytest.raises(StoreError, match="the disk is full; nothing was recorded"):
        fill(made)
    filled = made.version
    for number in range(60):  # words as short as they get, until even they find no room
        page = made.browser("host").post(
            f"/c/{NAME}/do/AddEntropy", {"value": f"{number}" * 50, "id": f"m{number}"}
        )
        if page.status_code == 503:
            break
        filled = made.version
    assert page.status_code == 503
    assert "Nothing was recorded. Try again in a minute." in words(page)
    assert made.version == filled
    db.execute(f"PRAGMA max_page_count={usual}")
    assert "It is in" in ben.post(BOARD, sent).text


def test_a_clock_far_ahead_and_back_again(made: WebClub) -> None:
    """What is recorded after it went back keeps the later time, and pages go on."""
    made.house.ledger._clock = lambda: "2030-01-01T00:00:00.000Z"
    assert "It is in" in answer(made.browser("ben"), "no-veto").text
    made.house.ledger._clock = lambda: "1999-06-01T00:00:00.000Z"
    assert "It is in" in answer(made.browser("cora"), "no-veto").text
    stamps = [one.event.at for one in made.house.ledger.history(NAME)]
    assert stamps == sorted(stamps)
    assert stamps[-2:] == ["2030-01-01T00:00:00.000Z"] * 2


def test_a_sender_who_takes_too_long_is_answered_and_lets_go(made: WebClub) -> None:
    """Half a form, then nothing: 408, and nothing of it counts."""
    before = made.version
    sent: list[dict[str, object]] = []

    async def asked() -> None:
        parts = iter([{"type": "http.request", "body": b"choice=", "more_body": True}])

        async def receive() -> dict[str, object]:
            if (part := next(parts, None)) is not None:
                return part
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: dict[str, object]) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "method": "POST",
            "path": "/in",
            "raw_path": b"/in/abc",
            "query_string": b"",
            "root_path": "",
            "headers": [
                (b"host", b"club.example"),
                (b"sec-fetch-site", b"same-origin"),
                (b"content-type", b"application/x-www-form-urlencoded"),
            ],
        }
        scope["path"] = "/in/abc"
        app = InTime(application(made.house), slowest=0.01)
        await app(scope, receive, send)  # type: ignore[arg-type]

    asyncio.run(asked())
    assert sent[0]["status"] == 408
    assert sent[1]["body"] == b"this was not sent within 0 seconds; nothing was recorded\n"
    assert made.version == before


def test_a_backup_that_fails_is_told_to_the_host(
    made: WebClub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the first lines of the desk, without the machine's folders."""

    def fail(store: Path, target: Path) -> None:
        raise BackupError(f"cannot write {target}")

    from datetime import UTC, datetime, timedelta

    plan = BackupPlan(tmp_path / "kept", timedelta(hours=1), 3)
    backups = TimedBackups(tmp_path / "club.db", plan, lambda: datetime.now(UTC), fail)
    made.house.upkeep.backups = backups
    assert made.nobody().get("/readyz").text == "ready; no backup yet\n"
    with monkeypatch.context() as patch:
        closed = "backups can't be written to /srv/kept: add it to ReadWritePaths"
        patch.setattr(backups, "why_not_written", lambda: closed)
        probe = made.nobody().get("/readyz")
        assert (probe.status_code, probe.text) == (200, f"ready; {closed}\n")
    with pytest.raises(BackupError):
        backups.run()
    page = words(made.browser("host").get(DESK))
    assert "The last backup failed; the log of the service says why." in page
    assert str(tmp_path) not in page
