"""The offline auditor: takes a campaign's rows, gives findings. Pure; needs no store or vault.

It works out again what the record claims: the chain of digests, the fold, every act decided again
by the rules, and through the rule system's own auditor the chain of draw seeds, every draw whose
seed is out, everything sealed that was opened. What is kept beside the events is compared with
them: the receipts of all submissions.

What a record cannot show: whether it was rewritten as a whole or cut off after an event (only a
digest kept elsewhere shows that); whether the ledger's clock was right; whether facts from outside,
such as a draw at the table, are true; who sat at the keyboard; and whether somebody with the
vault's key looked at sealed values or foresaw a draw.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from campaign.disputes.inserted_names import named_unsigned
from campaign.history.diff import Difference
from campaign.history.effective import DOES_NOT_FOLD, Logged
from campaign.history.past import Again, Log, behind
from campaign.history.timeline import Timeline
from campaign.kernel.decisions import Finding
from campaign.kernel.seed_audit import SeedAuditor
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem, Systems, not_known
from campaign.proof import on_trust
from campaign.proof.countersigned import CONCERNED, Countersigned
from campaign.proof.decided_again import Acts
from campaign.proof.receipts import Papers, ReceiptsPassed
from campaign.proof.rows import Row, RowsSeen
from campaign.proof.signed_acts import SignedActs
from campaign.text.because import because
from events import chain
from events.base import Event
from events.campaign import CampaignOpened, SeedsRenewed
from events.disputes import Branched


class Verification:
    """One pass over a campaign's rows: iterate `findings`, then read what it saw.

    `systems` are those that the program knows; the opening names the one played. `wanted` are
    digests from old mails and reports; `found` then says at which version the history still has
    each. `name` is the name under which the rows are stored, if any. `papers` are the receipts, if
    there are any to check.
    """

    def __init__(
        self,
        systems: Systems,
        wanted: str | Iterable[str] | None = None,
        name: str | None = None,
        papers: Papers | None = None,
    ) -> None:
        self.rows = RowsSeen(systems, [wanted] if isinstance(wanted, str) else wanted or ())
        self.state: GameState | None = None
        """The state that a fresh fold gives."""
        self.papers = papers
        self.acts: Acts | None = None
        """What was decided again; None before the opening."""
        self.countersigned = Countersigned()
        self.renewed: dict[int, dict[str, int]] = {}
        """Where the vault was renewed: the event, and the first draws that a former keeper cannot
        foresee."""
        self.branched: Branched | None = None
        """How it became a what-if; None of a campaign."""
        self.lacks = ""
        """The game that is played, where the program does not have it: nothing more is judged."""
        self._systems = systems
        self._name = name
        self._system: AnySystem | None = None
        self._auditor: SeedAuditor | None = None
        self._log = Log(systems.codec)
        self._timeline: Timeline | None = None
        self._broken = False
        self._opened = ""
        self._trusted: Counter[str] = Counter()

    @property
    def checked(self) -> int:
        """Events looked at."""
        return self.rows.checked

    @property
    def version(self) -> int:
        """The last event."""
        return self.rows.version

    @property
    def head(self) -> str:
        """Digest of the last event."""
        return self.rows.head

    @property
    def found(self) -> dict[str, int]:
        """The digests wanted that the history has, each with its version."""
        return self.rows.found

    @property
    def contains(self) -> int | None:
        """The version of the earliest digest found; None if none was."""
        return min(self.found.values(), default=None)

    @property
    def stamps(self) -> tuple[tuple[str, str], ...]:
        """The end of the record, with its times."""
        return (
            (f"version {self.version}", self.rows.at),
            *(self.papers.stamps if self.papers else ()),
        )

    @property
    def looked_at_again(self) -> int:
        """How often an event was read again, because something later refers to it."""
        return self._log.read

    @property
    def kept_whole(self) -> int:
        """How many events are unpacked in memory, not counting those looked up again."""
        return self._log.fresh

    @property
    def facts_until(self) -> int:
        """The last event recorded under rules by which the program does not judge; 0 for none."""
        return self.acts.facts_until if self.acts else 0

    @property
    def unjudged(self) -> str:
        """The events whose acts were not decided again, in words; empty if all were."""
        if not self.facts_until:
            return ""
        return "event 1" if self.facts_until == 1 else f"events 1 to {self.facts_until}"

    @property
    def signed(self) -> int:
        """Acts whose receipts hold a signature that is their member's own."""
        return self.acts.signed.valid if self.acts else 0

    @property
    def set_up(self) -> tuple[Difference, ...]:
        """How the club's set-up differs from its scenario."""
        return self.acts.set_up if self.acts else ()

    @property
    def pending(self) -> dict[str, int]:
        """What cannot be checked yet, by kind, such as draws of the running turn."""
        return _counts(self._auditor.pending(self.state)) if self._auditor else {}

    @property
    def on_trust(self) -> dict[str, int]:
        """What rests only on what people saw or said, by kind."""
        of_the_game = self._auditor.trusted() if self._auditor else {}
        return _counts({**self._trusted, **of_the_game})

    def findings(self, rows: Iterable[Row]) -> Iterator[Finding]:
        """Everything that is wrong, in the order of the log."""
        for version, kind, stored in rows:
            yield from self.rows.row(version, kind, stored)
            yield from self._row(version, stored)
            if self.lacks:
                return
            if self.papers and self.rows.event and isinstance(version, int):
                yield from self.papers.event(version, self.rows.event, self.head)
        yield from self._ended()
        if self.papers:
            yield from self.papers.rest(self.rows.wanted)

    def played(self, rows: Iterable[Row], again: Again | None = None) -> Iterator[Finding]:
        """What is wrong with the play alone, where another process looks at rows and receipts.

        `by_themselves` says what that one does. Its findings may differ in order; none may be left
        out, so whoever gets any lets one process look at everything. `again` reads earlier events
        once more; without it they are kept.
        """
        self._log = Log(self._systems.codec, again)
        for version, _, stored in rows:
            self.rows.pass_by(version, stored)
            yield from self._row(version, stored)

    def ended(self, passed: ReceiptsPassed) -> Iterator[Finding]:
        """What is wrong at the end of the play, given what the receipts tell."""
        if self.papers:
            self.papers.take(passed)
        yield from self._ended()

    def _row(self, version: int, stored: bytes) -> Iterable[Finding]:
        """What is wrong with a row's event, given everything before it."""
        self.countersigned.seen(version, self.rows.head)
        if (event := self.rows.event) is not None:
            return self._event(version, event, chain.body(stored))
        self._broken = True
        return ()

    def _own_name(self) -> str:
        """What the campaign calls itself; a branch has a name of its own."""
        return self._opened if self.state is None else str(self.state.campaign.name)

    def _event(self, version: int, event: Event, body: bytes) -> Iterator[Finding]:
        if self._system is None:
            if isinstance(event, CampaignOpened) and event.system not in self._systems:
                self.lacks = event.system
                yield Finding(version, "event", f"the campaign {not_known(event.system)}")
                return
            if not isinstance(event, CampaignOpened):
                if not self._broken:
                    yield Finding(version, "event", "the first event must start the campaign")
                self._broken = True
                return
            self._opened = event.campaign
            self._system = self._systems[event.system]
            self._auditor = SeedAuditor(self._system.audit.auditor())
            self._timeline = Timeline(self._system, self._behind)
            signed = SignedActs(self.papers.again if self.papers else None)
            self.acts = Acts(self._system, self._log, self._timeline, signed)
        assert self._timeline and self._auditor and self.acts
        self._log.append(version, event, body)
        self.branched = event if isinstance(event, Branched) else self.branched
        if kind := on_trust.kind(event):
            self._trusted[kind] += 1
        if self.state is not None:
            whom = named_unsigned(event, self.state.campaign.record.keys)
            self._trusted[on_trust.UNSIGNED] += len(whom)
        if isinstance(event, SeedsRenewed):
            self.renewed[version] = event.draws
        try:
            if not self._timeline.continued_by(event):
                yield from self._settled()
            if not self._broken:
                yield from self.acts.event(version, event, self.state)
                self._auditor.claims(self.acts.drawn())
            if self.state is not None:
                yield from self._claims(version, event)
                if isinstance(event, CONCERNED):
                    yield from self.countersigned.event(version, self.state, event)
            self.state = self._timeline.follow(version, event)
        except DOES_NOT_FOLD as error:
            self._broken = True
            yield Finding(version, "fold", f"does not follow from what came before{because(error)}")
        except Exception as error:
            self._broken = True
            yield Finding(version, "audit", f"cannot be checked{because(error)}")

    def _settled(self) -> Iterator[Finding]:
        """What is wrong with the last correction, once it has no further event."""
        if self._timeline is None:
            return
        try:
            self.state = self._timeline.settle()
        except Exception as error:
            self._broken = True
            text = f"does not follow from what came before{because(error)}"
            yield Finding(self._timeline.version, "fold", text)

    def _ended(self) -> Iterator[Finding]:
        """The last act and the state after it, the campaign's name, and countersigned heads."""
        yield from self._settled()
        if self.acts and self._auditor and not self._broken:
            yield from self.acts.over()
            self._auditor.claims(self.acts.drawn())
            yield from self._answered()
        if not self.checked:
            yield Finding(0, "event", "there are no events")
        elif self._opened and self._name not in (None, self._own_name()):
            text = f"starts {self._own_name()} and is filed as {self._name!r}"
            yield Finding(1, "event", text)
        yield from self.countersigned.rest()

    def _answered(self) -> Iterator[Finding]:
        """Whether each receipt names the command that produced its events."""
        assert self.acts is not None
        for number, version, named in self.papers.commands if self.papers else ():
            name = self.acts.commands.get(version)
            if name and named != name:
                said = f"number {number}: is for {named or 'no command'}"
                yield Finding(0, "receipt", f"{said}, and event {version} came from {name}")

    def _behind(self, version: int) -> Iterator[Logged]:
        """Reads the events after a version again."""
        return self._log.part(behind(self._log, version), len(self._log))

    def _claims(self, version: int, event: Event) -> Iterator[Finding]:
        """Checks what the event claims; if that cannot even be worked out, the audit says so."""
        assert self._auditor is not None
        try:
            yield from self._auditor.check(version, self.state, event)
        except DOES_NOT_FOLD:
            raise
        except Exception as error:
            yield Finding(version, "audit", f"its claims cannot be checked{because(error)}")


def _counts(counted: Mapping[str, int]) -> dict[str, int]:
    return {kind: counted[kind] for kind in sorted(counted) if counted[kind]}


def compare(audit: Verification, version: int, head: str, state: GameState) -> Iterator[Finding]:
    """Whether the state in use equals the state of a fresh fold."""
    if (audit.version, audit.head) != (version, head):
        yield Finding(version, "live state", "does not end where the log ends")
    elif audit.state != state:
        yield Finding(version, "live state", "is not what the events give; delete the snapshots")
