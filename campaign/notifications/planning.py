"""Which notifications go to whom, and when: members by their choices, reminders, and news for
everybody. Pure.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, get_args

import msgspec
from msgspec.structs import replace

from campaign.accounts.choices import AT_ONCE, Choices
from campaign.handler.tasks import is_away
from campaign.kernel.members import Campaign
from campaign.notifications.detection import FAILURES, turn_key
from campaign.notifications.local_time import hours_between, next_at, quiet_until, shifted
from campaign.notifications.notification import (
    HALF,
    HOST,
    LAST,
    Delivery,
    Notification,
    Planned,
    reminder_key,
)
from campaign.reports.book import Book
from campaign.systems import SYSTEMS
from campaign.text.english import capital, listed
from campaign.text.moments import in_words, later

# --- Which notices go to whom, and when: occasions, held against choices and what went out ------

LAST_HOURS = 12
"""The last reminder comes so many hours before a deadline."""
APART = 6
"""Hours that lie between two notices of the same thing, at the least."""
OVER = frozenset({"sending", "sent", "refused", "unknown"})
"""States of a delivery that nothing but a person's decision may change."""
_TOLD = frozenset({"sending", "sent", "unknown"})
"""States of a delivery that may have reached its member."""
Known = Mapping[tuple[str, str], Delivery]
"""Deliveries by occasion and member."""


class _Planning(msgspec.Struct, frozen=True):
    """What it takes to decide about one notice."""

    occasions: Mapping[str, Notification]
    campaign: Campaign
    known: Known
    now: str
    since: int

    def is_over(self, occasion: str, member: str) -> bool:
        row = self.known.get((occasion, member))
        return row is not None and row.state in OVER

    def ordinal(self, turn: str) -> int:
        return SYSTEMS[self.campaign.system].calendar.ordinal(turn)


def planned(
    occasions: tuple[Notification, ...],
    choices: Mapping[str, Choices],
    campaign: Campaign,
    known: Known,
    now: str,
    since: int = 0,
) -> tuple[Planned, ...]:
    """The notices that are to go out and have not, in the order of their occasions.

    What waits in a digest, or could not be delivered yet, is planned again each time, for as long
    as there is reason to send it. News up to version `since` is none to whom it was not news then.
    """
    plan = _Planning({one.key: one for one in occasions}, campaign, known, now, since)
    return tuple(
        notice
        for occasion in occasions
        for member in occasion.members
        if (notice := _notice(plan, occasion, member, choices.get(member, Choices()))) is not None
    )


def _notice(
    plan: _Planning, occasion: Notification, member: str, choices: Choices
) -> Planned | None:
    """The notice of an occasion that a member gets now, or a reminder of it."""
    if not choices.address or choices.is_stopped or not choices.wants(occasion.kind):
        return None
    if not plan.is_over(occasion.key, member):
        if _is_no_news(plan, occasion, member, choices):
            return None
        return _at_its_hour(Planned(occasion, member), choices, occasion.since)
    by_host = _from_the_host(plan, occasion, member, choices)
    return by_host or _reminder(plan, occasion, member, choices)


def _at_its_hour(notice: Planned, choices: Choices, since: str) -> Planned:
    """A notice at once, or with the first digest after it came about."""
    if choices.sending != "digest" or notice.occasion.kind in AT_ONCE:
        return notice
    hour = next_at(since, choices.digest_at, choices.zone)
    return replace(notice, not_before=hour, in_digest=True)


# --- what is no news to a member ----------------------------------------------------------------


def _is_no_news(plan: _Planning, occasion: Notification, member: str, choices: Choices) -> bool:
    match occasion.kind:
        case "turns":
            return _is_before(plan, occasion, choices)
        case "corrections":
            return not _knows_it_otherwise(plan, occasion, member)
        case "draws" | "votes":
            is_old = _is_old(plan, occasion, member)
            return is_old or _is_in_the_turn(plan, occasion, member, choices)
        case "seat" | "passed":
            return _is_old(plan, occasion, member)
        case "failures":
            return _has_failure_notice(plan, occasion, member)
    return False


