"""What a mail that came in means: a command, a wish, a polite no, or nothing. Pure.

An answer counts only if all of this holds: it answers a mail of ours, or bears a request's token;
its writer's address is that of the member whom we wrote to, and has proved to be theirs once they
came in to the service; the mailbox's own server did not find
the sender false; no program wrote it; it is no larger than 256 KiB; and its first own line is one
known word alone. All that a mail can do is answer what is asked of its member, tell their absence,
stop their mail, and bring a story for the diary, which counts once its writer has said so under a
word that was sent to them; with its pictures it may be larger.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from campaign.extensions.mail_in.reading import STORY, Bounce, CheckResult, IncomingMail, said
from campaign.kernel.pages import Task
from campaign.notifications.notification import ROOT, request_key
from campaign.notifications.servers import one_line
from campaign.text.json_values import JsonFields
from campaign.text.moments import is_day


class SentLetter(msgspec.Struct, frozen=True):
    """A letter that a member may have: which, and whose."""

    occasion: str
    member: str


class OpenRequest(msgspec.Struct, frozen=True):
    """Something that is asked of a member now, with the words for its answers."""

    member: str
    owed: Task
    words: Mapping[str, str] = {}
    """The word of each answer, by the answer's value; empty where the vault's key is elsewhere."""


class Correspondence(msgspec.Struct, frozen=True):
    """What is known of a campaign's mail."""

    letters: Mapping[str, SentLetter]
    """By their Message-ID."""
    tokens: Mapping[str, SentLetter]
    """The letters that have one in their subject, by that token in lower case."""
    addresses: Mapping[str, str]
    """By member."""
    unproved: frozenset[str] = frozenset()
    """Members who came in to the service, and whose address has not proved to be theirs there."""
    requests: tuple[OpenRequest, ...] = ()
    drafts: tuple["WaitingStory", ...] = ()
    server: str = ""
    """The name of the mailbox's own server in its Authentication-Results; empty if nobody said."""
    elsewhere: str = ""
    """Where else one can answer: an address on the web; empty where there is none."""


class WaitingStory(msgspec.Struct, frozen=True):
    """A story that came by mail and waits for its writer's word."""

    member: str
    key: str
    word: str
    """What they send or drop it with."""


class BroughtStory(msgspec.Struct, frozen=True):
    """A member sent a story for the diary."""

    member: str
    occasion: str


class StoryWord(msgspec.Struct, frozen=True):
    """A member says what becomes of a story that they sent."""

    member: str
    occasion: str
    key: str
    is_sent: bool
    """Whether it is filed; else it is dropped."""


class TakenAnswer(msgspec.Struct, frozen=True):
    """A command that a member sent by mail."""

    member: str
    occasion: str
    command: JsonFields


class StopWish(msgspec.Struct, frozen=True):
    """A member wants no more mail of the campaign."""

    member: str
    occasion: str


class PoliteNo(msgspec.Struct, frozen=True):
    """What does not count, and why, in a sentence for the member."""

    member: str
    occasion: str
    why: str
    """A word for programs: `late`."""
    sentence: str


class Undelivered(msgspec.Struct, frozen=True):
    """A letter did not reach its member."""

    member: str
    occasion: str
    server: str
    """What the server said, without addresses: it is kept, and shown to the host."""


class PassedOver(msgspec.Struct, frozen=True):
    """Nothing follows, and nobody is told."""

    why: str
    """A word for programs: `robot`."""
    is_ours: bool = False
    """Whether it answers a letter of this campaign; others are left where they are."""


OF_MEMBERS = (TakenAnswer, BroughtStory, StoryWord)
"""What only somebody can do whose address is known to be theirs."""
Meaning = TakenAnswer | BroughtStory | StoryWord | StopWish | PoliteNo | Undelivered | PassedOver

LATE = "what it answers is not asked of you now; it may have been answered or decided already"
NO_WORD = "its first line has to be one of the words in the mail, and nothing else"
NO_ANSWER = "what it answers cannot be done by mail"
OTHER_ADDRESS = "it came from another address than yours; answer from this one"
FALSE_SENDER = (
    "the mail server found that somebody else may have sent it; if it was you, answer from the"
    " program that you usually write with"
)
UNPROVED = (
    "you use the club's pages, and nobody has shown there that this address is yours. Under Me,"
    " Address have a code sent here, type it there, and answer this mail again"
)
TOO_LARGE = "it was larger than 256 KiB; answer with the word alone"
NO_STORY = (
    "no story of yours waits under that word; it was filed or dropped before, or its seven days are"
    " over"
)
WHICH_SEAT = "this is asked of you for several seats: write the seat behind your answer"
WHICH_STOP = "STOP can mean two things here: write STOP MAIL if you want no more mail"
DAYS = (
    "write both days as in `absent from 24 Dec 2026 to 3 Jan 2027`, or as in"
    " `absent from 2026-12-24 to 2027-01-03`"
)
_METHODS = ("spf", "dkim", "auth", "dkim-atps")
"""What a server looks at beside DMARC."""
STOPS = ("STOP", "STOP MAIL", "UNSUBSCRIBE")
SEND, DROP = "SEND", "DROP"
"""With its word behind it: a story is filed, or dropped."""
_STORY_WORD = re.compile(rf"({SEND}|{DROP}) ([A-Z]{{4,8}})")
_ABSENT = re.compile(r"ABSENT FROM (.+) TO (.+)")
_DAY_IN_WORDS = re.compile(r"([0-9]{1,2})\.? ([A-Z]{3,9})\.? ([0-9]{4})")
_MONTH_NAMES = """
JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER
"""
_MONTHS = tuple(_MONTH_NAMES.split())
_NEWS = ("turn:", "corrected:", "digest:", ROOT)
"""How the occasions of letters begin that may list several requests."""


