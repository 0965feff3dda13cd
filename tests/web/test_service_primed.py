"""Types that threads read at the same time are known before there are threads."""

from campaign.handler.command_handler import Envelope
from campaign.store import snapshots
from campaign.systems import SYSTEMS
from campaign.verify.receipts import Receipt
from campaign.web.server import serve
from campaign.web.server.serve import primed
from events.campaign import CampaignOpened


def test_what_a_start_reads_is_known() -> None:
    """Snapshots, receipts, events, and every command that members send."""
    known = primed()
    commands = {kind for system in SYSTEMS.values() for kind in system.rules.commands.values()}
    assert {snapshots._Stored, Receipt, Envelope, CampaignOpened} <= known
    assert commands and commands <= known


def test_it_is_done_before_anything_is_opened() -> None:
    """By whoever opens the service."""
    assert serve.primed is primed
    assert "primed" in serve.opened.__code__.co_names[:1]
