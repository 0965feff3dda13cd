"""What an e-mail says, part by part, and what it asks of its reader. Pure."""

from collections.abc import Callable, Iterable, Sequence
from urllib.parse import quote

import msgspec

from campaign.accounts.choices import Choices
from campaign.disputes.sentences import waits
from campaign.handler.tasks import asked, askees, place_of
from campaign.kernel.deadlines import away_in_words
from campaign.kernel.members import Campaign, GameState
from campaign.kernel.pages import NoticeBlock, OneAnswer, PageContext, Task, TurnStory
from campaign.kernel.projections import AnyLog, CorrectedEvents
from campaign.kernel.system import AnySystem
from campaign.notifications.local_time import in_full
from campaign.notifications.notification import ROOT, Notification
from campaign.reports.book import Book
from campaign.reports.layout import deadline_lines
from campaign.reports.turn_text import corrections, is_open, turn_story
from campaign.text.english import capital, counted, listed
from campaign.text.turns import Calendar

# --- What a message asks of its reader: what to do, by when, and how to answer ------------------

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


STORY = (
    "To write in the war diary, answer with STORY on the first line and your story below it. For "
    "each picture that you attach, add a line that says what it shows: Picture: our table."
)


class Recipient(msgspec.Struct, frozen=True):
    """Who reads a message: their choices, and what they can use."""

    choices: Choices = Choices()
    url: str = ""
    """Where the web service is; empty where there is none."""
    words: Callable[[Task, OneAnswer], str] = lambda owed, answer: ""
    """The word that stands for an answer in a mail; made for this reader and this request."""
    takes_answers: bool = False
    """Whether somebody reads what comes back."""
    is_known: bool = True
    """Whether an answer from their address would count as theirs."""
    now: str = ""
    """When the message is written: RFC 3339 in UTC."""
    club: str = ""
    """The address that answers go to; empty where nothing is sent by mail."""
    token: Callable[[str], str] = lambda occasion: ""
    """What the subject of a request bears, so that an answer is known by it; by occasion."""
    quotes: Callable[[str], tuple[str, ...]] = lambda turn: ()
    """What members wrote about a turn, the beginning of each."""


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
    occasion: Notification, campaign: Campaign, member: str, reader: Recipient, subject: str = ""
) -> AskedBox | None:
    """What an occasion asks of a member; None for nothing. `subject` is of the mail answered."""
    parts = [(one, occasion.until) for one in own(occasion, campaign, member, reader.now)]
    return _box(campaign, member, reader, subject, parts)


def own(occasion: Notification, campaign: Campaign, member: str, now: str) -> list[Task]:
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
    parts: Sequence[tuple[Task, str]],
) -> AskedBox | None:
    if not parts:
        return None
    is_host = campaign.is_host(member)
    items = tuple(_item(owed, reader, until, subject, is_host=is_host) for owed, until in parts)
    by_mail = [item for item in items if item.by_mail]
    if when := _same_time(items):
        items = tuple(msgspec.structs.replace(item, when="") for item in items)
    each = " A mail for each: only the first word of a mail counts." if len(by_mail) > 1 else ""
    return AskedBox(
        f"Asked of you, {campaign.called(member)}",
        when,
        items,
        _place(reader, campaign, [owed for owed, _ in parts], is_host=is_host),
        f"{HOW}{each} {HOW_SECRET}" if by_mail else "",
    )


def _place(reader: Recipient, campaign: Campaign, parts: Sequence[Task], *, is_host: bool) -> str:
    """Where on the web all of it can be done: the campaign's page where the places differ."""
    places = {place_of(owed, is_host=is_host) for owed in parts}
    url = page(reader, campaign.name)
    return f"{url}{places.pop()}" if url and len(places) == 1 else url


def page(reader: Recipient, campaign: str) -> str:
    """The campaign's page on the web; empty without a service."""
    return f"{reader.url.rstrip('/')}/c/{quote(campaign)}" if reader.url else ""


