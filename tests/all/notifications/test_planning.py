"""Which notices go to whom, and when. Every hour is worked out by hand; nobody asks a clock.

What takes longer, waits or starts something, beside `notifications/test_planning.py`.
"""

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from campaign.accounts.choices import Choices
from campaign.notifications.local_time import shifted
from campaign.notifications.notification import STATES, Delivery, State
from campaign.notifications.planning import OVER
from tests.notifications.test_planning import BERLIN, DUE, SET, plan, row

HOURS = st.integers(0, 24 * 14)
CHOICES = st.builds(
    Choices,
    address=st.sampled_from(["", "anna@example.org"]),
    zone=st.sampled_from(["UTC", BERLIN, "America/Los_Angeles", "Pacific/Kiritimati"]),
    sending=st.sampled_from(["each", "digest", "turns", "none"]),
    quiet=st.tuples(st.integers(0, 23), st.integers(0, 23)),
    digest_at=st.sampled_from(["00:00", "07:30", "19:00", "23:59"]),
)


@settings(max_examples=150)
@given(CHOICES, HOURS, HOURS, st.lists(HOURS, min_size=1, max_size=12), st.sampled_from(STATES))
def test_nobody_is_told_twice_reminded_late_or_asked_for_what_they_have_done(
    choices: Choices, lasts: int, done: int, runs: list[int], first: State
) -> None:
    """Runs at any hours, each of which delivers what it may; Anna is done at some hour."""
    occasion = replace(DUE, until=shifted(SET, lasts))
    known: dict[tuple[str, str], Delivery] = {}
    for hour in sorted(runs):
        now = shifted(SET, hour)
        found = () if hour >= done else (occasion,)
        notices = plan(*found, anna=choices, known=known, now=now)
        assert len(notices) <= 1
        for notice in notices:
            assert choices.address and choices.wants("asked") and hour < done
            key = (notice.occasion.key, notice.member)
            assert key not in known or known[key].state not in OVER
            if notice.occasion.is_reminder:
                assert known["ballot:1", "anna"].state in ("sending", "sent", "unknown")
                assert now < occasion.until and notice.not_before < occasion.until
            if notice.not_before <= now:
                state = first if notice.occasion.key == "ballot:1" else "sent"
                known |= row(notice.occasion.key, state, made_at=now)
    reminders = [key for key, _ in known if key != "ballot:1"]
    assert len(reminders) <= 2
