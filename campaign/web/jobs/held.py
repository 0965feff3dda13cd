"""Acts that can't be taken back are sent once they were held long enough. IO."""

from campaign.handler.holding import Holding
from campaign.web.jobs.runner import Job

EVERY = 20.0
"""So often, in seconds, what another process holds is looked at; one's own is sent in time."""


def held_chore(holding: Holding) -> Job:
    """The held acts of every campaign."""
    return Job("held", EVERY, holding.send_due, on_change=True, soon=holding.soon)
