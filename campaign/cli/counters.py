"""Verbs about counters: the sheet's template and import, the force pools, moving a counter."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from campaign.cli import output
from campaign.cli.params import Country, Turn, Word, argument, as_json, the_campaign, verb
from campaign.cli.session import Refusal, Session, WrongUsage
from campaign.cli.sheets import called, fault_count, good_rows, left_out, sheet_text, write_template
from campaign.cli.verbs import ClickVerb, VerbGroup
from campaign.text.suggest import near

if TYPE_CHECKING:
    from campaign.leaders_in_flames.force_pools.sheet import Judgement
    from campaign.leaders_in_flames.state import State


def _places() -> tuple[str, ...]:
    from campaign.leaders_in_flames.force_pools.view import PLACES

    return PLACES


# --- the sheet ----------------------------------------------------------------------------------


@verb(
    "template", "campaign counters template sheet.csv", short_help="Write an empty counter sheet."
)
@argument("file", "[FILE]", click.Path(path_type=Path), required=False)
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def template(session: Session, file: Path | None, force: bool) -> None:
    """Writes an empty counter sheet: its headers, and the kit's rows as far as they are known."""
    from campaign.leaders_in_flames.force_pools.sheet import template as text

    write_template(file, text(), force=force)


@verb(
    "import",
    "campaign counters import club sheet.csv --check\ncampaign counters import club sheet.csv",
    short_help="Add the counters of a sheet.",
)
@the_campaign
@argument("file", "FILE", click.Path(path_type=Path, allow_dash=True))
@click.option("--check", is_flag=True, help="Only judge the rows; add nothing.")
@click.option("--source", metavar="TEXT", help="What the record calls the sheet; else its name.")
@as_json
def import_(
    session: Session, name: str, file: Path, check: bool, source: str | None, as_json: bool
) -> None:
    """Adds the counters of a sheet, or fills in what was unknown of counters already there. All
    rows are judged first; every fault is told, and with one fault nothing is added.
    """
    from campaign.leaders_in_flames.force_pools import sheet

    state = session.live(name).state
    judged = sheet.judge(state, sheet.read(sheet_text(file)))
    title = called(file)
    if as_json and (judged.bad or check or not judged.counters):
        output.json_line(_as_json(judged))
    elif not as_json:
        _tell(judged, title)
    if judged.bad:
        raise Refusal(f"{fault_count(len(judged.bad))} in {title}; nothing was added")
    if check or not judged.counters:
        return
    rows = msgspec.to_builtins(judged.counters)
    session.act(name, "AddCounters", as_json=as_json, counters=rows, source=(source or title)[:80])


def _tell(judged: "Judgement", title: str) -> None:
    for bad in judged.bad:
        output.entry(f"{title}, ", str(bad))
    left_out(judged.blank, "left out, as nobody has filled them in")
    left_out(judged.known, "known already, with nothing new")
    left_out(judged.not_played, "left out, as their part of the kit is not played")
    if not judged.bad:
        output.echo(good_rows(len(judged.counters)))


def _as_json(judged: "Judgement") -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(judged)
    return {"accepted": not judged.bad, **told}


# --- the pools ----------------------------------------------------------------------------------


@verb(
    "list",
    "campaign counters list club\ncampaign counters list club ussr --place reserve",
    short_help="The force pools, or the counters in them.",
)
@the_campaign
@argument("power", "[POWER]", Country(), required=False)
@click.option("--place", type=Word("place", _places), help="Only counters that are there.")
@as_json
def list_(session: Session, name: str, power: str | None, place: str | None, as_json: bool) -> None:
    """Shows the force pools: how many counters of each power and type are where. With a power or
    a place, each of those counters.
    """
    state = session.live(name).state
    found = [
        one
        for one in _counters(state)
        if power in (None, one["power"]) and place in (None, one["place"])
    ]
    if as_json:
        output.json_page(found)
    elif power is None and place is None:
        _print_pools(state)
    else:
        heads = ("id", "power", "type", "name", "factors", "place", "where")
        output.table(heads, [_row(one) for one in found])


def _counters(state: "State") -> list[dict[str, Any]]:
    return [
        {
            "id": who,
            **msgspec.structs.asdict(counter),
            **msgspec.structs.asdict(state.play.counter_placements[who]),
        }
        for who, counter in sorted(state.play.counters.items())
    ]


def _print_pools(state: "State") -> None:
    from campaign.leaders_in_flames.force_pools.view import PLACES, pools
    from campaign.leaders_in_flames.names import country

    rows = [
        (country(one.power), one.type, *(one.counts[place] or "" for place in PLACES), one.total)
        for one in pools(state)
    ]
    if not rows:
        output.echo("there are no counters; campaign counters import brings them in")
        return
    output.table(("power", "type", *PLACES, "all"), rows, " ".join((*PLACES, "all")))


def _row(one: dict[str, Any]) -> tuple[object, ...]:
    factors = "-".join("?" if one[name] is None else str(one[name]) for name in _FACTORS)
    where = one["location"] or one["arrives"]
    if one["place"] == "future":
        where = one["available"] or "until moved"
    if not one["face_up"]:
        where = f"{where} face-down".strip()
    kind = f"{one['type'] or '?'}{' division' if one['size'] == 'division' else ''}"
    return (one["id"], one["power"], kind, one["name"], factors, one["place"], where)


_FACTORS = ("combat", "movement")


@verb(
    "move",
    """
    campaign counters move club guards-7th map --location E1429 --reason "begins on the map"
    campaign counters move club guards-7th reserve --reason destroyed
    """,
    short_help="Move a counter to another place.",
)
@the_campaign
@argument("counter", "COUNTER")
@argument("to", "PLACE", Word("place", _places))
@click.option("--arrives", type=Turn(), help="On the circle: the turn of its arrival.")
@click.option("--location", metavar="HEX", help="On the map: where, such as E1429.")
@click.option("--face-down", is_flag=True, help="On the map: it lies face-down.")
@click.option("--reason", default="in play", show_default=True, help="Why, for the journal.")
@as_json
def move(
    session: Session,
    name: str,
    counter: str,
    to: str,
    arrives: str | None,
    location: str | None,
    face_down: bool,
    reason: str,
    as_json: bool,
) -> None:
    """Moves a counter: to the pool, circle, map or reserve, or scrapped or removed for good."""
    known = session.live(name).state.play.counters
    if counter not in known:
        raise WrongUsage(f"there is no counter {counter!r} in {name}{near(counter, known)}")
    session.act(
        name,
        "MoveCounter",
        as_json=as_json,
        counter=counter,
        to=to,
        reason=reason,
        arrives=arrives,
        location=location,
        face_up=False if face_down else None,
    )


counters = VerbGroup(
    "counters",
    no_args_is_help=False,
    commands={"template": template, "import": import_, "list": list_, "move": move},
    help="Keeps the counters of the force pools: what is where, and a club's own counter sheet.",
    example="\n".join(one.example.strip() for one in (template, import_, list_, move)),
)

VERBS: dict[str, ClickVerb] = {"counters": counters}