def _where_else(owed: Task) -> str:
    """What a member does about what cannot be answered by mail."""
    return AT_THE_HOSTS if owed.seal else TELL_HOST


def _same_time(items: Iterable[AskedItem]) -> str:
    """The time that everything has; empty where that differs."""
    whens = {item.when for item in items}
    return whens.pop() if len(whens) == 1 else ""


def _item(owed: Task, reader: Recipient, until: str, subject: str, *, is_host: bool) -> AskedItem:
    answers = tuple(_answer(owed, answer, reader, subject) for answer in owed.answers)
    by_mail = any(answer.word for answer in answers)
    typed = "" if reader.url else owed.verb
    return AskedItem(
        does=f"{capital(owed.does)}.",
        when=in_full(until, reader.choices.zone) if until else "",
        answers=answers,
        by_mail=by_mail,
        command=f"campaign {typed}" if typed and is_host else "",
        hint=_where_else(owed) if typed and not is_host and not by_mail else "",
    )


def _answer(owed: Task, answer: OneAnswer, reader: Recipient, subject: str) -> AnswerWord:
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


def in_a_title(owed: Sequence[Task], the_seat: Callable[[str], str]) -> str:
    """What is asked, for a subject: `your orders`; of several kinds the first, and a count."""
    first = f"your {owed[0].title}" if owed[0].seat else owed[0].title
    alike = [one for one in owed if one.title == owed[0].title]
    if len(alike) > 1 and all(one.seat for one in alike):
        first = f"{first} for {listed(the_seat(one.seat) for one in alike)}"
    more = len(owed) - len(alike)
    return f"{first} and {more} more" if more else first


# --- What a message says, part by part, before it is rendered as text and as a page -------------

NOTHING = "Nothing is asked of you now."
OVER = "The campaign is over: nothing is asked of you any more."
STOP, STOP_MAIL = "STOP", "STOP MAIL"
"""What a member writes who wants no more mail, in a subject and in an answer."""


class Seal(msgspec.Struct, frozen=True):
    """The digest that proves what the message was written from."""

    version: int
    head: str
    rules: int
    command: str
    """Checks it, given the message as a file."""


class EmailFoot(msgspec.Struct, frozen=True):
    """Why the reader gets the message, and how to choose or stop."""

    why: str
    choices: str
    """The page, or what a host types; empty for a member without either."""
    has_page: bool
    stop: str
    """Begins a mail that stops; empty where nobody reads answers."""


class EmailView(msgspec.Struct, frozen=True):
    """A message, in the order in which it is read. Empty parts are left out."""

    campaign: str
    label: str
    """The turn in words, or what the message is."""
    headline: str
    lede: str = ""
    lines: tuple[str, ...] = ()
    """What a short message says."""
    asked: AskedBox | None = None
    nothing: str = ""
    pictured: tuple[NoticeBlock, ...] = ()
    """What the picture on the turn's page shows."""
    news: tuple[str, ...] = ()
    blocks: tuple[NoticeBlock, ...] = ()
    """The game's."""
    record: tuple[str, ...] = ()
    """Disputes and corrections."""
    ahead: tuple[str, ...] = ()
    """Deadlines, and who is away."""
    told: tuple[str, ...] = ()
    """What members wrote about the turn, the beginning of each."""
    offer: str = ""
    """How to write about it by mail."""
    seal: Seal | None = None
    attached: str = ""
    """The name of the attached report."""
    foot: EmailFoot | None = None


def _number(calendar: Calendar, shared: Campaign, turn: str) -> str:
    """A turn by its number: `turn 3 of 12`."""
    number = calendar.count(shared.first_turn, turn)
    return f"{calendar.noun} {number} of {calendar.count(shared.first_turn, shared.last_turn)}"


