"""What the service does when its time has come: what is overdue, in the host's name where a
campaign was opened with that wish, and what was held long enough. IO.

The game says what, the rules decide it like any command. Each deadline is acted on once: the
command's id names it, so that a second service, or one that comes back after days, repeats nothing.
"""

import hashlib
import logging
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from campaign.extend import BROKEN
from campaign.handler.command_handler import Actor, CommandHandler
from campaign.handler.holding import Holding
from campaign.handler.tasks import hosts
from campaign.kernel import deadlines, members
from campaign.store import outlines, vault
from campaign.store.ledger import Ledger
from campaign.web.jobs.runner import Job

EVERY = 20.0
"""So late, in seconds, is what is overdue noticed."""
STEPS = 4
"""More than a campaign can want at once: it is fixed, given a deadline, opened."""
LOG = logging.getLogger("campaign.web")


class OverdueJob(NamedTuple):
    """Looks through the campaigns for what is overdue."""

    ledger: Ledger
    desk: CommandHandler
    secret: bytes
    now: Callable[[], str]

    def run(self) -> None:
        """One round; a campaign that fails keeps no other off."""
        for name in self._awaiting():
            try:
                self._campaign(name)
            except vault.VaultError:
                LOG.warning("%s: what is overdue can't be opened: the vault's key is missing", name)
            except BROKEN as error:  # the next campaign must not suffer
                LOG.error("%s: overdue: %s", name, type(error).__name__, exc_info=error)

    def _awaiting(self) -> list[str]:
        """The campaigns in which something may be overdue at any time; the others are not read."""
        every = outlines.every(self.ledger)
        return [
            one.name for one in every if isinstance(one.outline, Exception) or one.outline.waits
        ]

    def _campaign(self, name: str) -> None:
        for _ in range(STEPS):
            live = self.ledger.live(name)
            campaign: members.Campaign = live.state.campaign
            if not _may_act(campaign):
                return
            step = live.system.rules.awaiting.overdue(live.state, self.now())
            if step is None or not self._done(name, campaign, step):
                return

    def _done(self, name: str, campaign: members.Campaign, step: deadlines.Overdue) -> bool:
        """Whether it was sent and recorded. What would be refused is not sent: a refusal would
        leave a receipt at every round.
        """
        key = self._key(step)
        if self.ledger.store.versions_of(name, key) is not None:
            return False
        able = [host for host in hosts(campaign) if not campaign.record.keys.only(host)]
        if not able:
            return False  # nothing of theirs counts without a touch of their own
        sent, actor = msgspec.json.encode(step.command), Actor(able[0])
        if self.desk.foresee(name, sent, actor) is not None:
            return False
        return self.desk.submit(name, sent, actor, key).refused is None

    def _key(self, step: deadlines.Overdue) -> str:
        """The same at every look; nobody else can guess it and use it up beforehand."""
        return hashlib.blake2b(step.key.encode(), key=self.secret, digest_size=16).hexdigest()


def _may_act(campaign: members.Campaign) -> bool:
    """Not in a what-if, and not where play rests or is over."""
    record = campaign.record
    is_playing = not campaign.closed and not record.frozen_for
    return is_playing and record.branch_of is None


def overdue_chore(ledger: Ledger, desk: CommandHandler, now: Callable[[], str]) -> Job:
    """What is overdue in every campaign that wants it done."""
    job = OverdueJob(ledger, desk, desk.people.secret(), now)
    return Job("overdue", EVERY, job.run, on_change=True)


# --- What is held -------------------------------------------------------------------------------

HELD_EVERY = 20.0
"""So often, in seconds, what another process holds is looked at; one's own is sent in time."""


def held_chore(holding: Holding) -> Job:
    """Acts that can't be taken back are sent once they were held long enough."""
    return Job("held", HELD_EVERY, holding.send_due, on_change=True, soon=holding.soon)
