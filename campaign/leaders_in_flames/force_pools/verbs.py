"""LiF 5.4: the verb `counters`: a sheet's template and import, the force pools, a move. Pure."""

from collections.abc import Mapping

import msgspec

from campaign.kernel.courses import (
    Call,
    Course,
    act,
    entry,
    json_line,
    json_page,
    read_sheet,
    refuse,
    say,
    state_of,
    table,
    write_file,
)
from campaign.kernel.derived import derived
from campaign.kernel.sheets import (
    CALLED,
    TO_FILE,
    fault_count,
    good_rows,
    left_out,
    must_be_filled_in,
    sheet_name,
)
from campaign.kernel.verbs import Argument, FilePath, Flag, OneOf, Verb, VerbFamily, VerbOption
from campaign.leaders_in_flames import filled_examples
from campaign.leaders_in_flames.force_pools import sheet as counter_sheet
from campaign.leaders_in_flames.force_pools.commands import AddCounters, MoveCounter
from campaign.leaders_in_flames.force_pools.sheet import CountersJudgement
from campaign.leaders_in_flames.force_pools.view import PLACES, pools
from campaign.leaders_in_flames.names import country
from campaign.leaders_in_flames.parameters import COUNTRY
from campaign.leaders_in_flames.state import State
from events.lif.force_pools import Counter, CounterPlace

PLACE = OneOf("place", lambda: PLACES)

# --- the sheet ----------------------------------------------------------------------------------


def template(call: Call, file: str | None, force: bool, example: bool) -> Course[None]:
    """Writes an empty counter sheet: its headers, and the kit's rows as far as they are known. With
    --example it is filled, with counters of the kit and of a club's own.
    """
    if example:
        return (yield from filled_examples.write("counters.csv", file, force=force))
    yield from write_file(file, counter_sheet.template(), force=force)


TEMPLATE = Verb(
    words="counters template",
    line="Write an empty counter sheet.",
    example="""
    campaign counters template sheet.csv
    campaign counters template --example
    """,
    on_campaign=False,
    json=False,
    parameters=(*TO_FILE, filled_examples.EXAMPLE),
    course=template,
)


def import_sheet(call: Call, file: str, check: bool, source: str | None) -> Course[None]:
    """Adds the counters of a sheet, or fills in what was unknown of counters already there. All
    rows are judged first; every fault is told, and with one fault nothing is added.
    """
    state = yield from state_of(State)
    judged = counter_sheet.judge(state, counter_sheet.read((yield from read_sheet(file))))
    title = sheet_name(file)
    if not call.as_json:
        yield from _say_judged(judged, title)
    yield from must_be_filled_in(
        call, title, judged.bad, judged.counters, judged.known, judged.not_played
    )
    if not call.as_json:
        if not judged.bad:
            yield from say(good_rows(len(judged.counters)))
    elif judged.bad or check or not judged.counters:
        yield from json_line({"accepted": not judged.bad, **msgspec.structs.asdict(judged)})
    if judged.bad:
        yield from refuse(f"{fault_count(len(judged.bad))} in {title}; nothing was added")
    if not check and judged.counters:
        yield from act(AddCounters, counters=judged.counters, source=(source or title)[:CALLED])


def _say_judged(judged: CountersJudgement, title: str) -> Course[None]:
    for bad in judged.bad:
        yield from entry(f"{title}, ", str(bad))
    yield from left_out(judged.blank, "left out, as nobody has filled them in")
    yield from left_out(judged.known, "known already, with nothing new")
    yield from left_out(judged.not_played, "left out, as their part of the kit is not played")


IMPORT = Verb(
    words="counters import",
    line="Add the counters of a sheet.",
    example="""
    campaign counters import club sheet.csv --check
    campaign counters import club sheet.csv
    """,
    parameters=(
        Argument("file", "FILE", FilePath(dash=True)),
        Flag("--check", "Only judge the rows; add nothing."),
        VerbOption("--source", "What the record calls the sheet; else its name.", metavar="TEXT"),
    ),
    course=import_sheet,
)

# --- the pools ----------------------------------------------------------------------------------


def list_(call: Call, power: str | None, place: str | None) -> Course[None]:
    """Shows the force pools: how many counters of each power and type are where. With a power or
    a place, each of those counters.
    """
    state = yield from state_of(State)
    found = [
        (who, counter)
        for who, counter in sorted(state.play.counters.items())
        if power in (None, counter.power)
        and place in (None, state.play.counter_placements[who].place)
    ]
    if call.as_json:
        yield from json_page([_as_json(state, who, counter) for who, counter in found])
    elif power is None and place is None:
        yield from _pools(state)
    else:
        heads = ("id", "power", "type", "name", "factors", "place", "where")
        yield from table(heads, [_row(state, who, counter) for who, counter in found])


def _as_json(state: State, who: str, counter: Counter) -> dict[str, object]:
    placement = state.play.counter_placements[who]
    return {"id": who, **msgspec.structs.asdict(counter), **msgspec.structs.asdict(placement)}


def _pools(state: State) -> Course[None]:
    rows = [
        (country(pool.power), pool.type, *_counts(pool.counts), pool.total) for pool in pools(state)
    ]
    if not rows:
        yield from say("there are no counters; campaign counters import brings them in")
        return
    yield from table(("power", "type", *PLACES, "all"), rows, " ".join((*PLACES, "all")))


def _counts(counts: Mapping[CounterPlace, int]) -> list[int | str]:
    return [counts[place] or "" for place in PLACES]


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


LIST = Verb(
    words="counters list",
    line="The force pools, or the counters in them.",
    example="""
    campaign counters list club
    campaign counters list club ussr --place reserve
    """,
    parameters=(
        Argument("power", "[POWER]", COUNTRY, required=False),
        VerbOption("--place", "Only counters that are there.", PLACE),
    ),
    course=list_,
)


COUNTERS = VerbFamily(
    words="counters",
    help="Keeps the counters of the force pools: what is where, and a club's own counter sheet.",
    sections={VerbFamily.HEADLESS: (TEMPLATE, IMPORT, LIST, derived(MoveCounter))},
)

VERBS = {COUNTERS.words: COUNTERS}
