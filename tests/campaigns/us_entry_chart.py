"""LiF 5.3: the club's chart: what its numbers come to, and what is told before a die falls."""

from paper_sheet import Line, Sheet, insist, war_of
from us_entry_sheet import die, in_pool, left, still_due

WHOSE = {3: "japan", 10: "japan", 11: "japan", 12: "japan", 16: "germany", 17: "germany",
         18: "germany"}  # fmt: skip
"""LiF 5.3.3: who takes the kit's actions."""


def of_chart(sheet: Sheet, kind: str, number: int) -> Line:
    row = {"name": "", "colour": "", "power": "", "level": None, "once": False}
    row |= dict.fromkeys(("germany_italy", "japan"))
    if (kind, number) == ("option", 32):
        row["colour"] = "red"
    if kind == "action":
        row["power"] = WHOSE.get(number, "")
    club = sheet["us"]["chart"].get((kind, number))
    insist(club, f"the club's chart has no {kind} {number}")
    return {**row, **{key: value for key, value in club.items() if value not in ("", None)}}


def number_of(row: Line, aim: str) -> int | None:
    told: int | None = row[aim.replace("-", "_")]
    return told


def at_most(number: int) -> int:
    """Chits that a number may come to: each full ten, and one more by the die."""
    return -(-abs(number) // 10)


def rolled(sheet: Sheet, number: int, told: int | None) -> list[int | None]:
    """LiF 5.3.3: each full ten is a chit, what remains a chance in ten of one more.

    The chart's number, the chits, and the die where there was one.
    """
    tens, rest = divmod(abs(number), 10)
    insist(rest or told is None, "there is nothing to roll for")
    roll = die(sheet, told) if rest else None
    chits = tens + (roll is not None and roll <= rest)
    return [number, chits if number > 0 else -chits, roll]


def told_beforehand(
    sheet: Sheet,
    pool: str,
    number: int,
    named: list[str] | None,
    told_die: int | None,
    chosen: bool = False,
) -> None:
    """Ruling 38: where the USA chooses, all that may leave are named before the ledger's die falls.

    A die of the table that takes no chit leaves what is due to be entered later.
    """
    us = sheet["us"]
    if us["chits"] == "ledger" and not chosen:
        insist(named is None, "the ledger draws them")
        return
    if not number:
        insist(not named, "none leaves")
        return
    kept = told_die is not None and 10 > abs(number) < told_die
    if us["dice"] == "table" and kept:
        return
    insist(not still_due(sheet, pool), "enter what is due first")
    there = in_pool(sheet, pool)
    if named is None and not chosen:
        return
    if us["dice"] == "table" or (named is None and len(there) <= max(abs(number) // 10, 1)):
        return
    insist(named is not None and set(named) <= set(there), "which chits?")
    told = named or []
    insist(len(told) == len(set(told)) == min(at_most(number), len(there)), "all that may go")


def those_going(sheet: Sheet, pool: str, count: int, named: list[str] | None) -> list[str] | None:
    if named is None or sheet["us"]["dice"] == "table":
        return named
    return named[: min(count, len(in_pool(sheet, pool)))]


def enough(sheet: Sheet, wanted: int) -> None:
    if wanted and sheet["us"]["chits"] == "ledger":
        insist(sheet["us"]["secret"] and len(left(sheet)) >= wanted, "the common pool may run dry")


def lacking(sheet: Sheet, pool: str, number: int) -> int:
    return max(0, at_most(number) - len(in_pool(sheet, pool)))


def answered(line: Line, questions: dict[str, tuple[str, ...]]) -> None:
    stated = line.get("stated", {})
    insist(set(stated) == set(questions), f"answer {', '.join(questions) or 'nothing'}")
    for key, allows in questions.items():
        insist(stated[key] in allows, f"{key} forbids it")


def picked(sheet: Sheet, number: int, target: str | None = None) -> bool:
    """LiF 5.3.2: whether the USA has picked an option; with a target, for that one."""
    return any(n == number and target in (None, t) for n, t, _ in sheet["us"]["options"])


def at_war(sheet: Sheet, one: str, other: str) -> bool:
    return war_of(one, other) in sheet["wars"]
