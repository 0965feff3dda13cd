"""LiF 5.1, rulings 34 to 36, 50 and 51: the score of a combat, and who is promoted."""

from fractions import Fraction
from math import floor

from combat_story.sheet import LAND, hexes_between
from combat_story.table import Piece, Table, Told

FATES = {"killed": 3, "shattered": 2, "retreated": 1}


def score(table: Table, told: Told) -> int:
    """What German-controlled units lost, less what Soviet ones did, rounded half up at the end."""
    total = Fraction(0)
    for loss in told["losses"]:
        if loss["type"] not in LAND:
            continue
        sign = {"germany": 1, "ussr": -1}.get(loss["controlled_by"], 0)
        total += sign * FATES[loss["fate"]] * _weight(table, loss)
    return floor(total + Fraction(1, 2))


def _weight(table: Table, loss: Told) -> Fraction:
    piece = table.pieces.get(loss.get("counter", ""))
    size = loss.get("size", piece.size if piece else "corps")
    hq = loss.get("hq", False) or loss["type"].startswith("HQ")
    return Fraction(2 if hq else 1) / (2 if size == "division" else 1)


def soviets_fought_germans(told: Told) -> bool:
    """Soviet land units against German ones or those of a minor that Germany controls."""
    german = {"germany", "rumania", "finland"}
    attackers, defenders = set(told["attackers"]), set(told["defenders"])
    return told["kind"] == "land" and (
        ("ussr" in attackers and bool(german & defenders))
        or ("ussr" in defenders and bool(german & attackers))
    )


def may_promote(table: Table, told: Told, unit: str, army: str, promoted: bool) -> str:
    """Why this unit does not become this army after this combat; nothing where it does."""
    piece, guards = table.pieces[unit], table.pieces[army]
    fate = next((one["fate"] for one in told["losses"] if one.get("counter") == unit), "")
    points = told["score"]
    checks = (
        ("no such combat", not soviets_fought_germans(told)),
        ("one a combat", promoted),
        ("not won", points <= 0),
        ("not Soviet", piece.power != "ussr"),
        ("no survivor", piece.place != "map" or fate in ("killed", "shattered")),
        ("a division", piece.size == "division"),
        ("not in reserve", not guards.guards or guards.place != "reserve"),
        ("another type", piece.type != guards.type),
        ("elsewhere", not fate and not _was_there(told, piece)),
        ("too few", piece.combat + points < guards.combat),
    )
    return next((word for word, holds in checks if holds), "")


def _was_there(told: Told, piece: Piece) -> bool:
    """Ruling 50: an attacker beside the hex or in it, a defender in it."""
    if piece.location[:1] != told["hex"][0]:
        return False
    away = hexes_between(piece.location, told["hex"])
    return away <= (1 if "ussr" in told["attackers"] else 0)


def promoted_to(table: Table, unit: str, army: str) -> None:
    """The army lies as the unit lay; ruling 36: a Guards army replaced is free again."""
    old, new = table.pieces[unit], table.pieces[army]
    new.place, new.location, new.face_up = "map", old.location, old.face_up
    old.place, old.location = ("reserve" if old.guards else "pool"), ""
