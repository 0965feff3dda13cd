"""A connection to a mail server: what each answer, silence and break means for a message.

What takes longer, waits or starts something, beside `extensions/mail_out/test_smtp.py`.
"""

import socket
import threading
from pathlib import Path

import pytest

from campaign.accounts.settings import MailSettings
from campaign.extensions.mail_out.smtp import Limits, Post, StoppedError, Verdict
from support.mail_server import CUT, SILENT, Authority, Behaviour, mail_server
from tests.extensions.mail_out.test_smtp import ANNA, BEN, FROM, MESSAGE, plain

SHORT = Limits(connect=5, step=5, answer=0.2)


def opened(port: int, limits: Limits | None = None) -> Post:
    post = Post(plain(port), "", limits)
    post.open()
    return post


def through(post: Post, recipient: str = ANNA, content: bytes = MESSAGE) -> Verdict:
    """One message, all its steps."""
    return post.offer(FROM, recipient, content) or post.send(content)


def test_a_message_arrives_as_it_was_written(server: tuple[int, Behaviour]) -> None:
    """Byte for byte, with its lines of dots; the server's words are kept."""
    port, there = server
    post = opened(port)
    assert through(post) == Verdict("sent", "250 2.0.0 taken")
    assert through(post, BEN, b"no line end") == Verdict("sent", "250 2.0.0 taken")
    post.close()
    assert there.inboxes == {ANNA: [MESSAGE], BEN: [b"no line end\r\n"]}
    assert there.connections == 1


def test_a_refused_recipient_is_theirs_alone(server: tuple[int, Behaviour]) -> None:
    """The next message goes on over the same connection; no address is in the kept words."""
    port, there = server
    there.at_recipient = lambda to: f"550 5.1.1 <{to}>: no such user" if to == ANNA else "250 ok"
    post = opened(port)
    assert through(post) == Verdict("refused", "550 5.1.1 …: no such user", no_from="recipient")
    assert through(post, BEN) == Verdict("sent", "250 2.0.0 taken")
    assert there.connections == 1 and list(there.inboxes) == [BEN]


@pytest.mark.parametrize("step", ["sender", "recipient", "data", "after"])
def test_4xx_puts_a_message_off(server: tuple[int, Behaviour], step: str) -> None:
    """Whatever it is the answer to; the connection goes on."""
    port, there = server
    answer = "451 4.7.1 greylisted, try again later"
    once = iter([answer])
    fine = "354 go on" if step == "data" else "250 2.0.0 taken"
    setattr(there, step if step == "after" else f"at_{step}", lambda *_: next(once, fine))
    post = opened(port)
    assert through(post) == Verdict("later", answer)
    assert not there.inboxes
    assert through(post) == Verdict("sent", "250 2.0.0 taken")


def test_a_message_that_is_refused_at_its_end_is_refused(server: tuple[int, Behaviour]) -> None:
    """Also where the words would be about the club if they came earlier."""
    port, there = server
    there.after = lambda to, content: "554 5.7.1 unwanted, relay denied"
    assert through(opened(port)) == Verdict(
        "refused", "554 5.7.1 unwanted, relay denied", no_from="club"
    )


@pytest.mark.parametrize(
    ("step", "answer", "no_from"),
    [
        ("recipient", "550 5.1.1 no such user", "recipient"),
        ("recipient", "550 5.7.1 blocked", "club"),
        ("data", "554 5.1.1 no valid recipients", "club"),
        ("after", "550 5.1.1 no such user", "club"),
        ("after", "552 5.3.4 too large", "club"),
        ("sender", "552 5.3.4 too large", "club"),
    ],
)
def test_a_no_is_the_recipient_s_only_where_they_were_named(
    server: tuple[int, Behaviour], step: str, answer: str, no_from: str
) -> None:
    """A no to the message is about the message, whatever its words."""
    port, there = server
    setattr(there, step if step == "after" else f"at_{step}", lambda *_: answer)
    assert through(opened(port)) == Verdict("refused", answer, no_from=no_from)  # type: ignore[arg-type]