def mail_digest(mail: IncomingMail, secret: bytes) -> str:
    """What a mail is known by, and the id of the command in it.

    It is over what stays the same on every way that a mail can take: its own id, its writer and the
    line that counts. Servers add headers, and programs encode a text anew, so that the bytes of one
    mail differ from one delivery to the next. The id stands in the log for all to read; without the
    secret anybody could try which of two words was in the mail.
    """
    parts = ("campaign-tracker mail 1", mail.id, mail.sender.lower(), mail.line)
    text = "".join(f"{len(part)}:{part}\n" for part in parts)
    return hmac.new(secret, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


_WhyNot = tuple[str, str]
"""Why a mail does not count: the word for it in the log, and the reason in the answer."""


def meaning(mail: IncomingMail, known: Correspondence) -> Meaning:
    """What a mail means, given what is known of the campaign's letters."""
    if mail.bounce is not None:
        return _undelivered(mail.bounce, known)
    letter = _answered(mail, known)
    if mail.robot:
        return PassedOver("robot", is_ours=letter is not None)
    if letter is None:
        return PassedOver("unknown")
    address = known.addresses.get(letter.member, "")
    if not mail.sender or not address:
        return PassedOver("nobody", is_ours=True)
    refusing = _Refusing(letter, known.elsewhere)
    if (fault := _fault(mail, known, address)) is not None:
        return refusing(*fault)
    answer = _of_story(mail, letter, known, refusing) or _of_line(mail, letter, known, refusing)
    if isinstance(answer, OF_MEMBERS) and letter.member in known.unproved:
        return refusing("unproved", UNPROVED)
    return answer


def _fault(mail: IncomingMail, known: Correspondence, address: str) -> _WhyNot | None:
    """Why a mail does not count whatever its line says; None if it can count."""
    if mail.sender.casefold() != address.casefold():
        return "address", OTHER_ADDRESS
    if is_called_false(mail, known.server):
        return "false", FALSE_SENDER
    is_story = said(mail.line) == STORY
    return ("large", TOO_LARGE) if mail.is_too_large and not is_story else None


def is_called_false(mail: IncomingMail, server: str) -> bool:
    """Whether the mailbox's own server found the sender false.

    DMARC decides where the server gave its result: it looks at both of the others, and at who the
    reader takes the writer to be. Lines in other servers' names count for nothing. A sender can
    write a line in the server's own name, which then stands below the server's: a yes counts in
    the topmost one alone, a no in each.
    """
    results = _checks_by(mail, server.lower())
    dmarc = [check for check in results if check.method == "dmarc"]
    if "fail" in (check.result for check in dmarc):
        return True
    if any(check.result == "pass" and check.is_first for check in dmarc):
        return False
    return any(check.result == "fail" and check.method in _METHODS for check in results)


def _checks_by(mail: IncomingMail, server: str) -> list[CheckResult]:
    return [check for check in mail.checks if server and check.server == server]


def letter_of(mail: IncomingMail, known: Correspondence) -> SentLetter | None:
    """The letter that a mail answers, or reports on."""
    if mail.bounce is not None:
        return next((known.letters[one] for one in mail.bounce.ids if one in known.letters), None)
    return _answered(mail, known)


def _answered(mail: IncomingMail, known: Correspondence) -> SentLetter | None:
    """The letter that a mail answers: the nearest in its thread, else the one of its token."""
    for one in mail.answers:
        if one in known.letters:
            return known.letters[one]
    for token in mail.tokens:
        if token.lower() in known.tokens:
            return known.tokens[token.lower()]
    return None


def _undelivered(bounce: Bounce, known: Correspondence) -> Meaning:
    for one in bounce.ids:
        if one in known.letters:
            letter = known.letters[one]
            address = known.addresses.get(letter.member, "")
            server = one_line(0, bounce.server, (address,))
            return Undelivered(letter.member, letter.occasion, server)
    return PassedOver("unknown")


class _Refusing:
    """Says no in one sentence."""

    def __init__(self, letter: SentLetter, elsewhere: str) -> None:
        self._letter = letter
        self._elsewhere = elsewhere

    def __call__(self, why: str, reason: str) -> PoliteNo:
        """The whole sentence."""
        place = f" You can also answer at {self._elsewhere}" if self._elsewhere else ""
        sentence = f"Your mail does not count: {reason}.{place}"
        return PoliteNo(self._letter.member, self._letter.occasion, why, sentence)


# --- the line -----------------------------------------------------------------------------------


def _of_line(
    mail: IncomingMail, letter: SentLetter, known: Correspondence, refusing: _Refusing
) -> Meaning:
    """What the line says."""
    line = _said_in(mail)
    requests = [one for one in known.requests if one.member == letter.member]
    request = request_key(letter.occasion)
    of_letter = [one for one in requests if one.owed.occasion == request]
    if match := next(_by_word(requests, line), None):
        return _taken(letter, *match)
    named = list(_by_name(of_letter, line))
    if line in STOPS:
        return (
            refusing("unclear", WHICH_STOP) if named else StopWish(letter.member, letter.occasion)
        )
    if line.startswith("ABSENT"):
        return _absence(letter, line, refusing)
    if len(named) == 1:
        return _taken(letter, *named[0])
    is_news = bool(requests) and letter.occasion.startswith(_NEWS)
    return refusing(*_unanswered(of_letter, is_unclear=bool(named), is_news=is_news))


def _of_story(
    mail: IncomingMail, letter: SentLetter, known: Correspondence, refusing: "_Refusing"
) -> Meaning | None:
    """A story, or what becomes of one; None for any other line."""
    line = said(mail.line)
    if line == STORY:
        return BroughtStory(letter.member, letter.occasion)
    match = _STORY_WORD.fullmatch(line)
    if match is None:
        return None
    for one in known.drafts:
        if (one.member, one.word) == (letter.member, match[2]):
            return StoryWord(letter.member, letter.occasion, one.key, match[1] == SEND)
    return refusing("story", NO_STORY)


def _said_in(mail: IncomingMail) -> str:
    """What a mail says: its line, or where it has none the wish to stop in its subject."""
    subject = said(re.sub(r"\[[^\]]*\]", "", mail.subject))
    return said(mail.line) or (subject if subject in STOPS else "")


def _unanswered(of_letter: list[OpenRequest], *, is_unclear: bool, is_news: bool) -> _WhyNot:
    """Why a line answers nothing: for which seat, no such word, nothing to answer, or too late."""
    if is_unclear:
        return "unclear", WHICH_SEAT
    if any(request.owed.answers for request in of_letter):
        return "word", NO_WORD
    if of_letter:
        return "nothing", NO_ANSWER
    return ("word", NO_WORD) if is_news else ("late", LATE)


_Match = tuple[Task, str]
"""A request, and the value of one of its answers."""


def _by_word(requests: Iterable[OpenRequest], line: str) -> Iterator[_Match]:
    """The answer that a word was made for."""
    for request in requests:
        for value, word in request.words.items():
            if line == word:
                yield request.owed, value


def _by_name(requests: Iterable[OpenRequest], line: str) -> Iterator[_Match]:
    """The answers that a line names themselves, with or without their seat."""
    for request in requests:
        for answer in request.owed.answers:
            names = {said(answer.value.replace("-", " ")), said(answer.value), said(answer.text)}
            seat = said(request.owed.seat)
            if line in names or line in {f"{name} {seat}" for name in names}:
                yield request.owed, answer.value


def _taken(letter: SentLetter, owed: Task, value: str) -> TakenAnswer:
    command = {**owed.command, "choice": value}
    return TakenAnswer(letter.member, owed.occasion, command)


def _absence(letter: SentLetter, line: str, refusing: _Refusing) -> Meaning:
    """A member says that they are away, and waits for nobody's leave."""
    absent = _ABSENT.fullmatch(line)
    days = {"first": _day(absent[1]), "last": _day(absent[2])} if absent else {"first": ""}
    if not all(days.values()):
        return refusing("days", DAYS)
    command = {"command": "TellAbsence", **days, "wish": "wait"}
    return TakenAnswer(letter.member, letter.occasion, command)


def _day(text: str) -> str:
    """A day as commands take it; empty if it is none."""
    day = text
    if words := _DAY_IN_WORDS.fullmatch(text):
        months = [month for month in _MONTHS if month.startswith(words[2])]
        number = _MONTHS.index(months[0]) + 1 if len(months) == 1 else 0
        day = f"{words[3]}-{number:02}-{int(words[1]):02}"
    return day if is_day(day) else ""
