"""LiF 5.3: US entry: the chapter put together. Pure."""

from campaign.kernel.chapter import Chapter, joined
from campaign.kernel.decisions import Command, Refused
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import (
    actions,
    aftermath,
    chart,
    commands,
    options,
    pools,
    scenario_questions,
    stock,
    waits,
)

MODULE = "us-entry"
_FILES = (scenario_questions, chart, stock, pools, waits, options, actions, aftermath)

CHAPTER = Chapter[State](
    name="US entry",
    decide=joined(file.DECIDE for file in _FILES),
    needs=joined(file.NEEDS for file in _FILES),
    evolve=joined(file.EVOLVE for file in _FILES),
)

PLAYERS = (
    commands.DrawEntryChits, commands.EnterEntryChits, commands.ShowEntryChits,
    commands.ReturnAsideChits, commands.PickEntryOption, commands.TakeEntryAction,
    commands.AlignSpain, commands.EnterNeutralMinor,
)  # fmt: skip
"""What a power's holder may do; the rule files ask who holds it."""

WHILE_CLOSED = (
    commands.TakeEntryAction, commands.RetakeCity, commands.AlignSpain, commands.EnterNeutralMinor,
)  # fmt: skip
"""Ruling 7: what may change a minor country's side."""


def not_played(state: State, command: Command) -> Refused | None:
    """LiF 5.3: US entry is optional, campaign by campaign; a scenario asks without it too."""
    if type(command) not in CHAPTER.decide or type(command) in scenario_questions.DECIDE:
        return None
    if MODULE in state.campaign.modules:
        return None
    return Refused(f"Module {MODULE}", "this campaign is played without the US entry expansion")
