"""What a message asks of its reader: what to do, by when, and how to answer. Pure."""

from collections.abc import Callable, Iterable, Sequence
from urllib.parse import quote

import msgspec

from campaign.kernel.deadlines import standing
from campaign.kernel.members import Campaign
from campaign.kernel.notices import OneAnswer, Owed
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.notices.zoned import in_full
from campaign.people.choices import Choices
from campaign.text.english import capital


def no_word(owed: Owed, answer: OneAnswer) -> str:
    """The word of an answer where answers by mail are not possible."""
    return ""


def no_token(occasion: str) -> str:
    """The token of a request where answers by mail are not possible."""
    return ""


class Reader(msgspec.Struct, frozen=True):
    """Who reads a message: their choices, and what they can use."""

    choices: Choices = Choices()
    url: str = ""
    """Where the web service is; empty where there is none."""
    words: Callable[[Owed, OneAnswer], str] = no_word
    """The word that stands for an answer in a mail; made for this reader and this request."""
    takes_answers: bool = False
    """Whether answers by mail are possible."""
    now: str = ""
    """When the message is written: RFC 3339 in UTC."""
    club: str = ""
    """The address that answers go to; empty where nothing is sent by mail."""
    token: Callable[[str], str] = no_token
    """What the subject of a request bears, so that an answer is known by it; by occasion."""


class AnswerWord(msgspec.Struct, frozen=True):
    """An answer, and the word that stands for it in a mail."""

    word: str
    """Empty where answers by mail are not possible."""
    text: str
    means: str
    href: str = ""
    """Begins a mail with the word; empty where there is none."""


class AskedItem(msgspec.Struct, frozen=True):
    """One thing that is asked of the reader."""

    does: str
    when: str
    """By when, in their zone and in UTC; empty without a deadline."""
    answers: tuple[AnswerWord, ...]
    by_mail: bool
    """Whether it can be answered by mail."""
    command: str
    """The command that the host can type for them; empty where there is a button."""
    is_host: bool
    """Whether the reader types it."""


class AskedBox(msgspec.Struct, frozen=True):
    """Everything that is asked of the reader."""

    heading: str
    items: tuple[AskedItem, ...]
    href: str
    """The page to do it on; empty without a service."""


def concerns(campaign: Campaign, owed: Owed, member: str) -> bool:
    """Whether a member has to do something: a seat's player; the host, for free seats too."""
    holder = campaign.powers.get(owed.seat, "") if owed.seat else ""
    return holder == member if holder else campaign.is_host(member)


def asked_box(
    system: System[S],
    state: S,
    owed: Iterable[Owed],
    member: str,
    reader: Reader,
    until: str = "",
    subject: str = "",
) -> AskedBox | None:
    """What is asked of a member; None for nothing. `subject` is of the mail that is answered."""
    own = [one for one in owed if concerns(state.campaign, one, member)]
    if not own:
        return None
    deadlines = {
        what: found.until for what, found in standing(state, system.rules.awaiting).items()
    }
    name = state.campaign.called(member)
    is_host = state.campaign.is_host(member)
    return AskedBox(
        f"Asked of you, {name}",
        tuple(
            _item(one, reader, until or deadlines.get(one.what, ""), subject, is_host=is_host)
            for one in own
        ),
        page(reader, state.campaign.name),
    )


def page(reader: Reader, campaign: str) -> str:
    """The campaign's page on the web; empty without a service."""
    return f"{reader.url.rstrip('/')}/c/{quote(campaign)}" if reader.url else ""


def _item(owed: Owed, reader: Reader, until: str, subject: str, *, is_host: bool) -> AskedItem:
    answers = tuple(_answer(owed, answer, reader, subject) for answer in owed.answers)
    by_mail = any(answer.word for answer in answers)
    command = f"campaign {owed.verb}" if owed.verb else ""
    return AskedItem(
        does=f"{capital(owed.does)}.",
        when=in_full(until, reader.choices.zone) if until else "",
        answers=answers,
        by_mail=by_mail,
        command="" if reader.url or (by_mail and not is_host) else command,
        is_host=is_host,
    )


def _answer(owed: Owed, answer: OneAnswer, reader: Reader, subject: str) -> AnswerWord:
    word = reader.words(owed, answer) if reader.takes_answers else ""
    href = ""
    if word and reader.club:
        href = mail_to(reader.club, f"Re: {subject}" if subject else word, word)
    return AnswerWord(word, answer.text, answer.means, href)


def mail_to(address: str, subject: str, text: str = "") -> str:
    """A link that begins a mail."""
    body = f"&body={quote(text)}" if text else ""
    return f"mailto:{quote(address, safe='@')}?subject={quote(subject)}{body}"


def choice_words(owed: Sequence[Owed]) -> str:
    """The title of a request: of several, the first and how many more."""
    first = owed[0].title
    more = len(owed) - 1
    return f"{first} and {more} more" if more else first
