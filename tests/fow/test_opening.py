"""FoW Campaign Types: how a campaign opens."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from campaign.fow.names import Names
from campaign.fow.opening import new_campaign
from campaign.fow.opening.axes import kit_axis
from campaign.fow.opening.new_campaign import SENTENCES
from campaign.fow.opening.set_ups import read_set_up
from campaign.fow.state import SIDES
from campaign.kernel.decisions import Refused
from events.fow.set_up import CampaignSetUp
from fow.support import war

NAMES = Names({}, SIDES, {"anzio": "Anzio"}, {}, {}, {})


def test_how_a_campaign_opens_is_told() -> None:
    """The sides, the limits and the lines."""
    axes = (kit_axis("anzio"),)
    event = CampaignSetUp(kind="axis", sides=SIDES, games=8, points=1500, axes=axes)
    text = "Allies and Axis meet on Anzio: 8 rounds at most, forces of 1,500 points."
    assert SENTENCES[CampaignSetUp](event, NAMES) == text


def test_a_campaign_keeps_the_axis_on_which_it_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later release may name a sector otherwise; the older opening is what it was."""
    with war(tmp_path, players={"anna": "allies", "ben": "axis"}) as club:
        today = kit_axis("anzio")
        first = replace(today.sector[0], name="The eternal city")
        later = replace(today, sector=(first, *today.sector[1:]))
        for module in (new_campaign, new_campaign):
            monkeypatch.setattr(module, "kit_axis", lambda _: later)
        assert club.doubted() == []


def test_a_set_up_nested_too_deeply_is_told() -> None:
    """Deeper than whoever judges it can go."""
    content: dict[str, object] = {}
    for _ in range(20_000):
        content = {"a": content}
    found = read_set_up({"games": content})
    assert isinstance(found, Refused)
    assert found.reason == "set-up: it is nested too deeply"