def _is_old(plan: _Planning, occasion: Notification, member: str) -> bool:
    """Whether it was read before, and did not go to the member then; what waits is not old."""
    return occasion.version <= plan.since and (occasion.key, member) not in plan.known


def _is_before(plan: _Planning, occasion: Notification, choices: Choices) -> bool:
    """Whether a turn was over when the member wanted to hear of turns again."""
    after = choices.turns_after
    return bool(after) and plan.ordinal(occasion.turn) <= plan.ordinal(after)


def _knows_it_otherwise(plan: _Planning, occasion: Notification, member: str) -> bool:
    """Whether the member was told of the turn as it was before the correction."""
    row = plan.known.get((turn_key(occasion.turn), member))
    return row is not None and row.state in _TOLD and row.version < occasion.version


def _is_in_the_turn(plan: _Planning, occasion: Notification, member: str, choices: Choices) -> bool:
    """Whether the notice of the turn, which is over, tells the member the same."""
    turn = plan.occasions.get(turn_key(occasion.turn))
    is_told = turn is not None and member in turn.members and choices.wants("turns")
    return is_told and turn is not None and not _is_before(plan, turn, choices)


def _has_failure_notice(plan: _Planning, occasion: Notification, member: str) -> bool:
    """Whether hosts were told today, or after the last of them. What waits told nobody."""
    day = occasion.key.removeprefix(FAILURES).partition(":")[0]
    return any(
        key.startswith(f"{FAILURES}{day}:") or not later(occasion.since, row.made_at)
        for (key, who), row in plan.known.items()
        if who == member and key.startswith(FAILURES) and row.state in OVER
    )


# --- reminders ----------------------------------------------------------------------------------


def _reminder(
    plan: _Planning, occasion: Notification, member: str, choices: Choices
) -> Planned | None:
    """What is still asked of a member: once at half the time left, once in the last hours.

    None where it comes within hours of another notice, none while they are away, and none at
    night but for the last. A changed deadline has reminders of its own.
    """
    row = plan.known[occasion.key, member]
    if not occasion.until or row.state not in _TOLD:
        return None
    if not later(occasion.until, plan.now) or is_away(plan.campaign, member, plan.now[:10]):
        return None
    for reminder, due in _reminders(occasion, row):
        if later(due, plan.now):
            continue
        if plan.is_over(reminder.key, member):
            return None
        return _held(plan, Planned(reminder, member), choices, due)
    return None


def _from_the_host(
    plan: _Planning, occasion: Notification, member: str, choices: Choices
) -> Planned | None:
    """The reminder that a host has asked for, while it waits: not at night, or with the digest."""
    begins = reminder_key(occasion.key, HOST, "")
    for (key, who), row in plan.known.items():
        if who == member and key.startswith(begins) and row.state not in OVER:
            reminder = replace(occasion, key=key, is_reminder=True, follows=occasion.key)
            notice = Planned(reminder, member)
            if choices.sending == "digest":
                return _at_its_hour(notice, choices, row.made_at)
            return replace(notice, not_before=quiet_until(plan.now, choices.quiet, choices.zone))
    return None


def _reminders(occasion: Notification, first: Delivery) -> Iterator[tuple[Notification, str]]:
    """The reminders that there is time for, the last one first, each with when it is due."""
    start = max(occasion.since, occasion.until_since, first.made_at, key=_to_compare)
    hours = hours_between(start, occasion.until)
    if hours >= LAST_HOURS + APART:
        yield _reminding(occasion, LAST), shifted(occasion.until, -LAST_HOURS)
    if hours / 2 >= LAST_HOURS + APART:
        yield _reminding(occasion, HALF), shifted(start, hours / 2)


