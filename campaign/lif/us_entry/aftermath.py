"""LiF 5.3.3, 6: what follows from actions, and what a scenario leaves open. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from campaign.kernel import members
from campaign.kernel.decisions import RECORD, Decision, Refused, Supplied, bad_field, missing_field
from campaign.lif.abilities.catalogue import ability
from campaign.lif.force_pools.moves import FOR_GOOD
from campaign.lif.names import code, country, the_country
from campaign.lif.names import leader as named
from campaign.lif.on_map.fold import OVER_THE_BORDER
from campaign.lif.on_map.placing import authority, unless
from campaign.lif.roster import POWERS
from campaign.lif.scenarios import catalogue
from campaign.lif.state import EntryChoice, State, pair, taken
from campaign.lif.us_entry import actions, chart, options
from campaign.lif.us_entry.actions import RULE
from campaign.lif.us_entry.chart import CITIES, FRANCO, GAS, OFFENSIVE_CHITS
from campaign.lif.us_entry.chits import transaction
from campaign.lif.us_entry.chits.entry_chits import by_ledger
from campaign.lif.us_entry.fold import GAS_ENEMIES
from campaign.text.english import listed
from campaign.text.json_values import JsonObject
from events.base import Event
from events.lif import aftermath
from events.lif.force_pools import CounterMoved
from events.lif.on_map import CooperationEnded
from events.lif.politics import MinorChanged, Power
from events.lif.us_entry import EntryOpened, Pool, ScenarioAnswered, ScenarioStated, Source, Taken

if TYPE_CHECKING:
    from campaign.lif.us_entry import commands

# --- LiF 5.3.3: what follows from actions: cities retaken, Spain, the end of gas, ability 25 ----

ENTERED: Pool = "entry-germany-italy"
AXIS_PARTNERS: tuple[Power, Power] = ("germany", "italy")
USES = "LiF 3.2"


# --- puppet governments -------------------------------------------------------------------------


def retake(state: State, command: commands.RetakeCity, supplied: Supplied) -> Decision:
    """LiF 5.3.3: a city retaken dissolves its government; militia and supply are gone for good.

    The partisans stay.
    """
    government = CITIES.get(command.city)
    if government is None:
        text = f"{command.city} is the seat of no puppet government; there is {listed(CITIES)}"
        return bad_field("city", text)
    if not taken(state.entry.actions, government.action):
        return Refused(RULE, f"no puppet government was formed in {country(government.city)}")
    if government.action in state.entry.dissolved:
        return Refused(
            RULE, f"the government in {country(government.city)} has been dissolved already"
        )
    militia = state.play.counter_placements.get(government.militia)
    reason = code("retaken", government.city)
    leaves = CounterMoved(counter=government.militia, to="removed", reason=reason)
    return (
        aftermath.SupplySourceLost(place=government.city, power=government.power),
        *((leaves,) if militia and militia.place not in FOR_GOOD else ()),
        aftermath.GovernmentDissolved(action=government.action, city=government.city),
    )


# --- Spain --------------------------------------------------------------------------------------


def align_spain(state: State, command: commands.AlignSpain, supplied: Supplied) -> Decision:
    """LiF 5.3.3: after action 17 Germany may align Spain; Italy then co-operates with it no more.

    The two offensive chits are expended at the table.
    """
    if refused := members.holder_only(state.campaign, command, "germany", the_country("germany")):
        return refused
    if not taken(state.entry.actions, FRANCO):
        return Refused(RULE, f"Germany has no agreement with Franco (entry action {FRANCO})")
    if refused := actions.not_neutral(state, "spain"):
        return refused
    ended = pair(*AXIS_PARTNERS) in state.play.cooperating
    return (
        aftermath.SpainJoined(offensive_chits=OFFENSIVE_CHITS),
        MinorChanged(minor="spain", status="aligned", power="germany"),
        *((CooperationEnded(powers=AXIS_PARTNERS),) if ended else ()),
    )


def parted(state: State, name: str, other: str) -> Refused | None:
    """LiF 5.3.3: with Spain aligned under action 17, Italy and Germany never co-operate again."""
    if not state.entry.spain_joined or pair(name, other) != pair(*AXIS_PARTNERS):
        return None
    return Refused(RULE, "since Germany aligned Spain, Italy co-operates with it no more")


# --- gas ----------------------------------------------------------------------------------------


def gas_ends(state: State, name: str, other: str) -> tuple[Event, ...]:
    """LiF 5.3.3: at war with the Commonwealth or the USA, Japan uses gas no more."""
    enemies = [enemy for enemy in GAS_ENEMIES if pair("japan", enemy) == pair(name, other)]
    used = taken(state.entry.actions, GAS) and not state.entry.gas_ended
    return (aftermath.PoisonGasEnded(enemy=enemies[0]),) if enemies and used else ()


# --- ability 25 ---------------------------------------------------------------------------------


def enter(state: State, command: commands.EnterNeutralMinor, supplied: Supplied) -> Decision:
    """LiF 5.3, ability 25: a stack in a neutral minor may cost a German/Italian entry chit."""
    refused = _cannot_enter(state, command)
    if refused:
        return refused
    known = ability(OVER_THE_BORDER, state.campaign.rulebook).number_of("us_entry_roll")
    named = command.chits.get(ENTERED)
    refused = (
        _dice_and_chits(state, command)
        or transaction.named(state, ENTERED, -known, named, rolled=command.roll)
        or transaction.stocked(state, transaction.lacking(state, {"germany-italy": -known}))
    )
    if refused:
        return refused
    course = transaction.ChitTransaction(state, supplied)
    roll = course.roll(command.roll)
    if isinstance(roll, Refused):
        return roll
    course.tell(
        aftermath.NeutralMinorEntered(
            leader=command.leader, minor=command.minor, ability=OVER_THE_BORDER, roll=roll
        )
    )
    reason = code("entered", command.leader, command.minor)
    refused = course.leave_by_roll(ENTERED, int(roll.value <= known), named, reason)
    return refused or course.done()


def _cannot_enter(state: State, command: commands.EnterNeutralMinor) -> Refused | None:
    """LiF 3.2, 5.3: face-up on the map, with ability 25; no Vichy France; a neutral minor."""
    who, minor = command.leader, command.minor
    if "leaders" not in state.campaign.modules:
        return Refused("Module leaders", "this campaign is played without leaders")
    if refused := authority(state, command, who):
        return refused
    if refused := unless(state, who, "map", "only a leader on the map leads a stack"):
        return refused
    if OVER_THE_BORDER not in state.sheet[who].abilities:
        return Refused(USES, f"{named(who, state.sheet)} has no ability {OVER_THE_BORDER}")
    placement = state.play.placements.get(who)
    if placement is not None and not placement.face_up:
        return Refused(USES, f"{named(who, state.sheet)} is face-down")
    if minor in POWERS:
        return bad_field("minor", f"{the_country(minor)} is a major power")
    if state.vichy == "installed":
        return Refused("LiF abilities", "no neutral country is entered while Vichy France stands")
    return actions.not_neutral(state, minor)


def _dice_and_chits(state: State, command: commands.EnterNeutralMinor) -> Refused | None:
    if command.roll is None and not by_ledger(state):
        return missing_field("roll", "dice are rolled at the table; name the number rolled")
    if strangers := [pool for pool in command.chits if pool != ENTERED]:
        return bad_field("chits", f"none leaves {strangers[0]}, but {ENTERED} alone")
    return None


# --- LiF 5.3, 6: US entry at the start of a campaign, and the scenario's open questions ---------
#
# A question with the key `option-18` asks for which countries that option was taken; its answer
# replaces the option.

SCENARIO_RULE = "LiF 6"
_SLUG = r"[a-z0-9][a-z0-9-]*"


# --- opening ------------------------------------------------------------------------------------


def opened(
    scenario: catalogue.Scenario, begun: catalogue.SetUp, mode: Source, *, played: bool, own: bool
) -> tuple[Event, ...]:
    """LiF 5.3, 6: what a scenario states and asks, and the US entry chits it begins with.

    Without the US entry expansion its chits, options and actions are recorded in words. A club's
    own scenario is always recorded, so nobody needs its file again.
    """
    setup = begun.us_entry
    facts = tuple((fact.about, fact.in_words) for fact in scenario.facts)
    facts += () if played else catalogue.entry_in_words(setup)
    asks = _asks(scenario, setup, played=played)
    events: tuple[Event, ...] = ()
    if facts or asks or own:
        events = (ScenarioStated(title=scenario.title, facts=facts, asks=asks),)
    return (*events, *_entry_opened(begun, mode)) if played else events


def _asks(
    scenario: catalogue.Scenario, setup: catalogue.EntrySetUp, *, played: bool
) -> tuple[tuple[str, str], ...]:
    """LiF 6: a scenario's questions; those about an option only if nobody has said its targets."""
    aimed = {taken.number for taken in catalogue.taken(setup.options) if taken.target}
    return tuple(
        (ask.key, ask.question)
        for ask in scenario.asks
        if ask.option is None or (played and ask.option not in aimed)
    )


