"""`mail-receive --imap` and `--lmtp`: answers from a mailbox on a server, and from the mail server

What takes longer, waits or starts something, beside `extensions/mail_in/test_mail_imap.py`.
"""

import base64
import json
import signal
import smtplib
from collections.abc import Iterator

import pytest

from campaign.accounts.settings import MailSettings
from campaign.extensions.mail_in.mailbox import ImapSource, MailboxError
from support.command_line import Shell
from support.imap_server import Mailbox, imap_server
from support.mail_server import Authority
from tests.extensions.mail_in.test_mail_imap import authority, set_up, shell
from tests.extensions.mail_in.test_mail_receive import (
    asked_for,
    bounce,
    mail,
    sealed,
    table,
    told,
    version,
    words,
)

__all__ = ["authority", "shell", "table"]
NOT_IN = (
    "127.0.0.1 does not let club in; look at user and password, or make an app password"
    " (127.0.0.1 said: {})"
)
UNRELATED = b"From: ben@example.org\nSubject: Maps\n\nShall I bring them?\n"


@pytest.fixture
def server(authority: Authority) -> Iterator[tuple[int, Mailbox]]:
    with imap_server(authority.vouched("127.0.0.1")) as found:
        yield found


@pytest.fixture
def box(shell: Shell, authority: Authority, server: tuple[int, Mailbox]) -> Mailbox:
    """A mailbox that the club's settings name."""
    set_up(shell, authority, server[0])
    return server[1]


def fetched(shell: Shell) -> list[str]:
    """What was said of each mail."""
    lines = shell.fine("mail-receive", "club", "--imap", "--out", "told").splitlines()
    return [line for line in lines if not line.startswith("wrote told/")]


def test_answers_are_taken_and_put_away_and_the_rest_is_left(shell: Shell, box: Mailbox) -> None:
    """The folder Seen/club is made; a mail about something else stays unread, and only its headers
    are ever fetched.
    """
    other = box.put(UNRELATED)
    box.put(mail(shell, words(shell)[0]))
    assert fetched(shell) == ["Anna: taken, receipt club/7"]
    assert sealed(shell) == ["germany"]
    assert list(box.mails) == [other] and box.flags[other] == set()
    assert len(box.folders["Seen/club"]) == 1
    assert f"UID FETCH {other} (RFC822.SIZE BODY.PEEK[])" not in box.asked
    assert list(told(shell)) == ["anna-receipt-7.eml"]


def test_what_was_looked_at_is_not_looked_at_again(shell: Shell, box: Mailbox) -> None:
    """Until the server numbers its mails anew."""
    other = box.put(UNRELATED)
    fetched(shell)
    box.asked.clear()
    assert fetched(shell) == ["Nothing new came in for club."]
    assert not any(line.startswith("UID FETCH") for line in box.asked)
    box.validity = 8
    fetched(shell)
    assert f"UID FETCH {other} (RFC822.SIZE BODY.PEEK[HEADER])" in box.asked


@pytest.mark.parametrize("can", ["IMAP4rev1 UIDPLUS", "IMAP4rev1"])
def test_a_server_that_cannot_move(shell: Shell, box: Mailbox, can: str) -> None:
    """The mail is copied and marked; it goes for good only where others' mails stay."""
    box.capabilities = can
    box.delimiter = "."
    box.put(mail(shell, words(shell)[0]))
    assert fetched(shell) == ["Anna: taken, receipt club/7"]
    assert len(box.folders["Seen.club"]) == 1
    assert [box.flags[uid] for uid in box.mails] == (
        [] if "UIDPLUS" in can else [{"\\Seen", "\\Deleted"}]
    )
    assert "EXPUNGE" not in box.asked
    assert fetched(shell) == ["Nothing new came in for club."]


def test_a_mail_that_cannot_be_put_away_is_found_again(shell: Shell, box: Mailbox) -> None:
    """The ballot is in; the next run puts the mail away, and tells nobody twice."""
    box.put(mail(shell, words(shell)[0]))
    box.refuses = "UID MOVE"
    done = shell("mail-receive", "club", "--imap", "--out", "told")
    assert done.status == 1 and "127.0.0.1 does not put a mail away: " in done.err
    after = version(shell)
    box.refuses = ""
    assert fetched(shell) == ["Anna: taken already, receipt club/7"]
    assert version(shell) == after and box.mails == {}


