"""`mail-receive`: answers by mail from standard input, a maildir and a mail server; what becomes of
them, what their senders are told, and that nobody else learns what they said.
"""

import json
import os
import re
import shutil
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from campaign.extensions.mail_in.verbs import WHY
from campaign.extensions.mail_out.answers import STANDS
from support.command_line import Shell

SECOND = "they answered by mail before, and a second mail changes nothing"
WROTE = "wrote told/anna-receipt-7.eml\n"
ANNA = "Anna <anna@example.org>"
SETTINGS = '[mail]\nfrom = "Thursday club <club@example.org>"\nauthserv_id = "mx.example.org"\n'
ANSWERS = 'answers = "yes"\n'


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club that takes ballots on Balbo; Anna plays Germany, Ben plays Italy, and both have got
    what is asked of them as a file.
    """
    folder = tmp_path_factory.mktemp("answers") / "club"
    folder.mkdir()
    made = Shell(folder)
    made.fine("start", "club", "--scenario", "global-war", "--ruling", "draws=table")
    for name, power in (("anna", "germany"), ("ben", "italy")):
        made.fine("enrol", "club", name, "--email", f"{name}@example.org")
        made.fine("assign", "club", power, name)
    made.fine("board", "club")
    made.fine("draw", "club", "balbo")
    (folder / "club.toml").write_text(SETTINGS + ANSWERS)
    made.fine("mail", "club", "--out", "letters")
    return folder


@pytest.fixture
def shell(table: Path, tmp_path: Path) -> Shell:
    """That club, in a folder of its own."""
    return Shell(shutil.copytree(table, tmp_path / "club"))


def letter(shell: Shell, member: str = "anna") -> EmailMessage:
    """What a member was asked."""
    raw = (shell.folder / "letters" / f"{member}-ballot-1.eml").read_bytes()
    found = message_from_bytes(raw, policy=default)
    assert isinstance(found, EmailMessage)
    return found


def words(shell: Shell, member: str = "anna") -> tuple[str, str]:
    """The words of a member's request: for the veto (here Germany supports), and for none."""
    part = letter(shell, member).get_body(("plain",))
    assert part is not None
    first, second = re.findall(r"^    ([A-Z]{4,8}) = ", part.get_content(), re.MULTILINE)
    return first, second


