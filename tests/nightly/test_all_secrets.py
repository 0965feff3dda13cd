"""Whole recorded campaigns through the service, searched for secrets; and how long answers take."""

import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest

from support.evening import BOARD, draw
from support.recorded import FOLDERS
from support.walked import Walk
from support.web import NAME, Browser, WebClub, club, forms

LOOKS = 8
ANSWERS, SHUFFLES = 200, 2000
"""Answers for each choice; how many times they are dealt out anew."""
RARE = 0.005
"""How rarely chance alone may make medians differ so much."""


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_nobody_is_told_a_secret_of_a_whole_campaign(folder: Path, tmp_path: Path) -> None:
    """Everybody reads everything before eight of the openings and in the end."""
    walk = Walk(folder, tmp_path)
    try:
        walk.play(len(walk.lines), LOOKS)
        walk.look(walk.everybody())
        assert walk.leaks == []
        assert walk.proofs and walk.parts > LOOKS * 400
    finally:
        walk.close()


def chance(one: list[float], other: list[float], seed: int) -> float:
    """How often two heaps dealt at random have medians that differ as much as these."""
    found = abs(median(one) - median(other))
    every, deal = [*one, *other], random.Random(seed)
    as_much = 0
    for _ in range(SHUFFLES):
        deal.shuffle(every)
        as_much += abs(median(every[: len(one)]) - median(every[len(one) :])) >= found
    return as_much / SHUFFLES


def answered(ask: Callable[[str], None]) -> tuple[list[float], list[float]]:
    """How long answers take for either choice: in turn, the first of each pair in turn as well."""
    took: dict[str, list[float]] = {"veto": [], "no-veto": []}
    for number in range(ANSWERS):
        for choice in list(took) if number % 2 else reversed(list(took)):
            began = time.perf_counter()
            ask(choice)
            took[choice].append(time.perf_counter() - began)
    return took["veto"], took["no-veto"]


def alike(ask: Callable[[str], None]) -> bool:
    """Whether no difference is seen; one that is seen is looked for a second time."""
    return any(chance(*answered(ask), seed=nth) > RARE for nth in range(2))


@pytest.fixture
def drawn(tmp_path: Path) -> WebClub:
    """A club that takes ballots."""
    with club(tmp_path) as made:
        draw(made)
        yield made  # type: ignore[misc]


def test_the_test_of_times_sees_a_difference(drawn: WebClub) -> None:
    """A tenth of a millisecond for one of the choices is enough."""
    assert not alike(lambda choice: time.sleep(0.0011 if choice == "veto" else 0.001))


def test_a_seal_takes_as_long_for_either_choice(drawn: WebClub) -> None:
    """Whoever watches the line of who seals learns nothing by the clock."""
    ben = drawn.browser("ben")
    (form,) = forms(ben.get(BOARD).text)
    fresh = iter(range(10_000))

    def seal(choice: str) -> None:
        sent = form.fields | {"choice": choice, "id": f"seal-{next(fresh)}"}
        assert ben.post(BOARD, sent).status_code == 200
        ben.got.clear()

    assert alike(seal)


def test_pages_take_as_long_whatever_is_sealed(tmp_path: Path) -> None:
    """Two clubs that differ in a choice; another member asks each for the same page."""
    places = [tmp_path / choice for choice in ("veto", "no-veto")]
    for place in places:
        place.mkdir()
    with club(places[0]) as one, club(places[1]) as other:
        readers: dict[str, Browser] = {}
        for made, choice in ((one, "veto"), (other, "no-veto")):
            draw(made)
            assert made.browser("ben").fill(BOARD, choice=choice).status_code == 200
            readers[choice] = made.browser("olga")

        def read(choice: str) -> None:
            readers[choice].got.clear()
            assert readers[choice].get(f"/c/{NAME}/board").status_code == 200

        assert alike(read)
