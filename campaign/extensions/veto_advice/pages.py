"""LiF 4.1: veto advice on the service: the folded line at the Board, accuracy below a turn, and the
host's page of what leaders are worth. IO.
"""

import msgspec
from msgspec.structs import replace as with_body

from campaign.extensions.veto_advice import words
from campaign.extensions.veto_advice.worked_out import advice_now, openings_of
from campaign.lif.board.commands import SetLeaderValues
from campaign.lif.board.cup import MOST_WORTH
from campaign.lif.board.markers import KINDS
from campaign.lif.board.values import WHOLE, hundredths, table_of
from campaign.lif.names import country
from campaign.lif.state import State
from campaign.text.english import capital
from campaign.text.json_values import JsonFields
from campaign.web import errors
from campaign.web.context import Entered, RequestContext, get, post
from campaign.web.receipts import receipt_page, receipt_page_before
from campaign.web.rendering import shown
from campaign.web.replies import Reply
from campaign.web.screens import campaign_screen, not_recorded

STEP = 50
"""So far apart are the values that a slider can take, in hundredths."""
BUSY = "This is being worked out; look again in a moment."
_END = b"</main>"
_ABOUT = (
    "For veto advice alone; no rule reads it. One point is an ability usable at its leader’s full"
    " range for the whole campaign."
)


def folded(here: Entered, visit: RequestContext) -> tuple[str, ...]:
    """Ruling 63: what the adviser says to the visitor's own powers; nothing where it is off."""
    state = here.live.state
    if not isinstance(state, State) or words.off(state) or not here.seats:
        return ()
    if state.board.phase not in KINDS or state.board.leader is None:
        return ()  # after a correction nobody may be before the Board
    advice = advice_now(visit.house.people.file, state)
    if advice is None:
        return (BUSY,)
    own = words.sentences(advice, state.sheet, here.seats)
    granted = " ".join((words.valued(state), *words.ASSUMED))
    return (*own, f"Taken for granted: {granted}") if own else ()


# --- below a turn's page --------------------------------------------------------------------------


def with_accuracy(visit: RequestContext, reply: Reply, turn: str) -> Reply:
    """Ruling 63: the page of a turn with what its answers gave away, folded."""
    state = visit.here.live.state
    if not isinstance(state, State) or words.off(state, advice=False) or visit.here.is_what_if:
        return reply
    html = _accuracy(visit, state, turn)
    return with_body(reply, body=reply.body.replace(_END, html + _END, 1)) if html else reply


def _accuracy(visit: RequestContext, state: State, turn: str) -> bytes:
    """Of a turn; nothing where there is nothing to say."""
    here = visit.here
    openings = openings_of(visit.house.people.file, here.campaign.id).values()
    rows = [row for one in openings if one.turn == turn for row in one.rows]
    lines = list(words.gave_away(rows, state.sheet, here.campaign.called))
    known = {(one.draw, one.phase) for one in openings}
    missing = {(one.draw, f"{one.kind}s") for one in state.opened} - known
    busy = BUSY if missing and turn == here.campaign.turn else ""
    if not (lines or busy):
        return b""
    return shown(
        "accuracy.html",
        200,
        here.live.system,
        lines=lines,
        busy=busy,
        means=f"{words.NOT_SKILL} {words.valued(state, words.THEN)}",
    ).body


# --- what leaders are worth -----------------------------------------------------------------------


def values(visit: RequestContext, notice: str = "", status: int = 200) -> Reply:
    """A slider for each leader, which the host moves; below, where the sheet goes in whole."""
    state = visit.here.live.state
    if not isinstance(state, State):
        return errors.missing(visit.house)
    table, reason = table_of(state).all, words.off(state).replace("`", "")
    sliders = [
        (who, one.name, country(one.power), f"{table[who]:g}", _nearest(table[who]) / WHOLE)
        for who, one in sorted(state.sheet.items(), key=lambda pair: pair[1].power)
    ]
    return campaign_screen(
        visit,
        "values.html",
        "record",
        status,
        notice=notice,
        sliders=sliders,
        most=MOST_WORTH // WHOLE,
        step=STEP / WHOLE,
        title="What leaders are worth",
        about=" ".join((_ABOUT, words.valued(state), *([f"{capital(reason)}."] if reason else []))),
        elsewhere="A sheet with a column for each power goes in by",
        call=f"campaign leader-values {visit.here.name} values.csv",
    )


def set_values(visit: RequestContext) -> Reply:
    """Sends the sliders that were moved, with the rest of the club's table as it is."""
    if (again := receipt_page_before(visit)) is not None:
        return again
    state = visit.here.live.state
    if not isinstance(state, State):
        return errors.missing(visit.house)
    moved = {}
    for who, value in table_of(state).all.items():
        sent = hundredths(visit.form.get(f"value-{who}", ""), MOST_WORTH)
        if sent not in (None, _nearest(value)):
            moved[who] = {"leader": who, "value": sent}
    if not moved:
        return values(visit, not_recorded("no slider was moved"), 409)
    rest = [row for row in state.values if row.power is not None or row.leader not in moved]
    command: JsonFields = {
        "command": SetLeaderValues.__name__,
        "values": [*map(msgspec.to_builtins, rest), *moved.values()],
        "recall": state.recall,
    }
    outcome = visit.send(command)
    if outcome.refused is not None:
        return values(visit, not_recorded(outcome.refused.reason), 409)
    return receipt_page(visit, outcome.answer, command)


def _nearest(value: float) -> int:
    """Where the slider of a value stands, in hundredths."""
    return int(value * WHOLE / STEP + 0.5) * STEP


PLACES = (
    get("/c/{name}/values", values, "member"),
    post("/c/{name}/values", set_values, "host", sends=True),
)
