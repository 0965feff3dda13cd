"""What verbs say about a club's own sheets: faults, rows taken and rows left out. Pure."""

from collections.abc import Collection, Iterable

from campaign.kernel.courses import Call, Course, entry, json_line, refuse, say
from campaign.kernel.verbs import Argument, FilePath, Flag
from campaign.text.csv_sheets import BadRow

_FEW = 3
"""How many rows are named one by one."""
CALLED = 80
"""How many letters of a sheet's name the record keeps."""

TO_FILE = (
    Argument("file", "[FILE]", FilePath(), required=False),
    Flag("--force", "Write over a file that is there."),
)
"""The parameters of a verb that writes a template."""


def sheet_name(file: str) -> str:
    """What a sheet is called in an answer and in the record."""
    return "the sheet" if file == "-" else file.rstrip("/").rpartition("/")[2]


def fault_count(count: int) -> str:
    """How many faults a sheet has."""
    return "1 fault" if count == 1 else f"{count} faults"


def good_rows(count: int) -> str:
    """How many rows of a sheet are taken."""
    return "1 good row" if count == 1 else f"{count or 'no'} good rows"


def left_out(rows: Iterable[str], why: str) -> Course[None]:
    """Says which rows of a sheet are skipped, and why; nothing if none are."""
    found = list(rows)
    if found:
        count = "1 row" if len(found) == 1 else f"{len(found)} rows"
        some = ", ".join(found) if len(found) <= _FEW else f"{found[0]} to {found[-1]}"
        yield from say(f"{count} {why}: {some}")


def must_be_filled_in(call: Call, sheet: str, *rows: Collection[object]) -> Course[None]:
    """Goes on only if a sheet has rows of some kind that somebody has filled in."""
    if any(rows):
        return
    if call.as_json:
        yield from json_line({"accepted": False, "bad": []})
    yield from refuse(f"no row of {sheet} is filled in; nothing was recorded")


def no_faults(call: Call, bad: Iterable[BadRow], sheet: str) -> Course[None]:
    """Goes on only if a sheet has no faults; otherwise prints each fault on its own line."""
    faults = list(bad)
    if not faults:
        return
    if call.as_json:
        yield from json_line({"accepted": False, "bad": faults})
    else:
        for fault in faults:
            yield from entry(f"{sheet}, ", str(fault))
    yield from refuse(f"{fault_count(len(faults))} in {sheet}; nothing was recorded")
