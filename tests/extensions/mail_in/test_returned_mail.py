"""What a mail that comes in means: a hundred mails as files, and mails that are none.

`mail/answers/outcomes.toml` says what each file means. The words are BADGER for a veto and LANTERN
for none; COMET is another member's.
"""

import base64
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from campaign.extensions.mail_in.meaning import (
    Correspondence,
    Meaning,
    OpenRequest,
    PassedOver,
    PoliteNo,
    SentLetter,
    StopWish,
    TakenAnswer,
    Undelivered,
    is_called_false,
    letter_of,
    mail_digest,
    meaning,
)
from campaign.extensions.mail_in.reading import HEADERS_READ, LARGEST, IncomingMail, read_mail
from campaign.kernel.pages import OneAnswer, Task

ANSWERS = Path(__file__).parents[2] / "mail" / "answers"
OUTCOMES: dict[str, dict[str, str]] = tomllib.loads((ANSWERS / "outcomes.toml").read_text())
NO_MORE = "Your mail does not count: "
SENTENCES = {
    "word": "its first line has to be one of the words in the mail, and nothing else.",
    "late": "what it answers is not asked of you now; it may have been answered or decided"
    " already.",
    "nothing": "what it answers cannot be done by mail.",
    "address": "it came from another address than yours; answer from this one.",
    "false": "the mail server found that somebody else may have sent it; if it was you, answer from"
    " the program that you usually write with.",
    "large": "it was larger than 256 KiB; answer with the word alone.",
    "days": "write both days as in `absent from 24 Dec 2026 to 3 Jan 2027`, or as in"
    " `absent from 2026-12-24 to 2027-01-03`.",
}
UNCLEAR = {
    "clara": "this is asked of you for several seats: write the seat behind your answer.",
    "dora": "STOP can mean two things here: write STOP MAIL if you want no more mail.",
}
BALLOT = (OneAnswer("veto", "Veto"), OneAnswer("no-veto", "No veto"))
VOTE = (OneAnswer("another", "Draw another leader"), OneAnswer("stop", "Stop"))


def _ballot(member: str, power: str, veto: str, no_veto: str) -> OpenRequest:
    command = {"command": "SealBallot", "power": power, "draw": 12}
    owed = Task("ballots", "ballot:12", "ballot", "seal", power, BALLOT, command)
    return OpenRequest(member, owed, {"veto": veto, "no-veto": no_veto} if veto else {})


VOTES = Task("votes", "vote:12", "vote", "vote", "usa", VOTE, {"command": "SealVote"})
DISPUTE = Task("dispute:d1", "dispute:d1:1", "dispute", "answer")
KNOWN = Correspondence(
    letters={
        "<campaign.annafixed@example.org>": SentLetter("campaign", "anna"),
        "<turn.1941-SO.annafixed@example.org>": SentLetter("turn:1941-SO", "anna"),
        "<ballot.11.annafixed@example.org>": SentLetter("ballot:11", "anna"),
        "<ballot.12.annafixed@example.org>": SentLetter("ballot:12", "anna"),
        "<dispute.d1.1.annafixed@example.org>": SentLetter("dispute:d1:1", "anna"),
        "<ballot.12.benfixed@example.org>": SentLetter("ballot:12", "ben"),
        "<ballot.12.clarafixed@example.org>": SentLetter("ballot:12", "clara"),
        "<vote.12.dorafixed@example.org>": SentLetter("vote:12", "dora"),
    },
    tokens={
        "abcd2345": SentLetter("ballot:12", "anna"),
        "stop2345": SentLetter("campaign", "anna"),
    },
    addresses={name: f"{name}@example.org" for name in ("anna", "ben", "clara", "dora")},
    requests=(
        _ballot("anna", "germany", "BADGER", "LANTERN"),
        _ballot("clara", "italy", "", ""),
        _ballot("clara", "japan", "MEADOW", "COMET"),
        OpenRequest("anna", DISPUTE),
        OpenRequest("dora", VOTES),
    ),
    server="mx.example.org",
)


def read(name: str) -> IncomingMail:
    """A mail from its file."""
    found = read_mail((ANSWERS / f"{name}.eml").read_bytes())
    assert found is not None
    return found


