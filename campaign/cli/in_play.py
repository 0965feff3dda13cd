"""Verbs about leaders on the map: placing, moving, turning, and how far they reach."""

from typing import TYPE_CHECKING, Any

import click

from campaign.cli import output
from campaign.cli.params import Leader, Turn, Word, argument, as_json, the_campaign, verb
from campaign.cli.session import Refusal, Session, WrongUsage
from campaign.cli.verbs import ClickVerb
from campaign.text.suggest import near

if TYPE_CHECKING:
    from campaign.leaders_in_flames.state import State

    ParamType = click.ParamType[dict[str, int]]
else:
    ParamType = click.ParamType


def _means() -> tuple[str, ...]:
    from typing import get_args

    from campaign.leaders_in_flames.commands_in_play import Means

    return get_args(Means)


def place_of(typed: str) -> str:
    """A place as the rules write it: `e1429` means E1429; sea boxes and dots in lower case."""
    return typed.lower() if ":" in typed else typed.upper()


class Entered(ParamType):
    """Hexes entered on each map of a way across: `E=2,A=1`."""

    name = "entered"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The hexes by map letter."""
        found: dict[str, int] = {}
        for part in str(value).split(","):
            letter, _, hexes = part.strip().partition("=")
            if not letter or not hexes.isdecimal():
                self.fail(f"{value!r}: write it as E=2,A=1 (off-map: dot=1)", param, ctx)
            found["dot" if letter.lower() == "dot" else letter.upper()] = int(hexes)
        return found


the_leader = argument("leader", "LEADER", Leader())
the_place = argument("location", "PLACE")
entered_option = click.option(
    "--entered", type=Entered(), metavar="E=2,A=1",
    help="Where two maps join: the hexes entered on each, as you count them.",
)  # fmt: skip


@verb(
    "place",
    r"""
    echo 'leaders = {rommel="arriving", manstein="map", guderian="map", zhukov="map"}' > east.toml
    campaign open front --scenario global-war --module guards-banner --setup east.toml
    campaign place front rommel E1429
    """,
)
@the_campaign
@the_leader
@the_place
@click.option("--face-down", is_flag=True, help="He arrives face-down.")
@as_json
def place(
    session: Session, name: str, leader: str, location: str, face_down: bool, as_json: bool
) -> None:
    """Puts an arriving leader on the map. PLACE is a hex by map letter, row and column (E1429),
    a section of a sea box (sea:north-sea/3) or an off-map dot (dot:canada).
    """
    session.act(
        name, "PlaceLeader", as_json=as_json, leader=session.leader(name, leader),
        location=place_of(location), face_up=False if face_down else None,
    )  # fmt: skip


@verb(
    "move",
    """
    campaign move front rommel E1430
    campaign move front rommel E1630 --means air --with Ju-52
    """,
)
@the_campaign
@the_leader
@the_place
@click.option("--means", type=Word("way to move", _means), default="land", show_default=True,
              help="How he goes.")  # fmt: skip
@click.option("--with", "company", metavar="TEXT", help="The ship, aircraft or unit he goes with.")
@as_json
def move(
    session: Session,
    name: str,
    leader: str,
    location: str,
    means: str,
    company: str | None,
    as_json: bool,
) -> None:
    """Moves a leader on the map. Means vichy makes the move that Vichy's installation asks of
    him; other is for what no rule has a word for.
    """
    session.act(
        name, "MoveLeader", as_json=as_json, leader=session.leader(name, leader),
        location=place_of(location), means=means, travels_with=company,
    )  # fmt: skip


@verb("flip", "campaign flip front rommel down\ncampaign flip front rommel up")
@the_campaign
@the_leader
@argument("face", "up|down", Word("face", lambda: ("up", "down")))
@as_json
def flip(session: Session, name: str, leader: str, face: str, as_json: bool) -> None:
    """Turns a leader on the map face-up or face-down."""
    who = session.leader(name, leader)
    session.act(name, "TurnLeader", as_json=as_json, leader=who, face_up=face == "up")


@verb("circle", "campaign circle front guderian 1940-MA --reason 'flown home'")
@the_campaign
@the_leader
@argument("arrives", "TURN", Turn())
@click.option("--reason", default="in play", show_default=True, help="Why, for the journal.")
@as_json
def circle(
    session: Session, name: str, leader: str, arrives: str, reason: str, as_json: bool
) -> None:
    """Takes a leader off the map and onto the production circle; he arrives again in that turn."""
    who = session.leader(name, leader)
    session.act(
        name, "SendLeaderToCircle", as_json=as_json, leader=who, arrives=arrives, reason=reason
    )


# --- range --------------------------------------------------------------------------------------


@verb("range", "campaign range rommel E1429\ncampaign range front rommel E1632")
@click.argument("words", nargs=-1, metavar="[NAME] LEADER PLACE")
@entered_option
@as_json
def range_(
    session: Session, words: tuple[str, ...], entered: dict[str, int] | None, as_json: bool
) -> None:
    """Says how far a leader's abilities reach, with a small picture. With a campaign: whether
    PLACE is in his range from where he is. Without one: his range if he were in PLACE.
    """
    from campaign.kernel.decisions import Refused
    from campaign.leaders_in_flames.abilities import command_range

    if len(words) not in (2, 3):
        raise WrongUsage("range wants [NAME] LEADER PLACE; see `campaign range --help`")
    target = place_of(words[-1])
    stars, start, rows = _where(session, words, target)
    for place in dict.fromkeys((start, target)):
        if fault := _fault(place):
            raise WrongUsage(fault)
    reach = command_range.in_range(stars, start, target, rows, entered)
    if isinstance(reach, Refused):
        if reach.rule is None:
            raise WrongUsage(reach.reason)
        raise Refusal(f"refused ({reach.rule}): {reach.reason}")
    if as_json:
        output.json_page({"leader": words[-2], "from": start, "to": target, **_plain(reach)})
        return
    _picture(stars, start, target, rows, reach.told)


def _fault(place: str) -> str:
    """Why a word is no place; empty where it is one."""
    import msgspec

    from campaign.leaders_in_flames.abilities import command_range
    from events.lif.on_map import Place

    try:
        msgspec.convert(place, Place)
    except msgspec.ValidationError:
        return f"{place!r} is no place; write E1429, sea:north-sea/3 or dot:canada"
    refused = command_range.no_place(place, "place")
    return refused.reason if refused else ""


def _plain(value: Any) -> dict[str, Any]:
    import msgspec

    told: dict[str, Any] = msgspec.to_builtins(value)
    return told


def _where(session: Session, words: tuple[str, ...], target: str) -> tuple[int, str, Any]:
    """A leader's stars, the place he is asked about, and how the rows of hexes lie."""
    if len(words) == 2:
        from campaign.leaders_in_flames.leader_sheet import kit

        who = words[0].lower().replace(" ", "-")
        if who not in kit():
            raise WrongUsage(f"there is no leader {words[0]!r}{near(who, kit())}")
        return kit()[who].rank, target, "odd"
    name = words[0]
    who = session.leader(name, words[1])
    state: State = session.live(name).state
    placement = state.play.placements.get(who)
    if placement is None:
        raise Refusal(f"refused (LiF 3.1): the record does not say where {who} is")
    return state.sheet[who].rank, placement.location, state.rulings.hex_rows


def _picture(stars: int, start: str, target: str, rows: Any, told: str) -> None:
    from campaign.leaders_in_flames.abilities import command_range, hex_diagram

    if start == target:
        here = command_range.parse(start)
        assert isinstance(here, command_range.Hex | command_range.SeaBox | command_range.Dot)
        hexes = command_range.hexes_in_range(stars, here)
        told = f"{'★' * stars} from {start}: {hexes} {'hex' if hexes == 1 else 'hexes'} of its map"
        if not hexes:
            told = f"{'★' * stars} in {start}: his range is his own place"
    output.entry("", told)
    picture = hex_diagram.text_rows(hex_diagram.diagram(start, stars, target, rows))
    if picture:
        output.echo()
    for line in picture:
        output.echo(f"  {line}")
    if picture:
        output.echo("\n  L he, T the target, o in range, · beyond")


VERBS: dict[str, ClickVerb] = {
    "place": place, "move": move, "flip": flip, "circle": circle, "range": range_,
}  # fmt: skip
