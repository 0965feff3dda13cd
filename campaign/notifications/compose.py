"""Composes e-mails: a notification and its reader become text and a page for mail programs. IO: it
reads templates.
"""

import re
import textwrap
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import jinja2
import msgspec

from campaign.kernel.pages import INDEX, NoticeCards, NoticeLines, NoticeTable, PageLook, page_name
from campaign.notifications.email_content import (
    EmailView,
    Recipient,
    foot,
    in_a_title,
    own,
    page,
    request_view,
    short_view,
    title,
    turn_view,
)
from campaign.notifications.feeds import attached as deadline_file
from campaign.notifications.local_time import in_short
from campaign.notifications.notification import TURN, Attachment, Email, Notification
from campaign.reports.book import Book
from campaign.reports.pages import turn_html
from campaign.reports.rendering import TEMPLATES, CompiledTemplates
from campaign.text.english import several

if TYPE_CHECKING:
    import css_inline

# --- Renders a message as text and as a page for mail programs, from templates ------------------
# IO: it reads them.
#
# The page's styles are written into its elements, because many mail programs drop style elements.
# One is kept for the dark.

COLUMNS = 72
"""A line of text is not longer, but for addresses."""
_SPOILING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""What moves the cursor or turns words round."""
_GOES_ON = " \\"
_BETWEEN = re.compile(r"(?<=\w)&#39;(?=\w)")
"""An apostrophe within a word, as a page has it; in text all are straight, as they are typed."""
_INDENT = re.compile(r"\n[\n ]+")
_BLANKS = re.compile(r"\n{3,}")


class RenderedLetter(msgspec.Struct, frozen=True):
    """A message in both forms."""

    text: str
    html: str


def rendered(
    book: Book, template: str, views: Sequence[EmailView], heading: str = ""
) -> RenderedLetter:
    """A message in both forms."""
    look, noun = book.system.pages.look, book.calendar.noun
    context = {"views": views, "view": views[0], "heading": heading}
    text = _environment(look, False, noun).get_template(f"mail/{template}.txt").render(context)
    pages = _environment(look, True, noun)
    html = pages.get_template(f"mail/{template}.html").render({**context, "style": look.mail})
    html = _BETWEEN.sub("’", html)
    return RenderedLetter(
        _BLANKS.sub("\n\n", _SPOILING.sub("", text)).replace("’", "'").strip("\n") + "\n",
        _inliner().inline(_INDENT.sub("\n", _SPOILING.sub("", html))),
    )


@cache
def _inliner() -> "css_inline.CSSInliner":
    import css_inline  # large, and only for letters

    return css_inline.CSSInliner(load_remote_stylesheets=False, keep_style_tags=False)


@cache
def _environment(look: PageLook, is_page: bool, noun: str) -> jinja2.Environment:
    """The templates of one form. The frame's come first, so that no game can replace one."""
    environment = jinja2.Environment(
        bytecode_cache=CompiledTemplates(f"mail {is_page}"),
        loader=jinja2.ChoiceLoader(
            (jinja2.FileSystemLoader(TEMPLATES), jinja2.PackageLoader(look.package, "."))
        ),
        undefined=jinja2.StrictUndefined,
        auto_reload=False,
        autoescape=is_page,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals["noun"] = noun
    environment.filters |= {
        "fold": folded,
        "typed": typed,
        "columns": columns,
        "kind": kind,
        "digits": digits,
    }
    return environment


# --- what templates ask for ---------------------------------------------------------------------


def kind(block: NoticeLines | NoticeTable | NoticeCards) -> str:
    """What form a part of the game has."""
    match block:
        case NoticeTable():
            return "table"
        case NoticeCards():
            return "cards"
    return "lines"


def folded(text: str, mark: str = "") -> str:
    """A text in lines of at most 72 columns, behind a mark; an address is never broken."""
    return textwrap.fill(
        " ".join(text.split()),
        COLUMNS,
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_on_hyphens=False,
        break_long_words=False,
    )


def typed(command: str, mark: str = "") -> str:
    """A command in lines of at most 72 columns that a shell reads as one."""
    room = COLUMNS - len(mark) - len(_GOES_ON) - 2
    lines = textwrap.wrap(command, room, break_on_hyphens=False, break_long_words=False)
    return mark + f"{_GOES_ON}\n{mark}  ".join(lines)


def columns(table: NoticeTable) -> str:
    """A table in type of one width: words to the left, figures to the right; own rows marked."""
    rows = [table.heads, *table.rows]
    widths = [max(len(row[place]) for row in rows) for place in range(len(table.heads))]
    lines = []
    for number, row in enumerate(rows):
        mark = "* " if number - 1 in table.own else "  "
        first, *rest = (
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append(mark + "  ".join((first, *rest)).rstrip())
    return "\n".join(lines)


def digits(head: str) -> list[str]:
    """A digest in groups of eight."""
    return [head[start : start + 8] for start in range(0, len(head), 8)]


# --- report copy --------------------------------------------------------------------------------
# The report of a turn as it goes with a mail: complete in itself, and no link leads nowhere. Pure
# but for the rendering.

_HREF = re.compile(r'(<a\b[^>]*?) href="(?P<to>(?!#|https?:|mailto:|data:)[^"]*)"')
_ALONE = '<p class="alone">Links to other pages need the whole folder.</p>'
"""What a page says about links to other pages."""
_COPY = '<p class="alone">This copy came by mail. {}</p>'
_WITHIN = "Links within the page work; the other pages are in the campaign’s folder of reports."
_ON_THE_WEB = "Links within the page work; links to other {} open on the web."


def report_copy(book: Book, place: int, url: str = "") -> Attachment:
    """The page of a turn, to be attached; with a service its links lead there."""
    log = book.logs[place]
    web = page(Recipient(url=url), book.logs[-1].end.campaign.name)
    turns = {page_name(turn.turn): turn.turn for turn in book.logs}

    def led(match: re.Match[str]) -> str:
        file, _, anchor = match["to"].partition("#")
        if not web or (file != INDEX and file not in turns):
            return match[1]
        where = f"{web}/turns/{turns[file]}" if file in turns else web
        return f'{match[1]} href="{where}{f"#{anchor}" if anchor else ""}"'

    html = _HREF.sub(led, turn_html(book, place))
    other = _ON_THE_WEB.format(several(book.calendar.noun)) if web else _WITHIN
    html = html.replace(_ALONE, _COPY.format(other))
    return Attachment(page_name(log.turn), "text/html; charset=utf-8", html.encode())


# --- Composes what members are told: an occasion and its reader become a letter -----------------
#
# The same record, occasion and reader give the same letter. It says what the pages say, and to
# each member what is asked of them; it reads nothing sealed.

LANGUAGE = "en"
"""What every letter is written in, so far; a header that named another would mislead programs."""


class DigestPart(msgspec.Struct, frozen=True):
    """One occasion of a digest, with its campaign and what its member is there."""

    book: Book
    occasion: Notification
    member: str
    reader: Recipient


def letter(book: Book, occasion: Notification, member: str, reader: Recipient) -> Email:
    """What an occasion says to one member."""
    part = DigestPart(book, occasion, member, reader)
    subject, view = _composed(part)
    view, attachments = _attached(part, view)
    body = rendered(book, "letter", (view,))
    return Email(
        occasion=occasion.key,
        subject=subject,
        text=body.text,
        html=body.html,
        attachments=attachments,
        follows=_follows(book, occasion),
        language=LANGUAGE,
        takes_answers=_takes(view),
        version=view.seal.version if view.seal else book.version,
        campaign=view.campaign,
    )


def digest(parts: Sequence[DigestPart], day: str) -> Email:
    """What waited for its hour, in one message: requests first. `day` names it: `2026-11-26`."""
    ordered = sorted(parts, key=lambda part: part.occasion.kind != "asked")
    first = ordered[0]
    mixed = len({part.book.logs[-1].end.campaign.id for part in ordered}) > 1
    attached = [_attached(part, _composed(part)[1], is_named=mixed) for part in ordered]
    views = tuple(view for view, _ in attached)
    campaigns = list(dict.fromkeys(view.campaign for view in views))
    name = campaigns[0] if len(campaigns) == 1 else "Your campaigns"
    when = in_short(f"{day}T12:00:00Z", "UTC").removesuffix(" 12:00")
    body = rendered(first.book, "digest", views, f"{name}: {when}")
    return Email(
        occasion=f"digest:{day}",
        subject=f"{name}: {when}",
        text=body.text,
        html=body.html,
        language=LANGUAGE,
        attachments=tuple(file for _, files in attached for file in files),
        takes_answers=any(map(_takes, views)),
        version=first.book.version,
        campaign=campaigns[0],
    )


def note(
    book: Book, member: str, reader: Recipient, key: str, subject: str, lines: Sequence[str]
) -> Email:
    """A short message of the program's own, such as a receipt; its first line is the heading."""
    shared = book.logs[-1].end.campaign
    headline, *rest = lines
    view = EmailView(
        campaign=title(shared),
        label=book.calendar.in_words(shared.turn),
        headline=headline,
        lines=tuple(rest),
        foot=foot(shared, member, reader),
    )
    body = rendered(book, "letter", (view,))
    return Email(
        key,
        f"{title(shared)}: {subject}",
        body.text,
        body.html,
        language=LANGUAGE,
        version=book.version,
        campaign=view.campaign,
    )


def _composed(part: DigestPart) -> tuple[str, EmailView]:
    """The subject of an occasion's message, and what it says."""
    book, occasion, member, reader = part.book, part.occasion, part.member, part.reader
    about = _about(book, occasion, member, reader)
    subject = subject_of(book, occasion, member, reader)
    match occasion.kind:
        case "turns" | "corrections":
            place = _place(book, occasion.turn)
            corrected = occasion.kind == "corrections"
            return subject, turn_view(book, place, member, reader, about, corrected=corrected)
        case "asked" | "disputes":
            return subject, request_view(book, occasion, member, reader, about)
    return subject, short_view(book, occasion, member, reader)


def subject_of(book: Book, occasion: Notification, member: str, reader: Recipient) -> str:
    """The subject of an occasion's message. It says what is asked, never an answer.

    One that can be answered by mail bears a token, so that the answer is known by it.
    """
    about = _about(book, occasion, member, reader)
    tasks = own(occasion, book.logs[-1].end.campaign, member, reader.now)
    takes = reader.takes_answers and reader.is_known
    is_answered = takes and any(one.answers for one in tasks)
    token = reader.token(occasion.key) if is_answered else ""
    return f"{about} [{token}]" if token else about


def _about(book: Book, occasion: Notification, member: str, reader: Recipient) -> str:
    """The subject without a token."""
    name = title(book.logs[-1].end.campaign)
    match occasion.kind:
        case "turns":
            return f"{name}: {book.calendar.in_words(occasion.turn)}"
        case "corrections":
            return f"Corrected: {name}: {book.calendar.in_words(occasion.turn)}"
        case "asked" | "disputes":
            return _request(book, occasion, member, reader)
    return f"{name}: {occasion.headline.removesuffix('.')}"


def _request(book: Book, occasion: Notification, member: str, reader: Recipient) -> str:
    last = book.logs[-1].end
    names = book.system.view.names(last)
    tasks = own(occasion, last.campaign, member, reader.now) or occasion.owed
    until = f", by {in_short(occasion.until, reader.choices.zone)}" if occasion.until else ""
    kind = "Last reminder: " if occasion.is_last else "Reminder: " if occasion.is_reminder else ""
    return f"{kind}{title(last.campaign)}: {in_a_title(tasks, names.the_seat)}{until}"


def _attached(
    part: DigestPart, view: EmailView, *, is_named: bool = False
) -> tuple[EmailView, tuple[Attachment, ...]]:
    """With the report of a turn that is over, or the deadline of a request for a calendar.

    `is_named` puts the campaign into the file's name.
    """
    book, occasion = part.book, part.occasion
    name = book.logs[-1].end.campaign.name
    file = None
    if occasion.kind == "turns":
        file = report_copy(book, _place(book, occasion.turn), part.reader.url)
    elif occasion.until:
        asked = own(occasion, book.logs[-1].end.campaign, part.member, part.reader.now)
        whats = frozenset(one.what for one in asked)
        file = deadline_file(book, part.member, occasion.until, whats)
    if file is None:
        return view, ()
    if is_named:
        file = msgspec.structs.replace(file, name=f"{name}-{file.name}")
    is_report = occasion.kind == "turns"
    return msgspec.structs.replace(view, attached=file.name if is_report else ""), (file,)


def _takes(view: EmailView) -> bool:
    return view.asked is not None and any(item.by_mail for item in view.asked.items)


def _place(book: Book, turn: str) -> int:
    """The place of a turn in the book; the last where it has none of this name."""
    places = (place for place, log in enumerate(book.logs) if log.turn == turn)
    return next(places, len(book.logs) - 1)


def _follows(book: Book, occasion: Notification) -> tuple[str, ...]:
    """The message before it in the campaign's thread: what it answers, or the turn before."""
    if occasion.follows:
        return (occasion.follows,)
    place = _place(book, occasion.turn)
    return (f"{TURN}{book.logs[place - 1].turn}",) if place else ()