@pytest.mark.parametrize("step", ["sender", "recipient", "data"])
def test_421_ends_the_run_and_the_message_waits(server: tuple[int, Behaviour], step: str) -> None:
    """The server ends the connection: that is everybody's."""
    port, there = server
    setattr(there, f"at_{step}", lambda *_: "421 4.3.2 going down")
    verdict = through(opened(port))
    assert (verdict.state, verdict.server) == ("later", "421 4.3.2 going down")
    assert verdict.stops == (
        "the server ended the connection; run it again in some minutes "
        "(127.0.0.1 said: 421 4.3.2 going down)"
    )


@pytest.mark.parametrize("step", ["sender", "recipient", "data"])
def test_a_line_cut_before_the_message_loses_nothing(
    server: tuple[int, Behaviour], step: str
) -> None:
    """No server can have taken what was never sent."""
    port, there = server
    setattr(there, f"at_{step}", lambda *_: CUT)
    assert through(opened(port)) == Verdict(
        "later",
        "127.0.0.1 ended the connection",
        "127.0.0.1 ended the connection; run it again in some minutes",
    )


def test_a_line_cut_inside_a_large_message_loses_nothing(server: tuple[int, Behaviour]) -> None:
    """The last dot was never sent."""
    port, there = server
    there.inside = CUT
    large = b"x" * 70 + b"\r\n"
    verdict = through(opened(port), content=large * 400_000)
    assert verdict.state == "later" and not there.inboxes


@pytest.mark.parametrize("kept", [True, False])
def test_a_line_cut_before_the_answer_leaves_a_doubt(
    server: tuple[int, Behaviour], kept: bool
) -> None:
    """It may be in the inbox or not: nobody can know, and the run ends."""
    port, there = server
    there.after, there.keeps = lambda to, content: CUT, kept
    verdict = through(opened(port))
    assert verdict == Verdict(
        "unknown",
        "no answer came before the line broke",
        "no answer came before the line broke; the message may have arrived",
    )
    assert there.count() == kept


def test_an_answer_that_comes_too_late_leaves_a_doubt(server: tuple[int, Behaviour]) -> None:
    """As a server that checks for 70 seconds, where 0.2 are given."""
    port, there = server
    there.after = lambda to, content: SILENT
    verdict = through(opened(port, SHORT))
    assert verdict.state == "unknown"
    assert verdict.server == "no answer came within 0.2 seconds"


def test_a_server_that_never_answers_a_step_stops_the_run(server: tuple[int, Behaviour]) -> None:
    """A silence before the message: it waits."""
    port, there = server
    there.at_recipient = lambda to: SILENT
    verdict = through(opened(port, Limits(connect=5, step=0.2, answer=5)))
    assert verdict.state == "later"
    assert verdict.stops == (
        "no answer from 127.0.0.1 within 0.2 seconds; run it again in some minutes"
    )


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            "553 5.7.1 Sender address rejected: not owned by user club",
            "the server does not let this account send in the club's name; write the account's own "
            "address into from under [mail]",
        ),
        (
            "530 5.7.0 Authentication required",
            "the server wants you to sign in; write user and password_file under [mail]",
        ),
    ],
)
def test_a_refused_sender_is_everybodys(
    server: tuple[int, Behaviour], answer: str, words: str
) -> None:
    """Nobody's message is refused for it."""
    port, there = server
    there.at_sender = lambda sender: answer
    with pytest.raises(StoppedError) as told:
        through(opened(port))
    assert str(told.value) == f"{words} (127.0.0.1 said: {answer})"


def test_a_relay_that_passes_nothing_on_is_everybodys(server: tuple[int, Behaviour]) -> None:
    """It would refuse each recipient alike."""
    port, there = server
    there.at_recipient = lambda to: f"554 5.7.1 <{to}>: Relay access denied"
    with pytest.raises(StoppedError, match="the server does not pass mail on for you; sign in"):
        through(opened(port))