def expected(wanted: dict[str, str]) -> Meaning:
    """What the table says, as a value."""
    who, why = wanted.get("member", "anna"), wanted.get("why", "")
    match wanted["outcome"]:
        case "taken":
            command = {
                "command": "SealBallot",
                "power": wanted["seat"],
                "draw": 12,
                "choice": wanted["choice"],
            }
            return TakenAnswer(who, "ballot:12", command)
        case "absent":
            days = {"first": wanted["first"], "last": wanted["last"]}
            return TakenAnswer(who, "", {"command": "TellAbsence", **days, "wish": "wait"})
        case "stop":
            return StopWish(who, "")
        case "undelivered":
            return Undelivered(who, wanted["occasion"], wanted["server"])
        case "no":
            text = UNCLEAR[who] if why == "unclear" else SENTENCES[why]
            return PoliteNo(who, "", why, NO_MORE + text)
    return PassedOver(why)


def without_letter(found: Meaning) -> Meaning:
    """A meaning without what the table does not say: which letter it answers."""
    match found:
        case TakenAnswer() if found.command["command"] == "TellAbsence":
            return TakenAnswer(found.member, "", found.command)
        case StopWish() | PoliteNo():
            return type(found)(
                **{**{f: getattr(found, f) for f in found.__struct_fields__}, "occasion": ""}
            )
        case PassedOver():
            return PassedOver(found.why)
    return found


def test_every_file_is_in_the_table_and_there_are_more_than_sixty() -> None:
    """Nothing is left out on either side."""
    assert {path.stem for path in ANSWERS.glob("*.eml")} == set(OUTCOMES)
    assert len(OUTCOMES) >= 60


@pytest.mark.parametrize("name", OUTCOMES)
def test_a_mail_means_what_the_table_says(name: str) -> None:
    """Each of mail.md's conditions, in the words of many programs."""
    assert without_letter(meaning(read(name), KNOWN)) == expected(OUTCOMES[name])


# --- conditions one by one ----------------------------------------------------------------------


def test_without_its_servers_name_no_finding_counts() -> None:
    """Anybody can write such a line; only the mailbox's own server's means something."""
    known = replace(KNOWN, server="")
    assert isinstance(meaning(read("checked-and-found-false"), known), TakenAnswer)


CHECKED = b"Authentication-Results: mx.example.org; "


@pytest.mark.parametrize(
    ("lines", "is_false"),
    [
        ((b"spf=fail", b"dmarc=pass"), True),
        ((b"dmarc=fail", b"dmarc=pass"), True),
        ((b"dkim=pass", b"dmarc=fail"), True),
        ((b"dmarc=pass", b"dmarc=fail"), True),
        ((b"dmarc=pass; spf=fail", b"dkim=fail"), False),
        ((b"dmarc=pass", b"spf=fail"), False),
        ((b"none", b"dmarc=pass"), False),
        ((b"none", b"dmarc=pass; dkim=fail"), True),
    ],
    ids=str,
)
def test_of_several_findings_in_the_servers_name_the_yes_of_the_topmost_counts(
    lines: tuple[bytes, ...], is_false: bool
) -> None:
    """The server writes above what is there: what stands below may be the sender's own. A no that
    a sender wrote would harm nobody else.
    """
    head = b"".join(CHECKED + line + b"\n" for line in lines)
    mail = read_mail(head + (ANSWERS / "token-alone.eml").read_bytes())
    assert mail is not None and is_called_false(mail, "mx.example.org") is is_false
    assert isinstance(meaning(mail, KNOWN), PoliteNo if is_false else TakenAnswer)


def test_another_servers_line_above_makes_no_line_of_the_servers_own_the_second() -> None:
    """Lines are counted for each name: what relays inside the house write above hides nothing."""
    lines = b"Authentication-Results: inner.example.org; spf=fail\n" + CHECKED + b"dmarc=pass\n"
    mail = read_mail(lines + (ANSWERS / "token-alone.eml").read_bytes())
    assert mail is not None and isinstance(meaning(mail, KNOWN), TakenAnswer)


def test_what_a_server_says_of_a_mail_that_came_back_names_no_address() -> None:
    """It is kept, and shown to the host: the member's address and whatever else looks like one."""
    raw = (ANSWERS / "bounce-whole.eml").read_bytes()
    said = b"550 5.1.1 <Anna.Secret@example.org> (anna@example.org, now anna@elsewhere.org) unknown"
    mail = read_mail(raw.replace(b"550 5.1.1 No such user here", said))
    assert mail is not None
    found = meaning(mail, KNOWN)
    assert found == Undelivered("anna", "ballot:12", "550 5.1.1 … (…, now …) unknown")


def test_a_member_s_odd_address_is_hidden_as_well() -> None:
    """Quoted as servers do: what the member's address is need not look like one."""
    raw = (ANSWERS / "bounce-whole.eml").read_bytes()
    mail = read_mail(raw.replace(b"No such user here", b'No mailbox "anna b"@example.org'))
    known = replace(KNOWN, addresses={"anna": '"anna b"@example.org'})
    assert mail is not None
    assert meaning(mail, known) == Undelivered("anna", "ballot:12", "550 5.1.1 No mailbox …")


