"""LiF 4.1: veto advice on the service: the folded line at the Board, accuracy below a turn, and the
host's page of what leaders are worth. IO.
"""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace as with_body

from campaign.extensions.veto_advice import words
from campaign.extensions.veto_advice.verbs import accuracy_lines, sentences
from campaign.extensions.veto_advice.worked_out import JudgedOpening, advice_now, openings_of
from campaign.kernel.decisions import Refused
from campaign.lif.board.commands import SetLeaderValues
from campaign.lif.board.cup import MOST_WORTH
from campaign.lif.board.markers import KINDS
from campaign.lif.board.values import WHOLE, table_of
from campaign.lif.names import country
from campaign.lif.state import State
from campaign.text.english import capital
from campaign.text.json_values import JsonFields, JsonObject
from campaign.web import errors
from campaign.web.context import Entered, RequestContext, get, post
from campaign.web.receipts import receipt_page, receipt_page_before
from campaign.web.rendering import shown
from campaign.web.replies import Reply
from campaign.web.screens import campaign_screen, not_recorded

STEP = 0.5
"""So far apart are the values that a slider can take."""
BUSY = "The adviser is at work; look again in a moment."
_END = b"</main>"
_ABOUT = (
    "For veto advice alone; no rule reads it. One point is an ability usable at its leader’s full"
    " range for the whole campaign."
)


def folded(here: Entered, visit: RequestContext) -> tuple[str, ...]:
    """Ruling 63: what the adviser says to the visitor's own powers; nothing where it is off."""
    state = here.live.state
    if not isinstance(state, State) or words.off(state) or state.board.phase not in KINDS:
        return ()
    advice = advice_now(visit.house.people.file, state)
    if advice is None:
        return (BUSY,)
    if isinstance(advice, Refused):
        return ()
    own = sentences(advice, state, here.seats)
    granted = " ".join((words.valued(state), *words.ASSUMED))
    return (*own, f"Taken for granted: {granted}") if own else ()


# --- below a turn's page --------------------------------------------------------------------------


def with_accuracy(visit: RequestContext, reply: Reply, turn: str) -> Reply:
    """Ruling 63: the page of a turn with what its answers gave away, folded."""
    here, state = visit.here, visit.here.live.state
    if not isinstance(state, State) or words.off(state, advice=False) or here.is_what_if:
        return reply
    openings = openings_of(visit.house.people.file, here.campaign.id)
    rows = [row for one in openings.values() if one.turn == turn for row in one.rows]
    lines = accuracy_lines(state, rows)
    busy = BUSY * (turn == here.campaign.turn and _lacks(state, openings.values()))
    if not (lines or busy):
        return reply
    html = shown(
        "accuracy.html",
        200,
        here.live.system,
        lines=lines,
        busy=busy,
        means=f"{words.NOT_SKILL} {words.valued_then(state)}",
    )
    return with_body(reply, body=reply.body.replace(_END, html.body + _END, 1))


def _lacks(state: State, openings: Iterable[JudgedOpening]) -> bool:
    """Whether what was opened last is still being worked out."""
    known = {(one.draw, one.phase) for one in openings}
    return any((one.draw, f"{one.kind}s") not in known for one in state.opened)


# --- what leaders are worth -----------------------------------------------------------------------


def values(visit: RequestContext, notice: str = "", status: int = 200) -> Reply:
    """A slider for each leader, which the host moves; below, where the sheet goes in whole."""
    state = visit.here.live.state
    if not isinstance(state, State):
        return errors.missing(visit.house)
    table = table_of(state)
    sliders = [
        (who, counter.name, country(counter.power), f"{table.all[who]:g}", _nearest(table.all[who]))
        for who, counter in sorted(state.sheet.items(), key=lambda one: one[1].power)
    ]
    return campaign_screen(
        visit,
        "values.html",
        "record",
        status,
        notice=notice,
        sliders=sliders,
        most=MOST_WORTH // WHOLE,
        step=STEP,
        title="What leaders are worth",
        about=" ".join((_ABOUT, words.valued(state), *_switched(state))),
        elsewhere="A sheet with a column for each power goes in by",
        call=f"campaign leader-values {visit.here.name} values.csv",
    )


def _switched(state: State) -> tuple[str, ...]:
    """Ruling 63: who may change it, where the club shows no advice."""
    reason = words.off(state).replace("`", "")
    return (f"{capital(reason)}.",) if reason else ()


def _nearest(value: float) -> float:
    return int(value / STEP + 0.5) * STEP


def set_values(visit: RequestContext) -> Reply:
    """Sends the sliders that were moved, with the rest of the club's table as it is."""
    if (again := receipt_page_before(visit)) is not None:
        return again
    state = visit.here.live.state
    if not isinstance(state, State):
        return errors.missing(visit.house)
    rows = _rows(visit, state)
    if rows == msgspec.to_builtins(list(state.values)):
        return values(visit, not_recorded("no slider was moved"), 409)
    command: JsonFields = {
        "command": SetLeaderValues.__name__,
        "values": rows,
        "recall": state.recall,
    }
    outcome = visit.send(command)
    if outcome.refused is not None:
        return values(visit, not_recorded(outcome.refused.reason), 409)
    return receipt_page(visit, outcome.answer, command)


def _rows(visit: RequestContext, state: State) -> list[JsonObject]:
    table = table_of(state)
    known = {row.leader: row.value for row in state.values if row.power is None}
    rows: list[JsonObject] = []
    for who, value in table.all.items():
        moved = _moved(visit.form.get(f"value-{who}", ""), value)
        if moved is not None or who in known:
            rows.append({"leader": who, "value": known[who] if moved is None else moved})
    return rows + [msgspec.to_builtins(one) for one in state.values if one.power is not None]


def _moved(typed: str, value: float) -> int | None:
    """Where a slider was moved to, in hundredths; None where it stands as it did."""
    try:
        sent = float(typed)
    except ValueError:
        return None
    return None if sent == _nearest(value) else round(sent * WHOLE)


PLACES = (
    get("/c/{name}/values", values, "member"),
    post("/c/{name}/values", set_values, "host", sends=True),
)
