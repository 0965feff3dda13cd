"""LiF 4.1: the verb `leader-values`: what leaders are worth to the club, as a sheet. Pure."""

from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.views import Lines, View
from campaign.lif.board.commands import SetLeaderValues
from campaign.lif.board.cup import LIKELIEST
from campaign.lif.board.values import Rows, hundredths, read_values, table_of, written
from campaign.lif.state import State


def leader_values(
    call: verbs.Call, file: str | None, recall: str | None, usual: bool
) -> verbs.Course[None]:
    """Sets what leaders are worth to the club, from a sheet `leader,value` with a column for any
    power; a blank power means the row's value. Without FILE it prints the table in force, which can
    be changed and handed in. Every fault is named with its line and column, and with one nothing is
    recorded.

    A value point is an ability usable at its leader's full range for the whole campaign. Values
    are for veto advice; no rule reads them.
    """
    state = yield from verbs.state_of(State)
    if file is None and not usual and recall is None:
        table = table_of(state)
        own = [[*pair, value] for pair, value in table.own.items()]
        data = {"values": table.all, "own": own, "recall": table.recall}
        yield from verbs.shows(call, View(data, (Lines(tuple(written(state).splitlines())),)))
        return
    rows = () if usual else state.values
    if file is not None:
        rows = yield from rows_of(call, state, file)
    likely = state.recall if recall is None else hundredths(recall, LIKELIEST)
    if likely is None:
        yield from verbs.fail(f"a recall is a chance from 0 to 0.5, not {recall!r}")
    yield from verbs.act(SetLeaderValues, values=rows, recall=likely)


def rows_of(call: verbs.Call, state: State, file: str) -> verbs.Course[Rows]:
    """The values of a sheet; goes on only if it has no faults."""
    sheet = read_values(state, (yield from verbs.read_sheet(file)))
    yield from verbs.no_faults(call, sheet.bad, verbs.sheet_name(file))
    return tuple(row for rows in sheet.good for row in rows)


LEADER_VALUES = verbs.Verb(
    words="leader-values",
    example="""
    campaign leader-values club > values.csv
    campaign leader-values club values.csv
    campaign leader-values club --usual
    """,
    parameters=(
        verbs.Argument("file", "[FILE|-]", verbs.FilePath(dash=True), required=False),
        verbs.VerbOption("--recall", "How likely a leader is recalled in a turn, 0 to 0.5."),
        verbs.Flag("--usual", "Take the club's table away: the usual values count again."),
    ),
    course=leader_values,
)
VERBS = {LEADER_VALUES.words: LEADER_VALUES}
