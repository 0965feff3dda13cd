"""A campaign that is under way on paper: paste it, see how every cell was read, then begin."""

import hashlib
from collections.abc import Mapping

import msgspec

from campaign.accounts.people import take_empty_seat
from campaign.kernel.decisions import Refused
from campaign.kernel.interview import positions
from campaign.kernel.interview.positions import ReadPosition
from campaign.kernel.members import HOST
from campaign.kernel.system import AnySystem
from campaign.systems import SYSTEMS, games
from campaign.text.english import capital, counted
from campaign.text.shapes import Fault
from campaign.web.context import RequestContext, get, post
from campaign.web.errors import for_hosts
from campaign.web.parts.sheets import NOTHING_READ, as_read, mended
from campaign.web.parts.starting import NOTHING, FieldFault, may_start, name_fault, names_kept
from campaign.web.replies import Reply, see_other
from campaign.web.screens import own_screen


def form(visit: RequestContext) -> Reply:
    """An empty form."""
    if not may_start(visit):
        return for_hosts(visit.house)
    return _shown(visit, visit.query, "")


def check(visit: RequestContext) -> Reply:
    """Shows how every cell was read, or begins what was shown."""
    if not may_start(visit):
        return for_hosts(visit.house)
    typed = visit.form
    text = mended(typed)
    system = _system(typed)
    game = system.front.choices.position
    assert game is not None
    read = positions.read_position(text, game(), "form")
    if isinstance(read, Fault):
        return _shown(visit, typed, text, FieldFault("sheet", read.text), 422)
    if fault := name_fault(visit.house, typed.get("name", "").strip()):
        return _shown(visit, typed, text, fault, 422, read=read)
    if read.open:
        why = counted(len(read.open), "cell is", "cells are") + " not plain yet; settle them below"
        return _shown(visit, typed, text, FieldFault("", why), 422, read=read)
    will_stand = positions.foreseen(system, typed.get("name", "").strip(), read.request)
    if isinstance(will_stand, Refused):
        return _shown(visit, typed, text, FieldFault("", will_stand.reason), 422, read=read)
    if typed.get("do") == "begin" and typed.get("seen") == _mark(typed, text):
        return _begun(visit, system, read)
    return _shown(visit, typed, text, read=read, lines=will_stand[1])


def _begun(visit: RequestContext, system: AnySystem, read: ReadPosition) -> Reply:
    house, typed = visit.house, visit.form
    name, title = (typed.get(key, "").strip() for key in ("name", "title"))
    kept = {"names": names_kept(visit, typed), "system": system.name, "title": title}
    answer = house.desk.open(name, **kept, **read.request)
    if not answer["accepted"]:
        fault = FieldFault("", str(answer["reason"]))
        return _shown(visit, typed, typed.get("sheet", ""), fault, 409, read=read)
    campaign = house.ledger.live(name).state.campaign
    take_empty_seat(house.people.file, campaign.id, HOST, visit.person, house.clock())
    is_first = house.ledger.names() == [name]
    return see_other(f"/c/{name}/{'begun' if is_first else 'members'}")


def _mark(typed: Mapping[str, str], text: str) -> str:
    """Tells forms apart: what was looked at is what begins."""
    parts = [typed.get("name", ""), typed.get("title", ""), typed.get("system", "")]
    lines = [line.strip() for line in text.strip().splitlines()]
    return hashlib.sha256(msgspec.json.encode([*parts, lines])).hexdigest()[:32]


def _system(typed: Mapping[str, str]) -> AnySystem:
    """The game; the first one that can be taken over where none is named."""
    names = _games()
    name = typed.get("system", "")
    return SYSTEMS[name if name in names else next(iter(names))]


def _games() -> dict[str, str]:
    return {
        name: game.title
        for name, game in games().items()
        if SYSTEMS[name].front.choices.position is not None
    }


def _shown(
    visit: RequestContext,
    typed: Mapping[str, str],
    text: str,
    fault: FieldFault | None = None,
    status: int = 200,
    *,
    read: ReadPosition | None = None,
    lines: tuple[str, ...] = (),
) -> Reply:
    system = _system(typed)
    game = system.front.choices.position
    assert game is not None
    return own_screen(
        visit.house,
        "take_over.html",
        status,
        games=_games(),
        game=system.name,
        typed=typed,
        text=text,
        example=game().example,
        wrong=fault.field if fault else "",
        why=f"{capital(fault.why)}. {NOTHING}" if fault else "",
        **as_read(read or NOTHING_READ, game().tables()),
        lines=lines,
        seen=_mark(typed, text),
    )


PLACES = (
    get("/new/take-over", form, "signed-in"),
    post("/new/take-over", check, "signed-in"),
)
