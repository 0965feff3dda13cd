"""A campaign of the kit in a ledger, for tests of what the frame does with it."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from campaign.handler.explanations import UNSEEN, previewed
from campaign.history.effective import effective, transitions
from campaign.kernel.decisions import Refused
from campaign.kernel.pages import PageContext
from campaign.kit.opening import example
from campaign.kit.play import phases, secrets
from campaign.kit.state import State
from campaign.kit.trial import REFEREE, members_of
from campaign.reports.book import StoredLog, read
from campaign.reports.pages import HELD, book_pages
from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from campaign.systems import SYSTEMS
from campaign.text.json_values import JsonObject
from campaign.verify.audit import Verification
from events import chain
from events.sealed import Opening, commit

NAME = "club"
NONCE = "41" * 32
WHY = "nobody could be reached"


class Club:
    """An example with a member for each seat, `ref` to rule, and the seeds' own dice."""

    def __init__(
        self,
        folder: Path,
        game: str,
        text: str = "",
        position: JsonObject | None = None,
        **house: str,
    ) -> None:
        random = Random(7)
        self.ledger = Ledger(folder / "club.db", Vault(folder / "club.vault", random.randbytes))
        rules = text or example(game)
        setup = {"members": members_of(rules), "rules": rules}
        extras = {"position": position} if position else {}
        answer = self.ledger.open(
            NAME, scenario="own-rules", system="kit", setup=setup, rulings=house, extras=extras
        )
        assert answer["accepted"], answer

    @property
    def state(self) -> State:
        """Where the campaign stands."""
        state = self.ledger.live(NAME).state
        assert isinstance(state, State)
        return state

    def value(self, where: str) -> Any:
        """A value by its place: `seats.anselm.points`."""
        table, row, column = where.split(".")
        place = self.state.rules.tables[table].places[column]
        return self.state.tables[table][row][place]

    def do(self, command: str, by: str = "host", **fields: Any) -> int:
        """Sends a command that must be accepted; returns its first version."""
        before = self.ledger.store.version(NAME)
        answer = self.ledger.submit(NAME, {"command": command, "by": by, **fields})
        assert answer["accepted"], answer
        return before + 1

    def refused(self, command: str, by: str = "host", **fields: Any) -> tuple[str | None, str]:
        """Sends a command that must be refused; returns rule and reason."""
        answer = self.ledger.submit(NAME, {"command": command, "by": by, **fields})
        assert not answer["accepted"], answer
        return answer["rule"], answer["reason"]

    def act(self, name: str, by: str = "host", **values: str) -> int:
        """Does an act."""
        return self.do("PlayAct", by, act_name=name, values=values)

    def sealed(self, name: str, by: str, **values: str) -> int:
        """Seals a choice."""
        return self.do("SealChoice", by, act_name=name, values=values)

    def on_device(self, name: str, by: str, **values: str) -> JsonObject:
        """Seals a choice on a device; the fields that hand in what opens it."""
        choice = secrets.written(self.state.rules.acts[name], values)
        mark = commit(secrets.subject(self.state, name, by), Opening(choice, NONCE))
        self.do("SealChoice", by, act_name=name, commitment=mark)
        return {"act_name": name, "choice": choice, "nonce": NONCE}

    def go_on(self, **fields: Any) -> int:
        """Ends the phase, or the turn with its last one."""
        is_last = self.state.phase == phases.last_phase(self.state)
        return self.do("AdvanceTurn" if is_last else "EndPhase", **fields)

    def correct(self, **asked: Any) -> int:
        """A correction with all that has to go along with it, under a ruling."""
        dispute = f"d{len(self.state.campaign.record.disputes) + 1}"
        last = self.ledger.store.version(NAME)
        self.do("RaiseDispute", versions=[last], claim="that was otherwise")
        self.do("GiveRuling", REFEREE, dispute=dispute, verdict="upheld", text="it was")
        sent = msgspec.json.encode({**asked, "dispute": dispute, "seen": UNSEEN})
        found = previewed(self.ledger, NAME, sent, REFEREE)
        assert not isinstance(found, Refused), found
        fields = msgspec.to_builtins(found.command)
        return self.do(fields.pop("command"), fields.pop("by"), **fields)

    # --- what is read -----------------------------------------------------------------------------

    def pages(self) -> dict[str, str]:
        """The pages of the report by their files."""
        made = read(StoredLog(self.ledger, NAME), HELD)
        return {page.file: page.html() for page in book_pages(made)}

    def context(self) -> PageContext[Any, Any]:
        """What the sections of the last turn's page are made from."""
        made = read(StoredLog(self.ledger, NAME), HELD)
        return PageContext(made.logs, len(made.logs) - 1)

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """The rows of the read tables by table."""
        found: dict[str, list[dict[str, Any]]] = {}
        system = SYSTEMS["kit"]
        make = system.tables.rows()
        for one in transitions(system, effective(system.codec, self.ledger.log(NAME))):
            for table, row in make(one):
                found.setdefault(table.name, []).append(dict(row))
        for table, rows in system.tables.current(self.state):
            found[table.name] = [dict(row) for row in rows]
        return found

    # --- audits ---------------------------------------------------------------------------------

    def findings(self) -> list[str]:
        """What the auditor says of the record."""
        audit = audit_of(self.ledger, NAME)
        return list(map(str, audit.findings(self.ledger.store.rows(NAME))))

    def forged(self, version: int, change: Callable[[dict[str, Any]], None]) -> list[str]:
        """What the auditor says of a record with one event changed, and its chain made whole."""
        audit = Verification(SYSTEMS)
        rows, head = [], ""
        for number, kind, stored in self.ledger.store.rows(NAME):
            body = msgspec.json.decode(chain.body(stored))
            if number == version:
                change(body)
            if head:
                body["prev"] = head
            sealed = chain.seal(msgspec.json.encode(body))
            head = chain.head(sealed)
            rows.append((number, kind, sealed))
        return list(map(str, audit.findings(rows)))
