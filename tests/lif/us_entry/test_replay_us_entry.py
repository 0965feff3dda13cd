"""LiF 5.3 in a replay: chits, options and actions as they come, and no value before its time."""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.cli.shared_verbs import replay as shared_verbs_replay
from campaign.history.diff import lines
from campaign.history.explain import parse
from campaign.history.replay import BY, Replay, Span
from campaign.lif.system import SYSTEM
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from events import campaign as shared
from events.base import Event
from events.lif import us_entry as facts
from events.lif.board import LeaderDrawn
from support.extensions import ARE_HERE, extension
from support.sessions import NAME, Clock, Dice, Session, ledger_in

pytestmark = pytest.mark.further

replay_screen = extension("replay_screen")

RECORDED = Path(__file__).parents[2] / "campaigns" / "lif-1998-us-entry-table"
Swap = tuple[str, str]
"""Two chits whose values change places."""


def chits_of(command: dict[str, Any], count: int) -> list[str]:
    """The ids of the chits that a command enters, given how many there were before it."""
    return [f"c{count + n}" for n, _ in enumerate(command.get("values", []), 1)]


def commands(swaps: Sequence[Swap]) -> list[dict[str, Any]]:
    """The recorded campaign's commands, with these values swapped."""
    asked = [json.loads(line) for line in (RECORDED / "commands.jsonl").read_text().splitlines()]
    where: dict[str, tuple[list[int], int]] = {}
    for command in asked:
        for n, chit in enumerate(chits_of(command, len(where))):
            where[chit] = command["values"], n
    for one, two in swaps:
        (mine, here), (yours, there) = where[one], where[two]
        assert mine[here] != yours[there], "nothing would be swapped"
        mine[here], yours[there] = yours[there], mine[here]
    return asked


def recorded(folder: Path, swaps: Sequence[Swap] = ()) -> Ledger:
    """The recorded campaign, with a clock and a vault that are the same in every run."""
    folder.mkdir()
    store = folder / "campaign.db"
    opening = json.loads((RECORDED / "open.json").read_text())
    vault = Vault(store.with_suffix(".vault"), random=Dice(opening["vault"]))
    ledger = Ledger(store, vault, Clock(), random=Dice("salt"))
    wanted = ("system", "scenario", "rulebook", "rulings", "modules", "setup", "last_turn")
    assert ledger.open(NAME, **{key: opening[key] for key in wanted if key in opening})["accepted"]
    for command in commands(swaps):
        answer = ledger.submit(NAME, command)
        assert answer["accepted"], (command, answer)
    return ledger


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """The campaign as it is on file."""
    with closing(recorded(tmp_path_factory.mktemp("recorded") / "1")) as opened:
        yield opened


@pytest.fixture(scope="module")
def replay(ledger: Ledger) -> Replay:
    """All of it, to walk through."""
    return Replay(SYSTEM, ledger.log(NAME))


def places(replay: Replay, kind: type[Event]) -> list[int]:
    """Where the events of a kind stand."""
    return [p for p in range(len(replay)) if type(replay.entry(p).event) is kind]


def changed(replay: Replay, place: int) -> list[tuple[str, str]]:
    """What an event changed, line by line."""
    return lines(replay.changes(Span(place, place)))


# --- what is told -------------------------------------------------------------------------------


def test_chits_that_come_from_the_cup_are_due_no_more(replay: Replay) -> None:
    """LiF 5.3: of the six chits that the scenario gives, the first two are entered."""
    first, second, *_ = places(replay, facts.EntryChitsDrawn)
    assert changed(replay, first) == [
        ("us entry pools entry-germany-italy", "0 → 2 (+2)"),
        ("us entry due", "pool entry-germany-italy, count 6 → 4"),
    ]
    assert changed(replay, second) == [
        ("us entry pools entry-germany-italy", "2 → 6 (+4)"),
        ("us entry due", "− pool entry-germany-italy, count 4"),
    ]
    assert replay.frame(first).sentence == (
        "Chits c1 and c2 came face-down into the Germany/Italy entry pool, "
        "from the cup at the table."
    )


def test_an_option_is_told_by_number_and_name(replay: Replay) -> None:
    """LiF 5.3.2: option 37 shows a 4, and moves a chit from the entry to the tension pool."""
    shown, picked, moved = (
        next(p for p in places(replay, kind) if p > here)
        for kind, here in (
            (facts.EntryChitsShown, 0),
            (facts.EntryOptionPicked, places(replay, facts.EntryChitsShown)[0]),
            (facts.EntryChitsMoved, places(replay, facts.EntryChitsShown)[0]),
        )
    )
    assert changed(replay, shown) == [
        ("us entry shown", "+ chit c1, pool entry-germany-italy, value 4")
    ]
    assert changed(replay, picked) == [
        ("us entry options", "+ 37 Joint defence with Canada, turn 1940-SO")
    ]
    assert changed(replay, moved) == [
        ("us entry pools entry-germany-italy", "5 → 4 (−1)"),
        ("us entry pools tension-germany-italy", "1 → 2 (+1)"),
    ]


def test_an_action_makes_chits_due(replay: Replay) -> None:
    """LiF 5.3.3: Japan's gunboat gives two chits, to be drawn from the cup."""
    taken, due = places(replay, facts.EntryActionTaken)[0], places(replay, facts.EntryChitsDue)[0]
    assert changed(replay, taken) == [("us entry actions", "+ 61 A gunboat bombed, turn 1940-JA")]
    assert changed(replay, due) == [("us entry due", "+ pool entry-japan, count 2")]


