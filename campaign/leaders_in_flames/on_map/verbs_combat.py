"""LiF 3.3, 5.1: verbs about combats, and about leaders and Guards armies in them. Pure."""

import msgspec

from campaign.kernel.courses import (
    Call,
    Course,
    ask_until,
    ask_word,
    fail,
    interactive,
    json_indented,
    json_line,
    read_bytes,
    refuse,
    say,
    state_of,
    tell,
)
from campaign.kernel.steps import Reply, Send, Unfit
from campaign.kernel.verbs import (
    Argument,
    CampaignName,
    FilePath,
    Flag,
    Number,
    OneOf,
    Verb,
    VerbOption,
)
from campaign.leaders_in_flames import filled_examples
from campaign.leaders_in_flames.on_map import combat_checks, verbs_report
from campaign.leaders_in_flames.on_map.commands import (
    Cause,
    PromoteGuards,
    ReportCarpetBombing,
    ReportCombat,
    ReportGroundStrike,
    ReportLeaderLost,
)
from campaign.leaders_in_flames.on_map.stated_places import FIELD
from campaign.leaders_in_flames.parameters import (
    PLACE,
    found_leader,
    the_leader,
    words_of,
)
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.timing import untimely
from campaign.text.json_values import JsonObject, not_written_as

EXAMPLE: dict[str, object] = {
    "kind": "land",
    "hex": "E1429",
    "attackers": ["ussr"],
    "defenders": ["germany"],
    "losses": [
        {
            "side": "defender",
            "power": "germany",
            "controlled_by": "germany",
            "type": "INF",
            "fate": "killed",
            "build_points": 3,
        },
        {
            "side": "defender",
            "power": "germany",
            "controlled_by": "germany",
            "type": "MECH",
            "fate": "killed",
            "build_points": 4,
        },
        {
            "side": "attacker",
            "power": "ussr",
            "controlled_by": "ussr",
            "type": "INF",
            "fate": "killed",
            "build_points": 3,
        },
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


def _combat(
    call: Call,
    file: str | None,
    *,
    recall: tuple[str, ...],
    template: bool,
    example: bool,
    schema: bool,
) -> Course[None]:
    """Reports a finished combat from a file or standard input: every unit killed, shattered or
    retreated, and every leader concerned. Build points, size and HQ of a counter on record may be
    left out. Recalls and deaths follow. At a terminal, without a file, it asks.
    """
    if example:
        return (yield from say(filled_examples.text_of("combat.json"), end=False))
    if template or schema:
        return (yield from json_indented(msgspec.json.schema(ReportCombat) if schema else EXAMPLE))
    if not call.campaign:
        yield from fail("give a campaign; `campaign combat --template` prints a combat")
    asks = file is None and (yield from interactive())
    fields = (yield from _asked()) if asks else (yield from _read(file or "-"))
    if not fields:
        return
    if recall:
        fields["recall"] = yield from _recalled(recall)
    answer = yield from _reported(fields)
    if asks and not answer.accepted:
        yield from say("What you typed, to be corrected in a file:")
        yield from json_line(fields)
    yield from tell(answer, ReportCombat)


def _asked() -> Course[JsonObject]:
    """A combat by questions; empty where nobody said yes. What the campaign refuses at once is
    refused before the first question.
    """
    state = yield from state_of(State)
    refused = untimely(state, ReportCombat) or combat_checks.without_combats(state)
    if refused:
        yield from refuse(refused.reason, refused.rule or "")
    return (yield from verbs_report.fought(state))


def _reported(fields: JsonObject) -> Course[Reply]:
    """Ruling 45: at a terminal, the place of a leader that the report lacks is asked for; ruling
    32: so is the leader recalled, where the choice is the host's.
    """
    answer: Reply = yield Send(ReportCombat, fields)
    while _lacks_something(answer) and (yield from interactive()):
        if answer.about.field == FIELD:
            where = yield from ask_until(answer.about.prompt, verbs_report.read_place)
            fields["places"] = {**fields.get("places", {}), answer.about.key: where}
        else:
            who = yield from ask_word(answer.about.prompt, answer.about.answers)
            fields["recall"] = [*fields.get("recall", ()), who]
        answer = yield Send(ReportCombat, fields)
    return answer


def _lacks_something(answer: Reply) -> bool:
    return not answer.accepted and answer.about.missing and answer.about.field in (FIELD, "recall")


def _recalled(recall: tuple[str, ...]) -> Course[list[str]]:
    """The ids of leaders typed by id or name."""
    state = yield from state_of(State)
    found: list[str] = []
    for typed in recall:
        who = found_leader(state.sheet, typed)
        if isinstance(who, Unfit):
            return (yield from fail(who.text))
        found.append(who)
    return found


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


COMBAT = Verb(
    words="combat",
    on_campaign=False,
    example="""
    campaign combat --template > fought.json
    campaign combat front fought.json
    """,
    parameters=(
        Argument("name", "[NAME]", CampaignName(), required=False),
        Argument("file", "[FILE|-]", FilePath(dash=True), required=False),
        VerbOption(
            "--recall",
            "Whom you recall where the rule leaves the choice. Repeatable.",
            metavar="LEADER",
            many=True,
        ),
        Flag("--template", "Print a combat as JSON, to change into your own."),
        Flag("--example", "Print a combat without leaders, to be reported as it is."),
        Flag("--schema", "Print what a combat may say, as a JSON Schema."),
    ),
    course=_combat,
)

STRIKE = Verb(
    words="ground-strike",
    help="Reports a ground strike on a leader: the die, and the roll that disorganises him. Under "
    "half of it recalls him.",
    example="campaign ground-strike front manstein 4 7",
    parameters=(
        the_leader,
        Argument("roll", "ROLL", Number()),
        Argument("needed", "NEEDED", Number()),
    ),
    sends=ReportGroundStrike,
)

BOMBED = Verb(
    words="bombed",
    help="Reports that a leader was successfully carpet bombed; he is recalled.",
    example="campaign bombed front rommel",
    parameters=(the_leader,),
    sends=ReportCarpetBombing,
)

LOST = Verb(
    words="lost",
    help="Reports that a leader's pilot was killed, that all friendly ships of his section were "
    "lost, or that he was overrun.",
    example="campaign lost front manstein pilot",
    parameters=(
        the_leader,
        Argument("cause", "pilot|sea-box|overrun", OneOf("cause", words_of(Cause))),
        VerbOption(
            "--rebased-to",
            "Overrun: where a ship or aircraft took him.",
            PLACE,
            metavar="PLACE",
        ),
    ),
    sends=ReportLeaderLost,
)

PROMOTE = Verb(
    words="promote",
    help="Promotes a surviving Soviet unit of a won land combat of this turn to a free Guards "
    "Banner army of its type, which takes its place.",
    example="""
    campaign counters template > units.csv
    echo 'soviet-inf,ussr,INF,,6,4,3,corps,,no,pool' >> units.csv
    campaign counters import front units.csv
    campaign counters move front soviet-inf map --location E1428
    campaign promote front 1939-SO-1 soviet-inf guards-inf-9-4
    """,
    parameters=(
        Argument("combat", "COMBAT"),
        Argument("unit", "UNIT"),
        Argument("army", "ARMY"),
        VerbOption(
            "--at", "Where the unit was, if the record does not know.", PLACE, metavar="PLACE"
        ),
    ),
    sends=PromoteGuards,
)

VERBS = {verb.words: verb for verb in (COMBAT, STRIKE, BOMBED, LOST, PROMOTE)}
