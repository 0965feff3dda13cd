"""LiF 5.3: the audit of chits, dice and waits, as far as anybody can check them at once. Pure.

Draws under the seed of a turn are checked once the seed is open. What depends on the secret of the
chits is checked at the campaign's end (`audit_secret`).
"""

from collections.abc import Callable
from typing import Any

from campaign.kernel.decisions import Finding
from campaign.kernel.seed_audit import ClaimedDraw
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import chit_secret, stock
from campaign.leaders_in_flames.us_entry.audit_event import (
    AuditedEvent,
    dealt_once,
    placed,
    too_many,
)
from campaign.leaders_in_flames.us_entry.audit_rolls import RollAuditor, wanting
from campaign.leaders_in_flames.us_entry.audit_secret import SecretAuditor
from campaign.leaders_in_flames.us_entry.dice import by_ledger, draws_chits
from campaign.leaders_in_flames.us_entry.shortfall import due_aside
from campaign.leaders_in_flames.us_entry.state import POOL_NAMES, aside, chits_in, kind_of
from events.base import Event
from events.campaign import CampaignClosed, SeedsRenewed, TurnBegan
from events.disputes import Branched, CampaignReopened
from events.lif import aftermath
from events.lif import us_entry as facts
from events.sealed import Opening, opens

_ROLLED_FOR = (
    facts.EntryChitsDrawn,
    facts.EntryChitsDue,
    facts.EntryChitsReturned,
    facts.EntryChitsMoved,
    facts.PoolBelowZero,
)
"""Before anything else all chits that were rolled for come or go by these."""


