"""What-ifs: a campaign of a member's own that begins at any event of this one, and its end.

It holds only what its maker may know, and nobody else is let in unless the maker invites them.
"""

import msgspec

from campaign.kernel.record import Origin
from campaign.store import branches
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.text.english import capital
from campaign.web.belonging import has_seat, seats_of
from campaign.web.pages.errors import missing
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.screens import campaign_screen
from campaign.web.visits import Entered, House, Visit

MOST = 5
"""How many what-ifs of one campaign a member may have at a time."""
DIGITS = 15


class OwnWhatIf(msgspec.Struct, frozen=True):
    """A what-if that the visitor made."""

    name: str
    turn: str
    behind: int
    """The event of the origin at which it begins."""
    own: int
    """How many events it has of its own."""


class TooManyError(StoreError):
    """The member has as many as they may have."""


def what_ifs(visit: Visit, why: str = "", status: int = 200) -> Reply:
    """The visitor's what-ifs, and where another one may begin."""
    here, calendar = visit.here, visit.here.live.system.calendar
    spans = visit.house.ledger.spans(here.name)
    found = [
        OwnWhatIf(
            one.name,
            one.turn,
            origin.version,
            one.live.version - begun_at(visit.house.ledger, one.name),
        )
        for one, origin in own(visit.house, visit.person, here)
    ]
    return campaign_screen(
        visit,
        "what_ifs.html",
        "journal",
        status,
        why=why,
        found=found,
        most=MOST,
        turns=[(calendar.in_words(turn), last) for turn, (_, last) in reversed(spans.items())],
        origin=origin_of(visit),
    )


def own(house: House, person: str, here: Entered) -> list[tuple[Entered, Origin]]:
    """The what-ifs of a campaign that a person made, with where each begins."""
    found = []
    for one in seats_of(house, person):
        origin = one.campaign.record.branch_of
        if origin is None or origin.name != here.name:
            continue
        if origin.maker == here.member == one.member:
            found.append((one, origin))
    return found


def begun_at(ledger: Ledger, name: str) -> int:
    """The last event of the act with which a what-if begins."""
    origin = ledger.branch_of(name)
    assert origin is not None, "it is a what-if"
    return ledger.whole_act(name, origin.version + 1)[-1]


def origin_of(visit: Visit) -> str:
    """The campaign that this one is a what-if of, if the visitor is a member of it; else empty."""
    origin = visit.here.campaign.record.branch_of
    if origin is None or not has_seat(visit.house, visit.person, origin.name):
        return ""
    return origin.name


def begin(visit: Visit) -> Reply:
    """Makes one behind an event, with all that its command brought; the same is made once."""
    here, house = visit.here, visit.house
    typed = visit.form.get("at", "").strip()
    last = here.live.version
    is_number = typed.isascii() and typed.isdecimal() and len(typed) <= DIGITS
    if not is_number or not 1 <= int(typed) <= last:
        why = f"Choose where it begins: an event from 1 to {last}. Nothing was recorded."
        return what_ifs(visit, why, 422)
    at = (house.ledger.whole_act(here.name, int(typed)) or (int(typed),))[-1]

    def made(ledger: Ledger) -> tuple[str, int]:
        mine = own(house, visit.person, here)
        for one, origin in mine:
            if origin.version == at and one.live.version == begun_at(ledger, one.name):
                return one.name, one.live.version
        if len(mine) >= MOST:
            raise TooManyError(f"you have {len(mine)} what-ifs of {here.name} already")
        name, version = branches.branch(ledger, here.name, at, here.member)
        shared = ledger.live(name).state.campaign
        with house.people.file.writing() as db:
            house.people.seated(db, shared.id, here.member, visit.person)
        return name, version

    try:
        name, _ = house.desk.bring_in(made)
    except TooManyError as error:
        return what_ifs(visit, f"{capital(str(error))}. Delete one first.", 409)
    except StoreError as error:
        return what_ifs(visit, f"{capital(str(error))}. Nothing was recorded.", 409)
    return see_other(f"/c/{name}")


def end(visit: Visit) -> Reply:
    """Deletes one of the visitor's own, without a trace."""
    here, house = visit.here, visit.house
    wanted = visit.form.get("name", "")
    found = next((one for one, _ in own(house, visit.person, here) if one.name == wanted), None)
    if found is None:
        return missing(house)
    house.desk.throw_away(wanted)
    house.books.forget(wanted)
    house.people.unseat(found.campaign.id)
    return see_other(f"/c/{here.name}/what-ifs")


PLACES = (
    Place("/c/{name}/what-ifs", what_ifs, "member", about="my what-ifs"),
    Place("/c/{name}/what-ifs", begin, "member", ("POST",), about="begin a what-if"),
    Place("/c/{name}/what-ifs/end", end, "member", ("POST",), about="delete a what-if"),
)
