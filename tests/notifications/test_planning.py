"""Which notices go to whom, and when. Every hour is worked out by hand; nobody asks a clock.

In November Berlin's clocks are an hour before UTC, in summer two. In 2026 they go from 2 to 3 at
01:00 UTC on 29 March, and from 3 back to 2 at 01:00 UTC on 25 October.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from campaign.accounts.choices import KINDS, Choices, Kind
from campaign.kernel.members import Campaign, Member
from campaign.kernel.record import Absence, Schedule
from campaign.notifications.local_time import hours_between, next_at, quiet_until, shifted
from campaign.notifications.notification import (
    STATES,
    Delivery,
    Notification,
    Planned,
    State,
    again_key,
    request_key,
)
from campaign.notifications.planning import next_reminder, planned

BERLIN = "Europe/Berlin"
ANNA = Choices(address="anna@example.org")
NOON = "2026-11-16T12:00:00.000Z"
CAMPAIGN = Campaign(
    name="club", id="ab" * 16, system="lif", rulebook="lif-1998", scenario="global-war",
    first_turn="1939-SO", last_turn="1945-JA", rulings={}, modules=(), seed_anchor="",
    seed_links=0, seed_sealed="",
    members={"anna": Member("Anna", ("player",)), "ben": Member("Ben", ("player",))},
)  # fmt: skip
BALLOT = Notification("ballot:1", "asked", "1939-SO", ("anna",), NOON)


def away(first: str, last: str, member: str = "anna", wish: str = "wait") -> Campaign:
    absence = Absence(member, first, last, wish)
    return replace(CAMPAIGN, schedule=Schedule(absences=(absence,)))


def turn(name: str, *members: str) -> Notification:
    return Notification(f"turn:{name}", "turns", name, members or ("anna",), NOON, version=10)


def row(
    occasion: str, state: State = "sent", version: int = 10, made_at: str = NOON, who: str = "anna"
) -> dict[tuple[str, str], Delivery]:
    made = Delivery(1, CAMPAIGN.id, occasion, who, "mail", state, version=version, made_at=made_at)
    return {(occasion, who): made}


def plan(
    *found: Notification,
    anna: Choices = ANNA,
    known: dict[tuple[str, str], Delivery] | None = None,
    now: str = NOON,
    campaign: Campaign = CAMPAIGN,
    since: int = 0,
) -> tuple[Planned, ...]:
    return planned(found, {"anna": anna}, campaign, known or {}, now, since)


def keys(*found: Notification, **more: Any) -> list[str]:
    return [notice.occasion.key for notice in plan(*found, **more)]


# --- hours --------------------------------------------------------------------------------------


def test_hours_are_counted_across_days_and_months() -> None:
    assert hours_between("2026-11-30T21:00:00Z", "2026-12-01T03:30:00.500Z") == 6.5
    assert shifted("2026-11-30T21:00:00Z", 6.5) == "2026-12-01T03:30:00Z"
    assert shifted("2026-03-01T03:00:00.750Z", -12) == "2026-02-28T15:00:00Z"


@pytest.mark.parametrize(
    ("moment", "clock", "zone", "expected"),
    [
        # 19:00 in Berlin is 18:00 UTC in winter and 17:00 in summer
        ("2026-11-16T12:00:00Z", "19:00", BERLIN, "2026-11-16T18:00:00Z"),
        ("2026-11-16T18:00:00Z", "19:00", BERLIN, "2026-11-16T18:00:00Z"),
        ("2026-11-16T18:00:01Z", "19:00", BERLIN, "2026-11-17T18:00:00Z"),
        ("2026-07-16T12:00:00Z", "19:00", BERLIN, "2026-07-16T17:00:00Z"),
        # across the days on which the clocks change
        ("2026-03-28T19:00:00Z", "19:00", BERLIN, "2026-03-29T17:00:00Z"),
        ("2026-10-24T18:00:00Z", "19:00", BERLIN, "2026-10-25T18:00:00Z"),
        # 02:30 is left out on 29 March, and comes twice on 25 October
        ("2026-03-29T00:00:00Z", "02:30", BERLIN, "2026-03-29T01:30:00Z"),
        ("2026-10-25T00:00:00Z", "02:30", BERLIN, "2026-10-25T00:30:00Z"),
        ("2026-10-25T01:00:00Z", "02:30", BERLIN, "2026-10-26T01:30:00Z"),
        # a day ahead of UTC, and a day behind it: 14 hours east, 8 hours west
        ("2026-11-16T12:00:00Z", "08:00", "Pacific/Kiritimati", "2026-11-16T18:00:00Z"),
        ("2026-11-16T03:00:00Z", "20:00", "America/Los_Angeles", "2026-11-16T04:00:00Z"),
        ("2026-11-16T12:00:00Z", "19:00", "Nowhere/Land", "2026-11-16T19:00:00Z"),
    ],
)
def test_the_next_time_that_a_clock_shows(
    moment: str, clock: str, zone: str, expected: str
) -> None:
    assert next_at(moment, clock, zone) == expected


@pytest.mark.parametrize(
    ("moment", "quiet", "end"),
    [
        ("2026-11-16T20:59:59Z", (22, 8), ""),  # 21:59 in Berlin
        ("2026-11-16T21:00:00Z", (22, 8), "2026-11-17T07:00:00Z"),
        ("2026-11-17T06:59:59Z", (22, 8), "2026-11-17T07:00:00Z"),
        ("2026-11-17T07:00:00Z", (22, 8), ""),
        ("2026-11-17T12:30:00Z", (13, 15), "2026-11-17T14:00:00Z"),
        ("2026-11-17T14:00:00Z", (13, 15), ""),
        ("2026-11-17T02:00:00Z", (0, 0), ""),
        # the night in which the clocks go forward ends at 8 as well, an hour of UTC earlier
        ("2026-03-28T22:00:00Z", (22, 8), "2026-03-29T06:00:00Z"),
    ],
)
def test_quiet_hours_are_those_of_the_zone(moment: str, quiet: tuple[int, int], end: str) -> None:
    assert quiet_until(moment, quiet, BERLIN) == end


# --- who gets what ------------------------------------------------------------------------------


def test_a_notice_goes_once_to_each_member_with_an_address() -> None:
    """What may have gone out is never planned again; what waits still is."""
    both = turn("1939-SO", "anna", "ben")
    assert [(one.member, one.not_before) for one in plan(both)] == [("anna", "")]
    for state in STATES:
        is_done = state in ("sending", "sent", "refused", "unknown")
        assert keys(both, known=row("turn:1939-SO", state)) == (
            [] if is_done else ["turn:1939-SO"]
        ), state


def test_turns_keep_their_order() -> None:
    found = [turn("1939-SO"), turn("1939-ND"), turn("1940-JF"), BALLOT]
    expected = ["turn:1939-SO", "turn:1939-ND", "turn:1940-JF", "ballot:1"]
    assert keys(*found) == expected
    assert keys(*found, known=row("turn:1939-ND")) == [
        "turn:1939-SO", "turn:1940-JF", "ballot:1",
    ]  # fmt: skip


def one_of(kind: Kind) -> Notification:
    """An occasion of a kind, in the turn being played."""
    return Notification(f"{kind}:1", kind, "1939-SO", ("anna",), NOON, version=12)


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        (ANNA, {"turns", "asked", "disputes", "mentions", "failures"}),
        (replace(ANNA, kinds={"draws": True, "votes": True, "asked": False}),
         {"turns", "draws", "votes", "disputes", "mentions", "failures"}),
        (replace(ANNA, kinds={"talk": True, "mentions": False}),
         {"turns", "asked", "disputes", "talk", "failures"}),
        (replace(ANNA, sending="turns"), {"turns"}),
        (replace(ANNA, sending="none"), set()),
        (replace(ANNA, is_stopped=True), set()),
        (replace(ANNA, address=""), set()),
        (replace(ANNA, sending="digest"), {"turns", "asked", "disputes", "mentions", "failures"}),
    ],
)  # fmt: skip
def test_choices_say_which_kinds_go(choices: Choices, expected: set[str]) -> None:
    """A correction of a turn that nobody was told of goes to nobody."""
    found = [one_of(kind) for kind in KINDS if kind != "failures"]
    failed = Notification("failures:2026-11-16:1", "failures", "1939-SO", ("anna",), NOON)
    got = {notice.occasion.kind for notice in plan(*found, failed, anna=choices)}
    assert got == expected


def test_turns_that_were_over_before_turns_were_wanted_again_are_not_sent() -> None:
    """November/December comes before January/February, whatever their letters."""
    found = [turn("1939-SO"), turn("1939-ND"), turn("1940-JF")]
    after = replace(ANNA, turns_after="1939-ND")
    assert keys(*found, anna=after) == ["turn:1940-JF"]
    gone = [turn("1939-SO"), turn("1940-JF")]
    assert keys(*gone, anna=after) == ["turn:1940-JF"], "that turn may be played again"


# --- corrections --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "version", "goes"),
    [
        ("sent", 10, True),
        ("unknown", 10, True),
        ("sent", 20, False),
        ("sent", 25, False),
        ("later", 10, False),
        ("due", 0, False),
        ("refused", 10, False),
    ],
)
def test_a_correction_goes_to_whom_knows_the_turn_otherwise(
    state: State, version: int, goes: bool
) -> None:
    """What they were told was written from an earlier event than the correction, event 20."""
    corrected = Notification(
        "corrected:1939-SO:20", "corrections", "1939-SO", ("anna",), NOON, version=20
    )
    known = row("turn:1939-SO", state, version)
    assert (keys(corrected, known=known) == [corrected.key]) is goes
    assert keys(corrected) == []
    told = known | row(corrected.key)
    assert keys(corrected, known=told) == []


# --- news ---------------------------------------------------------------------------------------

WANTS_DRAWS = replace(ANNA, kinds={"draws": True})
DRAW = Notification(
    "opened:1", "draws", "1939-SO", ("anna",), NOON, "Balbo is promoted.", version=12
)


def test_news_is_news_only_to_whom_it_was_new() -> None:
    """Read up to event 12 before; what waits since then is still sent."""
    assert keys(DRAW, anna=WANTS_DRAWS) == ["opened:1"]
    assert keys(DRAW, anna=WANTS_DRAWS, since=11) == ["opened:1"]
    assert keys(DRAW, anna=WANTS_DRAWS, since=12) == []
    assert keys(DRAW, anna=WANTS_DRAWS, since=12, known=row("opened:1", "later")) == ["opened:1"]


def test_news_of_a_turn_that_is_over_is_in_its_notice() -> None:
    """For whoever gets that; a member without turns gets the news."""
    over = turn("1939-SO")
    assert keys(over, DRAW, anna=WANTS_DRAWS) == ["turn:1939-SO"]
    assert keys(over, DRAW, anna=WANTS_DRAWS, known=row("turn:1939-SO")) == []
    no_turns = replace(WANTS_DRAWS, kinds={"draws": True, "turns": False})
    assert keys(over, DRAW, anna=no_turns) == ["opened:1"]
    after = replace(WANTS_DRAWS, turns_after="1939-SO")
    assert keys(over, DRAW, anna=after) == ["opened:1"]


# --- failures -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("known", "made_at", "goes"),
    [
        (None, "", True),
        ("failures:2026-11-15:1", "2026-11-15T20:00:00.000Z", True),
        ("failures:2026-11-15:2", "2026-11-15T20:00:00.000Z", True),  # others, as many as before
        ("failures:2026-11-15:2", "2026-11-16T08:00:00.000Z", False),  # made after the last failure
        ("failures:2026-11-16:1", "2026-11-16T07:00:00.000Z", False),  # one a day
    ],
)
def test_hosts_are_told_of_failures_once_a_day_and_of_new_ones_alone(
    known: str | None, made_at: str, goes: bool
) -> None:
    at_eight = "2026-11-16T08:00:00.000Z"
    failed = Notification("failures:2026-11-16:2", "failures", "1939-SO", ("anna",), at_eight)
    rows = row(known, made_at=made_at) if known else {}
    assert (keys(failed, known=rows) == [failed.key]) is goes
    for waiting in ("due", "later"):
        rows = row(known, waiting) if known else {}
        assert keys(failed, known=rows) == [failed.key], "nobody was told yet"


# --- digest and quiet hours ---------------------------------------------------------------------


def test_a_digest_takes_what_came_about_before_its_hour() -> None:
    """19:00 in Berlin, 18:00 UTC: that day's for what came at noon, the next day's after it."""
    digest = replace(ANNA, sending="digest", zone=BERLIN)
    (notice,) = plan(BALLOT, anna=digest)
    assert (notice.not_before, notice.in_digest) == ("2026-11-16T18:00:00Z", True)
    late = replace(BALLOT, since="2026-11-16T18:30:00Z")
    (notice,) = plan(late, anna=digest)
    assert notice.not_before == "2026-11-17T18:00:00Z"
    (notice,) = plan(BALLOT, anna=replace(digest, digest_at="07:30"))
    assert notice.not_before == "2026-11-17T06:30:00Z"


def test_a_digest_whose_hour_was_missed_goes_at_once() -> None:
    digest = replace(ANNA, sending="digest", zone=BERLIN)
    (notice,) = plan(BALLOT, anna=digest, now="2026-11-18T03:00:00Z")
    assert notice.not_before == "2026-11-16T18:00:00Z"


def test_quiet_hours_hold_no_turn_and_no_request() -> None:
    """At 03:00 in Berlin."""
    berlin = replace(ANNA, zone=BERLIN)
    night = "2026-11-17T02:00:00Z"
    found = plan(turn("1939-SO"), BALLOT, anna=berlin, now=night)
    assert [notice.not_before for notice in found] == ["", ""]


# --- reminders ----------------------------------------------------------------------------------

SET = "2026-11-16T12:00:00Z"
UNTIL = "2026-11-20T12:00:00Z"
HALF, LAST = f"ballot:1:half:{UNTIL}", f"ballot:1:last:{UNTIL}"
DUE = replace(BALLOT, until=UNTIL, until_since=SET)
"""Four days: half of them are over on the 18th at noon, the last twelve hours begin on the 20th at
midnight."""
ASKED = row("ballot:1", made_at=SET)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2026-11-16T12:05:00Z", []),
        ("2026-11-18T11:59:59Z", []),
        ("2026-11-18T12:00:00Z", [HALF]),
        ("2026-11-19T20:00:00Z", [HALF]),
        ("2026-11-20T00:00:00Z", [LAST]),
        ("2026-11-20T11:59:59Z", [LAST]),
        ("2026-11-20T12:00:00Z", []),
        ("2026-11-25T12:00:00Z", []),
    ],
)
def test_two_reminders_at_half_the_time_and_in_the_last_twelve_hours(
    now: str, expected: list[str]
) -> None:
    found = plan(DUE, known=ASKED, now=now)
    assert [notice.occasion.key for notice in found] == expected
    for notice in found:
        assert notice.occasion.is_reminder and notice.occasion.follows == "ballot:1"
        assert notice.occasion.is_last is (notice.occasion.key == LAST)
        assert notice.not_before == "" and not notice.in_digest


@pytest.mark.parametrize(
    "key", ["ballot:1", "turn:1939-SO", "dispute:d1:3", "failures:2026-11-16:2"]
)
def test_a_reminder_is_known_by_its_request(key: str) -> None:
    """So an answer to it is an answer to the request."""
    assert request_key(key) == key
    for which in ("half", "last"):
        assert request_key(f"{key}:{which}:{UNTIL}") == key
    assert {request_key(HALF), request_key(LAST)} == {"ballot:1"}
    assert request_key(f"{key}:again:2") == request_key(f"{key}:half:{UNTIL}:again:3") == key


def test_what_goes_again_and_again_has_a_key_each_time() -> None:
    assert again_key("turn:1939-SO", "") == "turn:1939-SO:again:2"
    assert again_key("turn:1939-SO", "digest:2026-11-16:4") == "turn:1939-SO:again:2"
    assert again_key("turn:1939-SO", "turn:1939-SO:again:2") == "turn:1939-SO:again:3"


def test_a_reminder_that_went_out_is_the_only_one_of_its_kind() -> None:
    half = ASKED | row(HALF)
    assert keys(DUE, known=half, now="2026-11-19T12:00:00Z") == []
    assert keys(DUE, known=half, now="2026-11-20T01:00:00Z") == [LAST]
    assert keys(DUE, known=half | row(LAST), now="2026-11-20T02:00:00Z") == []
    assert keys(DUE, known=ASKED | row(LAST), now="2026-11-20T02:00:00Z") == []


@pytest.mark.parametrize(
    ("state", "expected"),
    [("sent", [HALF]), ("unknown", [HALF]), ("refused", []), ("later", ["ballot:1"])],
)
def test_only_who_was_asked_is_reminded(state: State, expected: list[str]) -> None:
    known = row("ballot:1", state, made_at=SET)
    assert keys(DUE, known=known, now="2026-11-18T13:00:00Z") == expected
    assert keys(DUE, now="2026-11-20T01:00:00Z") == ["ballot:1"]


@pytest.mark.parametrize(
    ("hours", "half", "last"),
    [
        (17, None, None),  # the last hours begin five hours after the request
        (18, None, 6),
        (35, None, 23),  # half would be 17.5 hours before the end, 5.5 before the last
        (36, 18, 24),
        (48, 24, 36),
    ],
)
def test_where_a_deadline_is_near_there_are_fewer(
    hours: int, half: float | None, last: float | None
) -> None:
    """At least six hours lie between two notices of one thing."""
    due = replace(DUE, until=shifted(SET, hours))
    seen: dict[str, float] = {}
    for quarter in range(hours * 4 + 8):
        for notice in plan(due, known=ASKED, now=shifted(SET, quarter / 4)):
            which = notice.occasion.key.split(":")[2]
            seen.setdefault(which, quarter / 4)
    expected = {"half": half, "last": last}
    assert seen == {which: at for which, at in expected.items() if at is not None}


def test_time_is_counted_from_when_the_member_was_asked() -> None:
    """Asked two days after the deadline was set, they have two days: half is over on the 19th."""
    late = row("ballot:1", made_at="2026-11-18T12:00:00Z")
    assert keys(DUE, known=late, now="2026-11-19T11:00:00Z") == []
    assert keys(DUE, known=late, now="2026-11-19T12:00:00Z") == [HALF]


def test_a_changed_deadline_has_reminders_of_its_own() -> None:
    """Set anew on the 20th at 06:00 for the 24th at 06:00: half of it is over on the 22nd."""
    done = ASKED | row(HALF) | row(LAST)
    until = "2026-11-24T06:00:00Z"
    moved = replace(DUE, until=until, until_since="2026-11-20T06:00:00Z")
    assert keys(moved, known=done, now="2026-11-22T05:59:00Z") == []
    assert keys(moved, known=done, now="2026-11-22T06:00:00Z") == [f"ballot:1:half:{until}"]
    assert keys(moved, known=done, now="2026-11-23T18:00:00Z") == [f"ballot:1:last:{until}"]


@pytest.mark.parametrize(
    ("known", "now", "due"),
    [
        (ASKED, "2026-11-16T12:05:00Z", "2026-11-18T12:00:00Z"),
        (ASKED, "2026-11-19T12:00:00Z", "2026-11-18T12:00:00Z"),  # it waits for the end of a night
        (ASKED | row(HALF), "2026-11-19T12:00:00Z", "2026-11-20T00:00:00Z"),
        (ASKED | row(HALF) | row(LAST), "2026-11-20T02:00:00Z", ""),
        (ASKED, "2026-11-20T12:00:01Z", ""),
        ({}, "2026-11-16T12:05:00Z", ""),
    ],
)
def test_the_next_reminder_is_the_first_that_has_not_gone_out(
    known: dict[tuple[str, str], Delivery], now: str, due: str
) -> None:
    assert next_reminder([DUE, BALLOT], {"anna": ANNA}, known, now) == due
    assert next_reminder([DUE], {"anna": Choices()}, known, now) == ""


def test_without_a_deadline_nobody_is_reminded() -> None:
    assert keys(BALLOT, known=ASKED, now="2026-12-20T01:00:00Z") == []


def test_quiet_hours_hold_a_reminder_but_not_the_last() -> None:
    """The 19th at 03:00 in Berlin: till 8, which is 07:00 UTC. The 20th at 03:00 is too late."""
    berlin = replace(ANNA, zone=BERLIN)
    (half,) = plan(DUE, anna=berlin, known=ASKED, now="2026-11-19T02:00:00Z")
    assert (half.occasion.key, half.not_before) == (HALF, "2026-11-19T07:00:00Z")
    (last,) = plan(DUE, anna=berlin, known=ASKED, now="2026-11-20T02:00:00Z")
    assert (last.occasion.key, last.not_before) == (LAST, "")
    never = replace(berlin, quiet=(0, 0))
    (half,) = plan(DUE, anna=never, known=ASKED, now="2026-11-19T02:00:00Z")
    assert half.not_before == ""


def test_a_reminder_that_the_night_would_hold_till_the_last_hours_is_left_to_the_last() -> None:
    """The 19th at 22:30 in Berlin: quiet till the 20th, 07:00 UTC, inside the last hours."""
    berlin = replace(ANNA, zone=BERLIN)
    assert keys(DUE, anna=berlin, known=ASKED, now="2026-11-19T21:30:00Z") == []


def test_nobody_is_reminded_while_they_are_away() -> None:
    """From the 18th to the 19th, both included; the last one comes on the 20th."""
    absent = away("2026-11-18", "2026-11-19")
    assert keys(DUE, known=ASKED, now="2026-11-18T13:00:00Z", campaign=absent) == []
    assert keys(DUE, known=ASKED, now="2026-11-19T23:00:00Z", campaign=absent) == []
    assert keys(DUE, known=ASKED, now="2026-11-20T01:00:00Z", campaign=absent) == [LAST]
    assert keys(DUE, now="2026-11-18T13:00:00Z", campaign=absent) == ["ballot:1"]
    other = away("2026-11-18", "2026-11-19", "ben")
    assert keys(DUE, known=ASKED, now="2026-11-18T13:00:00Z", campaign=other) == [HALF]


def test_a_digest_has_its_reminders_in_it_while_there_is_time() -> None:
    """Half falls on the 18th, 12:00 UTC: the digest of that day, 18:00 UTC. The last is due on the
    20th at 00:00 UTC, and the next digest would come after the deadline.
    """
    digest = replace(ANNA, sending="digest", zone=BERLIN)
    (half,) = plan(DUE, anna=digest, known=ASKED, now="2026-11-18T12:30:00Z")
    assert (half.not_before, half.in_digest) == ("2026-11-18T18:00:00Z", True)
    assert keys(DUE, anna=digest, known=ASKED, now="2026-11-20T00:30:00Z") == []
    morning = replace(digest, digest_at="08:00")
    (last,) = plan(DUE, anna=morning, known=ASKED, now="2026-11-20T00:30:00Z")
    assert (last.not_before, last.in_digest) == ("2026-11-20T07:00:00Z", True)
