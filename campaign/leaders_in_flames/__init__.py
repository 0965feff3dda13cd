"""Leaders in Flames: its decider. Each rule file decides and folds what is its own. Pure."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from campaign.disputes.commands import RenewVault
from campaign.history import effective
from campaign.kernel import members, record
from campaign.kernel.chapter import Chapter, joined
from campaign.kernel.decisions import NOTHING, Command, Decision, Needs, Refused, Supplied
from campaign.kernel.members import AddEntropy, AdvanceTurn, CloseCampaign
from campaign.kernel.system import Audit, Branches, Corrections, Rules, Secrets, System, View
from campaign.leaders_in_flames import (
    amended,
    calendar,
    corrections,
    leader_sheet,
    readback,
    renewing,
    reopening,
    rulings,
    sentences,
    soundness,
)
from campaign.leaders_in_flames import commands as vocabulary
from campaign.leaders_in_flames.abilities import chapter as abilities
from campaign.leaders_in_flames.audit import LifAuditor
from campaign.leaders_in_flames.board import chapter as board
from campaign.leaders_in_flames.board import cup, veto_points
from campaign.leaders_in_flames.force_pools import chapter as force_pools
from campaign.leaders_in_flames.force_pools import moves
from campaign.leaders_in_flames.force_pools import view as pools
from campaign.leaders_in_flames.ledger_draws import drew
from campaign.leaders_in_flames.names import names_of
from campaign.leaders_in_flames.on_map import chapter as on_map
from campaign.leaders_in_flames.on_map import impulses, placing, recall
from campaign.leaders_in_flames.politics import chapter as politics
from campaign.leaders_in_flames.scenarios.new_campaign import open_campaign
from campaign.leaders_in_flames.scenarios.set_up_again import MODULES, request_of
from campaign.leaders_in_flames.state import Deciders, Evolvers, Mixed, State, entropies_of, show
from campaign.leaders_in_flames.unopened import unopened
from campaign.leaders_in_flames.us_entry import branch, scenario_questions, stock, view, waits
from campaign.leaders_in_flames.us_entry import chapter as us_entry
from campaign.leaders_in_flames.us_entry.chit_secret import secrets_wanted
from events.base import Event
from events.campaign import (
    CampaignClosed,
    CampaignOpened,
    EntropyAdded,
    MemberEnrolled,
    PowerAssigned,
    PowerReleased,
    SeedsRenewed,
    TurnBegan,
)
from events.codec import Codec
from events.disputes import Branched
from events.lif import EVENTS
from events.lif.cup import LeadersSetUp

__all__ = ["MODULES", "SYSTEM", "State"]

WITHOUT = {
    "leaders": "this campaign is played without leaders",
    "us-entry": "this campaign is played without the US entry expansion",
}
"""LiF 4, 5.3: what is optional, campaign by campaign; a scenario's questions need neither."""

_SHARED = (AddEntropy, *members.COMMANDS)

CHAPTERS: tuple[Chapter[State], ...] = (
    politics.CHAPTER,
    board.CHAPTER,
    on_map.CHAPTER,
    abilities.CHAPTER,
    force_pools.CHAPTER,
    us_entry.CHAPTER,
)
"""The game's chapters, in the order in which they are told."""

DECIDE: Deciders = {
    **joined(chapter.decide for chapter in CHAPTERS),
    RenewVault: renewing.renew,
}

_NEEDS: dict[type[Command], Callable[[State, Any], Needs]] = {
    **joined(chapter.needs for chapter in CHAPTERS),
    RenewVault: renewing.wanted,
    AdvanceTurn: lambda state, command: waits.turn_wanted(state),
    CloseCampaign: lambda state, command: secrets_wanted(state),
}


def _shared(state: State, event: Event) -> State:
    return replace(state, campaign=members.evolve(state.campaign, event))


def _turn_began(state: State, event: TurnBegan) -> State:
    return recall.at_turn(impulses.turn_began(_shared(state, event)))


def _entropy(state: State, event: EntropyAdded) -> State:
    """Entropy added last could answer what is mixed already, so that nothing shields the draw.

    It could answer openings that devices have handed in as well.
    """
    mixed = Mixed(entropy=f"entropy {event.by} {event.value}")
    board = replace(state.board, steady=frozenset()) if state.board.steady else state.board
    return replace(state, mixed=(*state.mixed, mixed), shielded=False, board=board)


def _set_up(state: State, event: LeadersSetUp) -> State:
    return replace(
        cup.EVOLVE[LeadersSetUp](state, event), sheet=leader_sheet.from_rows(event.sheet)
    )


def _branched(state: State, event: Branched) -> State:
    """A what-if draws by a chain of its own; its maker alone hosts it, and plays every power.

    Markers are to be laid again. What the next draw mixes in was known before the chain was made,
    and shields nothing.
    """
    shared = replace(
        state.campaign,
        name=event.name,
        id=event.id,
        seed_anchor=event.seed_anchor,
        seed_links=event.seed_links,
        seed_sealed=event.seed_sealed,
        seed_number=1,
        last_revealed=event.seed_anchor,
        closed=False,
        members={
            who: replace(one, roles=_roles(one.roles, hosts=who == event.maker))
            for who, one in state.campaign.members.items()
        },
        powers={},
    )
    board = replace(state.board, markers={}, steady=frozenset(), fixed=False)
    entry = replace(state.entry, former=())  # its origin's, and not its own to open
    begun = replace(state, campaign=shared, board=board, entry=entry, shielded=False)
    return corrections.recorded(begun, event)


