"""The offline auditor: takes a campaign's rows, gives findings. Pure; needs no store or vault."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from campaign.disputes.eligibility import named_unsigned
from campaign.history.diff import Difference
from campaign.history.effective import DOES_NOT_FOLD, Again, Logged, LoggedEvents, behind
from campaign.history.timeline import Timeline
from campaign.kernel import shared_rules
from campaign.kernel.decisions import Finding
from campaign.kernel.draws import SeedAuditor
from campaign.kernel.members import GameState
from campaign.kernel.system import AnySystem, Systems, not_known
from campaign.text.faults import because
from campaign.verify.decided_again import Acts
from campaign.verify.receipts import PAGE, Papers, ReceiptsPassed
from campaign.verify.rows import Row, RowsSeen, in_pages, of_receipt
from campaign.verify.signatures import CONCERNED, Countersigned, SignedActs
from events import chain, club
from events import disputes as facts
from events.base import Event
from events.campaign import CampaignOpened, SeedsRenewed
from events.disputes import Branched

# --- Counts what only people knew, by kind: no record can show that it really happened ----------
#
# These kinds are in every campaign; a game's own auditor counts what the game adds.

_KINDS: dict[type[Event], str] = {
    **shared_rules.TRUSTED,
    facts.DisputeRaised: "words in disputes",
    facts.EvidenceAdded: "words in disputes",
    facts.DisputeAnswered: "words in disputes",
    facts.DisputeWithdrawn: "words in disputes",
    facts.RulingAppealed: "words in disputes",
    facts.OpeningAsked: "words in disputes",
    facts.RulingGiven: "rulings",
    facts.RulingConsented: "consents",
    facts.ReopeningAsked: "consents",
    facts.CampaignReopened: "consents",
    facts.SealedOpened: "consents",
    facts.EventsStruck: "corrections",
    facts.EventAmended: "corrections",
    facts.EventsInserted: "corrections",
    facts.FigureAdjusted: "corrections",
    facts.Rewound: "corrections",
    club.DispatchFiled: "dispatches",
    club.DispatchRemoved: "dispatches",
}

UNSIGNED = "inserted unsigned for members who sign everything"
"""The kind of a correction that speaks in the name of such a member."""
_NOTED = frozenset({*_KINDS, Branched, SeedsRenewed})
"""The events that the audit notes something of."""


# --- The offline auditor: takes a campaign's rows, gives findings -------------------------------
# Pure; needs no store or vault.
#
# It works out again what the record claims: the chain of digests, the fold, every act decided
# again by the rules, and through the rule system's own auditor the chain of draw seeds, every draw
# whose seed is out, everything sealed that was opened. What is kept beside the events is compared
# with them: the receipts of all submissions.
#
# What a record cannot show: whether it was rewritten as a whole or cut off after an event (only a
# digest kept elsewhere shows that); whether the ledger's clock was right; whether facts from
# outside, such as a draw at the table, are true; who sat at the keyboard; and whether somebody
# with the vault's key looked at sealed values or foresaw a draw.


class Verification(RowsSeen):
    """One pass over a campaign's rows: iterate `findings`, then read what it saw.

    `systems` are those that the program knows; the opening names the one played. `wanted` are
    digests from old mails and reports; `found` then says at which version the history still has
    each. `name` is the name under which the rows are stored, if any. `papers` are the receipts, if
    there are any to check. `again` reads earlier events once more; without it they are kept.
    """

    def __init__(
        self,
        systems: Systems,
        wanted: str | Iterable[str] | None = None,
        name: str | None = None,
        papers: Papers | None = None,
        again: Again | None = None,
    ) -> None:
        super().__init__(systems, [wanted] if isinstance(wanted, str) else wanted or ())
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
        """The game that is played, where the program does not have it: only the chain of digests is
        checked.
        """
        self.page = PAGE
        """How many rows are looked at together, before they are played."""
        self._name = name
        self._system: AnySystem | None = None
        self._auditor: SeedAuditor | None = None
        self.log = LoggedEvents(systems.codec, again)
        """The events so far, to be looked back at."""
        self._timeline: Timeline | None = None
        self._broken = False
        self._opened = ""
        self._trusted: Counter[str] = Counter()

    @property
    def contains(self) -> int | None:
        """The version of the earliest digest found; None if none was."""
        return min(self.found.values(), default=None)

    @property
    def stamps(self) -> tuple[tuple[str, str], ...]:
        """The end of the record, with its times."""
        return (
            (f"version {self.version}", self.at),
            *(self.papers.stamps if self.papers else ()),
        )

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
        rows = iter(rows)
        while self._system is None and (row := next(rows, None)) is not None:
            yield from self._before_play(row)
        for page in in_pages(self, rows, self.papers, self.page):
            for seen in page:
                yield from seen.faults
                yield from self._event(seen.version, seen.event, seen.digest, seen.body)
                yield from seen.of_receipts
        if self.lacks:
            return
        yield from self._ended()
        if self.papers:
            yield from self.papers.rest(self.wanted)

    def _before_play(self, row: Row) -> Iterator[Finding]:
        """What is wrong with a row before which the game is not known."""
        if self.lacks:
            yield from self.link(row)
            return
        seen = self.look(row)
        yield from seen.faults
        yield from self._event(seen.version, seen.event, seen.digest, seen.body)
        if self.papers and not self.lacks:
            yield from of_receipt(self.papers, seen)

    def played(self, rows: Iterable[Row]) -> Iterator[Finding]:
        """What is wrong with the play alone, where another process looks at rows and receipts.

        `by_themselves` says what that one does. Its findings may differ in order; none may be left
        out, so whoever gets any lets one process look at everything.
        """
        for version, _, stored in rows:
            self.pass_by(version, stored)
            yield from self._event(version, self.event, self.head, chain.body(stored))

    def ended(self, passed: ReceiptsPassed) -> Iterator[Finding]:
        """What is wrong at the end of the play, given what the receipts tell."""
        if self.papers:
            self.papers.take(passed)
        yield from self._ended()

    def _own_name(self) -> str:
        """What the campaign calls itself; a branch has a name of its own."""
        return self._opened if self.state is None else str(self.state.campaign.name)

    def _begun(self, version: int, event: Event) -> Sequence[Finding]:
        """Sets up the audit of a game; the first event must start a campaign of one there is."""
        if not isinstance(event, CampaignOpened):
            was_broken, self._broken = self._broken, True
            text = "the first event must start the campaign"
            return () if was_broken else (Finding(version, "event", text),)
        if event.system not in self._systems:
            self.lacks = event.system
            why = not_known(event.system, event.game)
            return (Finding(version, "event", f"the campaign {why}; only its chain is checked"),)
        self._opened = event.campaign
        self._system = self._systems[event.system]
        self._auditor = SeedAuditor(self._system.audit.auditor())
        self._timeline = Timeline(self._system, self._behind)
        signed = SignedActs(self.papers.again if self.papers else None)
        self.acts = Acts(self._system, self.log, self._timeline, signed)
        return ()

    def _noted(self, version: int, event: Event) -> None:
        """Notes what rests on trust, a what-if's origin and new seeds."""
        kind = type(event)
        if kind is Branched:
            self.branched = cast(Branched, event)
        if kind in _KINDS:
            self._trusted[_KINDS[kind]] += 1
        if kind is facts.EventsInserted and self.state is not None:
            whom = named_unsigned(event, self.state.campaign.record.keys)
            self._trusted[UNSIGNED] += len(whom)
        if isinstance(event, SeedsRenewed):
            self.renewed[version] = event.draws

    def _judged(self, version: int, event: Event, findings: list[Finding]) -> None:
        """Adds what is wrong with an event's act, what it claims and who signed it."""
        assert self._auditor and self.acts
        if not self._broken:
            findings += self.acts.event(version, event, self.state)
            if self.acts.claims:
                self._auditor.claims(self.acts.drawn())
        if self.state is None:
            return
        try:
            findings += self._auditor.check(version, self.state, event)
        except DOES_NOT_FOLD:
            raise
        except Exception as error:
            text = f"its claims cannot be checked{because(error)}"
            findings.append(Finding(version, "audit", text))
        if type(event) in CONCERNED:
            findings += self.countersigned.event(version, self.state, event)

    def _event(
        self, version: int, event: Event | None, digest: str, body: bytes
    ) -> Sequence[Finding]:
        """What is wrong with a row's event, given everything before it."""
        self.countersigned.seen(version, digest)
        if event is None:
            self._broken = True
            return ()
        begun = self._begun(version, event) if self._system is None else ()
        if self._timeline is None:
            return begun
        self.log.append(version, event, body)
        if type(event) in _NOTED:
            self._noted(version, event)
        findings: list[Finding] = []
        try:
            if self._timeline.waiting and not self._timeline.continued_by(event):
                findings += self._settled()
            self._judged(version, event, findings)
            self.state = self._timeline.follow(version, event)
        except DOES_NOT_FOLD as error:
            self._broken = True
            text = f"does not follow from what came before{because(error)}"
            findings.append(Finding(version, "fold", text))
        except Exception as error:
            self._broken = True
            findings.append(Finding(version, "audit", f"cannot be checked{because(error)}"))
        return findings

    def _settled(self) -> Sequence[Finding]:
        """What is wrong with the last correction, once it has no further event."""
        if self._timeline is None:
            return ()
        try:
            self.state = self._timeline.settle()
        except Exception as error:
            self._broken = True
            text = f"does not follow from what came before{because(error)}"
            return (Finding(self._timeline.version, "fold", text),)
        return ()

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
        return self.log.part(behind(self.log, version), len(self.log))


def _counts(counted: Mapping[str, int]) -> dict[str, int]:
    return {kind: counted[kind] for kind in sorted(counted) if counted[kind]}


def compare(audit: Verification, version: int, head: str, state: GameState) -> Iterator[Finding]:
    """Whether the state in use equals the state of a fresh fold."""
    if (audit.version, audit.head) != (version, head):
        yield Finding(version, "live state", "does not end where the log ends")
    elif audit.state != state:
        yield Finding(version, "live state", "is not what the events give; delete the snapshots")
