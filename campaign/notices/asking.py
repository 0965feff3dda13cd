"""What a message asks of its reader: what to do, by when, and how to answer. Pure."""

from collections.abc import Callable, Sequence
from urllib.parse import quote

import msgspec

from campaign.desk.waiting import asked, askees, place_of
from campaign.kernel.members import Campaign
from campaign.kernel.notices import OneAnswer, Owed
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from campaign.notices.kinds import Occasion
from campaign.notices.zoned import in_full
from campaign.people.choices import Choices
from campaign.text.english import capital, listed

HOW = "Answer this mail with one of the words on its first line."
TELL_HOST = "Tell your host."
AT_THE_HOSTS = (
    "At your host's keyboard, unseen. Or seal it on your own device: ask your host for the sealing "
    "card, a page that needs no network."
)
HOW_SECRET = (
    "Such an answer is as secret as the club's mailbox; if that is not enough, seal it on your own "
    "device."
)


def no_word(owed: Owed, answer: OneAnswer) -> str:
    """The word of an answer where answers by mail are not possible."""
    return ""


def no_token(occasion: str) -> str:
    """The token of a request where answers by mail are not possible."""
    return ""


class Recipient(msgspec.Struct, frozen=True):
    """Who reads a message: their choices, and what they can use."""

    choices: Choices = Choices()
    url: str = ""
    """Where the web service is; empty where there is none."""
    words: Callable[[Owed, OneAnswer], str] = no_word
    """The word that stands for an answer in a mail; made for this reader and this request."""
    takes_answers: bool = False
    """Whether somebody reads what comes back."""
    is_known: bool = True
    """Whether an answer from their address would count as theirs."""
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
    """By when, in their zone and in UTC; empty without a deadline, or where the box says it."""
    answers: tuple[AnswerWord, ...]
    by_mail: bool
    """Whether it can be answered by mail."""
    command: str
    """What a host types; empty for anybody else, and where there is a button."""
    hint: str
    """How anybody else does it without the service; empty where there is a button."""


class AskedBox(msgspec.Struct, frozen=True):
    """Everything that is asked of the reader."""

    heading: str
    when: str
    """By when all of it is awaited; empty where it differs, or without a deadline."""
    items: tuple[AskedItem, ...]
    href: str
    """The page to do it on; empty without a service."""
    how: str
    """How to answer by mail; empty where that is not possible."""


def asked_now(
    system: AnySystem, state: GameState, member: str, reader: Recipient, subject: str = ""
) -> AskedBox | None:
    """Everything that is asked of a member now; None for nothing."""
    parts = (part for part in asked(system, state, reader.now) if member in part.members)
    return _box(state.campaign, member, reader, subject, [(p.owed, p.until) for p in parts])


def asked_by(
    occasion: Occasion, campaign: Campaign, member: str, reader: Recipient, subject: str = ""
) -> AskedBox | None:
    """What an occasion asks of a member; None for nothing. `subject` is of the mail answered."""
    parts = [(one, occasion.until) for one in own(occasion, campaign, member, reader.now)]
    return _box(campaign, member, reader, subject, parts)


def own(occasion: Occasion, campaign: Campaign, member: str, now: str) -> list[Owed]:
    """What an occasion asks of a member: for their seats, those they stand in for, or any host."""
    return [
        one
        for one in occasion.owed
        if member in (askees(campaign, one, now) if one.seat else occasion.members)
    ]


def _box(
    campaign: Campaign,
    member: str,
    reader: Recipient,
    subject: str,
    parts: Sequence[tuple[Owed, str]],
) -> AskedBox | None:
    if not parts:
        return None
    is_host = campaign.is_host(member)
    items = tuple(_item(owed, reader, until, subject, is_host=is_host) for owed, until in parts)
    by_mail = [item for item in items if item.by_mail]
    whens = {item.when for item in items}
    when = whens.pop() if len(whens) == 1 else ""
    if when:
        items = tuple(msgspec.structs.replace(item, when="") for item in items)
    each = " A mail for each: only the first word of a mail counts." if len(by_mail) > 1 else ""
    return AskedBox(
        f"Asked of you, {campaign.called(member)}",
        when,
        items,
        _place(reader, campaign, [owed for owed, _ in parts], is_host=is_host),
        f"{HOW}{each} {HOW_SECRET}" if by_mail else "",
    )


def _place(reader: Recipient, campaign: Campaign, parts: Sequence[Owed], *, is_host: bool) -> str:
    """Where on the web all of it can be done: the campaign's page where the places differ."""
    places = {place_of(owed, is_host=is_host) for owed in parts}
    found = page(reader, campaign.name)
    return f"{found}{places.pop()}" if found and len(places) == 1 else found


def page(reader: Recipient, campaign: str) -> str:
    """The campaign's page on the web; empty without a service."""
    return f"{reader.url.rstrip('/')}/c/{quote(campaign)}" if reader.url else ""


def _item(owed: Owed, reader: Recipient, until: str, subject: str, *, is_host: bool) -> AskedItem:
    answers = tuple(_answer(owed, answer, reader, subject) for answer in owed.answers)
    by_mail = any(answer.word for answer in answers)
    typed = "" if reader.url else owed.verb
    return AskedItem(
        does=f"{capital(owed.does)}.",
        when=in_full(until, reader.choices.zone) if until else "",
        answers=answers,
        by_mail=by_mail,
        command=f"campaign {typed}" if typed and is_host else "",
        hint="" if not typed or is_host or by_mail else AT_THE_HOSTS if owed.seal else TELL_HOST,
    )


def _answer(owed: Owed, answer: OneAnswer, reader: Recipient, subject: str) -> AnswerWord:
    word = reader.words(owed, answer) if reader.takes_answers and reader.is_known else ""
    href = ""
    if word and reader.club:
        token = reader.token(owed.occasion)
        about = f"Re: {subject}{f' [{token}]' if token else ''}" if subject else word
        href = mail_to(reader.club, about, word)
    return AnswerWord(word, answer.text, answer.means, href)


def mail_to(address: str, subject: str, text: str = "") -> str:
    """A link that begins a mail."""
    body = f"&body={quote(text)}" if text else ""
    return f"mailto:{quote(address, safe='@')}?subject={quote(subject)}{body}"


def in_a_title(owed: Sequence[Owed], the_seat: Callable[[str], str]) -> str:
    """What is asked, for a subject: `your orders`; of several kinds the first, and a count."""
    first = f"your {owed[0].title}" if owed[0].seat else owed[0].title
    alike = [one for one in owed if one.title == owed[0].title]
    if len(alike) > 1 and all(one.seat for one in alike):
        first = f"{first} for {listed(the_seat(one.seat) for one in alike)}"
    more = len(owed) - len(alike)
    return f"{first} and {more} more" if more else first
