"""A campaign that is under way on paper: paste it, see how every cell was read, then begin; or
state it again, until more is recorded.
"""

from collections.abc import Mapping
from typing import NamedTuple

from campaign.accounts.people import take_empty_seat
from campaign.handler.explanations import own_file, restatement
from campaign.kernel.decisions import Refused
from campaign.kernel.interview import positions
from campaign.kernel.interview.positions import GamePosition, ReadPosition
from campaign.kernel.members import HOST
from campaign.kernel.opening import OpeningField
from campaign.kernel.system import AnySystem
from campaign.systems import SYSTEMS, games
from campaign.text.english import capital, counted
from campaign.text.shapes import Fault
from campaign.web.context import RequestContext, get, post
from campaign.web.errors import for_hosts
from campaign.web.parts.sheets import NOTHING_READ, as_read, mark, mended
from campaign.web.parts.starting import NOTHING, FieldFault, may_start, name_fault, names_kept
from campaign.web.replies import Reply, see_other
from campaign.web.screens import campaign_screen, own_screen
from events.base import Event

OWN = "rules"
"""What the field is called into which a club's own file is pasted."""


class _Sheet(NamedTuple):
    """What was typed, and what the game lets be stated with it."""

    system: AnySystem
    game: GamePosition | Fault
    text: str
    typed: Mapping[str, str]

    @property
    def mark(self) -> str:
        """Tells forms apart: what was looked at is what begins."""
        typed = (self.typed.get(key, "") for key in ("name", "title", OWN))
        return mark(self.text, self.system.name, *typed)


def form(visit: RequestContext) -> Reply:
    """An empty form."""
    if visit.entered is None and not may_start(visit):
        return for_hosts(visit.house)
    return _shown(visit, _sheet(visit, visit.query, ""))


def check(visit: RequestContext) -> Reply:
    """Shows how every cell was read, or begins what was shown."""
    if not may_start(visit):
        return for_hosts(visit.house)
    settled = _settled(visit)
    return _begun(visit, settled) if isinstance(settled, _Settled) else settled


def again(visit: RequestContext) -> Reply:
    """Shows how every cell was read, or states the position again as it was shown."""
    settled = _settled(visit)
    return _stated_again(visit, settled) if isinstance(settled, _Settled) else settled


class _Settled(NamedTuple):
    """A sheet that was looked at and is sent as it was shown."""

    sheet: _Sheet
    name: str
    read: ReadPosition
    opening: tuple[Event, ...]


def _settled(visit: RequestContext) -> _Settled | Reply:
    sheet = _sheet(visit, visit.form, mended(visit.form))
    if isinstance(sheet.game, Fault):
        return _shown(visit, sheet, FieldFault(OWN, sheet.game.text))
    read = positions.read_position(sheet.text, sheet.game, "form")
    if isinstance(read, Fault):
        return _shown(visit, sheet, FieldFault("sheet", read.text))
    name = visit.entered.name if visit.entered else sheet.typed.get("name", "").strip()
    facts = _foreseen(visit, sheet, name, read)
    if isinstance(facts, FieldFault):
        return _shown(visit, sheet, facts, read)
    if visit.form.get("do") != "begin" or visit.form.get("seen") != sheet.mark:
        return _shown(visit, sheet, None, read, facts[1])
    return _Settled(sheet, name, read, facts[0])


def _foreseen(
    visit: RequestContext, sheet: _Sheet, name: str, read: ReadPosition
) -> tuple[tuple[Event, ...], tuple[str, ...]] | FieldFault:
    """How the campaign will stand, or what has to be settled first."""
    if visit.entered is None and (fault := name_fault(visit.house, name)):
        return fault
    if read.open:
        cells = counted(len(read.open), "cell is", "cells are")
        return FieldFault("", f"{cells} not plain yet; settle them below")
    if visit.entered is None:
        request = {"system": sheet.system.name, "title": _title(sheet), **read.request}
        trial = visit.house.desk.foresee_opening(name, **request)
        if isinstance(trial, Refused):
            return FieldFault("", trial.reason)
    facts = positions.foreseen(sheet.system, name, read.request)
    return FieldFault("", facts.reason) if isinstance(facts, Refused) else facts