def test_a_mail_that_is_too_large_is_not_fetched(shell: Shell, box: Mailbox) -> None:
    """Its headers say whose it is; the member is told."""
    uid = box.put(mail(shell, words(shell)[0]) + b"x" * 25_200_000)
    assert fetched(shell) == ["Anna: does not count: it was larger than 256 KiB"]
    assert f"UID FETCH {uid} (RFC822.SIZE BODY.PEEK[])" not in box.asked
    (text,) = told(shell).values()
    assert "it was larger than 256 KiB; answer with the word alone." in text


def test_a_mail_that_came_back_is_found_by_what_is_in_it(shell: Shell, box: Mailbox) -> None:
    """Its headers name none of our mails; that a server reports something is enough to look."""
    box.put(bounce(shell))
    assert fetched(shell) == ["Anna: a mail did not arrive"]
    assert len(box.folders["Seen/club"]) == 1


def test_a_wrong_password_in_words_and_without_it(shell: Shell, box: Mailbox) -> None:
    """The server repeats it; we do not."""
    box.password = "another"
    done = shell("mail-receive", "club", "--imap")
    assert done.status == 1 and done.error.startswith(
        "campaign: 127.0.0.1 does not let club in; look at user and password, or make an app"
        " password (127.0.0.1 said: "
    )
    assert "tractor-battery-staple" not in done.out + done.err


PASSWORDS = ("Hunter2-\"Gehe\\im'", "two  blanks")


@pytest.mark.parametrize("password", PASSWORDS)
@pytest.mark.parametrize("how", ["NO", "BAD"])
def test_a_password_with_odd_signs_is_shown_in_no_form(password: str, how: str) -> None:
    """The library puts it in quotes and shows answers as bytes; the host reads words."""
    with imap_server() as (port, box):
        box.sign_in = f"{how} no, {{}} of anna@example.org is wrong"
        mail = MailSettings(host="127.0.0.1", port=port, security="none", user="club")
        with pytest.raises(MailboxError) as caught:
            ImapSource(mail, password).open()
    assert str(caught.value) == NOT_IN.format('no, LOGIN club "…" of … is wrong')


def test_a_token_is_shown_in_no_form() -> None:
    """Servers repeat what they got, and tokens are sent in base64."""
    with imap_server() as (port, box):
        box.sign_in = "NO no, {} is wrong"
        box.capabilities = "IMAP4rev1 AUTH=XOAUTH2"
        mail = MailSettings(
            host="127.0.0.1", port=port, security="none", user="club", token_command=("print",)
        )
        with pytest.raises(MailboxError) as caught:
            ImapSource(mail, "ya29.secret-token").open()
    sent = base64.b64encode(b"user=club\1auth=Bearer ya29.secret-token\1\1").decode()
    assert sent in box.asked
    said = f"no, …{'=' * sent.count('=')} is wrong"
    assert str(caught.value) == NOT_IN.format(said)


def test_a_password_in_other_letters_is_named_as_the_reason() -> None:
    """The library signs in with ASCII alone."""
    with imap_server() as (port, _):
        mail = MailSettings(host="127.0.0.1", port=port, security="none", user="club")
        with pytest.raises(MailboxError) as caught:
            ImapSource(mail, "Schl\u00fcssel").open()
    assert str(caught.value) == (
        "user and password may have only English letters, digits and signs; use an app password"
        " made for programs"
    )


@pytest.mark.parametrize(
    ("name", "days", "why"),
    [
        ("mail.example.net", 30, "the server's certificate is for another name than 127.0.0.1"),
        ("127.0.0.1", -30, "the certificate of 127.0.0.1 has expired"),
    ],
)
def test_a_certificate_is_always_checked(
    shell: Shell, authority: Authority, name: str, days: int, why: str
) -> None:
    """Name, time, and who vouches for it; nothing is said to another."""
    with imap_server(authority.vouched(name, days=days)) as (port, box):
        set_up(shell, authority, port)
        done = shell("mail-receive", "club", "--imap")
        assert done.status == 1 and why in done.error and box.asked == []


