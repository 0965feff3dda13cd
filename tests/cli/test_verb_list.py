"""The list of the verbs that all games share."""

from campaign.cli.verb_list import SENDING
from campaign.disputes.commands import COMMANDS
from campaign.kernel.assembly import OF_EVERY_GAME


def test_the_verbs_that_send_are_those_of_the_shared_commands() -> None:
    """And the one that sends any command."""
    assert {kind.verb for kind in (*OF_EVERY_GAME, *COMMANDS)} | {"submit"} == SENDING