def turn_view(
    book: Book, place: int, member: str, reader: Recipient, subject: str, *, corrected: bool = False
) -> EmailView:
    """A turn, for one member; corrected, with what became of it instead of what is asked."""
    made = book.whole(place)
    system, log, last = made.system, made.logs[place], made.logs[-1]
    shared = last.end.campaign
    context = PageContext(made.logs, place)
    story = turn_story(system, context)
    fixes = corrections(system, made.logs, place)
    seats = frozenset(shared.seats_of(member))
    is_latest = not corrected and place >= latest(made)
    asked = asked_now(system, last.end, member, reader, subject) if is_latest else None
    name = made.calendar.in_words(log.turn)
    shown = fixes if corrected else (*fixes, *_in_lede(story))
    headline, lede = _heading(story, name, corrected=corrected)
    return EmailView(
        campaign=title(shared),
        label=f"{name} · {_number(made.calendar, shared, log.turn)}",
        headline=headline,
        lede=lede,
        lines=(*fixes, *_changed(log)) if corrected else (),
        asked=asked,
        nothing=_nothing(made, asked, place, is_latest=is_latest, corrected=corrected),
        pictured=system.notices.pictured(context),
        news=_news(system, story, shown),
        blocks=system.notices.turn(context, seats),
        record=(*(() if corrected else fixes), *open_disputes(made)),
        ahead=tuple(ahead(made, reader, asked)) if is_latest else (),
        told=() if corrected else reader.quotes(log.turn),
        offer=_offer(reader, corrected=corrected),
        seal=seal(book, place),
        foot=foot(shared, member, reader),
    )


def _offer(reader: Recipient, *, corrected: bool) -> str:
    """How its reader writes about a turn by mail; empty where nobody reads what comes back."""
    return STORY if reader.takes_answers and reader.is_known and not corrected else ""


def _in_lede(story: TurnStory) -> list[str]:
    """The news that the lede has already."""
    return [line.text for line in story.news if line.text in story.lede]


def _news(system: AnySystem, story: TurnStory, shown: Sequence[str]) -> tuple[str, ...]:
    """What else happened, each in a sentence."""
    return tuple(
        line.text
        for line in story.news
        if not (line.in_headline or line.of_opening or line.text in shown)
        and line.weight not in system.notices.covered
    )


def latest(book: Book) -> int:
    """The place of the latest turn that is over, or of the first one."""
    last = len(book.logs) - 1
    return max(last - 1, 0) if is_open(book.logs, last) else last


def _heading(story: TurnStory, name: str, *, corrected: bool) -> tuple[str, str]:
    """The headline of a turn's mail, and what stands under it."""
    if corrected:
        lede = f"As it reads now: {story.headline}" if story.headline else ""
        return f"Corrected: {name}", lede
    return story.headline or story.lede or name, story.lede if story.headline else ""


def _changed(log: AnyLog) -> list[str]:
    """What corrections changed in a turn, each correction in a line."""
    return [
        f"What was changed: {listed((*events.texts, *_others(events)))}."
        for _, events in sorted(log.corrected.items())
        if events.texts
    ]


def _others(events: CorrectedEvents) -> tuple[str, ...]:
    more = events.count - len(events.texts)
    return (counted(more, "more event"),) if more else ()


def _nothing(
    book: Book, asked: AskedBox | None, place: int, *, is_latest: bool, corrected: bool
) -> str:
    """One line instead of the box: nothing is asked, or play is elsewhere by now."""
    if asked is not None or corrected:
        return ""
    last = book.logs[-1]
    if last.end.campaign.closed:
        return OVER if is_latest else ""
    if is_latest:
        return NOTHING
    return f"Play has gone on since: it is {book.calendar.in_words(last.turn)} now."