class EntryAuditor:
    """One pass over a campaign's US entry."""

    def __init__(self) -> None:
        self.rolls = RollAuditor()
        self._secret = SecretAuditor()
        self._waiting: list[ClaimedDraw] = []
        self._joining = 0
        """Chits that January has still to add."""
        self._undealt = False
        """Whether a what-if or a renewal of the vault must still deal the chits again."""
        self._renewing = False
        """Whether that is for the vault's renewal, which keeps all values."""
        self._reopening = False
        """Whether the campaign was reopened, and hidden chits are still to get fresh values."""

    def pending(self) -> dict[str, int]:
        """Chits and waits whose secret is not public yet."""
        return self._secret.pending()

    def drawn(self) -> list[ClaimedDraw]:
        """The draws claimed since this was last read."""
        waiting, self._waiting = self._waiting, []
        return waiting

    def check(self, version: int, state: State, event: Event) -> list[Finding]:
        """What is wrong with an event, given the state before it."""
        kind = type(event)
        checked = _CHECKS.get(kind)
        if checked is None and not self.rolls.owing and not self._undealt:
            return []
        look = AuditedEvent(version, state)
        if self._undealt and kind is not facts.EntryChitsDealtAnew:
            self._undealt = False
            whose = "of a what-if have the secret of its origin"
            if self._reopening:
                whose = "lie under the secret that the campaign's end opened"
            elif self._renewing:
                whose = "keep the secret that the former keeper knows"
            self._reopening = self._renewing = False
            look.flag("chit", f"{whose}, and were not dealt again")
        if kind not in _ROLLED_FOR:
            self.rolls.settled(look)
        if checked is not None:
            checked(self, look, event)
        self._waiting += look.drawn
        return look.found

    # --- the calendar ---------------------------------------------------------------------------

    def turn(self, look: AuditedEvent, event: TurnBegan) -> None:
        """LiF 5.3: what a turn must record about chits that join."""
        self._all_said(look)
        self._joining = stock.joining(look.state.entry, event.turn)

    def closed(self, look: AuditedEvent, event: CampaignClosed) -> None:
        """LiF 5.3: with the campaign's end its secret is open."""
        self._all_said(look)
        if look.state.entry.secret_commitment and not self._secret.opened:
            look.flag("secret", "was not opened when the campaign ended")
        elif self._secret.opened and any(self._secret.pending().values()):
            look.flag("secret", "was opened before the last chit was laid")

    def _all_said(self, look: AuditedEvent) -> None:
        if self._joining:
            turn = calendar.in_words(look.state.campaign.turn)
            look.flag("pool", f"{turn} did not add the {self._joining} chits of its year")
        self._joining = 0

    def began(self, look: AuditedEvent, event: facts.EntryOpened) -> None:
        """Ruling 38: the chits are the ledger's or a cup's, by the campaign's ruling."""
        ruled = look.state.rulings.entry_chits
        if event.mode != ruled:
            look.flag("chit", f"are the {event.mode}'s, and the ruling has them the {ruled}'s")

    def stocked(self, look: AuditedEvent, event: facts.EntryChitsStocked) -> None:
        """LiF 5.3: the common pool is stocked once, from a possible chart."""
        if look.state.entry.secret_commitment:
            look.flag("pool", "is stocked a second time")
        if not event.sealed:
            look.flag("pool", "is stocked without its secret, sealed for the vault")
        for wrong in stock.faults(event.rows):
            look.flag("pool", wrong)
        if bool(event.rows) != draws_chits(look.state):
            look.flag("pool", "the ledger's has a chart of chits, and a cup at the table has none")

    def joined(self, look: AuditedEvent, event: facts.EntryChitsJoined) -> None:
        """LiF 5.3: January/February adds its year's chits, all of them, once."""
        if event.year != calendar.year(look.state.campaign.turn) or event.count != self._joining:
            text = f"{event.count} chits of {event.year} join"
            look.flag("pool", f"{text}, and {self._joining} were to come now")
        self._joining = 0

    def opened(self, look: AuditedEvent, event: facts.EntrySecretOpened) -> None:
        """LiF 5.3: with the secret every chit can be checked."""
        look.found += self._secret.open(look.version, look.state, event)

    # --- what-ifs -------------------------------------------------------------------------------

    def branched(self, look: AuditedEvent, event: Branched) -> None:
        """A what-if begins: it need not prove what depends on its origin's seed and secret."""
        self._waiting = []
        self._secret = SecretAuditor()
        self._undealt = bool(look.state.entry.secret_commitment)
        self._renewing = False

    def renewed(self, look: AuditedEvent, event: SeedsRenewed) -> None:
        """LiF 5.3: renewing the vault lays all chits under a new secret."""
        self._undealt = self._renewing = bool(look.state.entry.secret_commitment)

    def reopened(self, look: AuditedEvent, event: CampaignReopened) -> None:
        """A campaign goes on: a new secret begins, and the old one has proved what it could."""
        self._secret = SecretAuditor()
        self._undealt = self._reopening = bool(look.state.entry.secret_commitment)

    def redealt(self, look: AuditedEvent, event: facts.EntryChitsDealtAnew) -> None:
        """LiF 5.3: every chit on the table is dealt once, and shown chits keep their values."""
        self._allowed_to_deal(look, event)
        self._undealt = self._reopening = self._renewing = False
        dealt_once(look, event)
        fresh = [chit.id for chit in event.chits if chit.id not in event.kept]
        if event.due if draws_chits(look.state) else fresh:
            look.flag("chit", "the ledger's are drawn again, and those at the table entered again")
        for number in range(event.draw, event.draw + len(fresh)):
            look.number(number)
        if event.draw and not fresh:
            look.flag("draw", "has a number where nothing was drawn")
        self._secret.dealt(look.version, look.state, event)

    def _allowed_to_deal(self, look: AuditedEvent, event: facts.EntryChitsDealtAnew) -> None:
        """LiF 5.3: only a what-if, a renewal or a reopening deals again, each by its own limits."""
        chits = look.state.entry.chits
        if not self._undealt:
            look.flag("chit", "are dealt again, and no what-if begins here")
        elif self._renewing and (event.due or len(event.kept) < len(chits)):
            look.flag("chit", "do not all keep their values, and the vault was renewed, no more")
        hidden = {who for who, chit in chits.items() if chit.shown is None}
        if self._reopening and (known := sorted(hidden & {*event.kept})):
            look.flag("chit", f"{known[0]} keeps a value that the campaign's end made public")

    # --- chits ----------------------------------------------------------------------------------

    def laid(
        self,
        look: AuditedEvent,
        event: facts.EntryChitsDrawn | facts.PoolBelowZero | facts.AsideChitsEntered,
    ) -> None:
        """LiF 5.3: chits are new, and their ids and draws are numbered without gaps."""
        entry, draw = look.state.entry, getattr(event, "draw", 0)
        for number, chit in enumerate(event.chits, entry.last_chit + 1):
            if chit.id != chit_secret.chit_id(number):
                look.flag("chit", f"is {chit.id}, where {chit_secret.chit_id(number)} comes next")
        if event.chits and not entry.secret_commitment:
            look.flag("chit", "comes out of a common pool that nobody stocked")
        if not draws_chits(look.state):
            if draw:
                look.flag("draw", "was made at the table and has a number")
        else:
            for number in range(draw, draw + len(event.chits)):
                look.number(number)
            if len(event.chits) > entry.common:
                look.flag("pool", f"gave {len(event.chits)} chits, and held {entry.common}")
        self._secret.laid(look.version, look.state, event.chits, draw)

    def drawn_in(self, look: AuditedEvent, event: facts.EntryChitsDrawn) -> None:
        """LiF 5.3.3: the step draws into an entry pool, and not while chits are aside for one."""
        self.laid(look, event)
        entry, count = look.state.entry, len(event.chits)
        if event.cause == "step":
            if kind_of(event.pool) != "entry":
                look.flag("wait", f"the US entry step drew into {POOL_NAMES[event.pool]}")
            too_many(look, count)
            if aside(entry, "entry") or due_aside(entry, "entry"):
                look.flag("wait", "the US entry step drew while chits lay aside for an entry pool")
        elif draws_chits(look.state) and event.cause != "set-up":
            wanting(look, event)
            if not self.rolls.done(look, event.pool, count + event.wanting, "come into"):
                look.flag("chit", f"came into {POOL_NAMES[event.pool]}, and nobody rolled for it")
        else:
            due = sum(due.count for due in entry.due if due.pool == event.pool and not due.aside)
            if count > due:
                look.flag("chit", f"{count} came into {POOL_NAMES[event.pool]}, and {due} were due")

    def entered(self, look: AuditedEvent, event: facts.AsideChitsEntered) -> None:
        """LiF 5.3.3: at the table no more chits are put aside than the pool lacked."""
        self.laid(look, event)
        due = [due for due in look.state.entry.due if (due.pool, due.aside) == (event.pool, True)]
        if draws_chits(look.state) or not due or len(event.chits) > due[0].count:
            look.flag("chit", f"were not due aside for {POOL_NAMES[event.pool]}")

    def due(self, look: AuditedEvent, event: facts.EntryChitsDue) -> None:
        """Ruling 38: only chits at the table are entered later."""
        if draws_chits(look.state):
            look.flag("chit", "the ledger's chits are drawn at once, and none is due")
        if not self.rolls.done(look, event.pool, event.count, "come into"):
            look.flag("chit", f"is due in {POOL_NAMES[event.pool]}, and nobody rolled for it")

    def below(self, look: AuditedEvent, event: facts.PoolBelowZero) -> None:
        """LiF 5.3.3: a pool below zero is empty, and as many are put aside as it lacked."""
        self.laid(look, event)
        if chits_in(look.state.entry, event.pool):
            look.flag("wait", f"{POOL_NAMES[event.pool]} holds chits, and is not below zero")
        laid = event.missing if draws_chits(look.state) else 0
        if event.missing < 1 or len(event.chits) != laid:
            text = f"{event.missing} chits were missing, and {len(event.chits)} were put aside"
            look.flag("wait", text)
        self.rolls.done(look, event.pool, event.missing, "go back from", "go to tension from")

    def gone(
        self, look: AuditedEvent, event: facts.EntryChitsReturned | facts.EntryChitsMoved
    ) -> None:
        """LiF 5.3.3: chits leave a pool that has them, drawn unseen among its chits."""
        in_pool = chits_in(look.state.entry, event.pool)
        strangers = [chit for chit in event.chits if chit not in in_pool]
        if strangers or len(set(event.chits)) < len(event.chits):
            which = strangers[0] if strangers else "one twice"
            look.flag("chit", f"{which} left {POOL_NAMES[event.pool]}, and was not there to leave")
            return
        chosen = isinstance(event, facts.EntryChitsMoved) and (
            look.state.rulings.tension_chits == "chosen"
        )
        drawn = draws_chits(look.state) or (event.draw and by_ledger(look.state))
        if drawn and not chosen and len(event.chits) < len(in_pool):
            look.picks(event.draw, event.chits, in_pool)
        elif event.draw:
            look.flag("draw", "has a number where nothing was drawn")
        if isinstance(event, facts.EntryChitsReturned):
            self.rolls.done(look, event.pool, len(event.chits), "go back from")
        elif self.rolls.done(look, event.pool, len(event.chits), "go to tension from") and (
            event.to != event.pool.replace("entry", "tension")
        ):
            look.flag("roll", f"tension chits went into {POOL_NAMES[event.to]}")

    def shown(self, look: AuditedEvent, event: facts.EntryChitsShown) -> None:
        """LiF 5.3.2: a chit shown opens the commitment that it was laid with."""
        state = look.state
        for who, chit in event.chits.items():
            opening = Opening(str(chit.value), chit.nonce)
            laid = state.entry.chits.get(who)
            if laid is None:
                look.flag("chit", f"{who} is shown, and is not on the table")
            elif not opens(
                chit_secret.chit_subject(state.campaign.id, who), opening, laid.commitment
            ):
                look.flag("chit", f"{who} was not laid with {chit.value}")

    def given_back(self, look: AuditedEvent, event: facts.AsideChitsReturned) -> None:
        """LiF 5.3.3: all chits aside go back at once, shown, after as many turns as recorded.

        Ruling 39: with several shortfalls the later end counts.
        """
        entry, now = look.state.entry, calendar.ordinal(look.state.campaign.turn)
        chits = aside(entry, event.kind)
        if set(event.chits) != set(chits) or due_aside(entry, event.kind):
            look.flag("wait", f"not all of the chits put aside for {event.kind} pools went back")
        for who in chits:
            chit = entry.chits[who]
            if chit.shown is None:
                look.flag("wait", f"{who} went back and was not shown")
            elif now - calendar.ordinal(chit.since) < chit.shown:
                look.flag("wait", f"{who} went back before {chit.shown} turns had passed")


