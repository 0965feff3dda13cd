"""FoW ruling 67: the club's own army list comes in; it is for checking alone. Pure."""

import hashlib

from msgspec.structs import replace

from campaign.flames_of_war.forces import army_list
from campaign.flames_of_war.forces.commands import ImportArmyList
from campaign.flames_of_war.state import Deciders, Evolvers, State
from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field
from events.fow.forces import ArmyListImported


def import_army_list(state: State, command: ImportArmyList, given: Supplied) -> Decision:
    """FoW ruling 67: a club's own list; forces entered or reorganised from now on follow it."""
    sheet = army_list.read(command.sheet)
    if sheet.bad:
        return bad_field("sheet", "; ".join(map(str, sheet.bad)))
    return (_imported(sheet, command.sheet),)


def at_opening(text: str) -> tuple[ArmyListImported, ...] | Refused:
    """FoW ruling 67: a list that comes with a campaign's opening; its first fault refuses it.

    Its digest is that of the rows as they are written here, so that the opening can be judged.
    """
    if not text:
        return ()
    sheet = army_list.read(text)
    if sheet.bad:
        return Refused(None, f"army_list, {sheet.bad[0]}")
    return (_imported(sheet, army_list.written(sheet.rows)),)


def _imported(sheet: army_list.ArmyList, text: str) -> ArmyListImported:
    return ArmyListImported(
        companies=sheet.companies,
        rows=len(sheet.rows),
        digest=hashlib.sha256(text.encode()).hexdigest(),
        sheet=sheet.rows,
    )


def _listed(state: State, event: ArmyListImported) -> State:
    return replace(state, army_list=event.sheet)


DECIDE: Deciders = {ImportArmyList: import_army_list}
EVOLVE: Evolvers = {ArmyListImported: _listed}
