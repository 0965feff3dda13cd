"""Verbs that every campaign has and that their commands say whole, so that nobody writes them."""

from campaign.cli import verb_list
from campaign.cli.registry import of_command
from campaign.disputes.commands import COMMANDS
from campaign.kernel.assembly import OF_EVERY_GAME
from campaign.kernel.interview.derived import explained

globals().update(
    (kind.verb, of_command(kind, explained(kind)))
    for kind in (*OF_EVERY_GAME, *COMMANDS)
    if kind.verb in verb_list.SAID_WHOLE
)
