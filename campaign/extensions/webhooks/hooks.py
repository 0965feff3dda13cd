"""Webhooks: where a campaign's public news goes besides mail, by the host's choice. IO.

Addresses and keys are secrets of whoever runs the other side: they are in no log and no page.
"""

import base64
from collections.abc import Callable, Iterable
from typing import Any, Literal, get_args
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace

from campaign.accounts.protocol import Part, PeopleDatabase, change, rows
from campaign.notifications.planning import HOOK_KINDS, HookKind
from campaign.world import chance

WEBHOOKS = Part(
    "webhooks",
    (
        (
            """CREATE TABLE webhook (
                id TEXT PRIMARY KEY, campaign TEXT NOT NULL, form TEXT NOT NULL,
                url TEXT NOT NULL, kinds TEXT NOT NULL, key BLOB NOT NULL, made TEXT NOT NULL,
                said TEXT NOT NULL DEFAULT '', said_at TEXT NOT NULL DEFAULT '',
                failures INTEGER NOT NULL DEFAULT 0, failing_since TEXT NOT NULL DEFAULT '',
                next_try TEXT NOT NULL DEFAULT '', off_since TEXT NOT NULL DEFAULT ''
            ) WITHOUT ROWID""",
            "CREATE INDEX webhook_of ON webhook (campaign)",
        ),
    ),
)
"""The table of webhooks."""
HookForm = Literal["discord", "slack", "plain"]
FORMS: tuple[HookForm, ...] = get_args(HookForm)
MOST = 10
"""How many webhooks a campaign may have."""
KEY_BYTES = 24
ID_BYTES = 6


class Webhook(msgspec.Struct, frozen=True):
    """An address that a campaign's public news goes to."""

    id: str
    campaign: str
    """The campaign's random id."""
    form: HookForm
    url: str
    kinds: tuple[HookKind, ...]
    key: bytes
    """What the plain form is signed with."""
    made: str
    said: str = ""
    """What came of the last call, in plain words; empty before the first."""
    said_at: str = ""
    failures: int = 0
    """How many calls failed in a row."""
    failing_since: str = ""
    next_try: str = ""
    """Not before this moment; empty if at once."""
    off_since: str = ""
    """When it was switched off, after a day of failures; empty while it is on."""

    def __repr__(self) -> str:
        return f"Webhook({self.id!r}, {self.form!r})"

    @property
    def host(self) -> str:
        """The name of its server: as much of the address as a page shows."""
        return urlsplit(self.url).hostname or ""

    @property
    def secret(self) -> str:
        """Its key, as the other side's program takes it."""
        return "whsec_" + base64.b64encode(self.key).decode()


class Webhooks(msgspec.Struct, frozen=True):
    """The webhooks of one store."""

    file: PeopleDatabase
    clock: Callable[[], str]
    random: Callable[[int], bytes] = chance.random_bytes

    def of(self, campaign_id: str) -> tuple[Webhook, ...]:
        """Those of a campaign, the oldest first."""
        query = "SELECT * FROM webhook WHERE campaign=? ORDER BY made, id"
        return tuple(rows(self.file, _webhook, query, (campaign_id,)))

    def campaigns(self) -> frozenset[str]:
        """The ids of the campaigns that have any."""
        return frozenset(rows(self.file, str, "SELECT DISTINCT campaign FROM webhook"))

    def find(self, campaign_id: str, hook: str) -> Webhook | None:
        """One of a campaign's; None if it was taken away."""
        return next((one for one in self.of(campaign_id) if one.id == hook), None)

    def make(
        self, campaign_id: str, form: HookForm, url: str, kinds: Iterable[HookKind]
    ) -> Webhook | None:
        """A new one; None if the campaign has as many as it may."""
        made = Webhook(
            id=chance.token_hex(ID_BYTES),
            campaign=campaign_id,
            form=form,
            url=url,
            kinds=tuple(kinds),
            key=self.random(KEY_BYTES),
            made=self.clock(),
        )
        with self.file.writing() as db:
            query = "SELECT count(*) FROM webhook WHERE campaign=?"
            if db.execute(query, (campaign_id,)).fetchone()[0] >= MOST:
                return None
            db.execute(
                "INSERT INTO webhook (id, campaign, form, url, kinds, key, made)"
                " VALUES (?,?,?,?,?,?,?)",
                (made.id, campaign_id, form, url, " ".join(made.kinds), made.key, made.made),
            )
        return made

    def forget(self, campaign_id: str, hook: str) -> None:
        """Takes one away, with its address."""
        statement = "DELETE FROM webhook WHERE campaign=? AND id=?"
        change(self.file, statement, (campaign_id, hook))

    def arrived(self, hook: Webhook, said: str) -> None:
        """A call was taken: nothing is in the way. One that was off is on from now on."""
        now = self.clock()
        change(
            self.file,
            "UPDATE webhook SET said=?, said_at=?, failures=0, failing_since='', next_try='',"
            " made=CASE off_since WHEN '' THEN made ELSE ? END, off_since='' WHERE id=?",
            (said, now, now, hook.id),
        )

    def failed(self, hook: Webhook, said: str, next_try: str, *, is_off: bool) -> None:
        """A call failed; when the next is made, or that none is made any more."""
        now = self.clock()
        change(
            self.file,
            "UPDATE webhook SET said=?, said_at=?, failures=failures+1, next_try=?,"
            " failing_since=CASE failing_since WHEN '' THEN ? ELSE failing_since END,"
            " off_since=CASE WHEN ?=1 THEN ? ELSE off_since END WHERE id=?",
            (said, now, next_try, now, is_off, now, hook.id),
        )

    def tried(self, hook: Webhook, said: str) -> None:
        """A test failed, which changes nothing else."""
        statement = "UPDATE webhook SET said=?, said_at=? WHERE id=?"
        change(self.file, statement, (said, self.clock(), hook.id))


def _webhook(*columns: Any) -> Webhook:
    hook = Webhook(*columns)
    return replace(hook, kinds=tuple(kind for kind in HOOK_KINDS if kind in columns[4].split()))
