"""LiF 4.1: every honour of the book, as tallied without the tracker."""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from campaign.lif.book.honours import honours
from campaign.lif.book.measures import head_to_head
from campaign.lif.book.sums import sums
from campaign.lif.names import country
from campaign.store.ledger import Ledger
from campaign.text.english import listed
from support import recorded
from support.facts import facts_in
from support.recorded import HERE

K = TypeVar("K", bound=Hashable)
NAMES: Any = SimpleNamespace(leader=str, member=str)
"""What the honours call people: what they are in the record."""
Award = tuple[str, list[float]]
"""Who has an honour, and the figures of its sentence."""


@pytest.mark.parametrize("campaign", ["lif-1998-global-war", "lif-list-global-war"])
def test_lif_4_1_honours_are_as_a_pencil_has_them(campaign: str, tmp_path: Path) -> None:
    """Who has each, and by what figures, from draws, ballots and points of a whole campaign."""
    done = subprocess.run(
        [sys.executable, str(HERE / "tallied.py"), str(HERE / campaign)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    with Ledger(recorded.played(HERE / campaign, tmp_path)) as ledger:
        points = ledger.live(recorded.NAME).state.veto_points
        facts = facts_in(ledger, recorded.NAME)
    paper = json.loads(done.stdout)
    given_out = honours(facts, sums(facts), points, NAMES)
    assert {one.title: (one.name, figures(one.why)) for one in given_out} == dict(on_paper(paper))
    vetoes = [one for one in paper["vetoes"] if one["said"] == "veto"]
    counted = {(row.who, row.of): row.vetoes for row in head_to_head(sums(facts)) if row.vetoes}
    assert counted == Counter((one["power"], one["of_power"]) for one in vetoes)


def figures(why: str) -> list[float]:
    """The numbers of a sentence."""
    words = why.replace("once", "1 time").replace("twice", "2 times")
    return [float(number) for number in re.findall(r"\d+(?:\.\d)?", words)]


def on_paper(paper: Any) -> Iterator[tuple[str, Award]]:
    """LiF 4.1: each honour that somebody earned, worked out from the tally."""
    draws = paper["draws"]
    yield "Most vetoed", most(Counter(one["leader"] for one in draws if one["sent_back"]), str)
    price: Counter[int] = Counter()
    spent: Counter[str] = Counter()
    for one in (*paper["vetoes"], *paper["votes"]):
        price[one["draw"]] += one["points"]
        spent[one["member"]] += one["points"]
    dearest = min(draw for draw in price if price[draw] == max(price.values()))
    cost = [float(dearest), float(price[dearest])]
    yield "Dearest draw", (draws[dearest - 1]["leader"], cost)
    yield from cup(draws)
    board = Counter(one["turn"] for one in draws)
    first = next(turn for turn in board if board[turn] == max(board.values()))
    yield "Longest Board", (spelled(first), [float(board[first])])
    yield "The spender", most(spent, str)
    yield "The miser", most(Counter(paper["left"]), country)
    feuds = Counter(
        frozenset({one["member"], one["of_member"]})
        for one in paper["vetoes"]
        if one["said"] == "veto" and one["of_member"] not in ("", one["member"])
    )
    yield "The feud", most(feuds, lambda pair: listed(sorted(pair)))


def cup(draws: Any) -> Iterator[tuple[str, Award]]:
    """LiF 4.1(1): who drew most above their share of each cup, and who most below it."""
    drawn = Counter(one["owner"] for one in draws)
    powers = dict.fromkeys(power for one in draws for power in one["groups"])
    share = {
        power: sum(one["groups"].get(power, 0) / len(one["cup"]) for one in draws)
        for power in powers
        if power not in ("axis", "allies")
    }
    for title, best in (("Luck of the cup", max), ("Cold hand", min)):
        power = best(share, key=lambda one: drawn[one] - share[one])
        yield title, (country(power), [float(drawn[power]), round(share[power], 1)])


def most(counts: Counter[K], name: Callable[[K], str]) -> Award:
    """Those with the highest count, and that."""
    highest = max(counts.values())
    return listed(sorted(name(one) for one in counts if counts[one] == highest)), [float(highest)]


def spelled(turn: str) -> str:
    """`1941-MJ` as the book writes it."""
    pairs = ("January/February", "March/April", "May/June", "July/August", "September/October",
             "November/December")  # fmt: skip
    year, letters = turn.split("-")
    names = {"".join(part[0] for part in pair.split("/")): pair for pair in pairs}
    return f"{names[letters]} {year}"
