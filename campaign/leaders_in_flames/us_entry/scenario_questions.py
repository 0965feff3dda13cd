"""LiF 5.3, 6: US entry at the start of a campaign, and the scenario's open questions. Pure.

A question with the key `option-18` asks for which countries that option was taken; its answer
replaces the option.
"""

import re

from msgspec.structs import replace

from campaign.kernel.decisions import RECORD, Decision, Refused, Supplied, bad_field
from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.scenarios import catalogue
from campaign.leaders_in_flames.scenarios.catalogue import (
    Scenario,
    SetUp,
    entry_in_words,
    option_asked,
)
from campaign.leaders_in_flames.state import Deciders, Evolvers, Needing, State
from campaign.leaders_in_flames.us_entry import action_rules, options_effects, options_kit
from campaign.leaders_in_flames.us_entry.commands import AnswerScenario
from campaign.leaders_in_flames.us_entry.state import EntryChoice as Known
from campaign.leaders_in_flames.us_entry.state import taken
from campaign.text.json_values import JsonObject
from events.base import Event
from events.lif.us_entry import EntryOpened, ScenarioAnswered, ScenarioStated, Source, Taken

RULE = "LiF 6"
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]*")


# --- opening ------------------------------------------------------------------------------------


def opened(
    scenario: Scenario, begun: SetUp, mode: Source, *, played: bool, own: bool
) -> tuple[Event, ...]:
    """LiF 5.3, 6: what a scenario states and asks, and the US entry chits it begins with.

    Without the US entry expansion its chits, options and actions are recorded in words. A club's
    own scenario is always recorded, so nobody needs its file again.
    """
    setup = begun.us_entry
    facts = tuple((fact.about, fact.in_words) for fact in scenario.facts)
    facts += () if played else entry_in_words(setup)
    aimed = {taken.number for taken in catalogue.taken(setup.options) if taken.target}
    asks = tuple(
        (ask.key, ask.question)
        for ask in scenario.asks
        if ask.option is None or (played and ask.option not in aimed)
    )
    events: tuple[Event, ...] = ()
    if facts or asks or own:
        events = (ScenarioStated(title=scenario.title, facts=facts, asks=asks),)
    if not played:
        return events
    entry = EntryOpened(
        mode=mode,
        options=catalogue.taken(setup.options),
        actions=catalogue.taken(setup.actions),
        due={pool: count for pool, count in setup.chits.items() if count},
    )
    return (
        *events,
        entry,
        *options_effects.taken_before({option.number for option in entry.options}),
        *action_rules.taken_before({action.number for action in entry.actions}, begun.vichy),
    )


# --- what is left open --------------------------------------------------------------------------


def answer(state: State, command: AnswerScenario, given: Supplied) -> Decision:
    """LiF 6: an answer to one of the scenario's questions; the last answer counts."""
    asks = dict(state.entry.asks)
    if command.question not in asks:
        text = f"it asks {', '.join(asks)}" if asks else "it leaves nothing open"
        return bad_field("question", f"the scenario does not ask {command.question!r}; {text}")
    words, options = command.answer.strip(), tuple[Taken, ...]()
    if (option := option_asked(command.question)) is not None:
        targets = _targets(command.answer)
        if refused := _judged(state, option, targets):
            return refused
        words, options = ", ".join(targets), tuple(Taken(option, target) for target in targets)
    if state.entry.answers.get(command.question) == words:
        return Refused(RECORD, f"the record has this answer to {command.question} already")
    return (ScenarioAnswered(question=command.question, answer=words, options=options),)


def _targets(text: str) -> tuple[str, ...]:
    """Countries of an answer such as `Commonwealth and France`."""
    words = re.split(r"[\s,;]+", text.lower())
    return tuple(dict.fromkeys(word for word in words if word not in ("", "and", "the")))


def _judged(state: State, option: int, targets: tuple[str, ...]) -> Refused | None:
    """LiF 5.3.2: for whom an option may have been taken, unless later events depend on it."""
    if not targets:
        return bad_field("answer", f"name for whom option {option} was taken")
    for target in targets:
        if not _SLUG.fullmatch(target):
            return bad_field("answer", f"{target!r} is no country; write it as commonwealth")
        if refused := options_kit.was_for(state, option, target):
            return refused
    in_play = tuple(option for option in state.entry.options if option.turn)
    for target in targets:
        if taken(in_play, option, target):
            return Refused(
                RULE,
                f"option {option} was picked for {the_country(target)} in play, and not before",
            )
    rests = (options_kit.RESOURCES, options_kit.LEND_LEASE)
    for choice in in_play if option == rests[0] else ():
        if (
            choice.number == rests[1]
            and choice.target not in targets
            and not taken(in_play, option, choice.target)
        ):
            text = f"option {rests[1]} has been picked for {choice.target}, and rests on this"
            return Refused(options_kit.RULE, text)
    return None


# --- fold ---------------------------------------------------------------------------------------


def _stated(state: State, event: ScenarioStated) -> State:
    entry = replace(state.entry, title=event.title, facts=event.facts, asks=event.asks)
    return replace(state, entry=entry)


def _answered(state: State, event: ScenarioAnswered) -> State:
    """The countries named replace the option; options picked in play stay."""
    entry, numbers = state.entry, {option.number for option in event.options}
    options = (
        *(option for option in entry.options if not option.turn and option.number not in numbers),
        *(Known(option.number, option.target) for option in event.options),
        *(option for option in entry.options if option.turn),
    )
    answers = {**entry.answers, event.question: event.answer}
    return replace(state, entry=replace(entry, options=options, answers=answers))


def shown(state: State) -> JsonObject:
    """LiF 6: what the scenario states and asks, as everybody may see it, in JSON values."""
    entry = state.entry
    asks = {
        key: {"question": question, "answer": entry.answers.get(key)}
        for key, question in entry.asks
    }
    return {"scenario_table": {"title": entry.title, "facts": dict(entry.facts), "asks": asks}}


DECIDE: Deciders = {AnswerScenario: answer}
NEEDS: Needing = {}
EVOLVE: Evolvers = {ScenarioStated: _stated, ScenarioAnswered: _answered}
