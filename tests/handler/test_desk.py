"""The desk, the only way in: who sends, with which id, in which order; and who reads on behind."""

import ast
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.handler import command_handler, writer_queue
from campaign.handler.command_handler import Actor, CommandHandler, named_by
from campaign.handler.writer_queue import PATIENCE, QUIET, SharedQueue, Subscribers
from campaign.store import ledger as store_ledger
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from support.served import SECONDS, until
from support.sessions import NAME, Session, ledger_in

ANNA = Actor("anna")
HOST = Actor("host")
KEYBOARD = Actor("host", is_local=True)
"""Whoever sits at the store's own machine."""
ROOT = Path(__file__).parents[2]


def sent(value: str = "grey geese", **fields: str) -> bytes:
    """Words for the next draw, which any member may send."""
    return msgspec.json.encode({"command": "AddEntropy", "value": value, **fields})


class Kept:
    """A follower that writes down what it is told to do."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def update(self, name: str) -> None:
        """Writes down an update."""
        self.done.append(f"update {name}")

    def forget(self, name: str) -> None:
        """Writes down that a campaign goes."""
        self.done.append(f"forget {name}")

    def close(self) -> None:
        """Writes down the end."""
        self.done.append("close")


def note(text: str) -> bytes:
    """A bookmark with a note, which any member may set as often as they like."""
    return msgspec.json.encode({"command": "SetBookmark", "version": 1, "note": text})


def no_fault(name: str, error: Exception) -> None:
    """For followers that do not fail."""
    raise AssertionError(name) from error


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """A store with a campaign."""
    with ledger_in(tmp_path) as found:
        Session(found).open()
        yield found


@pytest.fixture
def kept() -> Kept:
    """A follower."""
    return Kept()


@pytest.fixture
def desk(ledger: Ledger, kept: Kept) -> CommandHandler:
    """A desk with one caller, whose ids are numbers."""
    ids = iter(range(1_000))
    following = Subscribers(lambda: kept, no_fault, in_background=False)
    return CommandHandler(ledger, following, is_shared=False, ids=lambda: f"id-{next(ids)}")


def last(ledger: Ledger) -> Any:
    """The last event."""
    return ledger.log(NAME)[-1][1]


# --- who sends ----------------------------------------------------------------------------------


def test_a_text_without_a_sender_is_its_actors(desk: CommandHandler, ledger: Ledger) -> None:
    """The door knows who acts; the event and the receipt name them."""
    assert desk.submit(NAME, sent(), ANNA).refused is None
    assert last(ledger).by == "anna"


def test_a_distant_actor_cannot_name_another(desk: CommandHandler, ledger: Ledger) -> None:
    """The text is refused before the ledger sees it: nothing is recorded, not even a receipt."""
    before = ledger.store.ends(NAME)
    outcome = desk.submit(NAME, sent(by="ben"), ANNA)
    words = "this command names 'ben', but you are acting as 'anna'; leave `by` out or name 'anna'"
    assert outcome.answer == {"accepted": False, "rule": None, "reason": f"by: {words}"}
    assert outcome.refused is not None and outcome.refused.about.field == "by"
    assert ledger.store.ends(NAME) == before


def test_a_distant_host_has_no_more_right_to_it(desk: CommandHandler) -> None:
    """Who is host in the campaign may still not speak in another's name."""
    assert desk.submit(NAME, sent(by="anna"), HOST).refused is not None


def test_at_the_stores_own_machine_one_may_act_as_any_member(
    desk: CommandHandler, ledger: Ledger
) -> None:
    """The text's own sender counts there, and without one whoever the call names."""
    assert desk.submit(NAME, sent(by="ben"), KEYBOARD).refused is None
    assert last(ledger).by == "ben"
    assert desk.submit(NAME, sent("a die"), KEYBOARD).refused is None
    assert last(ledger).by == "host"