def test_the_screen_shows_the_pools(replay: Replay) -> None:
    """LiF 5.3: how many chits lie in each, what is due and aside, and how much was taken."""
    first = places(replay, facts.EntryChitsDrawn)[0]
    before, after = (standing(replay, place) for place in (first - 1, first))
    assert "US entry   Ge/It  Japan\nentry          0      0\ntension        0      0\n" in before
    assert "due           10\n" in before and "due            8\n" in after
    assert "entry          2      0\n" in after and "aside" not in after
    # 1, 4, 11 and 18 for two; 7, 8, 25, 26 and 27
    assert "options        5\nactions        5\n" in before
    assert "aside          2\n" in standing(replay, places(replay, facts.AsideChitsEntered)[0])


def standing(replay: Replay, place: int) -> str:
    """The panel of the standings."""
    return replay_screen.standings_panel(replay.panel(Span(place, place))).plain


def test_a_campaign_without_us_entry_shows_none_of_it(tmp_path: Path) -> None:
    """LiF 5.3: neither where it is not played nor before anything of it lies on the table."""
    for folder, modules in (("off", {"us-entry": False}), ("on", {})):
        (tmp_path / folder).mkdir()
        session = Session(ledger_in(tmp_path / folder)).open(modules=modules)
        shown = session.ledger.show(NAME)
        assert (
            "US entry"
            not in replay_screen.standings_panel(SYSTEM.front.screens.panel(shown, shown)).plain
        )


# --- stops --------------------------------------------------------------------------------------


def test_us_entry_begins_no_stage_and_no_draw(replay: Replay) -> None:
    """LiF 3.2, 4.1: stages, impulses and steps, and leaders drawn, as without it."""
    kinds = {"stage": (shared.TurnBegan, *SYSTEM.front.stops.stages), "draw": (LeaderDrawn,)}
    for by in BY:
        spans = replay.spans(by)
        begun = [replay.entry(span.first).event for span in spans[1:]]
        assert len(begun) > 1
        assert [p for one in spans for p in range(one.first, one.last + 1)] == [*range(len(replay))]
        if by in kinds:
            assert all(isinstance(event, kinds[by]) for event in begun)
            assert len(begun) >= sum(len(places(replay, kind)) for kind in kinds[by]) - 1


def test_the_ledgers_chits_begin_no_draw_either(tmp_path: Path) -> None:
    """LiF 5.3: draws of US entry have numbers of their own, and a leader's draw is looked for."""
    session = Session(ledger_in(tmp_path)).open()
    session.do("StockEntryChits", rows=[{"value": 2, "count": 20}, {"value": 1, "count": 10}])
    session.do("DrawEntryChits", "ben", pool="entry-japan", count=4)
    session.draw()
    replay = Replay(SYSTEM, session.ledger.log(NAME))
    (drawn,) = places(replay, LeaderDrawn)
    assert [span.first for span in replay.spans("draw")] == [0, drawn]
    (chits,) = places(replay, facts.EntryChitsDrawn)
    assert changed(replay, chits) == [
        ("us entry common pool", "30 → 26 (−4)"),
        ("us entry pools entry-japan", "0 → 4 (+4)"),
    ]


# --- secrets ------------------------------------------------------------------------------------


def read_out(ledger: Ledger) -> tuple[Replay, list[bytes]]:
    """Everything that a replay tells of each event: to programs, as text and on the screen."""
    replay = Replay(SYSTEM, ledger.log(NAME))
    return replay, [b"\n".join(stop(replay, place)) for place in range(len(replay))]


def stop(replay: Replay, place: int) -> Iterator[bytes]:
    """One event in every form."""
    span, whole = Span(place, place), Span(0, place)
    passage, shown = replay.passage(span), replay.shown(place)
    yield msgspec.json.encode(
        (passage, shown, shared_verbs_replay.passage_in_json(passage, "event"))
    )
    if not ARE_HERE:
        return
    for panel in (
        replay_screen.stop_panel(passage, 0, 50),
        replay_screen.standings_panel(replay.panel(span)),
        replay_screen.around_panel(replay, place, whole, 40),
    ):
        yield panel.plain.encode()


@pytest.fixture(scope="module")
def as_it_is(ledger: Ledger) -> tuple[Replay, list[bytes]]:
    """What the replay of the campaign on file tells."""
    return read_out(ledger)


def test_neither_commitments_nor_the_secret_are_told(
    as_it_is: tuple[Replay, list[bytes]],
) -> None:
    """LiF 5.3: what would let a stranger try values stands in no form of a replay."""
    replay, one = as_it_is
    (stocked,) = places(replay, facts.EntryChitsStocked)
    event = replay.entry(stocked).event
    assert isinstance(event, facts.EntryChitsStocked)
    hidden = {event.commitment, event.sealed}
    for place in places(replay, facts.EntryChitsDrawn):
        drawn = replay.entry(place).event
        assert isinstance(drawn, facts.EntryChitsDrawn)
        hidden |= {chit.commitment for chit in drawn.chits}
    (opened,) = places(replay, facts.EntrySecretOpened)
    assert len(hidden) > 2
    read = b"\n".join(one[:opened]).decode()
    assert not [secret for secret in hidden if secret in read]


def test_what_is_sealed_is_found_by_no_word(replay: Replay) -> None:
    """LiF 5.3: the sealed secret is no field to look for, and no word finds it."""
    (stocked,) = places(replay, facts.EntryChitsStocked)
    event = replay.entry(stocked).event
    assert isinstance(event, facts.EntryChitsStocked)
    assert event.sealed and replay.find(parse(SYSTEM, event.sealed)) is None
    assert replay.find(parse(SYSTEM, "type=EntryChitsDrawn pool=entry-japan")) is not None
