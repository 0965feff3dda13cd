"""Acts that are held for some seconds: members hold them and take them back.

What the members know of each is kept here, outside of the machine, and compared with the record.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from campaign.accounts.devices import digest_of, moment
from campaign.accounts.table.held import HeldActs
from campaign.handler.holding import Holding, left_behind
from campaign.store.protocol import StoreError
from campaign.store.reader import LogEntry
from campaign.world.clock import utc_now
from simulation.machine import BEGINS
from simulation.stock import NAME

if TYPE_CHECKING:
    from simulation.evening import Evening
    from simulation.members import Member
    from simulation.process import Process

SLACK = 21.0
"""How many seconds behind its time an act may still be held: a service that found the store locked
looks again after twenty."""
LONGEST = 10 + SLACK
"""By then an act has been sent, or dropped."""
EXACT = 0.01
"""So many seconds are lost where a time is written as a stamp."""


class Hold(NamedTuple):
    """An act that was held, as its sender knows it."""

    due: float
    """At what time of the simulation it is to be sent."""
    device: str
    """The device that it was sent from."""
    is_back: bool = False
    """Whether the service said that it was taken back."""


def hold(
    evening: "Evening", member: "Member", live: Any, key: str, fields: dict[str, object]
) -> None:
    """A member holds an act; then they wait, or take it back."""
    process, device = evening.process(member.chance), member.device
    typed = live.system.rules.commands.command(
        str(fields["command"]), {**fields, "by": member.name, "id": key}
    )
    holding = Holding(process.handler, utc_now)
    text = msgspec.json.encode(fields)
    try:
        behind = left_behind(live.system, live.state, typed, utc_now())
        began = evening.scheduler.now
        is_held = process.doors.device(device) is not None and holding.hold(
            NAME, live, typed, text, behind, member.person, digest_of(device)
        )
    except StoreError as error:
        evening.noted(error, key)
        return
    if is_held:
        due = began + holding.acts.seconds(member.person)
        evening.holds[key] = Hold(due, device)
        _changed_mind(evening, member, process, key)


def _changed_mind(evening: "Evening", member: "Member", process: "Process", key: str) -> None:
    """Half of them let it go on; the others take it back, most at the very last moment."""
    if member.chance.random() < 0.5:
        return
    wait = member.chance.choice((0.5, *[evening.holds[key].due - evening.scheduler.now] * 3))
    evening.scheduler.sleep(max(0.0, wait + member.chance.uniform(-0.02, 0.02)))
    campaign = process.ledger.live(NAME).state.campaign.id
    try:
        if Holding(process.handler, utc_now).take_back(campaign, NAME, member.name, key):
            evening.holds[key] = evening.holds[key]._replace(is_back=True)
            evening.scheduler.note(f"{key} is taken back")
    except StoreError as error:
        evening.noted(error, key)


def in_the_record(evening: "Evening", entries: Iterable[LogEntry]) -> Iterator[str]:
    """What was taken back is not recorded, nothing before its time, and nothing from a device that
    was ended by then.
    """
    recorded = {one.recorded.key: one for one in entries} if evening.holds else {}
    for key, held in evening.holds.items():
        if (entry := recorded.get(key)) is None:
            continue
        if held.is_back:
            yield f"{key} was taken back, and is event {entry.version}"
        if evening.plan.jumps:
            continue
        sent = moment(entry.recorded.at).timestamp() - BEGINS
        if sent < held.due - EXACT:
            yield f"{key} was sent {held.due - sent} s before its time"
        if evening.ended.get(held.device, held.due) < held.due - EXACT:
            yield f"{key} was sent from a device that was ended before"


def at_rest(evening: "Evening", process: "Process") -> Iterator[str]:
    """No act is held behind its time."""
    now = evening.scheduler.now
    if evening.plan.jumps:
        return
    for act in HeldActs(process.people.file).every():
        if (known := evening.holds.get(act.key)) and now > known.due + SLACK:
            yield f"{act.key} is still held"
