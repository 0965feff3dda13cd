"""LiF 3.1, 3.2: verbs about leaders on the map, the course of the turn, and ranges. Pure."""

import msgspec

from campaign.kernel.decisions import About, Refused
from campaign.kernel.interview.derived import answered, derived, interview, interviewing, supplied
from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.views import Diagram, View, paragraphs
from campaign.lif import parameters
from campaign.lif.abilities import command_range
from campaign.lif.abilities.command_range import Rows
from campaign.lif.on_map import commands
from campaign.lif.on_map.commands import ReportCombat
from campaign.lif.parameters import completed, place_of, the_leader
from campaign.lif.parameters import entered as entered_option
from campaign.lif.roster import kit
from campaign.lif.state import State
from campaign.text.json_values import JsonObject, not_written_as
from campaign.text.moments import as_published
from events.lif.on_map import Place

COMBAT_PARAMETERS = (
    verbs.Argument("name", "[NAME]", verbs.CampaignName(), required=False),
    verbs.Argument("file", "[FILE|-]", verbs.FilePath(dash=True), required=False),
    verbs.Flag("--template", "Print a combat as JSON, to change into your own."),
    verbs.Flag("--example", "Print a combat without leaders, to be reported as it is."),
)


def _combat(
    call: verbs.Call,
    file: str | None,
    *,
    template: bool,
    example: bool,
    schema: bool,
    **typed: object,
) -> verbs.Course[None]:
    if example:
        return (yield from verbs.say(parameters.text_of("combat.json"), end=False))
    if schema:
        return (yield from verbs.json_indented(as_published(msgspec.json.schema(ReportCombat))))
    if template:
        return (yield from verbs.say(parameters.text_of("combat_template.json"), end=False))
    if not call.campaign:
        yield from verbs.fail("give a campaign; `campaign combat --template` prints a combat")
    options = (yield from answered(ReportCombat, typed)) or {}
    is_asked = "kind" in options or (yield from verbs.interactive())
    if file is None and is_asked:
        yield from interview(ReportCombat, call, options)
        return
    fields = yield from _read(file or "-")
    yield from supplied(ReportCombat, call, fields, options)


_NO_COMBAT = "the input is no combat; name a FILE such as `campaign combat --template` prints"


def _read(file: str) -> verbs.Course[JsonObject]:
    """The fields of a combat, as typed in the file."""
    try:
        fields = msgspec.json.decode((yield from verbs.read_bytes(file)))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        if file == "-":
            yield from verbs.fail(_NO_COMBAT)
        return (yield from verbs.fail(f"{file} is {not_written_as('JSON', error)}"))
    if not isinstance(fields, dict):
        text = f"{file}: write a combat as `campaign combat --template` prints it"
        return (yield from verbs.fail(text))
    if "as_json" in fields or "name" in fields:
        return (yield from verbs.fail(f"{file}: a combat has no field of that name"))
    return {name: value for name, value in fields.items() if name not in ("command", "by")}


def _cooperate(call: verbs.Call, *, end: bool, **typed: object) -> verbs.Course[None]:
    kind = commands.EndCooperation if end else commands.Cooperate
    yield from interviewing(kind, call, **typed)


PLACING_VERBS = {
    verb.words: completed(verb)
    for verb in (
        derived(
            commands.Cooperate,
            _cooperate,
            more=(verbs.Flag("--end", "They no longer co-operate."),),
        ),
        derived(ReportCombat, _combat, more=COMBAT_PARAMETERS, on_campaign=False),
    )
}


# --- LiF 3.2: the verb that says how far a leader's abilities reach, with a picture -------------

_WITH_CAMPAIGN = 3
"""Words where a campaign is named before leader and place."""


class Standpoint(msgspec.Struct, frozen=True):
    """A leader's stars and place, and which rows of hexes are shifted half a hex."""

    stars: int
    start: str
    rows: Rows


