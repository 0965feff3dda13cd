"""A turn as text: what is said first, for a chat, plain or in Markdown, and for a mail."""

import re
import textwrap
from collections.abc import Callable, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from campaign.disputes.sentences import waits
from campaign.kernel.members import S
from campaign.kernel.pages import NewsLine, PageContext, TurnStory
from campaign.kernel.projections import GameLog
from campaign.kernel.system import System
from campaign.reports.book import StoredLog
from campaign.reports.kept_turns import newest
from campaign.reports.layout import deadline_lines
from campaign.reports.turn_log import corrected_here, corrected_later
from campaign.store.ledger import Ledger
from campaign.text.english import capital, listed

# --- What a turn's page, chat message and mail say first: the game's story and the record's -----


def is_open(logs: Sequence[GameLog[S]], place: int) -> bool:
    """Whether a turn is still being played."""
    return place + 1 == len(logs) and not logs[place].end.campaign.closed


def turn_story(system: System[S], context: PageContext[S, object]) -> TurnStory:
    """A turn's story, with what is news in any game and what disputes wait for."""
    story, log = system.pages.stories.turn(context), context.log
    asked = asked_next(system, log, story) if is_open(context.logs, context.place) else ()
    corrected = tuple(map(NewsLine, corrections(system, context.logs, context.place)))
    news = (
        *corrected,
        *story.news,
        *_news(system, log, story.headline, is_first=not context.place),
    )
    return replace(story, news=news, asked=asked)


def asked_next(system: System[S], log: GameLog[S], story: TurnStory) -> tuple[str, ...]:
    """What is asked next of whom: in the game, unless it rests or is over, and by the record."""
    game = () if log.end.campaign.closed else story.asked
    return tuple(_rests(system, log)) or (*game, *_of_the_record(system, log))


def corrections(system: System[S], logs: Sequence[GameLog[S]], place: int) -> tuple[str, ...]:
    """What rulings changed in a turn, and that later rulings changed the turn; in sentences."""
    return (*corrected_later(system, logs, place), *corrected_here(logs, place))


def _news(
    system: System[S], log: GameLog[S], headline: str, *, is_first: bool
) -> Iterable[NewsLine]:
    """What is news in any game; who took over what is one piece of it."""
    if is_first and log.lines:
        yield NewsLine(_opened(system, log), of_opening=True)
    yield from (NewsLine(text, in_headline=text == headline) for text in log.news)
    names = system.view.names(log.end)
    assigned: dict[str, list[str]] = {}
    for seat, member in log.assigned:
        assigned.setdefault(member, []).append(names.the_seat(seat))
    hands = [f"{member} took over {listed(seats)}" for member, seats in assigned.items()]
    if hands:
        yield NewsLine(f"{capital('; '.join(hands))}.", of_opening=is_first)


def _opened(system: System[S], log: GameLog[S]) -> str:
    """The opening, with the names of what is played."""
    shared, about = log.end.campaign, system.pages.about(log.end)
    name = shared.title or shared.name
    return f"The campaign “{name}” was opened: {about.scenario}, {about.rulebook}."


def _rests(system: System[S], log: GameLog[S]) -> Iterable[str]:
    """While play rests nothing is asked but to settle the dispute."""
    shared = log.end.campaign
    dispute = shared.record.disputes.get(shared.record.frozen_for)
    if dispute is not None:
        who = waits(shared, dispute, system.view.names(log.end))
        text = f"Play rests until dispute {dispute.id} is settled"
        yield f"{text}; it waits for {who}." if who else f"{text}."


def _of_the_record(system: System[S], log: GameLog[S]) -> Iterable[str]:
    """Disputes that wait for somebody, and secrets that somebody asked to open early."""
    shared, names = log.end.campaign, system.view.names(log.end)
    for dispute in shared.record.disputes.values():
        if shared.record.awaits(dispute):
            yield f"Dispute {dispute.id} waits for {waits(shared, dispute, names)}."
    for version, opening in shared.record.openings.items():
        keeper = shared.record.keeper
        who = names.member(keeper) if keeper else "a second member"
        asks = f"{names.member(opening.by)} asked to open what event {version} sealed"
        yield f"{capital(asks)}; {who} has to consent."


# --- A turn as text: for a chat, plain or in Markdown, and for a mail ---------------------------
#
# It says what the turn's page says first, and nothing that the page keeps to itself.

COLUMNS = 72
"""A line of plain text in full is not longer."""
MOST = 6
"""A chat message has so many pieces of news at most."""
LONGEST = 1900
"""So many characters at most has a chat message; Discord takes 2000."""


class NewsText(msgspec.Struct, frozen=True):
    """A piece of news."""

    text: str
    in_headline: bool


class TurnText(msgspec.Struct, frozen=True):
    """A turn as values; names are as people typed them."""

    title: str
    """What the campaign is called."""
    what_if: bool
    turn: str
    name: str
    """The turn in words."""
    number: int
    turns: int
    headline: str
    lede: str
    news: tuple[NewsText, ...]
    asked: tuple[str, ...]
    """What is asked next and of whom; empty where the campaign has gone on or is over."""
    asked_in: str
    """The turn in which it is asked, in words, if it is another one."""
    noun: str = "turn"
    """What the game calls a turn."""