def test_a_refusal_can_be_foreseen_and_nothing_is_recorded(
    desk: CommandHandler, ledger: Ledger
) -> None:
    """By the rules, by a text that cannot be read, by a false sender; None where it would count."""
    before = ledger.store.ends(NAME)
    turn = msgspec.json.encode({"command": "AdvanceTurn"})
    assert desk.foresee(NAME, turn, HOST) is None
    foreseen = desk.foresee(NAME, turn, ANNA)
    assert foreseen is not None and foreseen.rule == "Members"
    assert foreseen == desk.foresee(NAME, turn, ANNA)
    broken, false = desk.foresee(NAME, b"{", HOST), desk.foresee(NAME, sent(by="ben"), ANNA)
    assert broken is not None and broken.rule is None
    assert false is not None and false.about.field == "by"
    assert ledger.store.ends(NAME) == before
    assert desk.submit(NAME, turn, ANNA).refused == foreseen


@pytest.mark.parametrize("text", [b"", b"[]", b"{", b'{"by": 3}', b"\xff", b'"by"'])
def test_what_cannot_be_read_is_left_to_the_ledger(desk: CommandHandler, text: bytes) -> None:
    """It refuses the text in its own words, with a receipt for the actor."""
    assert named_by(text) is None
    outcome = desk.submit(NAME, text, ANNA)
    assert outcome.refused is not None and outcome.refused.rule is None
    assert "receipt" in outcome.answer


def test_two_senders_in_one_text_do_not_pass_for_one(desk: CommandHandler, ledger: Ledger) -> None:
    """Whichever of two readers takes the first and whichever the last, nobody gets through."""
    for first, second in (("anna", "ben"), ("ben", "anna")):
        text = f'{{"command":"AddEntropy","value":"x","by":"{first}","by":"{second}"}}'.encode()
        outcome = desk.submit(NAME, text, ANNA)
        assert outcome.refused is not None or last(ledger).by == "anna"
        assert all(event.by != "ben" for _, event in ledger.log(NAME))


# --- the id -------------------------------------------------------------------------------------


def test_every_command_gets_an_id(desk: CommandHandler, ledger: Ledger) -> None:
    """So that it counts once, however often a broken line makes it arrive."""
    desk.submit(NAME, sent(), ANNA)
    assert last(ledger).key == "id-0"
    assert ledger.store.versions_of(NAME, "id-0") is not None


def test_an_id_of_the_senders_own_stays(desk: CommandHandler, ledger: Ledger) -> None:
    """The second time it gets the first answer, and nothing is recorded."""
    first = desk.submit(NAME, sent(id="mine"), ANNA)
    assert last(ledger).key == "mine"
    ends = ledger.store.ends(NAME)
    again = desk.submit(NAME, sent(id="mine"), ANNA)
    assert again.answer["events"] == first.answer["events"]
    assert ledger.store.ends(NAME) == ends


def test_the_ids_that_the_desk_gives_differ() -> None:
    """64 random bits each."""
    found = {command_handler.new_id() for _ in range(100)}
    assert len(found) == 100 and {len(name) for name in found} == {16}


def test_the_receipt_is_over_the_bytes_that_were_sent(desk: CommandHandler, ledger: Ledger) -> None:
    """Neither the sender nor the id that the desk adds is in them."""
    from campaign.verify import receipts

    answer = desk.submit(NAME, sent(), ANNA).answer
    receipt = store_ledger.receipt(ledger, NAME, ledger.store.ends(NAME)[1])
    assert receipts.digest_of(sent(), answer["receipt"]["salt"]) == receipt.sent


# --- many callers -------------------------------------------------------------------------------


def test_the_lane_does_its_jobs_in_order_and_hands_errors_back() -> None:
    """A job that fails concerns its caller alone."""
    lane, done = SharedQueue(), []
    for number in range(5):
        lane.run(lambda number=number: done.append(number))  # type: ignore[misc]

    def fails() -> None:
        raise StoreError("the disk is full")

    with pytest.raises(StoreError, match="the disk is full"):
        lane.run(fails)
    assert lane.run(lambda: threading.current_thread().name) == threading.current_thread().name
    assert done == [0, 1, 2, 3, 4]
    lane.close()


