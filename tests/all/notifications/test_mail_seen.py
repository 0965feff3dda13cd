"""What mail failed is told until a host has seen to it; whom nothing tells, a host tells."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.extensions.mail_out.job import MailJob
from support.command_line import Shell
from support.evening import DESK
from support.mail_server import CUT, FINE, Behaviour
from support.web import NAME, WebClub, club, forms, words
from tests.all.extensions.mail_out.test_mail_verb import ANNA, BEN, ask_for_ballots, set_up, states

LINE = "may not have reached Anna"
SEEN = "I have seen to the mail"


@pytest.fixture
def shell(tmp_path: Path, server: tuple[int, Behaviour]) -> Shell:
    """A club whose first turn is over; mail to Anna is in doubt, mail to Ben was refused."""
    found = Shell(tmp_path)
    found.fine("start", "club", "--scenario", "global-war", "--title", "Thursday club")
    found.fine("enrol", "club", "anna", "--email", ANNA)
    found.fine("enrol", "club", "ben", "--email", BEN)
    found.fine("turn", "club")
    set_up(found, server[0])
    server[1].after = lambda to, content: CUT
    server[1].at_recipient = lambda to: "550 5.1.1 unknown" if to == BEN else FINE
    while "due" in states(found).values():
        found("mail", "club")
    server[1].after, server[1].at_recipient = lambda to, content: FINE, lambda to: FINE
    return found


def first_line(shell: Shell) -> str:
    return shell.fine("status", "club").splitlines()[0]


def test_a_failure_is_told_until_it_was_seen(shell: Shell) -> None:
    """It stays in the list, and can still be sent again; a new one is told anew."""
    assert set(states(shell).values()) == {"unknown", "refused"}
    assert first_line(shell).startswith("Mail ")
    assert "may have arrived" in shell.fine("mail-status", "club", "--seen")
    assert not first_line(shell).startswith("Mail ")
    assert set(states(shell).values()) == {"unknown", "refused"}


def test_what_fails_anew_is_told_anew(shell: Shell, server: tuple[int, Behaviour]) -> None:
    shell.fine("mail-status", "club", "--seen")
    server[1].after = lambda to, content: CUT
    shell("mail-again", "club", "1")
    assert LINE in first_line(shell)


def test_several_are_sent_again_at_once(shell: Shell, server: tuple[int, Behaviour]) -> None:
    """A number that is typed twice counts once."""
    before = server[1].count()
    done = shell("mail-again", "club", "1", "2", "1", "--yes")
    assert done.status == 0 and server[1].count() == before + 2
    assert set(states(shell).values()) == {"sent"}


def test_one_that_cannot_be_sent_keeps_all_back(
    shell: Shell, server: tuple[int, Behaviour]
) -> None:
    before = server[1].count()
    done = shell("mail-again", "club", "1", "9", "--yes")
    assert (done.status, done.error) == (
        2,
        "campaign: club has no message 9; `campaign mail-status club` lists them",
    )
    assert server[1].count() == before
    assert "unknown" in states(shell).values()


def test_whom_nothing_tells_the_host_tells(shell: Shell) -> None:
    """They are asked for something, and take no mail; the host needs no telling of their own."""
    shell.fine("mail-status", "club", "--seen")
    ask_for_ballots(shell)
    untold = "no notice of what is asked of them; tell them yourself"
    assert untold not in shell.fine("status", "club")
    shell.fine("mail-choices", "club", "ben", "--address", "")
    assert first_line(shell) == f"Mail       Ben gets {untold}"
    shell.fine("mail-choices", "club", "anna", "--send", "turns")
    assert first_line(shell) == f"Mail       Anna and Ben get {untold}"


def test_a_club_that_sends_nothing_is_told_nothing_of_it(tmp_path: Path) -> None:
    found = Shell(tmp_path)
    found.fine("start", "club", "--scenario", "global-war")
    found.fine("enrol", "club", "anna")
    found.fine("enrol", "club", "ben")
    ask_for_ballots(found)
    assert not first_line(found).startswith("Mail ")


@pytest.fixture
def web(tmp_path: Path, server: tuple[int, Behaviour]) -> Iterator[WebClub]:
    with club(tmp_path) as made:
        campaign = made.house.ledger.live(NAME).state.campaign
        from campaign.accounts.choices import Choices

        made.house.people.change(campaign.id, "anna", Choices(address=ANNA))
        path = made.house.ledger.store.path
        path.with_name("club.toml").write_text(
            f'[mail]\nport = {server[0]}\nhost = "127.0.0.1"\nsecurity = "none"\n'
            'from = "Club <club@example.org>"\n'
        )
        assert made.house.ledger.submit(NAME, {"command": "AdvanceTurn"})["accepted"]
        server[1].at_recipient = lambda to: "550 5.1.1 unknown"
        MailJob(path, lambda: "1999-01-01T12:00:00.000Z").run()
        yield made


def test_the_desk_has_a_button_for_it(web: WebClub) -> None:
    """The line is gone once it is pressed, and the button with it."""
    host = web.browser("host")
    page = host.get(DESK)
    assert "Mail to Anna may not have arrived." in words(page)
    form = next(form for form in forms(page.text) if form.text == SEEN)
    page = host.post(form.action, form.fields)
    assert page.url.path == DESK
    assert "may not have arrived" not in words(page) and SEEN not in words(page)