def _title(sheet: _Sheet) -> str:
    return sheet.typed.get("title", "").strip()


def _begun(visit: RequestContext, settled: _Settled) -> Reply:
    sheet, name, read, _ = settled
    house = visit.house
    kept = {"names": names_kept(visit, sheet.typed), "sheet": sheet.text}
    said = {"system": sheet.system.name, "title": _title(sheet)}
    answer = house.desk.open(name, **kept, **said, **read.request)
    if not answer["accepted"]:
        return _shown(visit, sheet, FieldFault("", str(answer["reason"])), read)
    campaign = house.ledger.live(name).state.campaign
    take_empty_seat(house.people.file, campaign.id, HOST, visit.person, house.clock())
    is_first = house.ledger.names() == [name]
    return see_other(f"/c/{name}/{'begun' if is_first else 'members'}")


def _stated_again(visit: RequestContext, settled: _Settled) -> Reply:
    here = visit.here
    sheet = settled.sheet.text
    sent = restatement(visit.house.ledger, here.name, settled.opening, here.member, sheet)
    refused = sent if isinstance(sent, Refused) else visit.send(sent).refused
    if refused is not None:
        return _shown(visit, settled.sheet, FieldFault("", refused.reason), settled.read)
    return see_other(f"/c/{here.name}")


def _sheet(visit: RequestContext, typed: Mapping[str, str], text: str) -> _Sheet:
    """What was typed: for a campaign on record by its game and its own file, else by those that
    were chosen, the first game where none is.
    """
    if visit.entered is not None:
        system, file = visit.here.live.system, own_file(visit.house.ledger, visit.here.name)
    else:
        names, name = _games(), typed.get("system", "")
        system = SYSTEMS[name if name in names else next(iter(names))]
        file = typed.get(OWN, "")
    position = system.front.choices.position
    game = position(file) if position else Fault("", "this game cannot be taken over from paper")
    return _Sheet(system, game, text, typed)


def _games() -> dict[str, str]:
    return {
        name: game.title
        for name, game in games().items()
        if SYSTEMS[name].front.choices.position is not None
    }


def _own_field(system: AnySystem) -> OpeningField | None:
    """Where a club's own file is pasted; None in a game that takes none here."""
    choices = system.front.choices
    return next((one for one in choices.fields if one.key in choices.files), None)


def _shown(
    visit: RequestContext,
    sheet: _Sheet,
    fault: FieldFault | None = None,
    read: ReadPosition = NOTHING_READ,
    lines: tuple[str, ...] = (),
) -> Reply:
    game = None if isinstance(sheet.game, Fault) else sheet.game
    values = {
        "games": _games(),
        "game": sheet.system.name,
        "own": _own_field(sheet.system) if visit.entered is None else None,
        "needs": sheet.game.text if isinstance(sheet.game, Fault) else "",
        "typed": sheet.typed,
        "text": sheet.text,
        "example": game.example if game else "",
        "wrong": fault.field if fault else "",
        "why": f"{capital(fault.why)}. {NOTHING}" if fault else "",
        **as_read(read, game.tables() if game else ()),
        "lines": lines,
        "seen": sheet.mark,
    }
    status = 422 if fault else 200
    if visit.entered is not None:
        layout = "web/campaign.html"
        return campaign_screen(visit, "take_over.html", "record", status, layout=layout, **values)
    return own_screen(visit.house, "take_over.html", status, layout="web/own.html", **values)


PLACES = (
    get("/new/take-over", form, "signed-in"),
    post("/new/take-over", check, "signed-in"),
    get("/c/{name}/take-over", form, "host"),
    post("/c/{name}/take-over", again, "host", sends=True),
)