def _entry_opened(begun: catalogue.SetUp, mode: Source) -> tuple[Event, ...]:
    """LiF 5.3: the chits, options and actions that US entry begins with."""
    setup = begun.us_entry
    entry = EntryOpened(
        mode=mode,
        options=catalogue.taken(setup.options),
        actions=catalogue.taken(setup.actions),
        due={pool: count for pool, count in setup.chits.items() if count},
    )
    return (
        entry,
        *options.taken_before({option.number for option in entry.options}),
        *actions.taken_before({action.number for action in entry.actions}, begun.vichy),
    )


# --- what is left open --------------------------------------------------------------------------


def answer(state: State, command: commands.AnswerScenario, supplied: Supplied) -> Decision:
    """LiF 6: an answer to one of the scenario's questions; the last answer counts."""
    asks = dict(state.entry.asks)
    if command.question not in asks:
        text = f"it asks {', '.join(asks)}" if asks else "it leaves nothing open"
        return bad_field("question", f"the scenario does not ask {command.question!r}; {text}")
    words, options = command.answer.strip(), tuple[Taken, ...]()
    if (option := catalogue.option_asked(command.question)) is not None:
        said = re.split(r"[\s,;]+", command.answer.lower())
        targets = tuple(dict.fromkeys(word for word in said if word not in ("", "and", "the")))
        if refused := _judged(state, option, targets):
            return refused
        words, options = ", ".join(targets), tuple(Taken(option, target) for target in targets)
    if state.entry.answers.get(command.question) == words:
        return Refused(RECORD, f"the record has this answer to {command.question} already")
    return (ScenarioAnswered(question=command.question, answer=words, options=options),)


