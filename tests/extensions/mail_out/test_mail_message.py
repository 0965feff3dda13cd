"""Messages as bytes: headers, parts, ids, threads; nothing that people typed becomes a header."""

import email
import re
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.extensions.mail_out.message import (
    Heads,
    digest_of,
    message_id,
    one_line,
    subject_token,
    written,
)
from campaign.notifications.compose import letter
from campaign.notifications.delivery_status import stop_token
from campaign.notifications.notification import Attachment, Email
from campaign.verify.witness import digests_in
from letters import asking, reader, request, turn_of

SECRET = bytes(range(32))
HEADS = Heads(
    sender="Club <club@example.org>",
    to="ben@example.net",
    name="Ben",
    campaign="bf00b639ba9ba14390c8a464867692eb",
    member="ben",
    secret=SECRET,
    at="2026-11-22T20:30:00.250Z",
)
LETTER = Email(
    occasion="turn:1941-ND",
    subject="Thursday club: November/December 1941",
    text="Hello\n" + "0123456789abcdef" * 4 + "\n",
    html=f"<p>Grüße {'x' * 2000}</p>",
    attachments=(
        Attachment("1941-ND.html", "text/html; charset=utf-8", "<p>Prételat</p>".encode() * 200),
    ),
    follows=("turn:1941-SO",),
    campaign="Thursday club",
)


STOP = subject_token(SECRET, HEADS.campaign, "campaign", "ben")
"""What a mail bears that asks to stop, so that it is known whose it is."""


def parsed(found: Email = LETTER, **heads: Any) -> EmailMessage:
    """A message as the reader's program sees it."""
    message = email.message_from_bytes(written(found, replace(HEADS, **heads)), policy=default)
    assert isinstance(message, EmailMessage) and not message.defects
    return message


# --- headers ------------------------------------------------------------------------------------


def test_the_headers_are_those_that_were_agreed() -> None:
    """From bears the campaign's name; no Precedence; nothing else."""
    message = parsed()
    ids = message["Message-ID"], message["In-Reply-To"]
    assert {name: str(value) for name, value in message.items()} == {
        "From": "Thursday club <club@example.org>",
        "To": "Ben <ben@example.net>",
        "Reply-To": "club@example.org",
        "Subject": "Thursday club: November/December 1941",
        "Date": "Sun, 22 Nov 2026 20:30:00 +0000",
        "Message-ID": ids[0],
        "In-Reply-To": ids[1],
        "References": f"{message_id(SECRET, HEADS.campaign, 'campaign', 'ben', 'example.org')} "
        f"{ids[1]}",
        "List-Id": f"<{HEADS.campaign}.example.org>",
        "List-Unsubscribe": f"<mailto:club@example.org?subject=STOP%20%5B{STOP}%5D>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "Content-Language": "en",
        "MIME-Version": "1.0",
        "Content-Type": message["Content-Type"],
    }


def test_one_click_where_there_is_a_service() -> None:
    """RFC 8058: a POST to an address that names nobody; a mail always."""
    message = parsed(url="https://club.example.org")
    token = stop_token(SECRET, HEADS.campaign, "ben")
    assert message["List-Unsubscribe"] == (
        f"<https://club.example.org/mail/stop/{token}>, "
        f"<mailto:club@example.org?subject=STOP%20%5B{STOP}%5D>"
    )
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "ben" not in token and token != stop_token(SECRET, HEADS.campaign, "anna")


def heads_as_sent(**heads: Any) -> dict[str, str]:
    """Each header as its bytes have it, its lines joined at the white space where they were cut."""
    top = written(LETTER, replace(HEADS, **heads)).partition(b"\r\n\r\n")[0].decode("ascii")
    lines = re.sub(r"\r\n[ \t]", " ", top).split("\r\n")
    return dict(line.split(": ", 1) for line in lines)


@pytest.mark.parametrize("length", [0, 20, 40, 60])
def test_addresses_of_the_web_and_ids_are_literal_in_the_bytes(length: int) -> None:
    """RFC 2369, 8058: however long they are, no encoded word, and no cut inside."""
    url, domain = f"https://{'c' * length}lub.example.org", f"{'d' * length}omain.example.org"
    sent = heads_as_sent(url=url, sender=f"Club <{'l' * length}ocal@{domain}>")
    token = stop_token(SECRET, HEADS.campaign, "ben")
    assert sent["List-Unsubscribe"] == (
        f"<{url}/mail/stop/{token}>, "
        f"<mailto:{'l' * length}ocal@{domain}?subject=STOP%20%5B{STOP}%5D>"
    )
    assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert sent["List-Id"] == f"<{HEADS.campaign}.{domain}>"
    before = [message_id(SECRET, HEADS.campaign, which, "ben", domain) for which in
              ("campaign", "turn:1941-SO")]  # fmt: skip
    assert sent["References"] == " ".join(before) and sent["In-Reply-To"] == before[-1]
    assert sent["Reply-To"] == f"{'l' * length}ocal@{domain}"