def mail(shell: Shell, line: str, number: int = 1, sender: str = ANNA, **headers: str) -> bytes:
    """An answer to Anna's request."""
    asked = letter(shell)
    fields = {
        "From": sender,
        "Subject": f"Re: {asked['Subject']}",
        "Message-ID": f"<answer-{number}@mail.example.org>",
        "In-Reply-To": asked["Message-ID"],
        "References": f"{asked['References']} {asked['Message-ID']}",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    head = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return f"{head}\n{line}\n\nOn Thu, Thursday club wrote:\n> BADGER\n".encode()


def bounce(shell: Shell, of: str = "") -> bytes:
    """A server's report that Anna's request did not arrive; it names the request inside only."""
    asked = of or letter(shell)["Message-ID"]
    return (
        "Return-Path: <>\nAuto-Submitted: auto-replied\nFrom: mailer-daemon@mx.example.org\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        "--b\nContent-Type: text/plain\n\nSorry.\n\n--b\nContent-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; mx.example.org\n\nFinal-Recipient: rfc822; anna@example.org\n"
        "Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 No such user\n\n"
        f"--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: {asked}\n\n--b--\n"
    ).encode()


def given(shell: Shell, raw: bytes, *more: str) -> dict[str, Any]:
    """What became of a mail on standard input."""
    out = shell.fine("mail-receive", "club", "-", "--json", *more, typed=raw.decode())
    (line,) = out.splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


def sealed(shell: Shell) -> list[str]:
    """The powers whose ballots are in."""
    found: list[str] = shell.read("show", "club")["board"]["sealed"]
    return found


def version(shell: Shell) -> int:
    return int(shell.read("show", "club")["version"])


def told(shell: Shell) -> dict[str, str]:
    """The letters about answers that were written to files, by name: their text."""
    found = {}
    for file in sorted((shell.folder / "told").glob("*.eml")):
        message = message_from_bytes(file.read_bytes(), policy=default)
        assert isinstance(message, EmailMessage)
        part = message.get_body(("plain",))
        assert part is not None
        found[file.name] = " ".join(part.get_content().split())
    return found


# --- what becomes of an answer ------------------------------------------------------------------


def test_a_word_lays_the_ballot_that_it_was_made_for(shell: Shell) -> None:
    """Anna sends the word for no veto; when all is opened, Germany has none."""
    found = given(shell, mail(shell, words(shell)[1]))
    assert found == {
        "outcome": "accepted",
        "member": "anna",
        "occasion": "ballot:1",
        "why": None,
        "receipt": "club/7",
        "id": found["id"],
        "repeated": False,
    }
    assert re.fullmatch("[0-9a-f]{64}", found["id"])
    assert sealed(shell) == ["germany"]
    opened = json.loads(
        shell.fine("reveal", "club", "--absent", "--yes", "--why", "cannot be reached", "--json")
    )
    ballots = next(one for one in opened["events"] if one["type"] == "lif.BallotsOpened")
    assert ballots["ballots"]["germany"]["choice"] == "no-veto"


def test_the_same_mail_is_one_ballot_however_often_it_comes(shell: Shell) -> None:
    """Also with other Received lines: the log grows once, and the answer is the first one."""
    raw = mail(shell, words(shell)[0])
    first = given(shell, raw)
    after = version(shell)
    again = given(shell, b"Received: from a by b; Thu, 26 Nov 2026 01:00:00 +0000\n" + raw)
    assert again == {**first, "repeated": True}
    assert version(shell) == after


def test_a_second_mail_about_a_ballot_that_is_in_does_not_count(shell: Shell) -> None:
    """Words are used up: the marker stays what it is. Anna hears it, whatever she heard before:
    her mail program shows her second answer as sent.
    """
    given(shell, mail(shell, words(shell)[0]))
    for number, thread in enumerate(("<a@b>", "<c@d>", "<e@f>")):
        given(shell, mail(shell, "absent from x to y", 10 + number, In_Reply_To=thread))
    found = given(shell, mail(shell, words(shell)[1], 2), "--out", "told")
    assert (found["outcome"], found["why"]) == ("refused", "stands")
    (text,) = told(shell).values()
    assert (
        "Your mail does not count: your ballot on Balbo for Germany came in by mail before, receipt"
        " club/7. That first answer stands, unless your host has typed another since. It can't be"
        " changed by mail; if you want another, ask your host before it is decided." in text
    )
    (file,) = (shell.folder / "told").glob("*.eml")
    assert "Subject: club: your first answer stands\n" in file.read_text()
    given(shell, mail(shell, words(shell)[0], 3), "--out", "told")
    assert len(told(shell)) == 1


def test_a_request_that_the_host_answered_says_nothing_of_a_first_answer(shell: Shell) -> None:
    """Only what came in by mail is named; an absence that came in is no answer to it."""
    given(shell, mail(shell, "absent from 24 Dec 2126 to 3 Jan 2127"))
    shell.fine("ballot", "club", "germany", "no-veto", "--as", "anna")
    found = given(shell, mail(shell, words(shell)[1], 2), "--out", "told")
    assert (found["outcome"], found["why"]) == ("refused", "late")
    (text,) = told(shell).values()
    assert "Your mail does not count: what it answers is not asked of you now" in text


def test_a_line_that_is_no_word_after_a_first_answer_says_that_it_came_in(shell: Shell) -> None:
    """Anna plays Germany and Japan: one ballot is in, and the other is still asked."""
    shell.fine("assign", "club", "japan", "anna")
    given(shell, mail(shell, words(shell)[0]))
    found = given(shell, mail(shell, "I would like to", 2), "--out", "told")
    assert found["why"] == "word"
    (text,) = told(shell).values()
    assert text.count("Your ballot on Balbo for Germany came in before.") == 1


def test_a_members_absence_and_stop(shell: Shell) -> None:
    """Both are all that mail can do besides; who stops gets no mail about it."""
    found = given(shell, mail(shell, "absent from 24 Dec 2126 to 3 Jan 2127"), "--out", "told")
    assert found["outcome"] == "accepted"
    assert "2126-12-24" in shell.fine("log", "club", "--json")
    assert list(told(shell)) == [f"anna-receipt-{found['receipt'].partition('/')[2]}.eml"]
    found = given(shell, mail(shell, "STOP", 2), "--out", "told")
    assert (found["outcome"], found["receipt"]) == ("stopped", None)
    assert shell.read("mail-choices", "club", "anna")["stopped"] is True
    assert len(told(shell)) == 1


def test_the_button_of_mail_programs_stops_and_the_token_in_a_subject_answers(
    shell: Shell,
) -> None:
    """Both are mails of their own, which answer none: the subject says whose they are."""
    asked = letter(shell)
    (subject,) = re.findall(r"subject=([^>]+)>", str(asked["List-Unsubscribe"]))
    lines = ("From: anna@example.org\n", "Message-ID: <new-1@mail.example.org>\n")
    raw = "".join(lines) + f"Subject: {unquote(subject)}\n\n"
    assert given(shell, raw.encode())["outcome"] == "stopped"
    raw = "".join(lines) + f"Subject: {asked['Subject']}\n\n{words(shell)[0]}\n"
    found = given(shell, raw.encode())
    assert (found["outcome"], found["occasion"]) == ("accepted", "ballot:1")


def test_a_refused_absence_says_why(shell: Shell) -> None:
    """Nothing about it is secret."""
    found = given(shell, mail(shell, "absent from 24 Dec 2126 to 3 Dec 2126"), "--out", "told")
    assert (found["outcome"], found["why"]) == ("refused", "rules")
    (text,) = told(shell).values()
    assert "Your mail does not count: " in text and "CHOICE" not in text


def test_a_refused_ballot_does_not_say_why(shell: Shell) -> None:
    """The reason could show the choice: of who cannot pay, that they wanted a veto. Ben stands in
    for Anna, and only who plays Germany lays its ballot: the receipt tells him so.
    """
    today = datetime.now(UTC).date().isoformat()
    words_ = ("--wish", "substitute:ben", "--as", "anna")
    shell.fine("absent", "club", today, "2126-12-24", *words_)
    asked = str(letter(shell, "ben")["Message-ID"])
    ben = "Ben <ben@example.org>"
    raw = mail(shell, "veto germany", sender=ben, In_Reply_To=asked, References=asked)
    found = given(shell, raw, "--out", "told")
    assert (found["outcome"], found["why"], found["receipt"]) == ("refused", "rules", "club/8")
    (text,) = told(shell).values()
    assert (
        "Your mail does not count: the rules do not allow it now. `campaign trust receipt club/8"
        " --as ben` says why to you alone." in text
    )
    assert "refused" in shell.fine("receipt", "club/8", "--as", "ben")


def test_a_refused_ballot_without_a_receipt_says_so(shell: Shell) -> None:
    """Ben has had 200 commands refused today. Why this one is, nobody tells."""
    today = datetime.now(UTC).date().isoformat()
    words_ = ("--wish", "substitute:ben", "--as", "anna")
    shell.fine("absent", "club", today, "2126-12-24", *words_)
    asked = str(letter(shell, "ben")["Message-ID"])
    ben = "Ben <ben@example.org>"
    raw = mail(shell, "veto germany", sender=ben, In_Reply_To=asked, References=asked)
    spam = [{"command": "AddEntropy", "by": "ben", "value": "", "id": f"n{n}"} for n in range(200)]
    shell("submit", "club", "--keep-going", typed="\n".join(map(json.dumps, spam)))
    found = given(shell, raw, "--out", "told")
    assert (found["outcome"], found["why"], found["receipt"]) == ("refused", "rules", None)
    (text,) = told(shell).values()
    kept = "no receipt was kept; at most 200 refusals a member and day get one."
    assert f"Your mail does not count; {kept}" in " ".join(text.split())


def test_mail_that_is_about_nothing_here_is_passed_over(shell: Shell) -> None:
    """It leaves no trace, and no receipt."""
    before = version(shell)
    raw = mail(shell, "BADGER", In_Reply_To="<x@y>", References="<x@y>", Subject="Maps")
    assert given(shell, raw, "--out", "told")["outcome"] == "passed-over"
    assert version(shell) == before and told(shell) == {}


def alone(shell: Shell, line: str, number: int = 1) -> bytes:
    """An answer to Anna's request that names it by its id alone, as some programs do."""
    asked = str(letter(shell)["Message-ID"])
    return mail(shell, line, number, References=asked, Subject="Re: your ballot")


def test_a_letter_in_a_file_is_known_after_its_request_is_over(shell: Shell) -> None:
    """The host sends files by hand, and types Anna's ballot: her mails to that letter count."""
    shell.fine("ballot", "club", "germany", "no-veto", "--as", "anna")
    found = given(shell, alone(shell, words(shell)[0]), "--out", "told")
    assert (found["outcome"], found["why"], found["member"]) == ("refused", "late", "anna")
    assert len(told(shell)) == 1
    away = alone(shell, "absent from 24 Dec 2126 to 3 Jan 2127", 2)
    assert given(shell, away)["outcome"] == "accepted"
    assert given(shell, alone(shell, "STOP MAIL", 3))["outcome"] == "stopped"


def test_a_mail_that_is_piped_in_is_never_answered_by_silence(shell: Shell) -> None:
    """Once more: it has counted. What answers nothing here: it was left alone, on standard error.
    For programs the line of JSON says both.
    """
    raw = alone(shell, words(shell)[0]).decode()
    assert shell.fine("mail-receive", "club", "-", "--out", "told", typed=raw).startswith("Anna: ")
    out = shell.fine("mail-receive", "club", "-", "--out", "told", typed=raw)
    assert out == f"Anna: taken already, receipt club/7\n{WROTE}"
    line = "campaign: this mail answers nothing of club; it was left alone"
    for foreign in ("From: ben@example.org\nSubject: Maps\n\nHello\n", "", "no mail at all"):
        done = shell("mail-receive", "club", "-", "--out", "told", typed=foreign)
        assert (done.status, done.out, done.error) == (0, "", line)
        done = shell("mail-receive", "club", "-", "--out", "told", "--json", typed=foreign)
        assert json.loads(done.out)["outcome"] == "passed-over" and done.err == ""


def test_a_mail_of_a_program_or_of_nobody_is_passed_over_with_its_reason(shell: Shell) -> None:
    """For the host alone: nobody else is told."""
    raw = mail(shell, "x", Auto_Submitted="auto-replied").decode()
    out = shell.fine("mail-receive", "club", "-", typed=raw)
    assert out == "Anna: passed over: a program wrote it\n"
    out = shell.fine("mail-receive", "club", "-", typed=mail(shell, "x", sender="").decode())
    assert out == "Anna: passed over: it names no sender, or they have no address\n"


# --- what senders are told ----------------------------------------------------------------------


def test_the_receipt_proves_the_choice_and_does_not_say_it(shell: Shell) -> None:
    """Number, time and salt; with the choice put in, `receipt` proves what was sent."""
    word = words(shell)[0]
    given(shell, mail(shell, word), "--out", "told")
    ((name, text),) = told(shell).items()
    assert name == "anna-receipt-7.eml" and "as receipt club/7" in text
    assert "Your ballot on Balbo for Germany is in" in text
    assert (
        "It can't be changed by mail. If you want another answer, ask your host before it is"
        " decided." in text
    )
    assert word not in text and "veto" not in text.lower().replace("seal", "")
    (salt,) = re.findall(r"Salt: ([0-9a-f]{32})", text)
    (sent,) = re.findall(r"(\{.*\})", text)
    (shell.folder / "sent.json").write_text(sent.replace("CHOICE", "veto"))
    out = shell.fine("receipt", "club/7", "--sent", "sent.json", "--salt", salt)
    assert "this very text was sent" in out
    assert (shell.folder / "told" / name).stat().st_mode & 0o777 == 0o600


def test_a_receipt_says_when_in_the_members_own_zone(shell: Shell) -> None:
    """Tokyo is nine hours ahead of UTC, all year."""
    shell.fine("mail-choices", "club", "anna", "--zone", "Asia/Tokyo")
    given(shell, mail(shell, words(shell)[0]), "--out", "told")
    (text,) = told(shell).values()
    (there, here) = re.findall(
        r"came in on \w+ \d+ \w+ (\d\d):\d\d \(Asia/Tokyo\),.* (\d\d):\d\d UTC", text
    )[0]
    assert int(there) == (int(here) + 9) % 24


def test_a_receipt_of_an_absence_says_nothing_of_changing_it(shell: Shell) -> None:
    """An absence can be told again by mail."""
    given(shell, mail(shell, "absent from 24 Dec 2126 to 3 Jan 2127"), "--out", "told")
    (text,) = told(shell).values()
    assert "Your answer is in" in text and "changed by mail" not in text


def test_a_no_is_told_once_for_each_mail_and_three_times_a_day(shell: Shell) -> None:
    """Five mails that do not count: of two that answer one mail for one reason only the first is
    told of.
    """
    for number, answers in enumerate(("<a@b>", "<a@b>", "<c@d>", "<e@f>", "<g@h>")):
        raw = mail(shell, "hello", number, In_Reply_To=answers)
        assert given(shell, raw, "--out", "told")["outcome"] == "refused"
    assert len(told(shell)) == 3


def test_each_reason_is_told_and_what_others_send_uses_up_nothing(shell: Shell) -> None:
    """Eve answers Anna's mails from her own address, as often as she likes: Anna hears of three,
    and of each mistake of her own.
    """
    for number, thread in enumerate(("<a@b>", "<a@b>", "<c@d>", "<e@f>", "<g@h>")):
        raw = mail(shell, "hello", number, sender="eve@example.org", In_Reply_To=thread)
        assert given(shell, raw, "--out", "told")["why"] == "address"
    assert len(told(shell)) == 3
    for number, line in enumerate(("I would like to", "absent from x to y", "perhaps")):
        given(shell, mail(shell, line, 10 + number, In_Reply_To="<a@b>"), "--out", "told")
    texts = [text for text in told(shell).values() if "another address" not in text]
    assert sorted("first line" in text for text in texts) == [False, True]
    assert any("write both days" in text for text in texts)


def test_the_host_reads_why_a_mail_does_not_count(shell: Shell) -> None:
    """The reason, and nothing of what the mail said."""

    def line(raw: bytes) -> str:
        out = shell.fine("mail-receive", "club", "-", "--out", "told", typed=raw.decode())
        return out.splitlines()[0]

    no = "Anna: does not count: "
    found = line(mail(shell, "x", 1, sender="eve@example.org"))
    assert found == f"{no}it came from another address"
    assert line(mail(shell, "hello", 2)) == f"{no}its first line is none of the words alone"
    assert line(mail(shell, "absent from x to y", 3)) == f"{no}its days cannot be read"
    checks = "mx.example.org; dmarc=fail"
    found = line(mail(shell, "x", 4, Authentication_Results=checks))
    assert found == f"{no}the mail server found that somebody else may have sent it"
    assert line(mail(shell, "x" * 300_000, 5)) == f"{no}it was larger than 256 KiB"
    late = "absent from 24 Dec 2126 to 3 Dec 2126"
    assert line(mail(shell, late, 6)) == f"{no}the rules do not allow it now, receipt club/7"
    given(shell, mail(shell, words(shell)[0], 7))
    assert line(mail(shell, words(shell)[1], 8)) == f"{no}{SECOND}"
    assert line(mail(shell, words(shell)[1], 8)) == f"{no}{SECOND} (it had come before)"


def test_every_reason_has_words_for_the_host() -> None:
    """What the reading and the desk give as reasons, as the two modules name them."""
    folder = Path(__file__).parents[3] / "campaign" / "extensions" / "mail_in"
    read = (folder / "meaning.py").read_text()
    found = set(re.findall(r'"(\w+)", [A-Z_]+\b', read))
    taken = (folder / "answering.py").read_text()
    found |= set(re.findall(r'outcome="refused", why="(\w+)"', taken)) | {STANDS}
    found |= set(re.findall(r'PassedOver\("(\w+)", is_ours', read))
    assert found == set(WHY)


def test_machines_are_told_nothing(shell: Shell) -> None:
    """An answering machine that quotes the request gets no answer, so that nothing goes round."""
    raw = mail(shell, words(shell)[0], Auto_Submitted="auto-replied")
    assert given(shell, raw, "--out", "told")["outcome"] == "passed-over"
    assert told(shell) == {} and sealed(shell) == []


def test_a_false_sender_is_told_to_the_member_alone(shell: Shell) -> None:
    """The letter goes to the address that we know, whatever the mail says."""
    raw = mail(shell, words(shell)[0], sender="Anna <eve@evil.example.org>")
    assert given(shell, raw, "--out", "told")["why"] == "address"
    (file,) = (shell.folder / "told").glob("*.eml")
    assert "To: Anna <anna@example.org>" in file.read_text() and "evil" not in file.read_text()
    checks = "mx.example.org; dmarc=fail"
    raw = mail(shell, words(shell)[0], 2, Authentication_Results=checks)
    assert given(shell, raw)["why"] == "false"
    assert sealed(shell) == []


# --- who is asked for words ---------------------------------------------------------------------


AT_THE_KEYBOARD = "At your host's keyboard, unseen."


def asked_for(shell: Shell, settings: str) -> str:
    """Anna's request under some settings, and its subject."""
    (shell.folder / "club.toml").write_text(SETTINGS + settings)
    shell.fine("mail", "club", "--out", "letters")
    found = letter(shell)
    part = found.get_body(("plain",))
    assert part is not None
    return f"{found['Subject']}\n{part.get_content()}"


@pytest.mark.parametrize(
    ("settings", "has_words"),
    [
        ("", False),
        ('answers = ""\n', False),
        ('answers = "yes"\n', True),
        ('answers = "no"\n', False),
        ('imap_host = "imap.example.org"\n', True),
        ('imap_host = "imap.example.org"\nanswers = "no"\n', False),
    ],
)
def test_words_stand_in_requests_where_somebody_reads_the_answers(
    shell: Shell, settings: str, has_words: bool
) -> None:
    """A word that nobody reads is a ballot lost: elsewhere the host's keyboard takes its place."""
    found = asked_for(shell, settings)
    assert ("Answer this mail" in found) is has_words
    assert (re.search(r"^    [A-Z]{4,8} = ", found, re.MULTILINE) is not None) is has_words
    assert (re.search(r" \[[a-z0-9]{8}\]\n", found) is not None) is has_words
    assert (AT_THE_KEYBOARD in " ".join(found.split())) is not has_words
    assert "campaign ballot" not in found


@pytest.mark.parametrize("door", ["maildir", "pipe"])
def test_words_stand_in_requests_once_answers_were_read_in(shell: Shell, door: str) -> None:
    """Also where nothing had come; `no` in the settings still means no."""
    before = asked_for(shell, "")
    if door == "pipe":
        given(shell, b"From: ben@example.org\nSubject: Maps\n\nHello\n")
    else:
        for name in ("cur", "new", "tmp"):
            (shell.folder / "Maildir" / name).mkdir(parents=True)
        shell.fine("mail-receive", "club", "--maildir", "Maildir")
    after = asked_for(shell, "")
    assert "Answer this mail" in after and "Answer this mail" not in before
    assert "Answer this mail" not in asked_for(shell, 'answers = "no"\n')


def test_no_words_go_out_in_the_name_of_a_club_without_an_address(shell: Shell) -> None:
    """An answer would go nowhere, whatever else is set."""
    settings = '[mail]\nanswers = "yes"\nimap_host = "imap.example.org"\n'
    (shell.folder / "club.toml").write_text(settings)
    shell.fine("mail", "club", "--out", "letters")
    part = letter(shell).get_body(("plain",))
    assert part is not None and "Answer this mail" not in part.get_content()
    assert AT_THE_KEYBOARD in part.get_content() and "campaign ballot" not in part.get_content()


def test_a_maildir_that_is_none_reads_nothing_in(shell: Shell) -> None:
    """A run that could not begin leaves the requests without words."""
    (shell.folder / "club.toml").write_text(SETTINGS)
    assert shell("mail-receive", "club", "--maildir", "none").status == 1
    assert "Answer this mail" not in asked_for(shell, "")


# --- a maildir ----------------------------------------------------------------------------------


@pytest.fixture
def maildir(shell: Shell) -> Path:
    """A maildir in the club's folder."""
    for name in ("cur", "new", "tmp"):
        (shell.folder / "Maildir" / name).mkdir(parents=True)
    return shell.folder / "Maildir"


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir()) if folder.is_dir() else []


