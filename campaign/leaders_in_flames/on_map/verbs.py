"""LiF 3, 5.1: the verbs about leaders on the map, the turn, abilities, combats. Pure."""

import msgspec

from campaign.kernel.courses import (
    Call,
    Course,
    fail,
    interactive,
    json_indented,
    read_bytes,
    say,
)
from campaign.kernel.derived import answered, derived, interview, interviewing, supplied
from campaign.kernel.verbs import Argument, CampaignName, FilePath, Flag
from campaign.leaders_in_flames import filled_examples
from campaign.leaders_in_flames.abilities.commands import UseAbility
from campaign.leaders_in_flames.on_map import commands
from campaign.leaders_in_flames.on_map.commands import ReportCombat
from campaign.text.json_values import JsonObject, not_written_as

_GERMAN = {
    "side": "defender", "power": "germany", "controlled_by": "germany", "type": "INF",
    "fate": "killed", "build_points": 3,
}  # fmt: skip
EXAMPLE: dict[str, object] = {
    "kind": "land",
    "hex": "E1429",
    "attackers": ["ussr"],
    "defenders": ["germany"],
    "losses": [
        _GERMAN,
        {**_GERMAN, "type": "MECH", "build_points": 4},
        {**_GERMAN, "side": "attacker", "power": "ussr", "controlled_by": "ussr"},
    ],
    "leaders": [
        {
            "leader": "zhukov",
            "side": "attacker",
            "took_part": True,
            "stacked": True,
            "ability_used": True,
        },
        {"leader": "manstein", "side": "defender", "stacked": True, "ability_used": True},
    ],
    "places": {"zhukov": "E1428", "manstein": "E1429"},
}
"""A combat to change into one's own."""
COMBAT_PARAMETERS = (
    Argument("name", "[NAME]", CampaignName(), required=False),
    Argument("file", "[FILE|-]", FilePath(dash=True), required=False),
    Flag("--template", "Print a combat as JSON, to change into your own."),
    Flag("--example", "Print a combat without leaders, to be reported as it is."),
)


def _combat(
    call: Call, file: str | None, *, template: bool, example: bool, schema: bool, **typed: object
) -> Course[None]:
    if example:
        return (yield from say(filled_examples.text_of("combat.json"), end=False))
    if template or schema:
        return (yield from json_indented(msgspec.json.schema(ReportCombat) if schema else EXAMPLE))
    if not call.campaign:
        yield from fail("give a campaign; `campaign combat --template` prints a combat")
    given = (yield from answered(ReportCombat, typed)) or {}
    is_asked = "kind" in given or (yield from interactive())
    if file is None and is_asked:
        yield from interview(ReportCombat, call, given)
        return
    fields = yield from _read(file or "-")
    yield from supplied(ReportCombat, call, fields, given)


def _read(file: str) -> Course[JsonObject]:
    """The fields of a combat, as typed in the file."""
    try:
        fields = msgspec.json.decode((yield from read_bytes(file)))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return (yield from fail(f"{file} is {not_written_as('JSON', error)}"))
    if not isinstance(fields, dict):
        return (
            yield from fail(f"{file}: write a combat as `campaign combat --template` prints it")
        )
    if "as_json" in fields or "name" in fields:
        return (yield from fail(f"{file}: a combat has no field of that name"))
    return {name: value for name, value in fields.items() if name not in ("command", "by")}


def _cooperate(call: Call, *, end: bool, **typed: object) -> Course[None]:
    kind = commands.EndCooperation if end else commands.Cooperate
    yield from interviewing(kind, call, **typed)


VERBS = {
    verb.words: verb
    for verb in (
        derived(commands.PlaceLeader),
        derived(commands.MoveLeader),
        derived(commands.TurnLeader),
        derived(commands.SendLeaderToCircle),
        derived(commands.BeginStage),
        derived(commands.BeginImpulse),
        derived(commands.BeginStep),
        derived(
            commands.Cooperate, _cooperate, more=(Flag("--end", "They no longer co-operate."),)
        ),
        derived(UseAbility),
        derived(ReportCombat, _combat, more=COMBAT_PARAMETERS, on_campaign=False),
        derived(commands.ReportGroundStrike),
        derived(commands.ReportCarpetBombing),
        derived(commands.ReportLeaderLost),
        derived(commands.PromoteGuards),
    )
}
