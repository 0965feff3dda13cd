"""Leaders in Flames: its decider. Each rule file decides and folds what is its own. Pure."""

from collections.abc import Callable
from typing import Any

from campaign.disputes.commands import RenewVault
from campaign.kernel import members
from campaign.kernel.assembly import evolver, evolvers, fold_modules, struck
from campaign.kernel.chapter import Chapter, joined
from campaign.kernel.decisions import NOTHING, Command, Decision, Needs, Refused, Supplied
from campaign.kernel.members import AddEntropy, AdvanceTurn, CloseCampaign
from campaign.kernel.system import Audit, Branches, Corrections, Rules, Secrets, System, View
from campaign.leaders_in_flames import (
    amended,
    beginning,
    calendar,
    corrections,
    readback,
    renewing,
    rulings,
    sentences,
    soundness,
)
from campaign.leaders_in_flames import commands as vocabulary
from campaign.leaders_in_flames.abilities import chapter as abilities
from campaign.leaders_in_flames.audit import LifAuditor
from campaign.leaders_in_flames.board import chapter as board
from campaign.leaders_in_flames.board import cup, shield, veto_points
from campaign.leaders_in_flames.force_pools import chapter as force_pools
from campaign.leaders_in_flames.force_pools import moves
from campaign.leaders_in_flames.force_pools import view as pools
from campaign.leaders_in_flames.ledger_draws import drew
from campaign.leaders_in_flames.names import names_of
from campaign.leaders_in_flames.on_map import chapter as on_map
from campaign.leaders_in_flames.on_map import impulses, placing
from campaign.leaders_in_flames.politics import chapter as politics
from campaign.leaders_in_flames.read_tables import TABLES
from campaign.leaders_in_flames.scenarios.new_campaign import open_campaign
from campaign.leaders_in_flames.scenarios.set_up_again import request_of
from campaign.leaders_in_flames.screens import SCREENS
from campaign.leaders_in_flames.state import Deciders, Evolvers, State, entropies_of, show
from campaign.leaders_in_flames.stops import STOPS
from campaign.leaders_in_flames.unopened import unopened
from campaign.leaders_in_flames.us_entry import branch, scenario_questions, stock, view, waits
from campaign.leaders_in_flames.us_entry import chapter as us_entry
from campaign.leaders_in_flames.us_entry.chit_secret import secrets_wanted
from events.base import Event
from events.codec import Codec
from events.lif import EVENTS

WITHOUT = {
    "leaders": "this campaign is played without leaders",
    "us-entry": "this campaign is played without the US entry expansion",
}
"""LiF 4, 5.3: what is optional, campaign by campaign; a scenario's questions need neither."""

_SHARED = (AddEntropy, *members.COMMANDS)


CHAPTERS: tuple[Chapter[State], ...] = (
    Chapter("rulings", evolve=beginning.EVOLVE),
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


EVOLVE: Evolvers = evolvers(CHAPTERS, corrections.rule)


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
    folds=fold_modules(
        CHAPTERS,
        State,
        beginning.begun,
        corrections.left_behind,
        corrections.adjust,
        corrections.rule,
    ),
    rules=Rules(
        commands=vocabulary.COMMANDS,
        open=open_campaign,
        needs=wanted,
        decide=decide,
        evolve=evolver(beginning.begun, EVOLVE),
        evolvers=EVOLVE,
    ),
    corrections=Corrections(
        struck=struck(corrections.left_behind),
        unshielded=shield.unshielded,
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
        reopen_needs=branch.reopen_needs,
        reopen_events=branch.redealt,
    ),
    audit=Audit(
        command_of=readback.asked,
        alike=readback.ALIKE,
        request_of=request_of,
        auditor=LifAuditor,
        drew=drew,
    ),
    calendar=calendar.CALENDAR,
    stops=STOPS,
    view=View(
        show=_shown,
        concerned=corrections.concerned,
        names=names_of,
        sentence=sentences.sentence,
    ),
    screens=SCREENS,
    tables=TABLES,
    verbs=tuple(line for chapter in CHAPTERS for line in chapter.verbs),
)