def test_of_a_maildir_only_answers_are_put_away(shell: Shell, maildir: Path) -> None:
    """The rest stays where it is, unread; each mail that is ours has its line."""
    (maildir / "new" / "1.a").write_bytes(mail(shell, words(shell)[0]))
    (maildir / "cur" / "2.b:2,").write_bytes(mail(shell, "hello", 2))
    (maildir / "new" / "3.c").write_bytes(b"From: ben@example.org\nSubject: Maps\n\nHello\n")
    out = shell.fine("mail-receive", "club", "--maildir", "Maildir", "--out", "told")
    *lines, first, second = out.splitlines()
    assert lines == ["Anna: taken, receipt club/7", f"Anna: does not count: {SECOND}"]
    assert {first, second} == {f"wrote told/{file}" for file in told(shell)}
    assert names(maildir / "new") == ["3.c"] and names(maildir / "cur") == []
    assert names(maildir / ".Seen.club" / "cur") == ["1.a:2,S", "2.b:2,S"]
    no, yes = told(shell)
    assert no.startswith("anna-not-taken-") and yes == "anna-receipt-7.eml"
    nothing = "Nothing new came in for club.\n"
    assert shell.fine("mail-receive", "club", "--maildir", "Maildir") == nothing
    (maildir / "new" / "3.c").unlink()
    assert shell.fine("mail-receive", "club", "--maildir", "Maildir", "--json") == ""