def test_a_message_that_is_too_large_is_refused(server: tuple[int, Behaviour]) -> None:
    """Already when it is announced: that is no refusal of the sender."""
    port, there = server
    there.at_sender = lambda sender: "552 5.3.4 message size exceeds fixed limit"
    assert through(opened(port)).state == "refused"


def test_an_address_beyond_ascii_is_offered_where_the_server_takes_it(
    server: tuple[int, Behaviour],
) -> None:
    """This one does."""
    port, there = server
    assert through(opened(port), "jürgen@example.org").state == "sent"
    assert list(there.inboxes) == ["jürgen@example.org"]


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


def encrypted(port: int, authority: Authority, **more: object) -> MailSettings:
    return MailSettings(
        host="127.0.0.1",
        port=port,
        sender=FROM,
        ca_file=str(authority.file),
        **more,  # type: ignore[arg-type]
    )


def stopped(mail: MailSettings, password: str = "") -> str:
    """Why a connection can't be opened."""
    post = Post(mail, password)
    with pytest.raises(StoppedError) as told:
        post.open()
    assert not post.is_open
    assert "Traceback" not in str(told.value) and "\n" not in str(told.value)
    return str(told.value)


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_certificate_of_a_known_authority_is_fine(authority: Authority, security: str) -> None:
    """By STARTTLS and from the start."""
    own = authority.vouched("127.0.0.1")
    with mail_server(encrypted=own, at_once=security == "tls") as (port, there):
        post = Post(encrypted(port, authority, security=security), "")
        post.open()
        assert through(post).state == "sent"
        post.close()
    assert there.count() == 1


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_certificate_for_another_name_is_not_taken(authority: Authority, security: str) -> None:
    """Nothing was sent by then."""
    other = authority.vouched("mail.example.net")
    with mail_server(encrypted=other, at_once=security == "tls") as (port, _):
        assert stopped(encrypted(port, authority, security=security)) == (
            "the server's certificate is for another name than 127.0.0.1; write the name that the "
            "provider gives as host under [mail]"
        )


def test_a_certificate_that_has_expired_is_not_taken(authority: Authority) -> None:
    """Its last day was a month ago."""
    with mail_server(encrypted=authority.vouched("127.0.0.1", days=-30)) as (port, _):
        assert stopped(encrypted(port, authority)) == (
            "the certificate of 127.0.0.1 has expired; tell whoever runs the server"
        )


def test_a_certificate_that_nobody_vouches_for_is_not_taken(authority: Authority) -> None:
    """The system does not know the authority of the test."""
    with mail_server(encrypted=authority.vouched("127.0.0.1")) as (port, _):
        mail = MailSettings(host="127.0.0.1", port=port, sender=FROM)
        assert stopped(mail) == (
            "nobody that this computer trusts vouches for the certificate of 127.0.0.1; if the "
            "server is your own, name its certificate as ca_file under [mail]"
        )


def test_without_starttls_nothing_is_sent(server: tuple[int, Behaviour]) -> None:
    """Not even the name to sign in with."""
    port, _ = server
    mail = MailSettings(host="127.0.0.1", port=port, sender=FROM, user="club")
    assert stopped(mail, "secret") == (
        f"127.0.0.1, port {port} offers no STARTTLS, and mail is sent only encrypted; try port 465 "
        'with security = "tls" under [mail]'
    )


def test_tls_at_a_port_that_begins_without(server: tuple[int, Behaviour]) -> None:
    """The two kinds of port are mixed up."""
    port, _ = server
    mail = MailSettings(host="127.0.0.1", port=port, security="tls", sender=FROM)
    assert stopped(mail) == (
        f"127.0.0.1, port {port} does not begin with encryption; write security = "
        '"starttls" under [mail], often with port 587'
    )


def test_starttls_at_a_port_that_begins_with_it(authority: Authority) -> None:
    """The server waits for us, and we for it."""
    with mail_server(encrypted=authority.vouched("127.0.0.1"), at_once=True) as (port, _):
        post = Post(encrypted(port, authority), "", Limits(connect=0.2))
        with pytest.raises(StoppedError) as told:
            post.open()
    assert str(told.value) == (
        f"no answer from 127.0.0.1, port {port}; a firewall may block the port: try 587 with "
        "starttls, or 465 with tls"
    )