def _roles(roles: tuple[str, ...], *, hosts: bool) -> tuple[str, ...]:
    """Roles in a what-if: nobody but its maker hosts it, and so sees what he may see."""
    others = tuple(role for role in roles if role != "host")
    return ("host", *others) if hosts else others or ("observer",)


EVOLVE: Evolvers = {
    **dict.fromkeys(record.FACTS, corrections.recorded),
    **dict.fromkeys(record.REWRITING, effective.stop_at_correction),
    Branched: _branched,
    SeedsRenewed: renewing.renewed,
    MemberEnrolled: _shared,
    PowerAssigned: _shared,
    PowerReleased: _shared,
    TurnBegan: _turn_began,
    CampaignClosed: _shared,
    EntropyAdded: _entropy,
    **joined(chapter.evolve for chapter in CHAPTERS),
    LeadersSetUp: _set_up,
}


def evolve(state: State | None, event: Event) -> State:
    """The state after an event; the first one opens the campaign."""
    if state is None:
        if not isinstance(event, CampaignOpened):
            raise ValueError("a campaign begins with its opening")
        shared = members.opened(event)
        return State(shared, rulings.in_force(event.rulings), leader_sheet.kit())
    return EVOLVE[type(event)](state, event)


def wanted(state: State, command: Command) -> Needs:
    """What `decide` needs from the world for this command."""
    needs = _NEEDS.get(type(command))
    return needs(state, command) if needs else NOTHING


def decide(state: State, command: Command, given: Supplied) -> Decision:
    """The events that follow from a command, or why it is refused. Works by no clock or die."""
    kind = type(command)
    if refused := members.permitted(state.campaign, command):
        return refused
    if kind.module and kind.module not in state.campaign.modules:
        return Refused(f"Module {kind.module}", WITHOUT[kind.module])
    if state.board.phase != "closed" and _waits_for_the_board(kind):
        return Refused("Ruling 7", "finish the Promotions Board first")
    if kind not in _SHARED:
        return DECIDE[kind](state, command, given)
    added = entropies_of(state, command.by)
    decision = members.decide(state.campaign, command, calendar.CALENDAR, given.seed, added)
    if isinstance(command, AdvanceTurn) and isinstance(decision, tuple):
        return (*decision, *_at_start_of(state, calendar.following(state.campaign.turn), given))
    if isinstance(command, CloseCampaign) and isinstance(decision, tuple):
        return (*stock.at_close(state, given), *decision)
    return decision


def _waits_for_the_board(kind: type[Command]) -> bool:
    """Ruling 7: what changes only while the board is closed; recalls put leaders into the cup."""
    return "closed" in kind.when or kind in (AdvanceTurn, CloseCampaign)


def _at_start_of(state: State, turn: str, given: Supplied) -> tuple[Event, ...]:
    """LiF 3.1, 4, 4.2, 5: what the beginning of a turn brings by itself."""
    return (
        *_new_year(state, turn),
        *placing.at_start_of(state, turn),
        *moves.at_start_of(state, turn),
        *stock.at_start_of(state, turn),
        *waits.at_start_of(state, turn, given),
    )


def _new_year(state: State, turn: str) -> tuple[Event, ...]:
    """LiF 4, 4.2: January/February brings the year's leaders and veto points (ruling 24)."""
    if not (state.active and calendar.starts_year(turn)):
        return ()
    return (*cup.new_year(state, turn), *veto_points.infusion(state, turn))


def _shown(state: State) -> dict[str, Any]:
    told = {**show(state), **impulses.shown(state), **pools.shown(state)}
    return {**told, **view.shown(state), **scenario_questions.shown(state)}


SYSTEM = System(
    name="lif",
    rulebooks=rulings.RULEBOOKS,
    codec=Codec(EVENTS),
    state_type=State,
    rules=Rules(
        commands=vocabulary.COMMANDS,
        open=open_campaign,
        needs=wanted,
        decide=decide,
        evolve=evolve,
        evolvers=EVOLVE,
    ),
    corrections=Corrections(
        struck=corrections.struck,
        unshielded=corrections.unshielded,
        adjust=corrections.adjust,
        rule=corrections.rule,
        faults=soundness.faults,
        amended=amended.refused,
    ),
    secrets=Secrets(
        sealed=corrections.sealed,
        unopened=unopened,
        settles=corrections.settles,
        numbers=amended.numbers,
        private_needs=view.private_wanted,
        private=view.private,
    ),
    branches=Branches(
        branch_needs=branch.wanted,
        branch_events=branch.dealt,
        dealt=branch.EVENTS,
        reopen_needs=reopening.wanted,
        reopen_events=reopening.dealt,
    ),
    audit=Audit(
        command_of=readback.asked,
        alike=readback.ALIKE,
        request_of=request_of,
        auditor=LifAuditor,
        drew=drew,
    ),
    calendar=calendar.CALENDAR,
    view=View(
        show=_shown,
        concerned=corrections.concerned,
        names=names_of,
        sentence=sentences.sentence,
    ),
    verbs=tuple(line for chapter in CHAPTERS for line in chapter.verbs),
)
