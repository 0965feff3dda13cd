"""The verb that programs use: commands in as JSON Lines, an answer out for each."""

import sys
from collections.abc import Iterable
from typing import BinaryIO

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import argument, the_campaign, verb
from campaign.cli.session import Refusal, Session
from campaign.text.json_values import JsonObject

_BOM = b"\xef\xbb\xbf"


@verb(
    "submit",
    """
    echo '<command>' | campaign submit club
    """,
)
@the_campaign
@argument("file", "[FILE|-]", click.Path(), required=False, default="-")
@click.option("--keep-going", is_flag=True, help="Go on behind a refusal.")
def submit(session: Session, name: str, file: str, keep_going: bool) -> None:
    """Reads commands, one JSON object a line, and answers each with one line. Blank lines count
    for nothing. The first refusal ends the run, unless told to keep going; what was accepted
    before it stays. `campaign commands` tells every command. In a FILE, a line that is no command
    gets no receipt.
    """
    session.must_exist(name)
    session.is_streaming = True
    if file == "-":
        _answer(session, name, sys.stdin.buffer, keep_going)
        return
    with open(file, "rb") as lines:  # noqa: PTH123
        _answer(session, name, lines, keep_going, is_file=True)


def _answer(
    session: Session, name: str, lines: BinaryIO, keep_going: bool, *, is_file: bool = False
) -> None:
    refused: list[str] = []
    for number, line in enumerate(_whole(lines), 1):
        if not line.strip():
            continue
        answer = _no_command(session, name, line) if is_file else None
        answer = answer or session.send(name, line)
        output.json_line(output.unsalted(answer))
        session.no_salt_here(answer, as_json=True)
        if answer["accepted"]:
            continue
        rule = f" ({answer['rule']})" if answer["rule"] else ""
        refused.append(f"line {number} refused{rule}: {answer['reason']}")
        if not keep_going:
            break
    if len(refused) > 1:
        raise Refusal(f"{len(refused)} commands were refused, the first: {refused[0]}")
    if refused:
        raise Refusal(refused[0])


def _no_command(session: Session, name: str, line: bytes) -> JsonObject | None:
    """The answer to a line that is no command of the campaign's; it gets no receipt."""
    from campaign.kernel import wire
    from campaign.kernel.decisions import Refused
    from campaign.store.submission import received

    commands = session.ledger.live(name).system.rules.commands
    read = received(line, "", "", commands).command
    return wire.refused(read) if isinstance(read, Refused) else None


def _whole(lines: BinaryIO) -> Iterable[bytes]:
    """The lines, without the mark that some editors put before the first."""
    first = lines.readline()
    yield first.removeprefix(_BOM)
    while line := lines.readline():
        yield line


VERBS: dict[str, ClickVerb] = {"submit": submit}