def test_in_a_maildir_only_plain_files_are_looked_at(shell: Shell, maildir: Path) -> None:
    """A folder or a pipe among the mails stops nothing, and nobody waits at the pipe."""
    (maildir / "new" / "0.folder").mkdir()
    os.mkfifo(maildir / "new" / "0.pipe")
    (maildir / "new" / "1.a").write_bytes(mail(shell, words(shell)[0]))
    out = shell.fine("mail-receive", "club", "--maildir", "Maildir", "--out", "told")
    assert out == f"Anna: taken, receipt club/7\n{WROTE}"
    assert names(maildir / "new") == ["0.folder", "0.pipe"]


def test_what_is_no_maildir_is_named(shell: Shell) -> None:
    """One line; nothing is made."""
    done = shell("mail-receive", "club", "--maildir", "letters")
    assert (done.status, done.error) == (
        1,
        "campaign: letters is no maildir: it has no folder cur and no new and no tmp",
    )
    assert shell("mail-receive", "club", "--maildir", "no").error == "campaign: no is no maildir"


def test_a_mail_that_cannot_be_put_away_counts_once(shell: Shell, maildir: Path) -> None:
    """The run ends between outcome and folder: the next reads the mail again, finds it, and puts it
    away.
    """
    (maildir / "new" / "1.a").write_bytes(mail(shell, words(shell)[0]))
    (maildir / ".Seen.club").write_text("in the way")
    done = shell("mail-receive", "club", "--maildir", "Maildir")
    assert done.status == 1 and "cannot put Maildir/new/1.a away" in done.err
    assert sealed(shell) == ["germany"] and names(maildir / "new") == ["1.a"]
    after = version(shell)
    (maildir / ".Seen.club").unlink()
    out = shell.fine("mail-receive", "club", "--maildir", "Maildir", "--out", "told")
    assert out == f"Anna: taken already, receipt club/7\n{WROTE}"
    assert version(shell) == after and names(maildir / ".Seen.club" / "cur") == ["1.a:2,S"]
    assert list(told(shell)) == ["anna-receipt-7.eml"]