_CHECKS: dict[type[Event], Callable[[EntryAuditor, AuditedEvent, Any], None]] = {
    TurnBegan: EntryAuditor.turn,
    CampaignClosed: EntryAuditor.closed,
    facts.EntryOpened: EntryAuditor.began,
    facts.EntryChitsStocked: EntryAuditor.stocked,
    facts.EntryChitsJoined: EntryAuditor.joined,
    facts.EntrySecretOpened: EntryAuditor.opened,
    Branched: EntryAuditor.branched,
    CampaignReopened: EntryAuditor.reopened,
    SeedsRenewed: EntryAuditor.renewed,
    facts.EntryChitsDealtAnew: EntryAuditor.redealt,
    facts.EntryChitsDrawn: EntryAuditor.drawn_in,
    facts.EntryChitsDue: EntryAuditor.due,
    facts.PoolBelowZero: EntryAuditor.below,
    facts.AsideChitsEntered: EntryAuditor.entered,
    facts.EntryChitsReturned: EntryAuditor.gone,
    facts.EntryChitsMoved: EntryAuditor.gone,
    facts.EntryChitsPlaced: lambda auditor, look, event: placed(look, event),
    facts.EntryChitsShown: EntryAuditor.shown,
    facts.AsideChitsReturned: EntryAuditor.given_back,
    facts.EntryOptionPicked: lambda auditor, look, event: auditor.rolls.picked(look, event),
    facts.EntryActionTaken: lambda auditor, look, event: auditor.rolls.taken(look, event),
    aftermath.NeutralMinorEntered: lambda auditor, look, event: auditor.rolls.minor(look, event),
}
"""How each event is looked at; others claim nothing of US entry."""
