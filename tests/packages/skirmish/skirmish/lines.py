"""The verbs of skirmish as help lists them, quick to read."""

from campaign.game_api import VerbLine

VERBS = (VerbLine("attack", "Skirmish", "Attack with a side.", "skirmish.system"),)