_SIGNS = {"L": "L the leader", "T": "T the target", "o": "o in range", "·": "· beyond"}
"""The signs of the picture of a range; a legend has those that it shows."""


def _range(call: verbs.Call, words: tuple[str, ...], entered: dict[str, int] | None) -> verbs.Look:
    """Says how far a leader's abilities reach, with a small picture. With a campaign: whether
    PLACE is in his range from where he is. Without one: his range if he were in PLACE.
    """
    if call.campaign and len(words) == _WITH_CAMPAIGN - 1:
        words = (call.campaign, *words)
    if len(words) not in (_WITH_CAMPAIGN - 1, _WITH_CAMPAIGN):
        wants = "range wants [NAME] LEADER PLACE; see `campaign range --help`"
        return Refused(None, wants, About(missing=True))
    target = place_of(words[-1])
    here = yield from _standpoint(words, target)
    return ranged(here, words[-2], target, entered)


def ranged(
    here: Standpoint, leader: str, target: str, entered: dict[str, int] | None
) -> View | Refused:
    """LiF 3.2: whether a place is in range, the sum that says it, and the hexes around him."""
    for place in dict.fromkeys((here.start, target)):
        if fault := place_fault(place):
            return Refused(None, fault)
    reach = command_range.in_range(here.stars, here.start, target, here.rows, entered)
    if isinstance(reach, Refused):
        return reach
    data = {"leader": leader, "from": here.start, "to": target, **msgspec.to_builtins(reach)}
    text = _own_place(here) if here.start == target else reach.text
    cells = command_range.diagram(here.start, here.stars, target, here.rows)
    picture = "".join(f"  {line}\n" for line in command_range.text_rows(cells))
    signs = ", ".join(says for sign, says in _SIGNS.items() if f" {sign}" in picture)
    drawn = Diagram(f"\n{picture}\n  {signs}\n")
    return View(data, (paragraphs((text,)), *((drawn,) if picture else ())))


def _standpoint(words: tuple[str, ...], target: str) -> verbs.Course[Standpoint]:
    """Where a leader is in the campaign; without a campaign, in the place of the question."""
    if len(words) < _WITH_CAMPAIGN:
        who = yield from the_leader(kit(), words[0])
        return Standpoint(kit()[who].rank, target, "odd")
    state = yield from verbs.state_of(State, words[0])
    leader = yield from the_leader(state.sheet, words[1])
    placement = state.play.placements.get(leader)
    if placement is None:
        return (yield from verbs.refuse(f"the record does not say where {leader} is", "LiF 3.1"))
    return Standpoint(state.sheet[leader].rank, placement.location, state.rulings.hex_rows)


def place_fault(place: str) -> str:
    """Why a word is not a place; empty if it is one."""
    try:
        msgspec.convert(place, Place)
    except msgspec.ValidationError:
        return f"{place!r} is no place; write E1429, sea:north-sea/3 or dot:canada"
    refused = command_range.no_place(place, "place")
    return refused.reason if refused else ""


def _own_place(here: Standpoint) -> str:
    """How far the leader reaches, if no other place was given."""
    start = command_range.parse(here.start)
    assert not isinstance(start, Refused)
    stars = "★" * here.stars
    hexes = command_range.hexes_in_range(here.stars, start)
    if not hexes:
        return f"{stars} in {here.start}: his range is his own place"
    return f"{stars} from {here.start}: {hexes} {'hex' if hexes == 1 else 'hexes'} of its map"


RANGE = verbs.Verb(
    words="range",
    on_campaign=False,
    example="campaign range rommel E1429\ncampaign range front rommel E1632",
    parameters=(
        verbs.Argument("words", "[NAME] LEADER PLACE", required=False, many=True),
        entered_option,
    ),
    title="A leader’s range",
    shows=_range,
)

VERBS = {**PLACING_VERBS, RANGE.words: RANGE}
