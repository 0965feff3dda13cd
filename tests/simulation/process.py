"""A process of the simulation: what the service stands on, without its sockets."""

import logging
from collections.abc import Callable
from pathlib import Path

from campaign.accounts.addresses import settle
from campaign.accounts.devices import DOORS, Credentials
from campaign.accounts.people import People
from campaign.accounts.protocol import DELIVERIES
from campaign.accounts.settings import MailSettings, Settings
from campaign.accounts.table.held import HELD
from campaign.extensions.mail_out.job import MailJob
from campaign.handler.command_handler import CommandHandler
from campaign.handler.holding import Holding
from campaign.handler.writer_queue import Subscribers
from campaign.projections.projector import TablesFollower
from campaign.store.ledger import Ledger
from campaign.store.reader import Reader
from campaign.web.jobs.overdue import held_chore, overdue_chore
from campaign.web.jobs.runner import Job, Jobs
from campaign.world.clock import utc_now
from simulation.stock import NAME, STORE

SETTINGS = Settings(MailSettings("127.0.0.1", 25, "none", sender="Club <club@example.org>"))
LOG = logging.getLogger("campaign.web")
LOG.addHandler(logging.NullHandler())
LOG.propagate = False


class Process:
    """Handler, store, vault, people, read tables and chores of one process."""

    def __init__(
        self, files: Path, *, mails: bool, holds: bool, behind: Callable[[str], None] | None
    ) -> None:
        store = files / STORE
        self.ledger = Ledger(store)
        self.tabled = Reader(store)
        parts = (DELIVERIES, DOORS, HELD) if holds else (DELIVERIES, DOORS)
        self.people = People(store, parts, clock=utc_now)
        settle(self.people, self.ledger)
        tables = _tables(self.tabled, behind) if behind is not None else None
        self.handler = CommandHandler(self.ledger, tables, is_shared=True, people=self.people)
        self.doors = Credentials(self.people.file, clock=utc_now)
        self._is_over = False
        chores: tuple[Job, ...] = (overdue_chore(self.ledger, self.handler, utc_now),)
        if mails:
            mail = MailJob(store, utc_now, lambda _: SETTINGS, is_over=lambda: self._is_over)
            chores += (Job("mail", 2.0, mail.run),)
        if holds:
            chores += (held_chore(Holding(self.handler, utc_now)),)
        self.jobs = Jobs(chores)
        self.handler.listen(self.jobs.heard)
        self.handler.noticed(NAME)

    def start(self) -> None:
        """Its chores begin."""
        self.jobs.start()

    def end(self) -> None:
        """Ends as the service does."""
        self._is_over = True
        self.jobs.stop(60.0)
        self.handler.close()
        self.tabled.close()


def _tables(reader: Reader, behind: Callable[[str], None]) -> Subscribers:
    """The read tables, kept up to date behind the answers."""
    return Subscribers(
        lambda: TablesFollower(reader),
        lambda name, error: behind(f"{type(error).__name__}: {error}"),
        in_background=True,
    )
