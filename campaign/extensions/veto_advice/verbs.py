"""LiF 4.1: the verb `advise-veto`: advice before ballots and votes; accuracy among the statistics.
Pure.
"""

from collections.abc import Sequence

import msgspec

from campaign.extensions.veto_advice import words
from campaign.extensions.veto_advice.accuracy import JudgedAnswer, summaries
from campaign.extensions.veto_advice.advise import advise
from campaign.extensions.veto_advice.position import BallotPosition, position_of, read_position
from campaign.kernel.decisions import Refused
from campaign.kernel.members import holds
from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.views import Block, Heading, Lines, View, paragraphs
from campaign.lif import calendar
from campaign.lif.board.values import table_of
from campaign.lif.board.verbs.host import rows_of
from campaign.lif.names import the_country
from campaign.lif.parameters import POWER
from campaign.lif.roster import POWERS, kit
from campaign.lif.state import State
from campaign.text.english import capital

RULE = "Ruling 63"
_FILE = verbs.FilePath(dash=True)
_OWN_TABLE = "By a table of your own; nothing is recorded."


def advise_veto(
    call: verbs.Call, power: str | None, values: str | None, show_all: bool, position: str | None
) -> verbs.Course[None]:
    """Says how often each ballot or vote should be given, from what everybody may know, and what
    it takes for granted. Without --all or --power it is for your own powers. It records nothing.

    With --position it reads positions, a JSON object a line, without a campaign or store.
    """
    if position is not None:
        yield from _positions(call, (yield from verbs.read_bytes(position)))
        return
    if not call.campaign:
        yield from verbs.fail("name a campaign, or give --position FILE; nothing was worked out")
    state = yield from verbs.state_of(State)
    if reason := words.off(state):
        yield from verbs.refuse(reason, RULE)
    rows = (yield from rows_of(call, state, values)) if values is not None else None
    wanted: Sequence[str] = state.campaign.seats
    if not show_all:
        wanted = holds(state.campaign, call.member, wanted if power is None else (power,))
    if not wanted and power is not None:
        text = f"{the_country(power)} is not yours; `--all` has the advice for everybody"
        yield from verbs.refuse(text, "Members")
    version = (yield from verbs.shown())["version"]
    asked = position_of(state, version, table_of(state, rows))
    valued = words.valued(state, words.CLUBS if rows is None else words.OWN)
    yield from verbs.shows(call, _view(asked, state, wanted, valued))


def _view(
    position: BallotPosition | Refused, state: State, powers: Sequence[str], valued: str
) -> View | Refused:
    """The advice for some powers, as sentences and as JSON."""
    if isinstance(position, Refused):
        return position
    advice = advise(position)
    on = f"Ballots on {words.name_of(state.sheet, position.leader.id)}"
    lines = words.sentences(advice, state.sheet, powers) or ("no power of yours has a marker here",)
    blocks = (
        Heading(on if position.phase == "ballots" else "Votes on another"),
        paragraphs(lines),
        paragraphs((valued, *words.ASSUMED), indent=4),
    )
    return View(msgspec.to_builtins(advice), blocks)


def _positions(call: verbs.Call, text: bytes) -> verbs.Course[None]:
    """Answers a line each; a bad one is named, and ends the run with a fault."""
    bad = 0
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        position = read_position(line)
        if isinstance(position, Refused):
            bad += 1
            if call.as_json:
                yield from verbs.json_line({"error": position.reason, "line": number})
            else:
                yield from verbs.say(f"line {number}: {position.reason}", aside=True)
            continue
        advice = advise(position)
        if call.as_json:
            yield from verbs.json_line(msgspec.to_builtins(advice))
        else:
            yield from verbs.say("\n".join(words.sentences(advice, kit(), POWERS)))
    if not call.as_json:
        yield from verbs.say(" ".join(words.ASSUMED), aside=True)
    if bad:
        count = "1 position is" if bad == 1 else f"{bad} positions are"
        yield from verbs.refuse(f"{count} wrong; advice was given for the others")


# --- accuracy -------------------------------------------------------------------------------------


def accuracy_view(state: State, rows: Sequence[JudgedAnswer]) -> View:
    """LiF 4.1: what each answer gave away, and each member's decisions together; no ranking."""
    called, total = state.campaign.called, summaries(rows)
    blocks: list[Block] = []
    for turn in dict.fromkeys(row.turn for row in rows):
        own = [row for row in rows if row.turn == turn]
        blocks += (
            Heading(calendar.in_words(turn)),
            paragraphs(tuple(words.gave_away(own, state.sheet, called)), indent=2),
        )
    together = tuple(capital(words.in_all(row, called(row.member))) for row in total)
    data = {"answers": msgspec.to_builtins(rows), "members": msgspec.to_builtins(total)}
    ends = (words.NOT_SKILL, words.valued(state, words.THEN))
    nothing = () if rows else ("nothing that a member could pay for was opened yet",)
    return View(data, (*blocks, paragraphs(together), Lines(nothing), paragraphs(ends)))


ADVISE_VETO = verbs.Verb(
    words="advise-veto",
    example="""
    campaign start vetoes --scenario global-war --ruling advice=always
    campaign board vetoes
    campaign draw vetoes
    campaign advise-veto vetoes --power germany
    campaign advise-veto vetoes --all --json
    """,
    on_campaign=False,
    parameters=(
        verbs.Argument("name", "[NAME]", verbs.CampaignName(), required=False),
        verbs.VerbOption("--power", "Only for this power.", POWER),
        verbs.VerbOption("--values", _OWN_TABLE, _FILE, metavar="FILE"),
        verbs.Flag("--all", "For every power.", "show_all"),
        verbs.VerbOption("--position", "Positions as JSON, one a line.", _FILE, metavar="FILE|-"),
    ),
    course=advise_veto,
)
VERBS = {ADVISE_VETO.words: ADVISE_VETO}