# --- what it says where it cannot ---------------------------------------------------------------


def test_one_door_at_a_time(shell: Shell) -> None:
    """None or two: how to say where the mails are."""
    line = "campaign: say where the mails are: --maildir, --imap, --lmtp, or - for standard input"
    for words_ in ((), ("-", "--imap"), ("answers",), ("--imap", "--maildir", "Maildir")):
        done = shell("mail-receive", "club", *words_)
        assert (done.status, done.error) == (2, line)


def test_a_club_that_takes_no_answers(shell: Shell) -> None:
    """The settings may say no."""
    (shell.folder / "club.toml").write_text(SETTINGS + 'answers = "no"\n')
    done = shell("mail-receive", "club", "-", typed="x")
    text = 'answers by mail are switched off: answers = "no" under [mail]'
    assert (done.status, done.error) == (2, f"campaign: {text}")


def test_a_what_if_takes_no_mail(shell: Shell) -> None:
    """Nobody was asked there."""
    shell.fine("branch", "club", "--at", "5", "--name", "idea")
    done = shell("mail-receive", "idea", "-", typed="x")
    assert (done.status, done.error) == (
        1,
        "campaign: idea is a what-if, and what-ifs take no mail",
    )


def test_a_piped_mail_comes_again_where_the_store_cannot_be_used(shell: Shell) -> None:
    """Mail servers know status 75: keep it, and try later."""
    shell.store.write_bytes(b"no store")
    done = shell("mail-receive", "club", "-", typed="From: a@b\n\nx")
    assert done.status == 75 and "campaign.db" in done.error