def test_a_header_is_cut_where_its_words_end() -> None:
    """RFC 5322: a line ends at white space, behind at most 78 letters where that can be."""
    top = written(LETTER, replace(HEADS, url="https://club.example.org")).partition(b"\r\n\r\n")[0]
    long = [line for line in top.split(b"\r\n") if len(line) > 78]
    assert [line.count(b" ") for line in long] == [1], "only an address too long for any line"


def test_nothing_says_how_to_stop_where_nobody_reads_it() -> None:
    """Neither a mail nor a page would be read."""
    message = parsed(takes_answers=False)
    assert message["List-Unsubscribe"] is None and message["List-Unsubscribe-Post"] is None
    clicked = parsed(takes_answers=False, url="https://club.example.org")
    token = stop_token(SECRET, HEADS.campaign, "ben")
    assert clicked["List-Unsubscribe"] == f"<https://club.example.org/mail/stop/{token}>"


def test_answers_go_to_the_host_only_where_one_agreed() -> None:
    """Otherwise to the club."""
    assert parsed(reply_to="anna@example.org")["Reply-To"] == "anna@example.org"


def test_an_id_is_the_same_at_every_attempt_and_names_nobody() -> None:
    """Campaign, occasion and member decide it, under a key."""
    first = message_id(SECRET, "id", "turn:1941-ND", "ben", "example.org")
    assert re.fullmatch(r"<turn\.1941-ND\.[a-z2-7]{24}@example\.org>", first)
    assert first == message_id(SECRET, "id", "turn:1941-ND", "ben", "example.org")
    others = {
        message_id(SECRET, "id", "turn:1941-ND", "anna", "example.org"),
        message_id(SECRET, "id", "turn:1941-SO", "ben", "example.org"),
        message_id(SECRET, "di", "turn:1941-ND", "ben", "example.org"),
        message_id(SECRET[::-1], "id", "turn:1941-ND", "ben", "example.org"),
    }
    assert len(others | {first}) == 5
    assert message_id(SECRET, "id", "corrected:1941-ND:812", "ben", "x.org").startswith(
        "<corrected.1941-ND.812."
    )


def test_a_campaign_is_one_thread() -> None:
    """Each turn answers the one before, and all name the same root."""
    later = parsed(replace(LETTER, occasion="turn:1942-JF", follows=("turn:1941-ND",)))
    assert later["In-Reply-To"] == parsed()["Message-ID"]
    assert str(later["References"]).split()[0] == str(parsed()["References"]).split()[0]
    first = parsed(replace(LETTER, follows=()))
    assert str(first["References"]) == str(first["In-Reply-To"])


def test_a_requests_token_is_of_one_member_and_occasion() -> None:
    """Eight letters, in which no word of the answer lies."""
    token = subject_token(SECRET, "id", "ballot:1", "ben")
    assert re.fullmatch("[a-z2-7]{8}", token)
    assert token == subject_token(SECRET, "id", "ballot:1", "ben")
    assert token != subject_token(SECRET, "id", "ballot:1", "anna")


def test_only_the_date_differs_between_attempts() -> None:
    """So a message made anew can be compared with what was sent before."""
    again = replace(HEADS, at="2026-11-23T08:00:00Z")
    assert written(LETTER, HEADS) != written(LETTER, again)
    assert digest_of(written(LETTER, HEADS)) == digest_of(written(LETTER, again))
    other = replace(LETTER, text="Hello\nDate: x\n")
    assert digest_of(written(LETTER, HEADS)) != digest_of(written(other, HEADS))
    assert written(LETTER, HEADS) == written(LETTER, HEADS)


# --- parts --------------------------------------------------------------------------------------


