"""Acts that can't be taken back, held for a moment: what their sender saw, when they are sent, and
why one is dropped. IO.

    the second tap ──► held ──► sent by the service, with the same id
                        └────► taken back, or dropped where what its sender saw has changed

While an act is held nothing of it is decided: no seed is read, and nothing is opened or drawn.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

import msgspec

from campaign.accounts.devices import Credentials, moment, stamp
from campaign.accounts.table.held import HeldAct, HeldActs
from campaign.handler.command_handler import Actor, CommandHandler
from campaign.handler.tasks import owed_before_the_end
from campaign.kernel import deadlines
from campaign.kernel.deadlines import PassedChoice
from campaign.kernel.decisions import Command, HoldWords
from campaign.kernel.keys import ActSignature
from campaign.kernel.members import Campaign, GameState
from campaign.kernel.system import AnySystem
from campaign.store.reader import Live
from campaign.store.vault import VaultError
from campaign.text.english import capital, listed

LATEST = timedelta(seconds=60)
"""So late an act may still be sent, where the service was away when it was due."""
_ENDS = ("AdvanceTurn", "CloseCampaign")
"""Commands that leave undone what is owed."""


# --- What an act passes over and leaves undone, as its sender sees it ---------------------------


class LeftBehind(msgspec.Struct, frozen=True):
    """Whose choices an act passes over, and what it leaves undone."""

    turn: str
    choices: tuple[PassedChoice, ...]
    owed: tuple[str, ...]
    draws: dict[str, int]
    """The draw that each of those choices is about."""

    def __bool__(self) -> bool:
        return bool(self.choices or self.owed)

    @property
    def seen(self) -> str:
        """The same as a text that differs once any of it has changed; time alone does nothing."""
        passed = [(one.passed.title, one.passed.what, one.until) for one in self.choices]
        return msgspec.json.encode((self.turn, passed, self.owed, self.draws)).decode()


def left_behind(system: AnySystem, state: GameState, command: Command, now: str) -> LeftBehind:
    """What a command passes over now, and what it leaves undone."""
    awaiting = system.rules.awaiting
    choices = deadlines.passed_over(awaiting, state, command, now)
    is_end = type(command).__name__ in _ENDS
    owed = owed_before_the_end(system, state) if is_end else ()
    awaited = awaiting.now(state) if choices else {}
    whats = {one.passed.what for one in choices}
    draws = {what: draw for what, draw in awaited.items() if what in whats}
    return LeftBehind(state.campaign.turn, choices, owed, draws)


def held_words(kind: type[Command], behind: LeftBehind) -> HoldWords | None:
    """What is said while such an act is held; None for one that is sent at once."""
    words = kind.held
    return words if words is not None and (behind or words.is_always) else None


# --- The acts that are held now -----------------------------------------------------------------


class Holding:
    """Holds acts, and sends those that are due. `now` tells the time."""

    def __init__(self, desk: CommandHandler, now: Callable[[], str]) -> None:
        self._desk = desk
        self._now = now
        self.acts = HeldActs(desk.people.file)

    def hold(
        self,
        name: str,
        live: Live,
        command: Command,
        sent: bytes,
        behind: LeftBehind,
        person: str,
        device: str,
        signature: ActSignature | None = None,
    ) -> bool:
        """Holds a member's act; False where another one is held in the campaign."""
        assert not command.tells_secret, "only what all may know is held"
        campaign: Campaign = live.state.campaign
        seconds = self.acts.seconds(person)
        act = HeldAct(
            campaign.id,
            name,
            command.by,
            person,
            device,
            " ".join(campaign.members[command.by].roles),
            command.id,
            sent,
            signature.key if signature else "",
            signature.value if signature else "",
            behind.seen,
            seconds,
            stamp(moment(self._now()) + timedelta(seconds=seconds)),
        )
        is_new = self.acts.put(act)
        if is_new:
            self._desk.stir(name)
        return is_new

    def left(self, act: HeldAct) -> int:
        """In how many seconds an act is sent, rounded up."""
        return max(0, -int((moment(self._now()) - moment(act.due)).total_seconds() // 1))

    def take_back(self, campaign_id: str, name: str, member: str, key: str) -> bool:
        """Takes back a member's act; False where it was sent or dropped already."""
        is_back = self.acts.take_back(campaign_id, member, key)
        self._desk.stir(name)
        return is_back

    def send_due(self) -> None:
        """Sends every act that is due."""
        now = moment(self._now())
        for act in self.acts.every():
            if act.state == "going" or moment(act.due) <= now:
                self.send(act)

    def soon(self) -> float:
        """In how many seconds the next one is due."""
        due = (moment(act.due) for act in self.acts.every())
        now = moment(self._now())
        return min(((one - now).total_seconds() for one in due), default=float("inf"))

    def send(self, act: HeldAct) -> None:
        """Sends an act now, or drops it and tells its sender why.

        Where it was sent before, by a service that was killed, its id makes it count once.
        """
        store = self._desk.ledger.store
        if not self._desk.ledger.has(act.name):
            self.acts.end(act)
            return
        if store.versions_of(act.name, act.key) is not None:
            self.acts.end(act)
            return
        live = self._desk.ledger.live(act.name)
        command = live.system.rules.commands.command(*_read(act))
        if why := self._why_not(live, command, act, moment(self._now())):
            self.acts.end(act, f"{why} {_nothing(command)}")
        elif self.acts.claim(act):
            why = self._sent(act)
            self.acts.end(act, f"{why} {_nothing(command)}" if why else "")
        self._desk.stir(act.name)

    def _sent(self, act: HeldAct) -> str:
        """Hands an act in; why it was refused, in a sentence."""
        signature = ActSignature(act.signer, act.signature) if act.signature else None
        actor = Actor(act.member)
        try:
            outcome = self._desk.submit(act.name, act.sent, actor, act.key, signature)
        except VaultError as error:
            return f"{capital(str(error))}."
        return f"{capital(outcome.refused.reason)}." if outcome.refused else ""

    def _why_not(self, live: Live, command: Command, act: HeldAct, now: datetime) -> str:
        """Why an act is dropped; empty where it is sent."""
        if now - moment(act.due) > LATEST:
            return "The service was away when this was due."
        if why := self._ended(live.state.campaign, act):
            return why
        return changed(act.seen, left_behind(live.system, live.state, command, self._now()))

    def _ended(self, campaign: Campaign, act: HeldAct) -> str:
        """Why the sender may send nothing any more: device, seat or role have ended."""
        people = self._desk.people
        doors = Credentials(people.file, clock=self._now)
        if all(one.digest != act.device for one in doors.devices(act.person)):
            return "The device that you sent this from was signed out."
        if campaign.id != act.campaign or people.member_of(act.person, campaign.id) != act.member:
            return "You have this seat no more."
        member = campaign.members.get(act.member)
        if member is None or not set(act.roles.split()) <= set(member.roles):
            return "Your role is another one by now."
        return ""


def changed(seen: str, behind: LeftBehind) -> str:
    """What of that which a sender saw is otherwise now, in a sentence; empty if it is the same."""
    if behind.seen == seen:
        return ""
    _, passed, _, _ = msgspec.json.decode(seen)
    still = {one.passed.title for one in behind.choices}
    came = [title for title, _, _ in passed if title not in still]
    if came:
        return f"{capital(listed(came))} came in meanwhile."
    return "Something has changed meanwhile."


def _read(act: HeldAct) -> tuple[str, dict[str, object]]:
    """A held command's name and values."""
    values = msgspec.json.decode(act.sent)
    return str(values["command"]), {**values, "by": act.member}


def passed_over(act: HeldAct) -> tuple[str, ...]:
    """Whose choices a held act passes over, as its sender saw them."""
    _, passed, _, _ = msgspec.json.decode(act.seen)
    return tuple(title for title, _, _ in passed)


def _nothing(command: Command) -> str:
    """That nothing came of an act."""
    return f"Nothing was {command.held.undone if command.held else 'recorded'}."


def called(campaign: Campaign, act: HeldAct, kinds: Iterable[type[Command]]) -> tuple[str, str]:
    """Who holds an act, and what it does: `Anna`, `opens the orders`."""
    name, _ = _read(act)
    words = next((kind.held for kind in kinds if kind.__name__ == name), None)
    return campaign.called(act.member), words.does if words else "acts"