def test_starttls_is_demanded(shell: Shell, authority: Authority) -> None:
    """Where the server offers it, it is used; where not, no password is sent."""
    with imap_server(authority.vouched("127.0.0.1"), at_once=False) as (port, box):
        set_up(shell, authority, port, imap_security="starttls")
        box.capabilities = "IMAP4rev1 STARTTLS MOVE"
        box.put(mail(shell, words(shell)[0]))
        assert fetched(shell) == ["Anna: taken, receipt club/7"]
        box.capabilities = "IMAP4rev1"
        box.asked.clear()
        done = shell("mail-receive", "club", "--imap")
        text = '127.0.0.1 offers no encryption here; write imap_security = "tls"'
        assert (done.status, done.error) == (1, f"campaign: {text}")
        assert not any("LOGIN" in line for line in box.asked)


def test_a_mailbox_that_is_not_there(shell: Shell, authority: Authority) -> None:
    """Unset, or nothing answers."""
    done = shell("mail-receive", "club", "--imap")
    place = shell.folder / "club.toml"
    text = f"no mailbox is set: write imap_host under [mail] into {place}"
    assert (done.status, done.error) == (2, f"campaign: {text}")
    with imap_server() as (port, _):
        pass
    set_up(shell, authority, port)
    done = shell("mail-receive", "club", "--imap")
    assert done.status == 1
    assert done.error.startswith("campaign: cannot read the mailbox on 127.0.0.1: ")


def test_a_mail_server_hands_answers_over(shell: Shell) -> None:
    """It gets its answer when the ballot is on the disk, one for each recipient; what became of a
    mail is a line on standard output. Requests have words as soon as it listens.
    """
    assert "Answer this mail" not in asked_for(shell, "")
    running = shell.start(
        "mail-receive", "club", "--lmtp", "127.0.0.1:0", "--json", "--out", "told"
    )
    assert running.stdout is not None
    try:
        ready = running.stdout.readline()
        port = int(ready.rpartition(":")[2])
        assert "Answer this mail" in asked_for(shell, "")
        with smtplib.LMTP("127.0.0.1", port, timeout=120) as lmtp:
            lmtp.ehlo()
            lmtp.mail("anna@example.org")
            lmtp.rcpt("club@example.org")
            lmtp.rcpt("thursday@example.org")
            answers = [lmtp.data(mail(shell, words(shell)[0])), lmtp.getreply()]
        assert answers == [(250, b"2.0.0 taken in")] * 2
        assert sealed(shell) == ["germany"]
        line = json.loads(running.stdout.readline())
        assert (line["outcome"], line["receipt"]) == ("accepted", "club/7")
        with smtplib.LMTP("127.0.0.1", port, timeout=120) as lmtp:
            lmtp.sendmail("", ["club@example.org"], mail(shell, words(shell)[1], 2))
        line = json.loads(running.stdout.readline())
        assert (line["outcome"], line["why"]) == ("passed-over", "robot")
    finally:
        running.send_signal(signal.SIGTERM)
        _, err = running.communicate(timeout=120)
    assert running.returncode == 0 and err == ""
    assert list(told(shell)) == ["anna-receipt-7.eml"]


def test_lmtp_says_come_again_where_the_store_cannot_be_used(shell: Shell) -> None:
    """The mail server keeps the mail."""
    running = shell.start("mail-receive", "club", "--lmtp", "127.0.0.1:0")
    assert running.stdout is not None
    try:
        port = int(running.stdout.readline().rpartition(":")[2])
        raw = mail(shell, words(shell)[0])
        (shell.folder / "campaign.people.db").write_bytes(b"no file of people")
        with (
            smtplib.LMTP("127.0.0.1", port, timeout=120) as lmtp,
            pytest.raises(smtplib.SMTPDataError) as refused,
        ):
            lmtp.sendmail("anna@example.org", ["club@example.org"], raw)
        assert refused.value.smtp_code == 451
    finally:
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=120)
