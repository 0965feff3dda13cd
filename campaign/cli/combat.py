"""Verbs about combats and what becomes of leaders and Guards armies in them."""

import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from campaign.cli import output
from campaign.cli.in_play import place_of, the_leader
from campaign.cli.params import Word, argument, as_json, the_campaign, verb
from campaign.cli.session import Session, WrongUsage
from campaign.cli.verbs import ClickVerb

EXAMPLE: dict[str, Any] = {
    "kind": "land",
    "hex": "E1429",
    "attackers": ["ussr"],
    "defenders": ["germany"],
    "losses": [
        {"side": "defender", "power": "germany", "controlled_by": "germany", "type": "INF",
         "fate": "killed", "build_points": 3},
        {"side": "defender", "power": "germany", "controlled_by": "germany", "type": "MECH",
         "fate": "killed", "build_points": 4},
        {"side": "attacker", "power": "ussr", "controlled_by": "ussr", "type": "INF",
         "fate": "killed", "build_points": 3},
    ],
    "leaders": [
        {"leader": "zhukov", "side": "attacker", "took_part": True, "stacked": True,
         "ability_used": True},
        {"leader": "manstein", "side": "defender", "stacked": True, "ability_used": True},
    ],
}  # fmt: skip
"""A combat to change into one's own."""


@verb("combat", "campaign combat --template > fought.json\ncampaign combat front fought.json")
@argument("name", "[NAME]", required=False)
@argument("file", "[FILE|-]", click.Path(path_type=Path, allow_dash=True), required=False)
@click.option("--recall", multiple=True, metavar="LEADER",
              help="Whom you recall where the rule leaves the choice. Repeatable.")  # fmt: skip
@click.option("--template", is_flag=True, help="Print a combat as JSON, to change into your own.")
@click.option("--schema", is_flag=True, help="Print what a combat may say, as a JSON Schema.")
@as_json
def combat(
    session: Session,
    name: str | None,
    file: Path | None,
    recall: tuple[str, ...],
    template: bool,
    schema: bool,
    as_json: bool,
) -> None:
    """Reports a finished combat from a file or standard input: every unit killed, shattered or
    retreated, with its build points, and every leader concerned. Recalls and deaths follow.
    """
    if template or schema:
        from campaign.leaders_in_flames.commands_in_play import ReportCombat

        page = msgspec.json.schema(ReportCombat) if schema else EXAMPLE
        output.json_indented(page)
        return
    if name is None:
        raise WrongUsage("give a campaign; `campaign combat --template` prints a combat")
    told = _read(file or Path("-"))
    told.pop("command", None)
    told.pop("by", None)
    if recall:
        told["recall"] = [session.leader(name, who) for who in recall]
    session.act(name, "ReportCombat", as_json=as_json, **told)


def _read(file: Path) -> dict[str, Any]:
    raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        told = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise WrongUsage(f"{file}: is no JSON: {error}") from error
    if not isinstance(told, dict):
        raise WrongUsage(f"{file}: a combat is told as a JSON object")
    if "as_json" in told or "name" in told:
        raise WrongUsage(f"{file}: a combat has no field of that name")
    return told


@verb("strike", "campaign strike front manstein 4 7")
@the_campaign
@the_leader
@argument("roll", "ROLL", int)
@argument("needed", "NEEDED", int)
@as_json
def strike(session: Session, name: str, leader: str, roll: int, needed: int, as_json: bool) -> None:
    """Reports a ground strike on a leader: the die, and the roll that disorganises him. Under half
    of it recalls him.
    """
    who = session.leader(name, leader)
    session.act(name, "ReportGroundStrike", as_json=as_json, leader=who, roll=roll, needed=needed)


@verb("bombed", "campaign bombed front rommel")
@the_campaign
@the_leader
@as_json
def bombed(session: Session, name: str, leader: str, as_json: bool) -> None:
    """Reports that a leader was successfully carpet bombed; he is recalled."""
    who = session.leader(name, leader)
    session.act(name, "ReportCarpetBombing", as_json=as_json, leader=who)


_CAUSES = ("pilot", "sea-box", "overrun")


@verb("lost", "campaign lost front manstein pilot")
@the_campaign
@the_leader
@argument("cause", "pilot|sea-box|overrun", Word("cause", lambda: _CAUSES))
@click.option("--rebased-to", metavar="PLACE", help="Overrun: where a ship or aircraft took him.")
@as_json
def lost(
    session: Session, name: str, leader: str, cause: str, rebased_to: str | None, as_json: bool
) -> None:
    """Reports that a leader's pilot was killed, that all friendly ships of his section were lost,
    or that he was overrun.
    """
    session.act(
        name, "ReportLeaderLost", as_json=as_json, leader=session.leader(name, leader),
        cause=cause, rebased_to=place_of(rebased_to) if rebased_to else None,
    )  # fmt: skip


@verb(
    "promote",
    """
    campaign counters template > units.csv
    echo 'soviet-inf,ussr,INF,,6,4,3,corps,,no,pool' >> units.csv
    campaign counters import front units.csv
    campaign counters move front soviet-inf map --location E1428
    campaign promote front 1939-SO-1 soviet-inf guards-inf-9-4
    """,
)
@the_campaign
@argument("combat", "COMBAT")
@argument("unit", "UNIT")
@argument("army", "ARMY")
@as_json
def promote(session: Session, name: str, combat: str, unit: str, army: str, as_json: bool) -> None:
    """Promotes a surviving Soviet unit of a won land combat of this turn to a free Guards Banner
    army of its type, which takes its place.
    """
    session.act(name, "PromoteGuards", as_json=as_json, combat=combat, unit=unit, army=army)


VERBS: dict[str, ClickVerb] = {
    "combat": combat, "strike": strike, "bombed": bombed, "lost": lost, "promote": promote,
}  # fmt: skip
