"""LiF 3.2: the adviser in a campaign: what its record says of the leaders, and what it forbids.

Pure.
"""

from msgspec.structs import replace

from campaign.kernel.decisions import Refused
from campaign.leaders_in_flames.abilities import usage
from campaign.leaders_in_flames.abilities.adviser.advise import advise
from campaign.leaders_in_flames.abilities.adviser.evaluate import House
from campaign.leaders_in_flames.abilities.adviser.model import Advised, Combat, Party
from campaign.leaders_in_flames.state import State


def house_of(state: State) -> House:
    """LiF 3.2: a campaign's rulebook, counters and rulings, and the limits its record sets."""
    return House(
        sheet=state.sheet,
        rulebook=state.campaign.rulebook,
        white=state.rulings.white,
        rows=state.rulings.hex_rows,
        serves={leader: usage.capped_power(state, leader) for leader in state.sheet},
        ruled_out=lambda use: usage.why_not(state, use),
    )


def advise_in(state: State, combat: Combat, *, as_told: bool = False) -> Advised | Refused:
    """LiF 3.2: advice on a combat of a campaign. Nothing is recorded.

    Where a leader is, whether face-down, and who co-operates is added from the record. With
    `as_told` the record is ignored: the combat is judged as described.
    """
    if "leaders" not in state.campaign.modules:
        return Refused("Module leaders", "this campaign is played without leaders")
    if as_told:
        return advise(combat, replace(house_of(state), ruled_out=lambda use: None))
    return advise(
        replace(
            combat,
            attackers=_as_recorded(state, combat.attackers),
            defenders=_as_recorded(state, combat.defenders),
            cooperating=(*combat.cooperating, *sorted(state.play.cooperating)),
        ),
        house_of(state),
    )


def _as_recorded(state: State, party: Party) -> Party:
    leaders = []
    for leader in party.leaders:
        known = state.play.placements.get(leader.leader)
        if known is not None:
            leader = replace(
                leader, hex=leader.hex or known.location, face_up=leader.face_up and known.face_up
            )
        leaders.append(leader)
    return replace(party, leaders=tuple(leaders))
