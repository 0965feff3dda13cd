"""Detects what there is to tell a campaign's members. Pure."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from campaign.accounts.choices import Choices, Kind
from campaign.accounts.table.talk import Said, mentioned
from campaign.handler.tasks import Asked, asked, hosts, owed
from campaign.handler.tasks import since as waits_since
from campaign.kernel import deadlines
from campaign.kernel.deadlines import PassedSeat
from campaign.kernel.members import Campaign, GameState
from campaign.kernel.pages import Occurrence
from campaign.kernel.projections import Transition
from campaign.kernel.system import AnySystem
from campaign.notifications.delivery_status import (
    Hook,
    failed_at,
    hook_trouble,
    in_trouble,
    put_off,
)
from campaign.notifications.local_time import shifted
from campaign.notifications.notification import CORRECTED, TURN, Delivery, Notification
from campaign.reports.book import Book, last_change, steps
from campaign.reports.turn_log import corrected_later
from campaign.reports.turn_text import is_open
from campaign.text.english import capital, listed
from campaign.text.moments import later
from events.club import DeadlineSet, SeatOffered, SeatTaken
from events.disputes import CampaignReopened

# --- seats --------------------------------------------------------------------------------------
# Seats: a member is told that theirs was offered or taken anew, whatever they chose; and at once
# that a choice of theirs was passed over.
#
# Only who had come in before is offered their seat again, so it may be somebody else who comes in.

ADVICE = (
    "If that was not you, ask a host to press “Lock out” beside your name on the Members page: all "
    "your devices, passkeys and programs end, and you come back with a new invitation."
)
"""What to do, after somebody came in."""
NOT_ASKED_FOR = (
    "If you did not ask for that, ask your host about it. Once somebody comes in with the "
    "invitation, you are told, and can have them locked out."
)
"""What to do, while nobody has come in yet."""


def of_seat(step: Transition[GameState]) -> Notification | None:
    """What an event says about somebody's seat; also one that a correction struck, since whoever
    came in is in.
    """
    event = step.record.event
    if not isinstance(event, SeatOffered | SeatTaken):
        return None
    who = step.after.campaign.called(event.member)
    if isinstance(event, SeatTaken):
        headline = f"Somebody came in as {who}, with a new invitation."
    else:
        headline = f"A host invited {who} again, who had come in before."
    return Notification(
        key=f"seat:{step.record.version}",
        kind="seat",
        turn=step.turn,
        members=(event.member,),
        since=event.at,
        headline=headline,
        what_to_do=ADVICE if isinstance(event, SeatTaken) else NOT_ASKED_FOR,
        version=step.record.version,
    )


def of_passed(step: Transition[GameState], system: AnySystem) -> Iterator[Notification]:
    """What an event says to those whose choices it passed over; nothing where it was struck."""
    event, version = step.record.event, step.record.version
    if step.before is None or step.record.struck_by:
        return
    theirs: dict[tuple[str, ...], list[PassedSeat]] = {}
    for one in deadlines.passed_by(system.rules.awaiting, step.before, event):
        theirs.setdefault(one.members, []).append(one)
    why = getattr(event, "why", "") or getattr(event, "reason", "")
    name = step.after.campaign.called(event.by)
    reason = f"{capital(name)} gave as reason: “{why}”." if why else ""
    for number, (members, passed) in enumerate(theirs.items(), 1):
        counts = (f"It counts as {one.counts_as}." for one in passed[:1] if one.counts_as)
        yield Notification(
            key=f"passed:{version}:{number}",
            kind="passed",
            turn=step.turn,
            members=members,
            since=event.at,
            headline=f"Not waited for: {listed(one.title for one in passed)}.",
            what_to_do=" ".join(filter(None, (*counts, reason))),
            version=version,
        )


# --- The occasions of a campaign: what there is to tell its members -----------------------------
#
# The same record gives the same occasions, but for substitutes, who are asked on the days on which
# they stand in.

FAILURES = "failures:"
"""What the occasion of failed deliveries begins with; its day and their number follow."""


def turn_key(turn: str) -> str:
    """What the notice of an ended turn is called."""
    return f"{TURN}{turn}"


def occasions(book: Book, since: int, now: str) -> tuple[Notification, ...]:
    """Everything there is to tell of a campaign, read up to version `since` before.

    Every ended turn, oldest first, with its corrections; what happened in the turn being played,
    and in the one before it after `since`; what is asked of somebody now, and
    what was written in the diary of late.
    """
    return (
        *_turns(book),
        *_corrections(book),
        *_of_play(book, since, now),
        *of_diary(book.logs[-1].end.campaign, now),
    )


# --- turns --------------------------------------------------------------------------------------


def _turns(book: Book) -> Iterator[Notification]:
    """The turns that are over, for whoever had joined by their end."""
    for place, log in enumerate(book.logs):
        if not is_open(book.logs, place):
            after = book.logs[place + 1 : place + 2]
            yield Notification(
                key=turn_key(log.turn),
                kind="turns",
                turn=log.turn,
                members=tuple(log.end.campaign.members),
                since=after[0].began if after else log.latest,
                version=log.last,
                follows=_turn_before(book, place),
            )


def _turn_before(book: Book, place: int) -> str:
    """The notice that a notice of a turn answers in a mail program."""
    return turn_key(book.logs[place - 1].turn) if place else ""


def _corrections(book: Book) -> Iterator[Notification]:
    """Turns that were corrected, or played again, after they were over.

    It concerns those who were told of the turn before `version`; the others know nothing else.
    """
    again = _went_back(book)
    for place, log in enumerate(book.logs):
        if is_open(book.logs, place):
            continue
        change = last_change(book, place)
        if change.corrected or log.turn in again:
            yield Notification(
                key=f"{CORRECTED}{log.turn}:{change.version}",
                kind="corrections",
                turn=log.turn,
                members=tuple(log.end.campaign.members),
                since=change.at,
                headline=" ".join(corrected_later(book.system, book.logs, place)),
                version=change.version,
                follows=turn_key(log.turn),
            )


def _went_back(book: Book) -> frozenset[str]:
    """Turns that were over and were played once more, or in a campaign that was reopened."""
    order = book.system.calendar.ordinal
    again = {
        log.turn
        for log in book.logs
        if any(isinstance(row.event, CampaignReopened) for row in log.record)
    }
    for fix in book.fixes:
        for change in fix.changes:
            if change.path == ("turn",):
                first, last = sorted((order(str(change.before)), order(str(change.after))))
                again |= {log.turn for log in book.logs if first <= order(log.turn) < last}
    return frozenset(again)


# --- what is going on ---------------------------------------------------------------------------


class _News(msgspec.Struct, frozen=True):
    """Something that happened, with the event that says so."""

    happened: Occurrence
    turn: str
    version: int
    at: str


class _Play:
    """What the events of turns tell: the news, and since when each thing is asked for."""

    def __init__(self, book: Book) -> None:
        self.news: list[_News] = []
        self.seats: list[Notification] = []
        self.asked_since: dict[str, str] = {}
        self.deadline_since: dict[str, str] = {}
        self._book = book

    def turn_before(self, place: int, since: int) -> None:
        """Notes what happened in a turn that is over, after a version."""
        for step in steps(self._book, place):
            if step.record.version > since:
                self._tell(step)

    def this_turn(self, place: int) -> None:
        """Notes what happened in the turn being played, and what it asks for."""
        if place:
            self._ask(self._book.logs[place - 1].end, self._book.logs[place].began)
        for step in steps(self._book, place):
            event = step.record.event
            self._tell(step)
            self._ask(step.after, event.at)
            if isinstance(event, DeadlineSet) and not step.record.struck_by:
                self.deadline_since[event.what] = event.at

    def _tell(self, step: Transition[GameState]) -> None:
        record = step.record
        if (seat := of_seat(step)) is not None:
            self.seats.append(seat)
        self.seats += of_passed(step, self._book.system)
        if record.struck_by:
            return
        happened = self._book.system.notices.happened(step.after, record.event)
        if happened is not None:
            self.news.append(_News(happened, step.turn, record.version, record.event.at))

    def _ask(self, state: GameState, at: str) -> None:
        keys = {part.occasion for part in owed(self._book.system, state)}
        known = self.asked_since
        self.asked_since = {key: known.get(key, at) for key in keys}


def _of_play(book: Book, since: int, now: str) -> Iterator[Notification]:
    """What happened, and what is asked now."""
    last = len(book.logs) - 1
    play = _Play(book)
    if is_open(book.logs, last):
        if last and 0 < since < book.logs[last - 1].last:
            play.turn_before(last - 1, since)
        play.this_turn(last)
    elif 0 < since < book.logs[last].last:
        play.turn_before(last, since)
    members = tuple(book.logs[last].end.campaign.members)
    before = _turn_before(book, last)
    yield from play.seats
    yield from (_notification(news, members, before) for news in play.news)
    yield from _asked(book, play, now)


def _notification(news: _News, members: tuple[str, ...], before: str) -> Notification:
    return Notification(
        key=news.happened.occasion,
        kind=news.happened.kind,
        turn=news.turn,
        members=members,
        since=news.at,
        headline=news.happened.headline,
        version=news.version,
        follows=before,
    )


def _asked(book: Book, play: _Play, now: str) -> Iterator[Notification]:
    """What is asked now, each thing once, of all whom it concerns.

    What has time until the turn ends is in the notice of the turn before.
    """
    log = book.logs[-1]
    disputes = log.end.campaign.record.disputes
    for key, parts in _by_occasion(asked(book.system, log.end, now)).items():
        first = parts[0]
        since = play.asked_since.get(key, log.began)
        if first.dispute:
            since = waits_since(disputes[first.dispute])
        yield Notification(
            key=key,
            kind="disputes" if first.dispute else "asked",
            turn=log.turn,
            members=tuple(dict.fromkeys(who for part in parts for who in part.members)),
            since=since,
            owed=tuple(part.owed for part in parts),
            until=first.until,
            until_since=play.deadline_since.get(first.due, since) if first.until else "",
            follows=_turn_before(book, len(book.logs) - 1),
        )


def _by_occasion(parts: Iterable[Asked]) -> dict[str, list[Asked]]:
    """What has a time of its own, or is due at once, by what it is about."""
    together: dict[str, list[Asked]] = {}
    for part in parts:
        if part.until or not part.owed.has_all_turn:
            together.setdefault(part.owed.occasion, []).append(part)
    return together


# --- failures -----------------------------------------------------------------------------------


def failures(
    rows: Iterable[Delivery], campaign: Campaign, now: str, hooks: Iterable[Hook] = ()
) -> Notification | None:
    """For the hosts: which notices of a campaign failed to go out, or have been put off for more
    than a day, and which webhooks are off for that; None if none. It came about with the last.

    Its key changes with the day and with their number.
    """
    rows = [row for row in rows if not row.occasion.startswith(FAILURES)]
    failed, waiting = in_trouble(rows), put_off(rows, now)
    off = [hook for hook in hooks if hook.off_since]
    if not failed and not waiting and not off:
        return None
    moments = (*map(failed_at, (*failed, *waiting)), *(hook.off_since for hook in off))
    return Notification(
        key=f"{FAILURES}{now[:10]}:{len(failed) + len(waiting) + len(off)}",
        kind="failures",
        turn=campaign.turn,
        members=hosts(campaign),
        since=max(moments, key=lambda moment: moment[:19]),
        headline=" ".join(
            _troubles(_to(failed, campaign), len(failed), _to(waiting, campaign), off)
        ),
    )


def _troubles(failed: str, count: int, waiting: str, off: Iterable[Hook]) -> list[str]:
    """A sentence for each: to whom mail failed, to whom it waits, and which hooks are off."""
    sentences = [f"{capital(hook_trouble(hook))}." for hook in off]
    if waiting:
        sentences = [f"Mail to {waiting} has been put off for more than a day.", *sentences]
    if failed:
        message = "message" if count == 1 else "messages"
        first = f"{count} {message} may not have arrived: mail to {failed}."
        sentences = [first, *sentences]
    return sentences


def _to(rows: Iterable[Delivery], campaign: Campaign) -> str:
    return listed(dict.fromkeys(campaign.called(row.member) for row in rows))


# --- talk ---------------------------------------------------------------------------------------
# Talk is in no record, so it is read beside it. A notice says that somebody wrote, and not what.

TALKS: tuple[Kind, ...] = ("mentions", "talk")
"""The kinds of notices about talk; a member who is named is told that alone."""
HEADLINES = {
    "mentions": "You were named at the table.",
    "talk": "Somebody wrote at the table.",
}
APART = 1
"""At least so many hours lie between two notices about talk to one member."""
OLDEST = 72
"""Talk that is older by hours is no news."""
_TOLD_OF = frozenset({"sending", "sent", "refused", "unknown"})
"""States of a delivery about talk after which only what is written later is news."""


def talk_from(now: str) -> str:
    """From when on talk may be news."""
    return shifted(now, -OLDEST)


def of_talk(
    said: Iterable[Said],
    campaign: Campaign,
    choices: Mapping[str, Choices],
    rows: Iterable[Delivery],
    now: str,
) -> Iterator[Notification]:
    """What there is to tell of talk, the oldest first: to each member at most once an hour.

    A notice is called after the first text that its reader was not told of, so that it stays the
    same while it waits.
    """
    before = _last_talk_notices(rows)
    names = {member: known.name for member, known in campaign.members.items()}
    texts = [(one, mentioned(one.text, names)) for one in said]
    news: dict[tuple[int, Kind], list[str]] = {}
    since: dict[int, str] = {}
    for member in campaign.members:
        last = before.get(member, "")
        if not last or later(now, shifted(last, APART)):
            unread = (pair for pair in texts if later(pair[0].at, last))
            for kind, one in _news_of(unread, member, choices.get(member, Choices())):
                news.setdefault((one.id, kind), []).append(member)
                since[one.id] = one.at
    for (number, kind), members in sorted(news.items()):
        yield Notification(
            key=f"{kind}:{number}",
            kind=kind,
            turn=campaign.turn,
            members=tuple(members),
            since=since[number],
            headline=HEADLINES[kind],
        )


def _last_talk_notices(rows: Iterable[Delivery]) -> dict[str, str]:
    """When each member was last told of talk."""
    last: dict[str, str] = {}
    for row in rows:
        if row.occasion.partition(":")[0] in TALKS and row.state in _TOLD_OF:
            last[row.member] = max(last.get(row.member, ""), row.moved_at or row.made_at)
    return last


def _news_of(
    unread: Iterable[tuple[Said, frozenset[str]]], member: str, chosen: Choices
) -> Iterator[tuple[Kind, Said]]:
    """Of what kind the news for a member is, and the first text of it; nothing if they want none.

    What they said themselves is no news.
    """
    others = [pair for pair in unread if pair[0].member != member]
    named = [one for one, whom in others if member in whom]
    if named and chosen.switched("mentions"):
        yield "mentions", named[0]
    elif others and chosen.switched("talk"):
        yield "talk", others[0][0]


# --- the diary ----------------------------------------------------------------------------------
# A notice says that somebody wrote, and not what: words can be removed, mail cannot. What is sealed
# is told of to nobody.


def of_diary(campaign: Campaign, now: str) -> Iterator[Notification]:
    """What there is to tell of dispatches that members may read, to all but their authors.

    One that comes in another's place is no news.
    """
    oldest = shifted(now, -OLDEST)
    for one in campaign.record.dispatches.values():
        is_news = one.is_there and not one.until and not one.replaces and later(one.at, oldest)
        if is_news and campaign.record.branch_of is None:
            yield Notification(
                key=f"diary:{one.id}",
                kind="diary",
                turn=one.turn,
                members=tuple(member for member in campaign.members if member != one.by),
                since=one.at,
                headline=f"{campaign.called(one.by)} wrote in the war diary.",
            )
