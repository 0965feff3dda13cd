"""LiF 6: facts of the scenario that no rule reads, and its questions to the club. Pure."""

import msgspec

from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.turn_notes import Context, GameSection


class ScenarioTable(msgspec.Struct, frozen=True):
    """LiF 6: the scenario's facts, and its questions with the club's answers."""

    title: str
    facts: tuple[tuple[str, str], ...]
    """Heading and text, in the scenario's order."""
    asks: tuple[tuple[str, str], ...]
    """Question and answer; the answer is empty until there is one."""


def scenario_table(state: State) -> ScenarioTable | None:
    """LiF 6: what the scenario states; None if it states and asks nothing."""
    entry = state.entry
    if not (entry.facts or entry.asks):
        return None
    asks = tuple((question, entry.answers.get(key, "")) for key, question in entry.asks)
    return ScenarioTable(entry.title, entry.facts, asks)


def scenario_view(context: Context) -> ScenarioTable | None:
    """LiF 6: for the first turn's page, if the scenario states anything."""
    return None if context.place else scenario_table(context.log.end)


SCENARIO = GameSection(
    "scenario",
    "The scenario",
    "scenarios/templates/scenario.html",
    scenario_view,
    part="record",
)