def test_text_page_and_report_are_its_parts() -> None:
    """The same words come out as went in; the report is attached under its name."""
    message = parsed()
    text, page = (message.get_body((kind,)) for kind in ("plain", "html"))
    assert text is not None and text.get_content().replace("\r\n", "\n") == LETTER.text
    assert page is not None and page.get_content().rstrip() == LETTER.html
    (report,) = message.iter_attachments()
    assert report.get_filename() == "1941-ND.html"
    assert report["Content-Type"].params["charset"] == "utf-8"
    assert report.get_content().encode() == LETTER.attachments[0].content
    kinds = [part.get_content_type() for part in message.walk()]
    assert kinds == [
        "multipart/mixed", "multipart/alternative", "text/plain", "text/html", "text/html",
    ]  # fmt: skip


def test_a_letter_alone_has_two_parts() -> None:
    """Without an attachment."""
    message = parsed(replace(LETTER, attachments=()))
    assert message.get_content_type() == "multipart/alternative"


def test_lines_are_short_and_ascii() -> None:
    """Under 998 characters, so that no server breaks them; the digest stays in one."""
    raw = written(LETTER, HEADS)
    assert raw.isascii() and max(map(len, raw.split(b"\r\n"))) < 120
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert digests_in(raw.decode()) == ["0123456789abcdef" * 4]


def test_the_headers_of_a_real_letter(tmp_path: Path) -> None:
    """A request bears its token; nobody's address but the reader's own is in it."""
    book = asking(tmp_path)
    for occasion in (request(book), turn_of("1939-SO", "anna")):
        raw = written(letter(book, occasion, "anna", reader()), HEADS)
        found = set(re.findall(rb"[\w.+-]+@[\w.-]+", raw.split(b"\r\n\r\n", 1)[1]))
        assert found <= {b"club@example.org"}
        assert len(raw) < 300_000


# --- what people typed --------------------------------------------------------------------------

NASTY = [
    "Club\r\nBcc: eve@example.org",
    "Club\nBcc: eve@example.org",
    "=?utf-8?q?=0ABcc=3A_eve=40example.org?=",
    "=?UTF-8?B?QmNjOiBldmVAZXhhbXBsZS5vcmc=?=",
    '"Club" <eve@example.org>, other',
    "Club <script>alert(1)</script>",
    "\u202egro.elpmaxe@eve\u202c Club",
    "Grüße 日本 \U0001f600",
    "a" * 500,
    "word " * 120,
    "\x00\x07\u2028\u2029",
    ';,:@\\"()[]',
    "",
]


def held(text: str) -> None:
    """A text as campaign, subject and name: one message to one person, with no other header."""
    found = replace(LETTER, subject=f"{text}: turn", campaign=text)
    raw = written(found, replace(HEADS, name=text))
    head = raw.split(b"\r\n\r\n", 1)[0]
    assert head.isascii() and max(map(len, head.split(b"\r\n"))) <= 998
    message = email.message_from_bytes(raw, policy=default)
    assert [name for name, _ in message.items()] == [name for name, _ in parsed().items()]
    (sender,), (reader_,) = message["From"].addresses, message["To"].addresses
    assert (sender.addr_spec, reader_.addr_spec) == ("club@example.org", "ben@example.net")
    assert str(message["Subject"]).replace(" ", "") == one_line(f"{text}: turn").replace(" ", "")
    assert not re.search("[\r\n\u202a-\u202e\u2066-\u2069]", str(message["Subject"]))


@pytest.mark.parametrize("text", NASTY)
def test_what_people_typed_stays_in_its_header(text: str) -> None:
    """Line ends, encoded words, angle brackets, marks of direction."""
    held(text)


@pytest.mark.parametrize(
    "address",
    [
        "añna@example.org",
        "anna@exämple.org",
        'a"b@example.org',
        "a,b@example.org",
        "<a>@example.org",
        "a..b@example.org",
        "eve@x.org>,<anna@x.org",
        "a@b@c.org",
        "@example.org",
        "a:b;@x.org",
        "a\u202eb@x.org",
    ],
)
def test_an_odd_address_breaks_no_message(address: str) -> None:
    """Older logs hold any letters on both sides of an @; no other reader comes of them."""
    raw = written(LETTER, replace(HEADS, to=address))
    message = email.message_from_bytes(raw, policy=default)
    assert len(message.get_all("To")) == 1 and raw.split(b"\r\n\r\n", 1)[0].isascii()
    assert len(message["To"].addresses) <= 1 and message.get_all("Bcc") is None
    assert [name for name, _ in message.items()] == [name for name, _ in parsed().items()]
