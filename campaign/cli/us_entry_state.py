"""Verbs that tell how US entry stands: for everybody, and for the USA's player alone."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from campaign.cli import output
from campaign.cli.params import Word, as_json, the_campaign, verb
from campaign.cli.session import Refusal, Session

if TYPE_CHECKING:
    from campaign.leaders_in_flames.state import State
    from campaign.leaders_in_flames.us_entry.state import Choice, Entry
    from events.lif.us_entry import ChartRow


# --- for everybody ------------------------------------------------------------------------------


@verb("state", "campaign us-entry state club", short_help="The pools, options and actions.")
@the_campaign
@as_json
def state(session: Session, name: str, as_json: bool) -> None:
    """Shows how US entry stands: the pools and their chits, what is put aside and due, options
    and actions taken, partisans and supply. It tells no value; see mine.
    """
    now: State = session.live(name).state
    _played(now)
    if as_json:
        output.json_page(session.ledger.show(name)["us_entry"])
        return
    _pools(now.entry)
    _waits(now)
    for label, kind, taken in (
        ("options   ", "option", now.entry.options),
        ("actions   ", "action", now.entry.actions),
    ):
        told = "; ".join(_taken(now, kind, one) for one in taken)
        output.entry(label, told or "none taken")
    _effects(now.entry)


def _played(state: "State") -> None:
    from campaign.leaders_in_flames.us_entry.state import MODULE

    if MODULE not in state.campaign.modules:
        told = "this campaign is played without the US entry expansion"
        raise Refusal(f"refused (Module {MODULE}): {told}")


def _pools(entry: "Entry") -> None:
    from campaign.leaders_in_flames.us_entry.state import POOLS, lying

    rows = []
    for pool in POOLS:
        chits, aside = lying(entry, pool), lying(entry, pool, aside=True)
        due = sum(one.count for one in entry.due if one.pool == pool and not one.aside)
        due_aside = sum(one.count for one in entry.due if one.pool == pool and one.aside)
        due_told = ", ".join(
            told for told in (f"{due}" if due else "", f"{due_aside} aside" if due_aside else "")
            if told
        )  # fmt: skip
        rows.append((pool, len(chits), ids(chits), ids(aside), due_told))
    output.table(("pool", "chits", "which", "aside", "due"), rows, "chits")
    if not entry.secret_commitment:
        output.entry("common    ", "not stocked yet")
    elif entry.mode == "table":
        output.entry("common    ", "in a cup at the table")
    else:
        output.entry("common    ", f"{entry.common} chits")


def ids(chits: tuple[str, ...]) -> str:
    """Chits by their ids, those in a row by the first and the last: `c1-c6 c9`."""
    runs: list[list[int]] = []
    for number in sorted(int(chit[1:]) for chit in chits):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return " ".join(f"c{first}" if first == last else f"c{first}-c{last}" for first, last in runs)


_RIGHTS = {
    "free": "may {}",
    "waits": "may not {} yet, with chits put aside",
    "shows": "may {} again once it shows the chits put aside",
    "enters": "may not {} before the chits put aside are entered",
}


def _waits(state: "State") -> None:
    """LiF 5.3.3: whether the USA may draw and choose."""
    from campaign.leaders_in_flames.us_entry.waiting import us_entry

    waits = us_entry(state)
    if waits is None or not state.entry.secret_commitment:
        return
    draw = _RIGHTS[waits.draw].format("draw entry chits")
    choose = _RIGHTS[waits.choose].format("pick options")
    output.entry("the USA   ", f"{draw}; {choose}")


def _taken(state: "State", kind: str, one: "Choice") -> str:
    from campaign.leaders_in_flames import calendar as turns
    from campaign.leaders_in_flames.us_entry.sentences import place
    from campaign.leaders_in_flames.us_entry.view import name_of

    name = name_of(state.entry, kind, one.number)
    what = f"{one.number}{f' {name}' if name else ''}"
    what += f" for {place(one.target)}" if one.target else ""
    return f"{what} ({turns.in_words(one.turn)})" if one.turn else what


def _effects(entry: "Entry") -> None:
    from campaign.leaders_in_flames.names import country, listed, the_country
    from campaign.leaders_in_flames.us_entry.sentences import place
    from campaign.leaders_in_flames.us_entry.view import guarantees

    if entry.partisans:
        told = "; ".join(f"{country(who)} {number}" for who, number in entry.partisans.items())
        output.entry("partisans ", told)
    if entry.supply:
        told = "; ".join(
            f"{place(where)}: {rank} for {the_country(power)}"
            for where, (power, rank) in entry.supply.items()
        )
        output.entry("supply    ", told)
    if guaranteed := guarantees(entry):
        told = listed(map(the_country, guaranteed))
        output.entry(
            "guarantee ", f"{told}; a Japanese attack there lets the USA declare war on Japan"
        )
    if entry.gas_ended:
        output.entry("gas       ", "Japan uses poison gas no more")
    if entry.spain_joined:
        output.entry("Spain     ", "aligned by Germany; Italy co-operates with Germany no more")


# --- the chart ----------------------------------------------------------------------------------


@verb(
    "chart",
    "campaign us-entry chart club\ncampaign us-entry chart club --kind action",
    short_help="Options and actions, and what is missing of each.",
)
@the_campaign
@click.option("--kind", type=Word("kind of row", lambda: ("option", "action")), help="Only these.")
@as_json
def chart(session: Session, name: str, kind: str | None, as_json: bool) -> None:
    """Lists the options and actions that the kit or your chart has, and which of their numbers
    nobody has entered yet. An option takes its entry level; the numbers are the tension of an
    option and the entry of an action.
    """
    import msgspec

    from campaign.leaders_in_flames.us_entry.available import missing

    rows = _rows(session.live(name).state, kind)
    if as_json:
        output.json_page([{**msgspec.to_builtins(row), "missing": missing(row)} for row in rows])
        return
    output.table(
        ("", "no", "name", "aim", "level", "Ge/It", "Japan", "missing"),
        [
            (row.kind, row.number, row.name, row.colour or row.power, row.level,
             row.germany_italy, row.japan, ", ".join(missing(row)))
            for row in rows
        ],
        "no level Ge/It Japan",
    )  # fmt: skip


def _rows(state: "State", kind: str | None) -> "list[ChartRow]":
    from campaign.leaders_in_flames.us_entry import chart

    found = (*chart.rows(state.entry, "option"), *chart.rows(state.entry, "action"))
    return [row for row in found if kind in (None, row.kind)]


@verb("next", "campaign us-entry next club", short_help="What may be taken next.")
@the_campaign
@as_json
def next_(session: Session, name: str, as_json: bool) -> None:
    """Lists the options and actions that nothing in the record forbids: for whom they may be, what
    your chart has still to say of them, and what you will be asked. Whether the USA's entry level
    is enough, its player alone knows.
    """
    import msgspec

    from campaign.leaders_in_flames.us_entry.available import next_moves

    state = session.live(name).state
    _played(state)
    moves = next_moves(state)
    if as_json:
        output.json_page(msgspec.to_builtins(moves))
        return
    rows = [
        (one.kind, one.number, one.name, ", ".join(one.targets), one.level,
         ", ".join(one.missing), " ".join(one.asks))
        for one in (*moves.options, *moves.actions)
    ]  # fmt: skip
    output.table(("", "no", "name", "for", "level", "missing", "asks"), rows, "no level")
    if moves.spain:
        output.echo("Germany may align Spain: campaign us-entry spain " + name)


# --- for the USA's player alone -----------------------------------------------------------------


@verb("mine", "campaign us-entry mine club", short_help="The USA's own values, for its player.")
@the_campaign
@as_json
def mine(session: Session, name: str, as_json: bool) -> None:
    """Shows the values of the USA's chits to its player alone; to the host where nobody plays the
    USA. Nothing of it is recorded. Look where nobody looks over your shoulder.
    """
    session.must_exist(name)
    answer = session.ledger.private(name, session.member)
    if not answer["accepted"]:
        session.tell(name, answer, as_json=as_json)
    if as_json:
        output.json_page(answer["private"])
        return
    _mine(answer["private"])


def _mine(told: dict[str, Any]) -> None:
    from campaign.leaders_in_flames import calendar as turns

    rows = [
        (pool, len(one["chits"]), one["total"], "  ".join(_worth(chit) for chit in one["chits"]))
        for pool, one in told["pools"].items()
    ]
    output.table(("pool", "chits", "worth", "chit=value (* shown)"), rows, "chits worth")
    for one in told["aside"]:
        until = turns.in_words(one["until"])
        what = f"{_worth(one)}, put aside for {one['pool']} in {turns.in_words(one['since'])}"
        output.entry("aside     ", f"{what}; its turns are over in {until}")
    for kind, turn in told["waits"].items():
        if turn is not None:
            what = {"entry": "draw entry chits", "tension": "pick options"}[kind]
            output.entry(
                "waits     ", f"you may show them, and {what}, from {turns.in_words(turn)}"
            )


def _worth(one: dict[str, Any]) -> str:
    return f"{one['chit']}={one['value']}{'*' if one['shown'] else ''}"


@verb(
    "page",
    "campaign us-entry page club --out private",
    short_help="The USA's own page, for its player.",
)
@the_campaign
@click.option(
    "--out", required=True, metavar="FOLDER", type=click.Path(path_type=Path),
    help="Where to write it; keep it apart from the reports.",
)  # fmt: skip
@as_json
def page(session: Session, name: str, out: Path, as_json: bool) -> None:
    """Writes a page with the values of the USA's chits, for its player alone, into a file that
    only its owner can read.
    """
    from campaign.reports import pages

    session.must_exist(name)
    answer = session.ledger.private(name, session.member)
    if not answer["accepted"]:
        session.tell(name, answer, as_json=as_json)
    written = pages.write_private(session.ledger, name, out, session.member)
    if as_json:
        output.json_line({"files": [str(written)]})
        return
    output.echo(str(written))


VERBS = (state, chart, next_, mine, page)