def test_a_queue_that_is_closed_ends_what_is_under_way_and_takes_nothing_more() -> None:
    """Whoever waits has their turn first."""
    lane, done, begun, may_end = SharedQueue(), [], threading.Event(), threading.Event()

    def long_one() -> None:
        begun.set()
        may_end.wait(SECONDS)
        done.append("first")

    first = threading.Thread(target=lane.run, args=(long_one,))
    second = threading.Thread(target=lane.run, args=(lambda: done.append("second"),))
    closer = threading.Thread(target=lambda: (lane.close(), done.append("closed")))
    first.start()
    begun.wait(SECONDS)
    second.start()
    until(lambda: lane.waiting() == 1)
    closer.start()
    may_end.set()
    for one in (first, second, closer):
        one.join(SECONDS)
    assert done == ["first", "second", "closed"]
    with pytest.raises(StoreError, match="the service is stopping; nothing was recorded"):
        lane.run(lambda: None)


@pytest.mark.parametrize("has_come", [False, True])
def test_a_turn_does_not_come_to_somebody_who_has_gone(
    has_come: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted while they wait, or when it has just come: the next caller has it."""
    lane, begun, may_end = SharedQueue(), threading.Event(), threading.Event()

    def long_one() -> None:
        begun.set()
        may_end.wait(SECONDS)

    def interrupted(place: writer_queue._QueuePlace) -> None:
        if has_come:
            may_end.set()
            place._come.acquire(timeout=SECONDS)
        raise KeyboardInterrupt

    first = threading.Thread(target=lane.run, args=(long_one,))
    first.start()
    begun.wait(SECONDS)
    monkeypatch.setattr(writer_queue._QueuePlace, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        lane.run(lambda: None)
    may_end.set()
    first.join(SECONDS)
    assert lane.waiting() == 0 and lane.run(lambda: "next") == "next"


def test_a_closed_desk_has_answered_everybody(ledger: Ledger, kept: Kept) -> None:
    """It ends once the lane is empty and the followers have read on."""
    desk = CommandHandler(
        ledger, Subscribers(lambda: kept, no_fault, in_background=True), is_shared=True
    )
    desk.submit(NAME, sent(), ANNA)
    desk.close()
    assert kept.done == [f"update {NAME}", "close"]


# --- followers ----------------------------------------------------------------------------------


def test_followers_read_behind_the_answer(desk: CommandHandler, kept: Kept) -> None:
    """Nothing is read before the answer is there, and a burst is read at once."""
    for word in ("a", "b", "c"):
        desk.submit(NAME, sent(word), ANNA)
    assert kept.done == []
    desk.settle()
    assert kept.done == [f"update {NAME}"]


def test_a_refusal_wakes_nobody(desk: CommandHandler, kept: Kept) -> None:
    """The log has not grown."""
    desk.submit(NAME, b'{"command": "DrawLeader"}', ANNA)
    desk.settle()
    assert kept.done == []


def test_a_burst_passes_first_but_not_for_ever(kept: Kept) -> None:
    """A hundredth of a second without a command ends it, a quarter of one in any case."""
    now = 100.0
    following = Subscribers(lambda: kept, no_fault, in_background=False, clock=lambda: now)
    following.wake(NAME)
    assert following.pause(100.0) == pytest.approx(QUIET)
    for step in range(1, 100):
        now = 100.0 + step / 200
        following.wake(NAME)
    assert following.pause(now) == pytest.approx(100.0 + PATIENCE - now)
    assert following.pause(100.0 + PATIENCE) <= 0


def test_a_fault_of_a_follower_is_told_and_the_answer_stands(ledger: Ledger) -> None:
    """What was recorded is recorded; the next update reads on."""

    class Broken(Kept):
        def update(self, name: str) -> None:
            super().update(name)
            raise StoreError("the disk is full")

    faults: list[str] = []
    for in_background in (False, True):
        broken = Broken()
        following = Subscribers(
            lambda broken=broken: broken, lambda name, error: faults.append(f"{name}: {error}"),
            in_background=in_background,
        )  # fmt: skip
        desk = CommandHandler(ledger, following, is_shared=False)
        assert desk.submit(NAME, sent(), ANNA).refused is None
        desk.settle()
        desk.submit(NAME, sent("again"), ANNA)
        following.close()
        assert broken.done == [f"update {NAME}", f"update {NAME}", "close"]
    assert faults == [f"{NAME}: the disk is full"] * 4


def test_a_follower_goes_on_though_nobody_hears_of_its_faults(ledger: Ledger) -> None:
    """The terminal may be gone to which a fault is told."""

    class Broken(Kept):
        def update(self, name: str) -> None:
            super().update(name)
            raise StoreError("the disk is full")

    def nobody(name: str, error: Exception) -> None:
        raise BrokenPipeError

    broken = Broken()
    following = Subscribers(lambda: broken, nobody, in_background=True)
    for _ in range(2):
        following.wake(NAME)
        following.settle()
    following.close()
    assert broken.done == [f"update {NAME}", f"update {NAME}", "close"]


def test_a_branch_leaves_its_followers_before_its_log_goes(
    desk: CommandHandler, kept: Kept
) -> None:
    """Rows without a log would stay for ever; a campaign that is no branch stays."""
    from campaign.store import branches

    made, _ = desk.bring_in(lambda ledger: branches.branch(ledger, NAME, None, "host", "what-if"))
    assert made == "what-if"
    desk.settle()
    seen: list[bool] = []
    kept.forget = lambda name: seen.append(name in desk.ledger.names())  # type: ignore[method-assign]
    desk.throw_away("what-if")
    assert seen == [True] and "what-if" not in desk.ledger.names()
    with pytest.raises(StoreError, match=f"{NAME} is no branch, and is not deleted"):
        desk.throw_away(NAME)
    assert kept.done == ["update what-if"] and NAME in desk.ledger.names()


def test_a_campaign_that_is_opened_wakes_the_followers(desk: CommandHandler, kept: Kept) -> None:
    """And one that cannot be opened does not."""
    refused = desk.open("Bad Name", system="lif", scenario="custom")
    assert not refused["accepted"]
    desk.settle()
    assert kept.done == []
    first = desk.ledger.log(NAME)[0][1]
    assert desk.open("second", system="lif", scenario=first.scenario)["accepted"]  # type: ignore[attr-defined]
    desk.settle()
    assert kept.done == ["update second"]


# --- the only door ------------------------------------------------------------------------------

WRITES = {"outcome", "submit", "append", "keep_receipt", "forget", "keep_snapshots"}
"""What the ledger and its store write with."""
ABOVE: tuple[str, ...] = ("campaign/cli", "campaign/reports", "campaign/projections")
"""Rooms that may write only through the desk."""


def calls(file: Path) -> Iterator[tuple[str, str]]:
    """The methods of `WRITES` that a file calls, each with what it is called on."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if node.func.attr in WRITES:
            yield ast.unparse(node.func.value), node.func.attr


@pytest.mark.parametrize("room", ABOVE)
def test_nobody_writes_past_the_desk(room: str) -> None:
    """No file of these rooms calls what writes on a ledger or on its store."""
    found = [
        f"{file.name}: {on}.{method}"
        for file in sorted((ROOT / room).rglob("*.py"))
        for on, method in calls(file)
        if on.rpartition(".")[2] in ("ledger", "store", "_ledger", "reader")
    ]
    assert found == []


def test_that_search_finds_a_file_that_would(tmp_path: Path) -> None:
    """It can fail."""
    file = tmp_path / "past.py"
    file.write_text("def verb(session):\n    session.ledger.submit('club', b'{}')\n")
    assert list(calls(file)) == [("session.ledger", "submit")]


def test_a_listener_hears_of_what_is_recorded_and_of_nothing_else(ledger: Ledger) -> None:
    """At once, with the campaign's name; a refusal and a look are silent."""
    heard: list[str] = []
    desk = CommandHandler(ledger, is_shared=False)
    desk.listen(heard.append)
    desk.submit(NAME, sent("y" * 999), ANNA)
    desk.preview(NAME, sent(), ANNA)
    assert heard == []
    desk.submit(NAME, sent(), ANNA)
    assert heard == [NAME]


def test_a_door_gives_a_command_its_id(ledger: Ledger) -> None:
    """One of its own goes before it."""
    desk = CommandHandler(ledger, is_shared=False)
    desk.submit(NAME, sent("geese"), ANNA, "from the door")
    desk.submit(NAME, sent("ducks", id="its own"), ANNA, "from the door again")
    keys = [event.key for _, event in ledger.log(NAME)[-2:]]
    assert keys == ["from the door", "its own"]
