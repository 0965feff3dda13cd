"""LiF 5.4: the verb `counters`: a sheet's template and import, the force pools, a move. Pure."""

import msgspec

from campaign.kernel.interview.asking import Given, Interviews
from campaign.kernel.interview.by_type import assembled
from campaign.kernel.interview.derived import derived
from campaign.kernel.interview.pages import Interview
from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.screens import Grid
from campaign.kernel.terminal.views import Lines, View
from campaign.lif import parameters
from campaign.lif.force_pools import checks
from campaign.lif.force_pools.moves import AddCounters, MoveCounter
from campaign.lif.force_pools.projections import PLACES, pools
from campaign.lif.names import country
from campaign.lif.state import State
from events.lif.force_pools import Counter

PLACE = verbs.OneOf("place", lambda: PLACES)

# --- the sheet ----------------------------------------------------------------------------------


def template(call: verbs.Call, file: str | None, force: bool, example: bool) -> verbs.Course[None]:
    """Writes an empty counter sheet: its headers, and the kit's rows as far as they are known. With
    --example it is filled, with counters of the kit and of a club's own.
    """
    if example:
        return (yield from parameters.write("counters.csv", file, force=force))
    yield from verbs.write_file(file, checks.template(), force=force)


TEMPLATE = verbs.Verb(
    words="counters template",
    line="Write an empty counter sheet.",
    example="""
    campaign counters template sheet.csv
    campaign counters template --example
    """,
    on_campaign=False,
    json=False,
    parameters=(*verbs.TO_FILE, parameters.EXAMPLE),
    course=template,
)


def import_sheet(
    call: verbs.Call, file: str, check: bool, source: str | None
) -> verbs.Course[None]:
    """Adds the counters of a sheet, or fills in what was unknown of counters already there. All
    rows are judged first; every fault is told, and with one fault nothing is added.
    """
    state = yield from verbs.state_of(State)
    judged = checks.judge(state, checks.read((yield from verbs.read_sheet(file))))
    title = verbs.sheet_name(file)
    if not call.as_json:
        for bad in judged.bad:
            yield from verbs.entry(f"{title}, ", str(bad))
        yield from verbs.left_out(judged.blank, "left out, as nobody has filled them in")
        yield from verbs.left_out(judged.known, "known already, with nothing new")
        why = "left out, as their part of the kit is not played"
        yield from verbs.left_out(judged.not_played, why)
    yield from verbs.must_be_filled_in(
        call, title, judged.bad, judged.counters, judged.known, judged.not_played
    )
    yield from _say_verdict(call, judged, is_added=not check and bool(judged.counters))
    if judged.bad:
        yield from verbs.refuse(
            f"{verbs.fault_count(len(judged.bad))} in {title}; nothing was added"
        )
    if not check and judged.counters:
        yield from verbs.act(
            AddCounters, counters=judged.counters, source=(source or title)[: verbs.CALLED]
        )


def _say_verdict(
    call: verbs.Call, judged: checks.CountersJudgement, *, is_added: bool
) -> verbs.Course[None]:
    """How many rows are good; as JSON the whole judgement, unless the act is told instead."""
    if call.as_json and (judged.bad or not is_added):
        yield from verbs.json_line({"accepted": not judged.bad, **msgspec.structs.asdict(judged)})
    elif not call.as_json and not judged.bad:
        yield from verbs.say(verbs.good_rows(len(judged.counters)))


IMPORT = verbs.Verb(
    words="counters import",
    line="Add the counters of a sheet.",
    example="""
    campaign counters import club sheet.csv --check
    campaign counters import club sheet.csv
    """,
    parameters=(
        verbs.Argument("file", "FILE", verbs.FilePath(dash=True)),
        verbs.Flag("--check", "Only judge the rows; add nothing."),
        parameters.SOURCE,
    ),
    course=import_sheet,
)

# --- the pools ----------------------------------------------------------------------------------


def list_(state: State, power: str | None, place: str | None) -> View:
    """Shows the force pools: how many counters of each power and type are where. With a power or
    a place, each of those counters.
    """
    counters = [
        (who, counter)
        for who, counter in sorted(state.play.counters.items())
        if power in (None, counter.power)
        and place in (None, state.play.counter_placements[who].place)
    ]
    if power is None and place is None:
        block = _pools(state)
    else:
        heads = ("id", "power", "type", "name", "factors", "place", "where")
        block = Grid(heads, tuple(_row(state, who, counter) for who, counter in counters))
    placed, fields = state.play.counter_placements, msgspec.structs.asdict
    rows = [{"id": who, **fields(one), **fields(placed[who])} for who, one in counters]
    return View(rows, (block,))


def _pools(state: State) -> Grid | Lines:
    rows = tuple(
        (
            country(pool.power),
            pool.type,
            *(pool.counts[place] or "" for place in PLACES),
            pool.total,
        )
        for pool in pools(state)
    )
    if not rows:
        return Lines(("there are no counters; campaign counters import brings them in",))
    return Grid(("power", "type", *PLACES, "all"), rows, " ".join((*PLACES, "all")))


def _row(state: State, who: str, counter: Counter) -> tuple[object, ...]:
    placement = state.play.counter_placements[who]
    factors = "-".join("?" if n is None else str(n) for n in (counter.combat, counter.movement))
    where = placement.location or placement.arrives
    if placement.place == "future":
        where = str(counter.available or "until moved")
    if not placement.face_up:
        where = f"{where} face-down".strip()
    kind = f"{counter.type or '?'}{' division' if counter.size == 'division' else ''}"
    return (who, counter.power, kind, counter.name, factors, placement.place, where)


LIST = verbs.Verb(
    words="counters list",
    line="The force pools, or the counters in them.",
    example="""
    campaign counters list club
    campaign counters list club ussr --place reserve
    """,
    parameters=(
        verbs.Argument("power", "[POWER]", parameters.COUNTRY, required=False),
        verbs.VerbOption("--place", "Only counters that are there.", PLACE),
    ),
    title="Counters and force pools",
    shows=verbs.looking(State, list_),
)


# --- LiF 5.1: what the move of a counter asks ---------------------------------------------------


def asks_move(state: State, form: Given) -> Interview:
    """LiF 5.1: which counter, one of the places where it may go now, and where there."""
    fields = assembled((yield form.page("counter")))
    fields |= yield form.judged("to", fields)
    there = ("location", "face_up") if fields["to"] == "map" else ()
    return fields | assembled((yield form.page(*there, "reason")))


INTERVIEWS = Interviews[State](asked={MoveCounter: asks_move})

COUNTERS = verbs.VerbFamily(
    words="counters",
    help="Keeps the counters of the force pools: what is where, and a club's own counter sheet.",
    sections={verbs.VerbFamily.HEADLESS: (TEMPLATE, IMPORT, LIST, derived(MoveCounter))},
)

VERBS = {COUNTERS.words: COUNTERS}
