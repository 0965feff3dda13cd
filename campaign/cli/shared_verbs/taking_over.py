"""Takes over a campaign that is under way on paper, from pasted cells or a file."""

from pathlib import Path

import click

from campaign.cli import output, params, terminal
from campaign.cli.session import Session
from campaign.cli.sheets import NOTHING, pasted, refuse_open
from campaign.cli.stores import WrongUsage
from campaign.kernel import positions
from campaign.kernel.decisions import Refused
from campaign.kernel.positions import CellFinding, GamePosition, ReadPosition
from campaign.systems import SYSTEMS, title
from campaign.text import cells
from campaign.text.shapes import Fault


@params.verb(
    "take-over",
    """
    campaign take-over thursday --example
    """,
)
@params.argument("name", "NAME")
@click.argument("file", metavar="[FILE|-]", required=False)
@click.option("--system", type=params.Word("system", lambda: list(SYSTEMS)), help="The game.")
@click.option("--title", "called", metavar="TEXT", default="", help="Its name in reports.")
@click.option("--example", is_flag=True, help="Print a sheet to begin with instead.")
@click.option(
    "--write", "target", metavar="FILE", help="Write the sheet as it was read, and begin nothing."
)
@click.option("--yes", is_flag=True, help="Begin without being asked.")
@params.as_json
def take_over(
    session: Session,
    name: str,
    file: str | None,
    system: str | None,
    called: str,
    example: bool,
    target: str | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Takes over a campaign that you have played on paper: turn 12 stays turn 12. FILE has the
    position as cells: CSV, or pasted from a spreadsheet; without FILE it is pasted here. Every
    cell that is not plain is named, and nothing is recorded before you have seen how it was read.
    """
    game = _game(system or next(iter(SYSTEMS)))
    if example:
        output.echo(game.example, nl=False)
        return
    params.must_be_free(name)
    text, source = pasted(session, file)
    text, read = _settled(text, game, source)
    refuse_open(read)
    for finding in read.findings:
        session.note(str(finding))
    if target is not None:
        Path(target).write_text(positions.in_ids(text, read), encoding="utf-8")
        output.echo(target)
        return
    system = system or next(iter(SYSTEMS))
    will_stand = positions.foreseen(SYSTEMS[system], name, read.request)
    if isinstance(will_stand, Refused):
        raise WrongUsage(f"{will_stand.reason}. {NOTHING}")
    if not yes:
        for line in will_stand[1]:
            output.echo(line)
        if not terminal.confirmed("Does the campaign go on from here?"):
            raise WrongUsage(f"add --yes to begin. {NOTHING}")
    session.begins_store = True
    answer = session.desk.open(name, title=called, system=system, **read.request)
    session.tell(name, answer, as_json=as_json)


def _game(system: str) -> GamePosition:
    choices = SYSTEMS[system].front.choices
    if choices.position is None:
        raise WrongUsage(f"{title(system)} cannot be taken over from paper. {NOTHING}")
    game: GamePosition = choices.position()
    return game


def _settled(text: str, game: GamePosition, source: str) -> tuple[str, ReadPosition]:
    """The sheet once every open cell was asked about; without a terminal as it is."""
    while True:
        read = positions.read_position(text, game, source)
        if isinstance(read, Fault):
            raise WrongUsage(f"{read.text}. {NOTHING}")
        if not (read.open and terminal.is_there()):
            return text, read
        text = _asked(text, read.open[0])


def _asked(text: str, finding: CellFinding) -> str:
    """The sheet with one cell changed, or its row left out."""
    output.echo(str(finding))
    for number, (_, name) in enumerate(finding.near, 1):
        output.echo(f"  {number}  {name}")
    typed = click.prompt("Its number, or the cell anew; Enter leaves the row out", "", err=True)
    if not typed:
        return cells.rewritten(text, {}, frozenset({finding.row}))
    if typed.isdecimal() and 1 <= int(typed) <= len(finding.near):
        typed = finding.near[int(typed) - 1][0]
    return cells.rewritten(text, {finding.where: typed}, frozenset())
