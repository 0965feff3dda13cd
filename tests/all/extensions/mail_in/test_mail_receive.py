"""`mail-receive`: answers by mail from standard input, a maildir and a mail server; what becomes of

What takes longer, waits or starts something, beside `extensions/mail_in/test_mail_receive.py`.
"""

import json
import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from campaign.accounts.database import PeopleFile
from campaign.accounts.protocol import PEOPLE
from support.command_line import Shell
from support.mail_server import Behaviour
from tests.extensions.mail_in.test_mail_receive import (
    ANNA,
    ANSWERS,
    SETTINGS,
    WROTE,
    bounce,
    given,
    letter,
    mail,
    maildir,
    sealed,
    shell,
    table,
    words,
)
from tests.store.test_faults import may_drop_privilege, without_privilege

__all__ = ["maildir", "shell", "table"]


def test_a_bounce_turns_its_delivery_to_refused(
    shell: Shell, server: tuple[int, Behaviour]
) -> None:
    """The host reads the server's words in mail-status."""
    with_server(shell, server[0])
    shell.fine("mail", "club")
    assert given(shell, bounce(shell))["outcome"] == "undelivered"
    rows = json.loads(shell.fine("mail-status", "club", "--json"))["deliveries"]
    row = next(one for one in rows if (one["occasion"], one["member"]) == ("ballot:1", "anna"))
    assert (row["state"], row["server"]) == ("refused", "550 5.1.1 No such user")


def with_server(shell: Shell, port: int) -> None:
    """Settings with a mail server on this machine."""
    lines = f'host = "127.0.0.1"\nsecurity = "none"\nport = {port}\n'
    (shell.folder / "club.toml").write_text(SETTINGS + ANSWERS + lines)


def test_a_receipt_goes_to_the_sender_once(shell: Shell, server: tuple[int, Behaviour]) -> None:
    """By the club's server, in the thread of the request; the same mail again sends nothing."""
    with_server(shell, server[0])
    raw = mail(shell, words(shell)[0])
    given(shell, raw)
    given(shell, raw)
    (message,) = server[1].messages("anna@example.org")
    assert message["In-Reply-To"] == letter(shell)["Message-ID"]
    assert message["Subject"] == "club: your answer is in"
    assert server[1].count() == 1


def test_a_receipt_waits_for_the_server(shell: Shell, server: tuple[int, Behaviour]) -> None:
    """Without one the answer counts, and a line says that its receipt waits."""
    raw = mail(shell, words(shell)[0])
    done = shell("mail-receive", "club", "-", typed=raw.decode())
    assert done.out == "Anna: taken, receipt club/7\n"
    waits = "what members are told waits: no mail server is set; --out FOLDER writes it"
    assert done.error == f"campaign: {waits}"
    with_server(shell, server[0])
    given(shell, mail(shell, "x", 2, In_Reply_To="<x@y>", References="<x@y>", Subject="Maps"))
    assert server[1].count() == 1


@pytest.fixture
def over(tmp_path: Path) -> Shell:
    """A club whose first turn is over, and which takes ballots in the second."""
    (tmp_path / "over").mkdir()
    made = Shell(tmp_path / "over")
    made.fine("start", "club", "--scenario", "global-war")
    made.fine("enrol", "club", "anna", "--email", "anna@example.org")
    made.fine("assign", "club", "germany", "anna")
    made.fine("turn", "club")
    lines = '{"command":"OpenReinforcement"}\n{"command":"DrawLeader"}\n'
    made.fine("submit", "club", typed=lines)
    made.fine("mail-choices", "club", "anna", "--send", "digest")
    return made


@pytest.fixture
def digest(over: Shell, server: tuple[int, Behaviour]) -> EmailMessage:
    """What Anna got: the turn that is over and her ballot, in one message."""
    with_server(over, server[0])
    over.fine("mail", "club", "--to", "anna")
    (found,) = server[1].messages("anna@example.org")
    return found


def states(shell: Shell) -> dict[str, str]:
    """How Anna's deliveries are, by what they are about."""
    rows = json.loads(shell.fine("mail-status", "club", "--json"))["deliveries"]
    return {row["occasion"]: row["state"] for row in rows if row["member"] == "anna"}


def test_a_digest_that_came_back_is_refused_whole(over: Shell, digest: EmailMessage) -> None:
    """Its own id is in no row: all that went out in it did not arrive."""
    before = states(over)
    assert set(before.values()) == {"sent"} and len(before) == 2
    found = given(over, bounce(over, digest["Message-ID"]))
    assert (found["outcome"], found["member"]) == ("undelivered", "anna")
    assert states(over) == dict.fromkeys(before, "refused")


def test_a_digest_goes_out_though_this_computer_does_not_know_the_zone(
    over: Shell, server: tuple[int, Behaviour]
) -> None:
    """A file from another computer may name one that is newer; its day is then that of UTC."""
    file = PeopleFile(over.folder / "campaign.people.db", (PEOPLE,))
    with file.writing() as db:
        assert db.execute("UPDATE person SET zone='Europe/Nowhere'").rowcount == 1
    with_server(over, server[0])
    over.fine("mail", "club", "--to", "anna")
    (message,) = server[1].messages("anna@example.org")
    assert re.match(r"<digest\.[0-9]{4}-[0-9]{2}-[0-9]{2}\.1\.", message["Message-ID"])


def test_a_digest_is_answered_by_its_id_alone(over: Shell, digest: EmailMessage) -> None:
    """Some programs write no References, and a digest's subject has no token."""
    part = digest.get_body(("plain",))
    assert part is not None
    word = re.findall(r"^    ([A-Z]{4,8}) = ", part.get_content(), re.MULTILINE)[0]
    raw = (
        f"From: {ANNA}\nSubject: Re: {digest['Subject']}\nMessage-ID: <a@mail.example.org>\n"
        f"In-Reply-To: {digest['Message-ID']}\n\n{word}\n"
    ).encode()
    found = given(over, raw)
    assert (found["outcome"], found["member"]) == ("accepted", "anna")
    assert sealed(over) == ["germany"]


def test_a_mail_that_cannot_be_read_keeps_none_of_the_others(shell: Shell, maildir: Path) -> None:
    """It is named at the end, and waits."""
    if not may_drop_privilege(maildir / "tmp"):
        pytest.skip("this superuser may read everything")
    (maildir / "new" / "0.a").write_bytes(b"From: x@y\n\n")
    (maildir / "new" / "0.a").chmod(0)
    (maildir / "new" / "1.a").write_bytes(mail(shell, words(shell)[0]))
    args = ("mail-receive", "club", "--maildir", "Maildir", "--out", "told")
    done = shell(*args, before=without_privilege)
    assert done.status == 1 and done.out == f"Anna: taken, receipt club/7\n{WROTE}"
    assert done.error == "campaign: cannot read Maildir/new/0.a: Permission denied"
    (maildir / "new").chmod(0)
    done = shell(*args, before=without_privilege)
    (maildir / "new").chmod(0o700)
    assert (done.status, done.error) == (1, "campaign: cannot read Maildir: Permission denied")
