"""LiF 4, 6: the request that opened a campaign, read back from its first facts. Pure.

The record has the scenario's table, the club's overrides of it and the club's own sheet of
leaders. So anybody can set the campaign up again and compare.
"""

import csv
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any

import msgspec

from campaign.kernel.new_campaign import OpenCampaign
from campaign.leaders_in_flames.leader_sheet import COLUMNS
from campaign.leaders_in_flames.scenarios.catalogue import KIT, Scenario, SetUp
from campaign.text.json_values import JsonObject
from events.base import Event
from events.campaign import CampaignOpened
from events.lif.cup import LeaderCounter, LeadersSetUp

MODULES = {
    "leaders": "chapters 2 to 4: the leaders and the Promotions Board",
    "guards-banner": "5.1: Guards Banner armies",
    "replacement-aircraft": "5.2: the replaced German aircraft",
    "us-entry": "5.3: the US entry expansion (lif-1998)",
    "late-war": "5.4: the late-war counters",
}
"""The parts of the kit, each played or not."""
SHEET = "leaders"
"""What a club's own sheet of leaders is called in a request: its CSV text."""
GUARDS_ALONE = ("guards-banner",)
"""LiF 5.1: the parts of a campaign that plays Guards Banner armies and nothing else of the kit."""
CUSTOM = "custom"
"""The one scenario of the kit whose turns are the club's."""


def table_of(scenario: Scenario) -> JsonObject:
    """LiF 6: a scenario in the form of a file."""
    table: JsonObject = _without_empty(msgspec.to_builtins(scenario))
    return table


def overrides_of(club: SetUp) -> JsonObject:
    """LiF 4: a club's set-up in the form of a file, without anybody's address."""
    fields: JsonObject = msgspec.to_builtins(club)
    for member in fields["members"]:
        member.pop("email", None)
    overrides: JsonObject = _without_empty(fields)
    return {} if overrides == _without_empty(msgspec.to_builtins(SetUp())) else overrides


def _without_empty(value: Any) -> Any:
    """A value without its empty parts, which a file leaves out."""
    if isinstance(value, Mapping):
        inner = {key: _without_empty(item) for key, item in value.items()}
        return {key: item for key, item in inner.items() if item not in (None, "", {}, [])}
    if isinstance(value, list | tuple):
        return [_without_empty(item) for item in value]
    return value


def request_of(events: Sequence[Event], bare: bool) -> OpenCampaign | None:
    """LiF 4: the request; if `bare`, without the club's own set-up. None for no opening."""
    opened, placed = events[0], events[1] if len(events) > 1 else None
    if not isinstance(opened, CampaignOpened) or not isinstance(placed, LeadersSetUp):
        return None
    turns = (opened.first_turn, opened.last_turn) if opened.scenario == CUSTOM else (None, None)
    members = {"members": placed.overrides.get("members", [])}
    return OpenCampaign(
        name=opened.campaign,
        title=opened.title,
        system=opened.system,
        scenario=opened.scenario,
        own=None if opened.scenario in KIT else placed.scenario,
        rulebook=opened.rulebook,
        rulings=opened.rulings,
        modules={**dict.fromkeys(MODULES, False), **dict.fromkeys(opened.modules, True)},
        first_turn=turns[0],
        last_turn=turns[1],
        setup=members if bare else placed.overrides,
        extras={SHEET: _csv(placed.sheet)} if placed.sheet else {},
    )


def _csv(rows: Sequence[LeaderCounter]) -> str:
    """LiF 1: a sheet of leaders in a club's form."""
    text = StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(COLUMNS)
    for counter in rows:
        abilities = " ".join(map(str, counter.abilities))
        year = "" if counter.year is None else counter.year
        out.writerow(
            (
                counter.id,
                counter.name,
                counter.power,
                counter.rank,
                year,
                counter.mark,
                counter.allegiance,
                abilities,
            )
        )
    return text.getvalue()