def test_certificates_that_are_none(server: tuple[int, Behaviour], tmp_path: Path) -> None:
    """The file that should hold them is something else, or is not there."""
    port, _ = server
    for name, ending in (
        (__file__, "; expected a file of certificates"),
        ("gone.pem", ": No such file or directory"),
    ):
        file = tmp_path / name
        mail = MailSettings(
            host="127.0.0.1", port=port, security="tls", sender=FROM, ca_file=str(file)
        )
        assert stopped(mail) == f"cannot read the certificates in {file}{ending}"


SECRET = "tractor battery staple"


def test_the_password_opens_the_server(authority: Authority) -> None:
    """Over an encrypted line."""
    with mail_server(encrypted=authority.vouched("127.0.0.1"), password=SECRET) as (port, _):
        post = Post(encrypted(port, authority, user="club"), SECRET)
        post.open()
        assert through(post).state == "sent"
        assert SECRET not in repr(post) and SECRET not in repr(vars(post)["_mail"])


def test_a_token_opens_the_server(authority: Authority) -> None:
    """XOAUTH2; a wrong one is told in the server's words."""
    with mail_server(encrypted=authority.vouched("127.0.0.1"), password="t0ken") as (port, _):
        mail = encrypted(port, authority, user="club", token_command=("print-token",))
        post = Post(mail, "t0ken")
        post.open()
        assert through(post).state == "sent"
        assert stopped(mail, "old-t0ken") == (
            "the server did not take user and password; check both, and whether the provider wants "
            "an app password made for programs (127.0.0.1 said: 535 5.7.8 token expired)"
        )


def test_a_wrong_password_is_told_without_it(authority: Authority) -> None:
    """Although this server repeats it, and an address; the words say what to do."""
    with mail_server(encrypted=authority.vouched("127.0.0.1"), password="another") as (port, _):
        assert stopped(encrypted(port, authority, user="club"), SECRET) == (
            "the server did not take user and password; check both, and whether the provider wants "
            "an app password made for programs (127.0.0.1 said: 535 5.7.8 no, … of … is wrong)"
        )


def test_a_server_that_takes_no_passwords(server: tuple[int, Behaviour]) -> None:
    """It offers no way to sign in."""
    port, _ = server
    assert stopped(plain(port, user="club"), SECRET) == (
        f"127.0.0.1 takes no passwords on port {port}; leave user and password_file away, or use "
        "the provider's port for sending"
    )
    assert stopped(plain(port, user="club", token_command=("token",)), SECRET) == (
        "127.0.0.1 takes no access tokens (XOAUTH2); use a password_file there"
    )


def test_a_password_that_no_server_takes(authority: Authority) -> None:
    """The way in which passwords go knows ASCII only."""
    with mail_server(encrypted=authority.vouched("127.0.0.1"), password="x") as (port, _):
        assert stopped(encrypted(port, authority, user="club"), "schlüssel") == (
            "user and password may have only English letters, digits and signs; use an app "
            "password made for programs"
        )


def test_nobody_answers_at_the_port() -> None:
    """A port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
    assert stopped(plain(port)) == (
        f"nothing answers at 127.0.0.1, port {port}; check host and port under [mail], and whether "
        "the server is running"
    )


def test_a_server_that_hangs_up_at_once() -> None:
    """It ends the connection before a word."""
    with socket.create_server(("127.0.0.1", 0)) as hearing:
        port = hearing.getsockname()[1]

        def hang_up() -> None:
            hearing.accept()[0].close()

        doorkeeper = threading.Thread(target=hang_up)
        doorkeeper.start()
        assert stopped(plain(port)) == (
            f"127.0.0.1, port {port} ended the connection; check port and security under [mail]"
        )
        doorkeeper.join()