def test_a_long_answer_of_a_server_is_cut_only_without_its_addresses() -> None:
    """An address that the cut would go through shows no half of itself."""
    raw = (ANSWERS / "bounce-whole.eml").read_bytes()
    said = b"x" * 280 + b" annas-secret-name@example.org is unknown"
    mail = read_mail(raw.replace(b"No such user here", said))
    assert mail is not None
    found = meaning(mail, KNOWN)
    assert isinstance(found, Undelivered) and "secret" not in found.server


def test_a_report_that_names_only_a_thread_is_about_its_last_letter() -> None:
    """References begin with the campaign's first id and end with the letter."""
    raw = (ANSWERS / "bounce-whole.eml").read_bytes()
    ids = b"<campaign.annafixed@example.org> <ballot.12.annafixed@example.org>"
    raw = raw.replace(b"Return-Path: <>", b"Return-Path: <>\nReferences: " + ids)
    mail = read_mail(raw.replace(b"Message-ID: <ballot.12.annafixed@example.org>\n", b""))
    assert mail is not None
    assert meaning(mail, KNOWN) == Undelivered("anna", "ballot:12", "550 5.1.1 No such user here")


def test_a_server_that_finds_nothing_false_is_no_obstacle() -> None:
    """`none`, `neutral` and errors are not `fail`."""
    for result in ("none", "neutral", "softfail", "temperror", "permerror", "pass"):
        line = f"Authentication-Results: MX.example.org; dmarc={result}; spf={result}\n".encode()
        mail = read_mail(line + (ANSWERS / "token-alone.eml").read_bytes())
        assert mail is not None and isinstance(meaning(mail, KNOWN), TakenAnswer), result


def test_a_member_without_an_address_gets_no_answer() -> None:
    """Their address was forgotten: nobody can show to be them by mail."""
    known = replace(KNOWN, addresses={})
    assert meaning(read("late"), known) == PassedOver("nobody", is_ours=True)


def test_a_mail_of_256_kib_is_read_and_a_larger_one_is_not() -> None:
    """The limit is the last size that counts."""
    start = (ANSWERS / "token-alone.eml").read_bytes()
    whole = start + b"x" * (LARGEST - len(start))
    fits, too_large = read_mail(whole), read_mail(whole + b"x")
    assert fits is not None and isinstance(meaning(fits, KNOWN), TakenAnswer)
    assert too_large is not None and too_large.line == ""
    found = meaning(too_large, KNOWN)
    assert isinstance(found, PoliteNo) and found.sentence == NO_MORE + SENTENCES["large"]


def test_of_a_mail_that_is_too_large_the_headers_are_enough() -> None:
    """A mailbox need not hand over the rest."""
    head = (ANSWERS / "token-alone.eml").read_bytes().partition(b"\n\n")[0]
    mail = read_mail(head, is_cut=True)
    assert mail is not None and mail.is_too_large and len(head) < HEADERS_READ
    found = meaning(mail, KNOWN)
    assert isinstance(found, PoliteNo) and found.why == "large"


def test_a_polite_no_says_where_else_to_answer() -> None:
    """One more sentence with the page's address, where there is a page."""
    found = meaning(read("misspelt"), replace(KNOWN, elsewhere="https://club.example.org/c/club"))
    assert isinstance(found, PoliteNo)
    place = " You can also answer at https://club.example.org/c/club"
    assert found.sentence == NO_MORE + SENTENCES["word"] + place


def test_a_word_of_the_request_before_does_not_count_while_the_next_is_open() -> None:
    """Words are made for one request: an old one is late, whatever is asked by now."""
    mail = read("late")
    assert mail.line == "MEADOW"
    found = meaning(mail, KNOWN)
    assert isinstance(found, PoliteNo) and found.why == "late"


def test_the_letter_is_known_of_answers_and_of_what_came_back() -> None:
    """What a program is told names the letter, never the words."""
    assert letter_of(read("english-above"), KNOWN) == SentLetter("ballot:12", "anna")
    assert letter_of(read("bounce-headers"), KNOWN) == SentLetter("turn:1941-SO", "anna")
    assert letter_of(read("bounce-of-another-mail"), KNOWN) is None
    assert letter_of(read("unrelated"), KNOWN) is None


# --- the digest ---------------------------------------------------------------------------------

SECRET = bytes(range(32))


