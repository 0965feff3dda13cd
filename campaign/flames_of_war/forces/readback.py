"""Commands about forces, read back from the events of their acts. Pure."""

from collections.abc import Sequence

from msgspec.structs import replace

from campaign.flames_of_war.forces import army_list, commands
from campaign.flames_of_war.state import State
from campaign.kernel.decisions import ReadBack
from campaign.kernel.readback import Readers
from events.base import Event
from events.fow import forces as facts


def _entered(state: State, events: Sequence[Event]) -> ReadBack:
    """FoW Choosing Your Force: the platoons are named, also where they came as a sheet."""
    first = events[0]
    assert isinstance(first, facts.ForceEntered)
    command = commands.EnterForce(
        by=first.by,
        force=first.force,
        side=first.side,
        member=first.member,
        name=first.name,
        company=first.company,
        type=first.company_type,
        nation=first.nation,
        skill=first.skill or None,
        motivation=first.motivation or None,
        period=first.period,
        handbook=first.handbook,
        air=first.air,
        variant=first.variant,
        companies=first.companies,
        platoons=first.platoons,
    )
    return ReadBack(command)


def _reorganised(state: State, events: Sequence[Event]) -> ReadBack:
    first = events[0]
    assert isinstance(first, facts.ForceReorganised)
    command = commands.ReorganiseForce(
        by=first.by,
        force=first.force,
        line=first.line or None,
        squads=first.squads,
        support=first.support,
        air=first.air,
        core=first.core,
    )
    return ReadBack(command)


def _organised(state: State, events: Sequence[Event]) -> ReadBack:
    first = events[0]
    assert isinstance(first, facts.ForceOrganised)
    group = commands.Kampfgruppe(first.kampfgruppe, first.squads) if first.kampfgruppe else None
    command = commands.OrganiseForce(
        by=first.by,
        line=first.line,
        side=first.side,
        attached_out=first.attached_out,
        kampfgruppe=group,
        troops=first.troops or None,
        allotted=first.allotted or None,
    )
    return ReadBack(command)


def _listed(state: State, events: Sequence[Event]) -> ReadBack:
    """FoW ruling 67: the rows are judged again; the digest is of the club's own file."""
    first = events[0]
    assert isinstance(first, facts.ArmyListImported)
    command = commands.ImportArmyList(by=first.by, sheet=army_list.written(first.sheet))
    return ReadBack(command, veil=_without_digest)


def _without_digest(event: Event) -> Event:
    return replace(event, digest="") if isinstance(event, facts.ArmyListImported) else event


READERS: Readers[State] = {
    facts.ForceEntered: _entered,
    facts.ForceReorganised: _reorganised,
    facts.ForceOrganised: _organised,
    facts.ArmyListImported: _listed,
}
