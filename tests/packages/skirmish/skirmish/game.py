"""What the entry point names: the game before it is loaded."""

from campaign.game_api import Game

GAME = Game(title="Skirmish", api=1, system="skirmish.system:SYSTEM", verbs="skirmish.lines:VERBS")