def turn_text(system: System[S], logs: Sequence[GameLog[S]], place: int, now: int) -> TurnText:
    """The turn at a place; what is asked is asked in the turn at another, mostly the same."""
    log = logs[place]
    calendar = system.calendar_of(log.end)
    in_words = calendar.in_words
    shared = logs[-1].end.campaign
    story = turn_story(system, PageContext(logs, place))
    return TurnText(
        title=shared.title or shared.name,
        what_if=shared.record.branch_of is not None,
        turn=log.turn,
        name=in_words(log.turn),
        number=system.calendar.count(shared.first_turn, log.turn),
        turns=system.calendar.count(shared.first_turn, shared.last_turn),
        noun=calendar.noun,
        headline=story.headline,
        lede=story.lede,
        news=tuple(
            NewsText(line.text, line.in_headline) for line in story.news if not line.of_opening
        ),
        asked=tuple(_asked(system, logs, now)),
        asked_in="" if now == place else in_words(logs[now].turn),
    )


def latest(system: System[S], logs: Sequence[GameLog[S]]) -> tuple[int, int]:
    """The turn that has something to tell, and the turn in which something is asked.

    While nothing has happened in the last one, there is more to tell of the one before.
    """
    now = len(logs) - 1
    story = turn_story(system, PageContext(logs, now))
    return (now if story.headline or not now else now - 1), now


def _asked(system: System[S], logs: Sequence[GameLog[S]], now: int) -> Iterable[str]:
    """What is asked in a turn, and by when."""
    if is_open(logs, now):
        yield from turn_story(system, PageContext(logs, now)).asked
        for line in deadline_lines(system, logs[now]):
            yield f"Deadline for {line.what}: {line.when}."


# --- forms --------------------------------------------------------------------------------------


def in_full(text: TurnText) -> str:
    """Everything as plain text of at most 72 columns, worth reading alone; it calls nobody."""
    parts = [
        [*_folded(_head(text)), *_folded(_turn(text))],
        _folded(text.headline or text.lede),
        _folded(text.lede) if text.headline else [],
        [line for news in text.news for line in _folded(news.text, "- ")],
    ]
    if text.asked:
        parts.append([_next(text), *(line for one in text.asked for line in _folded(one, "- "))])
    return _uncalled("\n\n".join("\n".join(part) for part in parts if part) + "\n")


def in_short(text: TurnText) -> str:
    """For a chat: a line for each thing, and no name in it calls anybody."""
    return _chat(text, _uncalled, str, str)


def in_markdown(text: TurnText) -> str:
    """For a chat that reads Markdown, such as Discord: nothing that people typed is markup."""
    return _chat(text, escaped, lambda line: f"**{line}**", lambda line: f"_{line}_")


def _chat(
    text: TurnText,
    safe: Callable[[str], str],
    strong: Callable[[str], str],
    soft: Callable[[str], str],
) -> str:
    head = [strong(safe(_head(text))), soft(safe(_turn(text)))]
    first = strong(safe(text.headline)) if text.headline else safe(text.lede)
    untold = [safe(_one_line(news.text)) for news in text.news if not news.in_headline]
    asked = [f"- {safe(_one_line(one))}" for one in text.asked]
    after = ["", strong(safe(_next(text))), *asked] if asked else []
    for most in range(min(MOST, len(untold)), -1, -1):
        lines = [*head, "", first, *_news_lines(untold, most), *after]
        chat = "\n".join(lines) + "\n"
        if len(chat) <= LONGEST:
            break
    return chat


def _news_lines(untold: Sequence[str], most: int) -> list[str]:
    """At most so many lines of news, and how many are left; with a blank line before any."""
    news = [f"- {line}" for line in untold[:most]]
    if left := len(untold) - most:
        news.append(f"- … and {left} more on the turn’s page")
    return ["", *news] if news else []


def _head(text: TurnText) -> str:
    return f"{text.title} (a what-if)" if text.what_if else text.title


def _turn(text: TurnText) -> str:
    counted = f"{text.noun} {text.number}"
    name = text.name if text.name.lower() == counted else f"{text.name}, {counted}"
    return f"{name} of {text.turns}"


def _next(text: TurnText) -> str:
    return f"Next, in {text.asked_in}:" if text.asked_in else "Next:"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _folded(text: str, mark: str = "") -> list[str]:
    """A text in lines of at most 72 columns, behind a mark."""
    return textwrap.wrap(
        _one_line(text), COLUMNS, initial_indent=mark, subsequent_indent=" " * len(mark),
        break_on_hyphens=False,
    )  # fmt: skip


# --- what people typed --------------------------------------------------------------------------

_UNSEEN = "\u200b"
"""A blank without a width: behind an @ it keeps a chat from calling anybody."""
_MARKUP = re.compile(r"([\\`*_~|<>\[\]#])|(:)(?=\S)|(?<=www)(\.)", re.IGNORECASE)
"""What Markdown takes for markup, for an emoji or for a link."""


def _uncalled(text: str) -> str:
    """A text in which no @ calls anybody."""
    return text.replace("@", f"@{_UNSEEN}")


def escaped(text: str) -> str:
    """A text as Markdown shows it unchanged: no markup, no link, and nobody is called."""
    return _uncalled(_MARKUP.sub(lambda match: f"\\{match[0]}", text))


# --- A turn of a stored campaign as text --------------------------------------------------------


def posted_text(ledger: Ledger, name: str, turn: str | None = None) -> TurnText:
    """A turn that the campaign has had; without one the latest that has something to tell."""
    book = newest(StoredLog(ledger, name))
    if turn is None:
        place, now = latest(book.system, book.logs)
    else:
        place = now = [log.turn for log in book.logs].index(turn)
    return turn_text(book.system, book.whole(place).logs, place, now)