def test_a_mail_has_one_digest_on_whatever_way_it_comes() -> None:
    """Other Received lines, another encoding, a footer of the provider: it is the same mail."""
    raw = (ANSWERS / "full-stop.eml").read_bytes()
    head, _, text = raw.partition(b"\n\n")
    other_way = b"Received: from a by b; Thu, 26 Nov 2026 01:00:00 +0000\nX-Spam: no\n" + raw
    encoded = head.replace(b": 8bit", b": base64") + b"\n\n" + base64.encodebytes(text)
    footer = raw + b"\n--\nSent with a kind provider\n"
    lines = raw.replace(b"\n", b"\r\n")
    found = {_digest(one) for one in (raw, other_way, encoded, footer, lines)}
    assert len(found) == 1 and re.fullmatch("[0-9a-f]{64}", found.pop())


def test_another_id_writer_or_word_is_another_mail() -> None:
    """Whoever writes again, with another word or the same, sends a new command."""
    raw = (ANSWERS / "full-stop.eml").read_bytes()
    others = (
        re.sub(b"<answer-[0-9]+@", b"<answer-x@", raw),
        raw.replace(b"From: Anna Berg <anna@", b"From: Anna Berg <ben@"),
        raw.replace(b"Badger.", b"Lantern."),
    )
    assert len({_digest(one) for one in (raw, *others)}) == 4


def test_a_mail_without_an_id_is_known_by_its_date() -> None:
    """Few programs leave it out, and none leaves out both."""
    raw = re.sub(b"Message-ID: .*\n", b"", (ANSWERS / "full-stop.eml").read_bytes())
    assert _digest(raw) != _digest(raw.replace(b"25 Nov 2026 21:11:00", b"25 Nov 2026 21:12:00"))


def test_nobody_can_try_which_word_a_digest_stands_for() -> None:
    """It is keyed: the log is read by all, and there are only a few words."""
    mail = read("full-stop")
    assert mail_digest(mail, SECRET) != mail_digest(mail, bytes(32))


def _digest(raw: bytes) -> str:
    mail = read_mail(raw)
    assert mail is not None
    return mail_digest(mail, SECRET)


# --- mails that are none ------------------------------------------------------------------------


@given(st.binary(max_size=2000))
@settings(max_examples=300)
def test_random_bytes_mean_nothing_and_break_nothing(raw: bytes) -> None:
    """Whatever comes, there is a value and no error."""
    mail = read_mail(raw)
    assert mail is None or isinstance(meaning(mail, KNOWN), PassedOver)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n\n\n",
        b"no headers at all",
        b"From: a@b\nContent-Type: multipart/mixed; boundary=a\n\n" + b"--a\n" * 5000,
        b"Subject: =?utf-8?b?" + b"A" * 5000 + b"?=\n\nBADGER",
        b"Subject: =?x?q?=FF?= =?utf-8?b?!?=\n\nBADGER",
        b"References: " + b"<a@b> " * 20000 + b"\n\nBADGER",
        b"From: " + b"(" * 5000 + b"a@b" + b")" * 5000 + b"\n\nBADGER",
        b"Authentication-Results: " + b"(" * 5000 + b"x" + b")" * 5000 + b"; a=b\n\nBADGER",
        b"Content-Type: text/html\n\n" + b"<div>" * 20000 + b"BADGER",
        b"Content-Type: text/html\n\n" + b"<!--" * 60000,
        b"Content-Type: text/html\n\n" + b"<a " * 80000,
        b"Content-Type: text/html\n\n" + b"<![" * 3000 + b"&#xfffffffff;" * 500,
        b"Content-Type: text/plain; charset=\xff\xfe\n\nBADGER",
        b"Content-Type: text/plain; charset=idna\n\n" + b"\xff" * 1000,
        b"Content-Type: text/plain; charset=base64\n\nBADGER",
    ],
    ids=lambda raw: raw[:24].decode("ascii", "replace"),
)
def test_a_hostile_mail_means_nothing(raw: bytes) -> None:
    """None of these is anybody's answer."""
    mail = read_mail(raw)
    assert mail is None or isinstance(meaning(mail, KNOWN), PassedOver)


@pytest.mark.further
def test_mails_within_mails_without_end_are_no_mail() -> None:
    """The reader gives up, and says so by a value."""
    raw = b"".join(
        f"Content-Type: multipart/mixed; boundary=b{depth}\n\n--b{depth}\n".encode()
        for depth in range(3000)
    )
    mail = read_mail(b"From: anna@example.org\n" + raw + b"\nBADGER\n")
    assert mail is None or mail.line == ""
