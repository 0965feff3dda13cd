"""A visitor's own deadlines as they read them: in their time zone, without a script. Pure."""

from campaign.notices.zoned import in_full
from campaign.text.moments import in_words
from campaign.web.visits import Entered


def by_when(here: Entered, until: str) -> str:
    """A deadline in the visitor's time zone and in UTC; empty where there is none."""
    return in_words(until) if here.zone == "UTC" else in_full(until, here.zone)