def next_reminder(
    occasions: Iterable[Notification], choices: Mapping[str, Choices], known: Known, now: str
) -> str:
    """When the next reminder is due that has not gone out; empty if there is none."""
    moments = (
        due
        for occasion in occasions
        if occasion.until and later(occasion.until, now)
        for member in occasion.members
        if choices.get(member, Choices()).address and (occasion.key, member) in known
        for reminder, due in _reminders(occasion, known[occasion.key, member])
        if (reminder.key, member) not in known
    )
    return min(moments, key=_to_compare, default="")


def _to_compare(moment: str) -> str:
    return moment[:19]


def _reminding(occasion: Notification, which: str) -> Notification:
    return replace(
        occasion,
        key=reminder_key(occasion.key, which, occasion.until),
        is_reminder=True,
        is_last=which == LAST,
        follows=occasion.key,
    )


def _held(plan: _Planning, notice: Planned, choices: Choices, due: str) -> Planned | None:
    """A reminder at the hour that the member wants; None where that would be too late."""
    if choices.sending == "digest":
        notice = _at_its_hour(notice, choices, due)
    elif not notice.occasion.is_last:
        end = quiet_until(plan.now, choices.quiet, choices.zone)
        notice = replace(notice, not_before=end)
    until = notice.occasion.until
    latest = until if notice.occasion.is_last else shifted(until, -LAST_HOURS)
    return notice if not notice.not_before or later(latest, notice.not_before) else None


# --- What a campaign tells everybody, in a sentence each: nothing sealed, and no choice ---------


HookKind = Literal["turns", "asked", "all_in", "opened", "deadlines", "corrections", "disputes"]
"""What public news there is: a turn ended; something is asked; all of it is in; it was opened; a
deadline is near; a turn was corrected; a dispute has moved."""
HOOK_KINDS: tuple[HookKind, ...] = get_args(HookKind)


class PublicNews(msgspec.Struct, frozen=True):
    """Something that anybody may hear of."""

    key: str
    """What it is called in its campaign, for ever."""
    kind: HookKind
    turn: str
    since: str
    """When it came about."""
    text: str
    """A sentence."""


def public_news(book: Book, occasions: Iterable[Notification], now: str) -> Iterator[PublicNews]:
    """The public side of what there is to tell members of; failures are the host's alone."""
    for one in occasions:
        match one.kind:
            case "turns":
                text = f"{book.calendar.in_words(one.turn)} is over."
                yield PublicNews(one.key, "turns", one.turn, one.since, text)
            case "corrections":
                text = one.headline or f"{book.calendar.in_words(one.turn)} was corrected."
                yield PublicNews(one.key, "corrections", one.turn, one.since, text)
            case "draws" | "votes":
                yield PublicNews(one.key, "opened", one.turn, one.since, one.headline)
            case "disputes":
                text = f"{capital(one.about)} is awaited."
                yield PublicNews(one.key, "disputes", one.turn, one.since, text)
                yield from _deadline(one, now)
            case "asked":
                yield _asked(book, one)
                yield from _deadline(one, now)


def _asked(book: Book, one: Notification) -> PublicNews:
    """Who is awaited; where it is the host alone, everybody else is in."""
    names = book.system.seats_of(book.logs[-1].end).names
    seats = [names.get(part.seat, part.seat) for part in one.owed if part.seat]
    if not seats:
        return PublicNews(one.key, "all_in", one.turn, one.since, f"{capital(one.about)}.")
    are = "is" if len(seats) == 1 else "are"
    text = f"{capital(one.about)}: {listed(dict.fromkeys(seats))} {are} awaited."
    return PublicNews(one.key, "asked", one.turn, one.since, text)


def _deadline(one: Notification, now: str) -> Iterator[PublicNews]:
    """That little time is left, once."""
    if not one.until or not later(one.until, now) or hours_between(now, one.until) > LAST_HOURS:
        return
    key = reminder_key(one.key, LAST, one.until)
    text = f"{capital(one.about)}: the deadline is {in_words(one.until)}."
    yield PublicNews(key, "deadlines", one.turn, now, text)