def short_view(book: Book, occasion: Notification, member: str, reader: Recipient) -> EmailView:
    """Something that happened, in its own sentence."""
    shared = book.logs[-1].end.campaign
    where = page(reader, shared.name)
    more = f"Everything about it: {where}" if where else ""
    if occasion.kind in ("talk", "mentions"):
        more = f"What was said: {where}/talk" if where else ""
    if occasion.kind == "diary":
        more = f"What was written: {where}/diary" if where else ""
    if occasion.kind == "failures":
        more = f"What the server said, and what to do: campaign mail status {shared.name}"
    return EmailView(
        campaign=title(shared),
        label=book.calendar.in_words(occasion.turn),
        headline=occasion.headline,
        lines=tuple(filter(None, (occasion.what_to_do, more))),
        foot=foot(shared, member, reader),
    )


def request_view(
    book: Book, occasion: Notification, member: str, reader: Recipient, subject: str
) -> EmailView:
    """Something that is asked of a member."""
    last = book.logs[-1].end
    shared, names = last.campaign, book.system.view.names(last)
    tasks = own(occasion, shared, member, reader.now) or list(occasion.owed)
    label = book.calendar.in_words(occasion.turn)
    if occasion.is_reminder:
        label = f"{label} · {'last reminder' if occasion.is_last else 'reminder'}"
    return EmailView(
        campaign=title(shared),
        label=label,
        headline=capital(in_a_title(tasks, names.the_seat)),
        asked=asked_by(occasion, shared, member, reader, subject),
        nothing=NOTHING,
        foot=foot(shared, member, reader),
    )


# --- parts --------------------------------------------------------------------------------------


def title(shared: Campaign) -> str:
    """What a campaign is called; a what-if says that it is one."""
    name = shared.title or shared.name
    return f"{name} (a what-if)" if shared.record.branch_of is not None else name


def open_disputes(book: Book) -> list[str]:
    """Disputes that wait for somebody, each in a sentence."""
    last = book.logs[-1]
    shared, names = last.end.campaign, book.system.view.names(last.end)
    rests = shared.record.frozen_for
    return [
        f"Dispute {dispute.id} waits for {waits(shared, dispute, names)}"
        f"{'; play rests until then' if dispute.id == rests else ''}."
        for dispute in shared.record.disputes.values()
        if shared.record.awaits(dispute)
    ]


def ahead(book: Book, reader: Recipient, asked: AskedBox | None) -> list[str]:
    """Deadlines that the box does not name, and who is away now or later."""
    last = book.logs[-1]
    if not is_open(book.logs, len(book.logs) - 1):
        return []
    known = {asked.when, *(item.when for item in asked.items)} if asked else set()
    names, zone = book.system.view.names(last.end), reader.choices.zone
    deadlines = [
        (line.what, in_full(line.until, zone)) for line in deadline_lines(book.system, last)
    ]
    absences = last.end.campaign.schedule.absences
    return [
        *(f"{capital(what)}: by {when}." for what, when in deadlines if when not in known),
        *(f"{away_in_words(one, names)}." for one in absences if one.last >= last.latest[:10]),
    ]


def seal(book: Book, place: int) -> Seal:
    """The digest of the turn's page, and how to check it."""
    log = book.logs[place]
    name = book.logs[-1].end.campaign.name
    command, rules = f"campaign verify {name} --against FILE", log.end.campaign.rules
    return Seal(log.version, log.head, rules, command)


def foot(shared: Campaign, member: str, reader: Recipient) -> EmailFoot:
    """Why the reader gets this, and how to choose or stop."""
    token = reader.token(ROOT)
    return EmailFoot(
        why=f"You get this as a member of {title(shared)}.",
        choices=f"{reader.url.rstrip('/')}/"
        if reader.url
        else f"campaign mail choices {shared.name} {member}"
        if shared.is_host(member)
        else "",
        has_page=bool(reader.url),
        stop=mail_to(reader.club, f"{STOP} [{token}]" if token else STOP, STOP_MAIL)
        if reader.club and reader.takes_answers
        else "",
    )
