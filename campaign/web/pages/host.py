"""The host's desk: the stages of the turn, the current one with its buttons."""

import msgspec

from campaign.desk.due import lines as due_lines
from campaign.desk.waiting import asked
from campaign.kernel.schedule import TURN
from campaign.notices.deliveries import StoredDeliveries
from campaign.notices.failing import has_failed, troubles
from campaign.notices.reminding import Reminding
from campaign.text.english import capital, listed
from campaign.web.command_forms import title
from campaign.web.pages.errors import missing
from campaign.web.passing import looked_at
from campaign.web.place import Place
from campaign.web.reminders import HostReminders
from campaign.web.replies import Reply, see_other
from campaign.web.screens import campaign_screen, names
from campaign.web.stages import stages
from campaign.web.visits import ID_LETTERS, Entered, Visit


class OwingSeat(msgspec.Struct, frozen=True):
    """Somebody who owes something now."""

    seat: str
    player: str
    what: str
    reminders: tuple[tuple[str, str, Reminding], ...] = ()
    """Members who can be reminded, by id and name, each with whether now."""


def owing(visit: Visit) -> list[OwingSeat]:
    """Who owes what for the stage that play is in: seats in the game's order."""
    here, now = visit.here, visit.house.clock()
    called, reminders = names(here), HostReminders(visit.house, here)
    return [
        OwingSeat(
            part.owed.seat,
            listed((called.member(who) for who in part.members), "or"),
            part.owed.title,
            tuple(
                (who, called.member(who), found)
                for who in part.members
                if (found := reminders.of(who)) is not None
            ),
        )
        for part in asked(here.live.system, here.live.state, now)
        if part.owed.seat
    ]


def _deadlines(here: Entered, now: str) -> str:
    """What a deadline can be set for: what is owed now, else the turn."""
    found = asked(here.live.system, here.live.state, now)
    return next((part.owed.what for part in found if part.owed.seat), TURN)


def _groups(here: Entered) -> list[tuple[str, list[tuple[str, str]]]]:
    """What is recorded most often: titles, each with commands and what they are called."""
    known, modules = here.live.system.rules.commands, ("", *here.campaign.modules)
    return [
        (
            group.title,
            [(name, title(name)) for name in group.commands if known[name].module in modules],
        )
        for group in here.live.system.rooms.acts
    ]


def desk(visit: Visit, notice: str = "", status: int = 200) -> Reply:
    """The strip of stages."""
    here, now = visit.here, visit.house.clock()
    return campaign_screen(
        visit,
        "host.html",
        "host",
        status,
        stages=stages(here),
        notice=notice,
        troubles=(
            *visit.house.upkeep.troubles(),
            *troubles(visit.house.people.file, here.campaign),
        ),
        has_failed=has_failed(visit.house.people.file, here.campaign),
        frozen=here.campaign.record.frozen_for,
        due=list(due_lines(here.live.system, here.live.state, now)),
        owing=owing(visit),
        sets=_deadlines(here, now),
        groups=_groups(here),
    )


def press(visit: Visit) -> Reply:
    """Does what a button says, if it is still there."""
    wanted, key = visit.form.get("step", ""), visit.form.get("id", "")[:ID_LETTERS]
    here = visit.here
    if key and visit.house.ledger.store.versions_of(here.name, key) is not None:
        return see_other(f"/c/{here.name}/host")
    button = next(
        (one for stage in stages(here) for one in stage.buttons if one.key == wanted), None
    )
    if button is None or not button.command:
        gone = "Somebody did this meanwhile, or it is not due now. Nothing was recorded."
        return desk(visit, gone, 409)
    command = looked_at(visit, button.command, button.text)
    if isinstance(command, Reply):
        return command
    outcome = visit.send({**command, **({"id": key} if key else {})})
    if outcome.refused is not None:
        return desk(visit, f"{capital(outcome.refused.reason)}. Nothing was recorded.", 409)
    return see_other(f"/c/{here.name}/host")


def remind(visit: Visit) -> Reply:
    """Reminds somebody of what is asked of them, by every way that they take."""
    here, who = visit.here, visit.form.get("member", "")
    if who not in here.campaign.members:
        return missing(visit.house)
    if why := HostReminders(visit.house, here).send(who):
        return desk(visit, f"{capital(why)}. Nothing was recorded.", 409)
    return see_other(f"/c/{here.name}/host")


def see(visit: Visit) -> Reply:
    """The host has seen what mail failed, and tells its members otherwise."""
    house = visit.house
    StoredDeliveries(house.people.file).see(visit.here.campaign.id, house.clock())
    return see_other(f"/c/{visit.here.name}/host")


PLACES = (
    Place("/c/{name}/host", desk, "host", about="run the turn"),
    Place(
        "/c/{name}/host", press, "host", ("POST",), about="do the next step of the turn", sends=True
    ),
    Place("/c/{name}/host/remind", remind, "host", ("POST",), about="remind who owes something"),
    Place("/c/{name}/host/seen", see, "host", ("POST",), about="failed mail has been seen"),
)
