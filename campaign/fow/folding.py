"""Flames of War: what its events do to a state, part by part. Pure."""

from campaign.fow import state
from campaign.fow.battle_log import turns
from campaign.fow.dice import draws, rolls
from campaign.fow.forces import entries, reorganisation
from campaign.fow.members import teams
from campaign.fow.missions import selection
from campaign.fow.results import battles, outcomes
from campaign.fow.state import State
from campaign.fow.terrain import battlefields
from campaign.kernel import system

FOLDS: system.Folds[State] = (
    state.EVOLVE,
    draws.EVOLVE,
    teams.EVOLVE,
    entries.EVOLVE,
    reorganisation.EVOLVE,
    selection.EVOLVE,
    battlefields.EVOLVE,
    battles.EVOLVE,
    outcomes.EVOLVE,
    turns.EVOLVE,
    rolls.EVOLVE,
)
"""In the order of the chapters."""
CORRECTING = ("campaign.fow.corrections",)
"""The modules that a fold calls where a correction was recorded."""
