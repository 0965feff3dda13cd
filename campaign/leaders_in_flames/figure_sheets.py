"""LiF 4, 5: the pages of figures that members open on their own devices, and the draws. Pure."""

from collections.abc import Sequence

from campaign.kernel.rooms import PieceDrawn, RoomSheet
from campaign.kernel.turn_log import AnyLog
from campaign.leaders_in_flames.names import leader

SHEETS = (
    RoomSheet("points", "Veto points", ("standings",), ("veto-points",)),
    RoomSheet(
        "leaders",
        "Leaders",
        ("leaders", "map"),
        ("leaders", "leader", "cup"),
        "leaders.html",
        "Every leader’s page and career",
    ),
    RoomSheet("pools", "Force pools", ("pools", "counters"), ("force-pool", "counter")),
    RoomSheet("us-entry", "US entry", ("road", "entry"), ("chits", "partisans")),
    RoomSheet(
        "wars",
        "War and conquest",
        (),
        ("conquest", "minor"),
        "war.html",
        "The state of the war",
    ),
    RoomSheet("statistics", "Statistics", ("tallies",)),
)
"""The figures of the campaign by subject."""
STANDING = ("powers", "board", "leaders", "pools")
"""What shows a state of the campaign in a replay."""


def pieces_drawn(logs: Sequence[AnyLog]) -> tuple[PieceDrawn, ...]:
    """LiF 4.1: the leaders drawn, and whether the keeper of the vault's key could foresee each."""
    return tuple(
        PieceDrawn(
            draw.number,
            draw.drawn,
            leader(draw.leader, log.end.sheet),  # type: ignore[attr-defined]
            _foreseen(draw.source, is_fair=draw.unforeseeable),
        )
        for log in logs
        for draw in log.notes.draws.values()
    )


def _foreseen(source: str, *, is_fair: bool) -> str:
    if source == "table":
        return "drawn at the table, so the record can’t say"
    return "" if is_fair else "whoever holds the vault’s key"