def _judged(state: State, option: int, targets: tuple[str, ...]) -> Refused | None:
    """LiF 5.3.2: for whom an option may have been taken, unless later events depend on it."""
    if not targets:
        return bad_field("answer", f"name for whom option {option} was taken")
    for target in targets:
        if not re.fullmatch(_SLUG, target):
            return bad_field("answer", f"{target!r} is no country; write it as commonwealth")
        if refused := chart.was_for(state, option, target):
            return refused
    in_play = tuple(option for option in state.entry.options if option.turn)
    for target in targets:
        if taken(in_play, option, target):
            return Refused(
                SCENARIO_RULE,
                f"option {option} was picked for {the_country(target)} in play, and not before",
            )
    return _lend_lease_rests_on(in_play, targets) if option == chart.RESOURCES else None


def _lend_lease_rests_on(
    in_play: tuple[EntryChoice, ...], targets: tuple[str, ...]
) -> Refused | None:
    """LiF 5.3.2: lend-lease goes to whom resources went; those who have it stay among these."""
    for choice in in_play:
        if (
            choice.number == chart.LEND_LEASE
            and choice.target not in targets
            and not taken(in_play, chart.RESOURCES, choice.target)
        ):
            what = f"option {chart.LEND_LEASE} has been picked for {choice.target}"
            return Refused(chart.OPTIONS_RULE, f"{what}, and rests on this")
    return None


def shown(state: State) -> JsonObject:
    """LiF 6: what the scenario states and asks, as everybody may see it, in JSON values."""
    entry = state.entry
    asks = {
        key: {"question": question, "answer": entry.answers.get(key)}
        for key, question in entry.asks
    }
    return {"scenario_table": {"title": entry.title, "facts": dict(entry.facts), "asks": asks}}