def test_without_the_vaults_key_no_word_and_no_ballot(shell: Shell) -> None:
    """Nothing can be sealed; the member is told so, and the mail is put away."""
    shell.store.with_suffix(".vault").unlink()
    found = given(shell, mail(shell, "no veto"), "--out", "told")
    assert (found["outcome"], found["why"]) == ("refused", "vault")
    (text,) = told(shell).values()
    assert "Your mail does not count: this computer cannot seal it now; ask your host" in text


# --- secrecy ------------------------------------------------------------------------------------


def test_nothing_says_what_was_chosen_but_the_mail_itself(shell: Shell, maildir: Path) -> None:
    """Two clubs alike but for the word in the mail: every file, line and letter is searched for
    word and choice, and what is printed is the same but for random digests.
    """
    printed = []
    for number, folder in enumerate(("a", "b")):
        club = shell.copied(shell.folder.with_name(folder))
        word = words(club)[number]
        (club.folder / "Maildir" / "new" / "1.a").write_bytes(mail(club, word))
        done = club("mail-receive", "club", "--maildir", "Maildir", "--json", "--out", "told")
        lines = done.out + done.err + club.fine("mail-status", "club") + club.fine("log", "club")
        lines += club.fine("receipts", "club", "--json")
        club.fine("export", "club", "campaign.jsonl")
        kept = b"".join(file.read_bytes() for file in sorted(club.folder.glob("campaign.*")))
        texts = "".join(told(club).values())
        for said in (word, "no-veto", "No veto", '"choice":"veto'):
            assert said.encode() not in kept and said not in texts, said
        assert word not in lines and "salt" not in done.out
        receipt = json.loads(done.out)
        printed.append({**receipt, "id": ""})
    assert printed[0] == printed[1]
