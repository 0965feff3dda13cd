"""Two services on one database, as on two machines, under an evening of eight and random kills.

Each has a folder and a key file of its own, and a mail server that both write to. Members ask one
service after the other. Chance kills either service, or the database, and starts it again.
"""

import os
import random
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from time import monotonic

from campaign.accounts.choices import Choices
from campaign.accounts.people import People
from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from campaign.store.protocol import HOME_VARIABLE, folder_name
from scripts.postgres_server import WANTED, Server
from support.mail_server import Behaviour, mail_server
from support.simulated import LOOKS, ClubNight, EveningIsOverError, KilledService, Phone
from support.web import PLAYERS

__all__ = ["WANTED", "TwoServices"]
CONFIG = """
[mail]
host = "127.0.0.1"
port = {port}
security = "none"
from = "club@example.org"
"""
LATE = 20
"""So often is a page asked for once the evening is over."""
_IDS = re.compile(r'value="[0-9a-f]{16}"')
"""The ids of forms, which are new on every page."""


class TwoServices:
    """An evening at two services, and what they must agree in."""

    def __init__(self, folder: Path, server: Server, campaigns: int, seed: int) -> None:
        self._folder = folder
        self._server = server
        self._chance = random.Random(seed)
        self.url = server.database()
        self.kills: Counter[str] = Counter()
        self.different: dict[str, tuple[str, str]] = {}
        homes = [folder / f"machine-{nth}" for nth in (1, 2)]
        more = {"CAMPAIGN_CONFIG": str(folder / "club.toml"), "CAMPAIGN_LOCK_TIMEOUT": "5"}
        services = []
        for home in homes:
            home.mkdir()
            service = KilledService(self.url, home, **{HOME_VARIABLE: str(home)}, **more)
            services.append(service)
        os.environ[HOME_VARIABLE] = str(homes[0])  # the test takes it back
        self.night = ClubNight(folder, campaigns, seed, self.url, tuple(services))
        key = homes[1] / folder_name(self.url)
        key.mkdir(exist_ok=True)
        shutil.copy(homes[0] / folder_name(self.url) / "club.vault", key)
        self._write_to_members()

    def _write_to_members(self) -> None:
        with Ledger(self.url) as ledger:
            people = People(self.url)
            for name in self.night.names:
                campaign = ledger.live(name).state.campaign.id
                for member in PLAYERS:
                    people.change(campaign, member, Choices(f"{member}@example.org"))
            people.close()

    @contextmanager
    def mailing(self) -> Iterator[Behaviour]:
        """The mail server of both."""
        with mail_server() as (port, inboxes):
            (self._folder / "club.toml").write_text(CONFIG.format(port=port))
            yield inboxes

    def play(self, kills: int, seconds: float) -> None:
        """Everybody plays for so long, and so many kills come in between."""
        night, began = self.night, monotonic()
        threads = night.begin()
        moments = sorted(self._chance.uniform(0.1, 0.9) * seconds for _ in range(kills))
        for nth, moment in enumerate(moments):
            night.over.wait(max(0.0, began + moment - monotonic()))
            self._kill(nth)
        night.over.wait(max(0.0, began + seconds - monotonic()))
        night.rest(threads)
        self.different = {} if night.faults else self._different_pages()
        night.end(threads)

    def _kill(self, nth: int) -> None:
        """Each of the three in turn at first, so that a short evening has all of them."""
        which = nth if nth < 3 else self._chance.randrange(3)
        if which == 2:
            self.kills["database"] += 1
            self._server.kill()
            self._server.start()
            return
        self.kills[f"service {which + 1}"] += 1
        self.night.services[which].kill()
        self.night.services[which].start()

    # --- what must be found ---------------------------------------------------------------------

    def _answered(self, phone: Phone, path: str) -> str:
        """A page; whoever was begun anew a moment ago may need another."""
        for _ in range(LATE):
            with suppress(EveningIsOverError):
                return phone.page(path)
            Event().wait(0.25)
        return phone.page(path)

    def _different_pages(self) -> dict[str, tuple[str, str]]:
        """The pages that differ at the two services once nobody plays any more."""
        night, found = self.night, {}
        for member in ("host", *PLAYERS[1::2]):
            phone = night.phones[member]
            for look in LOOKS:
                path = f"/c/{night.name}{look}"
                here, there = (_IDS.sub("", self._answered(phone, path)) for _ in range(2))
                if here != there:
                    found[f"{member} {path}"] = (here, there)
        return found

    def doubted(self) -> list[str]:
        """What an audit finds in the records, receipts included."""
        with Ledger(self.url) as ledger:
            return [
                f"{name}: {finding}"
                for name in self.night.names
                for finding in audit_of(ledger, name).findings(ledger.store.rows(name))
            ]

    def doubled(self) -> list[str]:
        """Keys that were recorded twice."""
        with Ledger(self.url) as ledger:
            return [
                f"{name}: {key}"
                for name in self.night.names
                for key, count in Counter(
                    entry.event.key
                    for entry in ledger.history(name)
                    if entry.event.key and not entry.event.nth
                ).items()
                if count > 1
            ]

    @staticmethod
    def sent_twice(inboxes: Behaviour) -> list[str]:
        """Messages that somebody got twice."""
        got = Counter(
            (who, str(one["Message-ID"]))
            for who in inboxes.inboxes
            for one in inboxes.messages(who)
        )
        return [f"{who}: {one}" for (who, one), count in got.items() if count > 1]
