"""What mail servers answer, in words for a host; the answers are as large providers write them."""

import pytest

from campaign.notifications.servers import (
    HIDDEN,
    LONGEST,
    answer_in_words,
    is_about_recipient,
    is_about_size,
    is_about_us,
    one_line,
)

APP = "wants an app password"
NO_PASSWORDS = "no longer takes passwords here"
SIGN_IN = "check both"
SENDER = "does not let this account send in the club's name"
RELAY = "does not pass mail on for you"
FULL = "their mailbox is full"
LARGE = "too large for the server"
GREY = "(greylisting)"
RATE = "takes no more for the moment"
GENUINE = "proof that the club's address is genuine"
UNWANTED = "takes this for unwanted mail"
NOBODY = "nobody has this address there"
NO_DOMAIN = "there is no such mail address"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("534 5.7.9 Application-specific password required. For more information, go to", APP),
        ("535 5.7.8 Username and Password not accepted. Learn more at BadCredentials", APP),
        ("535 5.7.0 (#AHM1) Too many bad auth attempts, icloud", APP),
        ("535 5.7.8 Error: authentication failed: UGFzc3dvcmQ6", SIGN_IN),
        ("535 Authentication credentials invalid", SIGN_IN),
        ("535 5.7.139 Authentication unsuccessful, basic authentication is disabled", NO_PASSWORDS),
        ("550 5.7.30 Basic authentication is not supported for Client Submission.", NO_PASSWORDS),
        (
            "535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the "
            "Tenant",
            NO_PASSWORDS,
        ),
        (
            "530 5.7.0 Must issue a STARTTLS command first",
            'write security = "starttls" under [mail]',
        ),
        ("530 5.7.57 Client not authenticated to send mail", "wants you to sign in"),
        ("550 Unauthenticated senders not allowed", "wants you to sign in"),
        ("553 5.7.1 Sender address rejected: not owned by auth user.", SENDER),
        ("554 5.2.252 SendAsDenied; club not allowed to send as host", SENDER),
        ("550 5.7.60 SMTP; Client does not have permissions to send as this sender", SENDER),
        ("552 the from address and the authenticated user must be the same email", SENDER),
        ("554 5.7.1 : Relay access denied", RELAY),
        ("550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain", RELAY),
        ("550 relay not permitted", RELAY),
        ("452 4.2.2 The email account that you tried to reach is over quota.", FULL),
        ("552 5.2.2 The email account that you tried to reach is over quota", FULL),
        ("554 5.2.2 mailbox full", FULL),
        ("552 5.3.4 Your message exceeded Google's message size limits", LARGE),
        ("450 4.7.1 Recipient address rejected: Greylisted, see http://postgrey", GREY),
        ("451 4.7.1 Please try again later", GREY),
        ("421 4.7.28 Our system has detected an unusual rate of mail", RATE),
        ("450 4.2.1 The user is receiving mail too quickly.", RATE),
        ("454 4.7.0 Too many login attempts, please try again later", RATE),
        ("454 4.7.0 Temporary authentication failure", RATE),
        ("550 5.7.26 This mail is unauthenticated: no SPF, no DKIM", GENUINE),
        ("550 5.7.515 Access denied, sending domain does not meet the level", GENUINE),
        ("554 5.7.1 Service unavailable; host blocked using zen.example.org", UNWANTED),
        ("550 5.1.1 The email account that you tried to reach does not exist", NOBODY),
        ("550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found", NOBODY),
        ("550 Requested action not taken: mailbox unavailable", NOBODY),
        ("550 5.2.1 The email account that you tried to reach is disabled", NOBODY),
        ("550 5.1.2 : Recipient address rejected: Domain not found", NO_DOMAIN),
        ("556 5.1.10 recipient address has null MX", "there is no such mail address"),
        ("421 4.3.2 Service shutting down", "the server ended the connection"),
        ("451 4.3.0 Error: queue file write error", "could not take it just now"),
        ("554 5.0.0 no", "the server refused it"),
    ],
)
def test_answers_that_hosts_meet(answer: str, words: str) -> None:
    """Each says what is wrong and what to do."""
    assert words in answer_in_words(answer)


def test_what_is_no_answer_has_no_meaning() -> None:
    """Our own words need none."""
    assert answer_in_words("no answer came within 300 seconds") == ""


def test_an_answer_of_several_lines_is_one() -> None:
    """As a large provider wraps it: each line repeats the enhanced code."""
    said = b"5.1.1 The account that you tried to reach\n5.1.1 does not exist. Try\n5.1.1 again"
    assert one_line(550, said) == (
        "550 5.1.1 The account that you tried to reach does not exist. Try again"
    )


def test_a_kept_answer_holds_no_address_and_no_secret() -> None:
    """Nor what moves a cursor; what is too long is cut."""
    said = "5.1.1 <anna@example.org>: pass\x1b[2Jword \u202e hunter2 from ben@example.net"
    assert one_line(
        550, said, ["hunter2"]
    ) == f"550 5.1.1 {HIDDEN}: pass [2Jword {HIDDEN} from " + (HIDDEN)
    assert len(one_line(550, "x" * 1000)) == LONGEST + 1
    assert one_line(-1, b"what?") == "what?"
    assert one_line(550, b"\xff") == "550 \ufffd"


def test_what_concerns_everybody() -> None:
    """A relay that is closed, a size that is too large."""
    assert is_about_us("554 5.7.1 Relay access denied") and is_about_us("530 sign in")
    assert not is_about_us("550 5.1.1 no such user")
    assert is_about_size("552 5.3.4 too large") and not is_about_size("553 5.7.1 not you")


@pytest.mark.parametrize(
    ("answer", "theirs"),
    [
        ("550 5.1.1 no such user", True),
        ("550 No such user here", True),
        ("552 5.2.2 mailbox full", True),
        ("550 5.4.1 Recipient address rejected: Access denied", True),
        ("550 5.0.0 user unknown", True),
        ("undeliverable (5.1.2)", True),
        ("550 5.1.8 sender's domain does not exist", False),
        ("550 5.7.26 unauthenticated", False),
        ("undeliverable (5.7.1)", False),
        ("552 5.3.4 message too large", False),
        ("552 message size exceeds the limit", False),
        ("550 spam message rejected", False),
        ("554 Your address 192.5.1.1 is on a blocklist", False),
        ("550 5.0.0 rejected by DMARC policy", False),
    ],
)
def test_whom_a_no_is_about(answer: str, theirs: bool) -> None:
    """The address, or the club and its messages. An enhanced code goes before the words."""
    assert is_about_recipient(answer) is theirs
