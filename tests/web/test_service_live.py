"""Live streams: readers hear that a campaign has grown, at once, seldom, and nothing else."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.handler.command_handler import Actor
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.web.parts.talk import table_talk
from campaign.web.server.live import GAP, HERE_GAP, MOST, RateLimit, Streams
from campaign.web.server.live import run as serve
from support.programs import ONE, URL, Club, club_at, with_two_campaigns
from support.sessions import NAME

LONG = 10.0
"""Seconds after which something that does not come is missed; nothing takes so long."""


# --- the pace -----------------------------------------------------------------------------------


def test_the_first_notice_comes_at_once_and_the_next_after_a_quarter_second() -> None:
    """A newer version replaces the one that waits."""
    pace = RateLimit()
    pace.watch("club", 7, 100.0)
    assert pace.due(100.0) == [] and pace.wait(100.0) is None
    pace.seen("club", 8)
    assert pace.wait(100.0) == 0.0 and pace.due(100.0) == [("club", 8)]
    pace.seen("club", 9)
    assert pace.due(100.1) == [] and pace.wait(100.1) == pytest.approx(GAP - 0.1)
    pace.seen("club", 10)
    assert pace.due(100.0 + GAP) == [("club", 10)]
    assert pace.due(200.0) == [] and pace.wait(200.0) is None


def test_no_second_has_more_than_four_notices_of_a_campaign() -> None:
    """However many commands come; and the last version is always told."""
    pace, told = RateLimit(), list[tuple[float, int]]()
    pace.watch("club", 0, 0.0)
    for number in range(1, 1001):
        pace.seen("club", number)
        told += [(number / 100, version) for _, version in pace.due(number / 100)]
    told += [(11.0, version) for _, version in pace.due(11.0)]
    for begin in range(11):
        assert sum(begin <= at < begin + 1 for at, _ in told) <= 4
    assert told[0] == (0.01, 1) and told[-1][1] == 1000


def test_campaigns_do_not_wait_for_each_other() -> None:
    """Each has a pace of its own; what nobody watches is forgotten."""
    pace = RateLimit()
    pace.watch("a", 1, 0.0)
    pace.watch("b", 1, 0.0)
    pace.seen("a", 2)
    assert pace.due(1.0) == [("a", 2)]
    pace.seen("b", 2)
    assert pace.due(1.0) == [("b", 2)]
    pace.forget("a")
    pace.seen("a", 3)
    assert pace.due(9.0) == [] and pace.watched() == ["b"]


def test_a_second_reader_does_not_reset_what_is_known() -> None:
    """Whoever came first still hears of what grew meanwhile."""
    pace = RateLimit()
    pace.watch("a", 1, 0.0)
    pace.watch("a", 2, 1.0)
    pace.seen("a", 2)
    assert pace.due(1.0) == [("a", 2)]


def test_a_store_that_was_put_back_is_told_too() -> None:
    """Its version is lower."""
    pace = RateLimit()
    pace.watch("a", 5, 0.0)
    pace.seen("a", 3)
    assert pace.due(1.0) == [("a", 3)]


def test_words_that_overtake_each_other_do_not_lead_back() -> None:
    """Whoever records says how far; the later one may be heard first."""
    pace = RateLimit()
    pace.watch("a", 5, 0.0)
    assert pace.grown("a", 7) and not pace.grown("a", 6) and not pace.grown("a", 7)
    assert not pace.grown("b", 1), "nobody watches it"
    assert pace.due(1.0) == [("a", 7)]


# --- the streams --------------------------------------------------------------------------------


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """A service whose watcher looks every hundredth of a second."""
    with club_at(tmp_path, with_two_campaigns, poll=0.01, silence=LONG) as made:
        yield made


class Listener:
    """A reader of a stream, as the server sees one."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.has_left = asyncio.Event()
        self.is_cut = False
        self._parts: asyncio.Queue[bytes] = asyncio.Queue()

    async def receive(self) -> dict[str, Any]:
        """Nothing, until the reader leaves."""
        await self.has_left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        """Takes what the service sends, as long as the line holds."""
        if self.is_cut:
            raise OSError("cut")
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            await self._parts.put(message["body"])

    async def part(self) -> str:
        """The next part that is not empty."""
        while not (part := await asyncio.wait_for(self._parts.get(), LONG)):
            pass
        return part.decode()


@asynccontextmanager
async def listening(
    club: Club, path: str, token: str, **headers: str
) -> AsyncIterator[tuple[Listener, asyncio.Task[None]]]:
    """A reader of a path, until the end of the block; without a token a browser by its cookie."""
    listener = Listener()
    own = {"authorization": f"Bearer {token}"} if token else {}
    sent = {"host": URL.partition("//")[2], **own, **headers}
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
        "client": ("192.0.2.1", 1),
        "server": ("club.example", 443),
        "scheme": "https",
    }
    task = asyncio.create_task(club.app(scope, listener.receive, listener.send))
    try:
        yield listener, task
    finally:
        listener.has_left.set()
        await asyncio.wait_for(task, LONG)


def run(test: Coroutine[Any, Any, None]) -> None:
    """Runs a test in a loop of its own."""
    asyncio.run(test)


def grows(club: Club, key: str) -> int:
    """Somebody sends a command; the campaign's version after it."""
    sent = msgspec.json.encode({"command": "AddEntropy", "value": key, "id": key})
    return int(club.house.desk.submit(NAME, sent, Actor("ben")).answer["version"])


@pytest.mark.parametrize("path", [f"{ONE}/events/live", f"/c/{NAME}/live"])
def test_a_reader_is_told_the_version_and_nothing_else(club: Club, path: str) -> None:
    """First what it is now; then whenever it has grown, byte for byte as the contract says."""

    async def test() -> None:
        version = club.house.ledger.store.version(NAME)
        async with listening(club, path, club.token("anna", "read")) as (reader, _):
            first = f"retry: 3000\n\nid: {version}\nevent: version\ndata: {version}\n\n"
            assert await reader.part() == first
            assert reader.status == 200
            assert reader.headers["content-type"] == "text/event-stream; charset=utf-8"
            assert reader.headers["cache-control"] == "no-store"
            assert reader.headers["x-content-type-options"] == "nosniff"
            now = await asyncio.to_thread(grows, club, "k1")
            assert await reader.part() == f"id: {now}\nevent: version\ndata: {now}\n\n"

    run(test())


def test_who_comes_back_with_the_last_version_is_not_told_it_again(club: Club) -> None:
    """Another one is told what it is now."""

    async def test() -> None:
        token, version = club.token("anna"), club.house.ledger.store.version(NAME)
        known = {"last-event-id": str(version)}
        async with listening(club, f"{ONE}/events/live", token, **known) as (reader, _):
            assert await reader.part() == "retry: 3000\n\n"
        older = {"last-event-id": str(version - 1)}
        async with listening(club, f"{ONE}/events/live", token, **older) as (reader, _):
            assert f"id: {version}\n" in await reader.part()

    run(test())


def test_what_another_process_records_is_seen(club: Club) -> None:
    """The command line writes beside the service; no desk of ours hears it."""

    async def test() -> None:
        async with listening(club, f"{ONE}/events/live", club.token("anna")) as (reader, _):
            await reader.part()
            with Ledger(club.house.ledger.store.path) as beside:
                answer = beside.submit(NAME, {"command": "AddEntropy", "value": "x", "id": "x"})
            now = answer["version"]
            assert await reader.part() == f"id: {now}\nevent: version\ndata: {now}\n\n"

    run(test())


def test_the_desk_wakes_the_watcher_before_it_looks_by_itself(tmp_path: Path) -> None:
    """With an hour between two looks, a command is told all the same."""

    async def test(club: Club) -> None:
        async with listening(club, f"{ONE}/events/live", club.token("anna")) as (reader, _):
            await reader.part()
            now = await asyncio.to_thread(grows, club, "k1")
            assert f"id: {now}\n" in await reader.part()

    with club_at(tmp_path, with_two_campaigns, poll=3600.0) as club:
        run(test(club))


def test_a_look_does_not_take_back_the_word_that_overtook_it() -> None:
    """The store was read at version 1, then somebody recorded, then the look came back."""

    def overtaken(names: list[str]) -> dict[str, int]:
        streams.heard("club")
        return {"club": 1}

    async def test() -> None:
        stream = streams.open("club", "anna", 1)
        await asyncio.wait_for(stream.changed.wait(), 5)
        assert stream.taken() == b"id: 2\nevent: version\ndata: 2\n\n"
        streams.close(stream)

    streams = Streams(lambda name: 2, versions=overtaken, poll=3600.0)
    asyncio.run(test())


def test_other_campaigns_are_not_heard_of(club: Club) -> None:
    """Who reads one hears nothing when another grows."""

    async def test() -> None:
        async with listening(club, f"{ONE}/events/live", club.token("anna")) as (reader, _):
            await reader.part()
            with Ledger(club.house.ledger.store.path) as beside:
                beside.submit("other", {"command": "AddEntropy", "value": "x", "id": "x"})
            now = await asyncio.to_thread(grows, club, "k1")
            assert f"id: {now}\n" in await reader.part()

    run(test())


def test_silence_is_filled_with_comments(tmp_path: Path) -> None:
    """So that no proxy takes the stream for dead."""

    async def test(club: Club) -> None:
        async with listening(club, f"{ONE}/events/live", club.token("anna")) as (reader, _):
            await reader.part()
            assert await reader.part() == ":\n\n"

    with club_at(tmp_path, with_two_campaigns, silence=0.01) as club:
        run(test(club))


def test_a_reader_whose_token_is_ended_is_sent_away(tmp_path: Path) -> None:
    """At the next comment at the latest."""

    async def test(club: Club) -> None:
        token = club.token("anna")
        async with listening(club, f"{ONE}/events/live", token) as (reader, task):
            await reader.part()
            with club.house.people.file.writing() as db:
                db.execute("UPDATE token SET used='2026-03-05T19:00:00.000Z'")
            while (part := await reader.part()) == ":\n\n":
                pass
            assert part == "event: bye\ndata:\n\n"
            await asyncio.wait_for(task, LONG)

    with club_at(tmp_path, with_two_campaigns, silence=0.01) as club:
        run(test(club))


def test_a_reader_who_leaves_is_forgotten_at_once(club: Club) -> None:
    """Neither the stream nor the watcher stays."""

    async def test() -> None:
        async with listening(club, f"{ONE}/events/live", club.token("anna")) as (reader, task):
            await reader.part()
            assert len(club.here.streams) == 1
            reader.has_left.set()
            await asyncio.wait_for(task, LONG)
            assert len(club.here.streams) == 0

    run(test())


def test_a_line_that_is_cut_ends_the_stream(club: Club) -> None:
    """The next word cannot be sent: the reader is forgotten."""

    async def test() -> None:
        async with listening(club, f"{ONE}/events/live", club.token("anna")) as (reader, task):
            await reader.part()

            reader.is_cut = True
            await asyncio.to_thread(grows, club, "k1")
            await asyncio.wait({task}, timeout=LONG)
            assert task.done() and len(club.here.streams) == 0

    run(test())


def test_streams_end_with_a_word_when_the_service_stops(club: Club) -> None:
    """And no new one begins."""

    async def test() -> None:
        token = club.token("anna")
        async with listening(club, f"{ONE}/events/live", token) as (reader, task):
            await reader.part()
            club.here.streams.stop()
            assert await reader.part() == "event: bye\ndata:\n\n"
            await asyncio.wait_for(task, LONG)
        async with listening(club, f"{ONE}/events/live", token) as (late, _):
            assert "too many requests" in await late.part() and late.status == 429

    run(test())


def test_nobody_has_more_than_twenty_streams(club: Club) -> None:
    """The next is turned away; others still come in, and one that ends makes room."""
    streams = club.here.streams

    async def test() -> None:
        opened = [streams.open(NAME, "anna", 1) for _ in range(MOST)]
        assert MOST == 20 and not streams.has_room("anna") and streams.has_room("ben")
        streams.close(opened[0])
        assert streams.has_room("anna")
        for stream in opened[1:]:
            streams.close(stream)

    run(test())


def test_the_twenty_first_is_answered_429(club: Club) -> None:
    """Two tokens of one member count together."""

    async def test() -> None:
        who = f"member {club.house.ledger.live(NAME).state.campaign.id} anna"
        opened = [club.here.streams.open(NAME, who, 1) for _ in range(MOST)]
        async with listening(club, f"{ONE}/events/live", club.token("anna")) as (reader, _):
            assert "too many requests" in await reader.part() and reader.status == 429
        for stream in opened:
            club.here.streams.close(stream)

    run(test())


def test_a_store_that_cannot_be_read_is_asked_again() -> None:
    """The streams stay, and go on once it can be read."""

    async def test() -> None:
        faults = [StoreError("locked"), StoreError("locked")]

        def version(name: str) -> int:
            if faults:
                raise faults.pop()
            return 8

        streams = Streams(version, poll=0.001)
        stream = streams.open("club", "anna", 7)
        await asyncio.wait_for(stream.changed.wait(), LONG)
        assert stream.taken() == b"id: 8\nevent: version\ndata: 8\n\n" and not faults
        streams.close(stream)

    run(test())


def test_a_what_if_that_is_deleted_ends_its_streams() -> None:
    """There is nothing left to read."""

    async def test() -> None:
        streams = Streams(lambda name: 0, poll=0.001)
        stream = streams.open("club-what-if-1", "anna", 7)
        await asyncio.wait_for(stream.changed.wait(), LONG)
        assert stream.is_over
        streams.close(stream)

    run(test())


def test_nothing_is_heard_where_nobody_reads(club: Club) -> None:
    """A command without readers wakes nobody, and costs nothing."""
    grows(club, "k1")
    assert len(club.here.streams) == 0


# --- what goes on beside the record -------------------------------------------------------------

PAGE = f"/c/{NAME}/live"
EVERYBODY = ("anna", "ben", "cora")


def cookie_of(club: Club, member: str) -> str:
    """The cookie of a browser that a member is signed in with."""
    campaign = club.house.ledger.live(NAME).state.campaign
    with club.house.people.file.writing() as db:
        person = club.house.people.seated(db, campaign.id, member, "")
    return f"__Host-device={club.house.doors.admit(person, 'a phone')}"


def person_of(club: Club, member: str) -> str:
    """Who a member is."""
    return club.house.people.person_in(club.house.ledger.live(NAME).state.campaign.id, member)


def here(club: Club) -> tuple[str, ...]:
    """Who others are told is here."""
    return club.house.together.presence.among(NAME, EVERYBODY)


def test_readers_are_told_that_there_was_talk_and_no_word_of_it(club: Club) -> None:
    """Those of its campaign, at most four times a second."""

    async def test() -> None:
        presence = club.house.together.presence
        async with (
            listening(club, PAGE, club.token("anna")) as (reader, _),
            listening(club, "/c/other/live", club.token("zoe", name="other")) as (elsewhere, _),
        ):
            await reader.part()
            await elsewhere.part()
            await asyncio.sleep(0.1)  # the first look is no news
            presence.talk(NAME)
            assert await reader.part() == "event: talk\ndata:\n\n"
            presence.talk("other")
            assert await elsewhere.part() == "event: talk\ndata:\n\n"

    run(test())


def test_readers_are_told_that_something_is_held_and_not_what(club: Club) -> None:
    """What is held or requested is beside the record: its growing alone says the version."""

    async def test() -> None:
        async with listening(club, PAGE, club.token("anna")) as (reader, _):
            await reader.part()
            await asyncio.sleep(0.1)  # the first look is no news
            await asyncio.to_thread(club.house.desk.stir, NAME)
            assert await reader.part() == "event: held\ndata:\n\n"
            now = await asyncio.to_thread(grows, club, "k1")
            assert await reader.part() == f"id: {now}\nevent: version\ndata: {now}\n\n"

    run(test())


def test_whose_page_is_open_is_here_and_others_are_told_that_somebody_came(club: Club) -> None:
    """Neither a program's stream nor one of the API counts; nobody's name is in a stream."""

    async def test() -> None:
        anna, ben = cookie_of(club, "anna"), cookie_of(club, "ben")
        async with listening(club, PAGE, "", cookie=anna) as (reader, _):
            await reader.part()
            assert here(club) == ("anna",)
            await asyncio.sleep(0.1)
            async with listening(club, PAGE, club.token("cora")) as (other, _):
                await other.part()
            async with listening(club, f"{ONE}/events/live", "", cookie=ben) as (other, _):
                await other.part()
            assert here(club) == ("anna",)
            async with listening(club, PAGE, "", cookie=ben) as (other, _):
                await other.part()
                assert await reader.part() == "event: here\ndata:\n\n"
            assert here(club) == ("anna", "ben"), "for a while after they have left"

    run(test())


def test_an_open_stream_renews_it_and_a_closed_one_runs_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By 90 seconds after the last sign of life; whoever stays is told that somebody left."""
    monkeypatch.setattr("campaign.web.server.live.HERE_GAP", 0.0)

    async def test(club: Club) -> None:
        anna, ben = cookie_of(club, "anna"), cookie_of(club, "ben")
        async with listening(club, PAGE, "", cookie=anna) as (reader, _):
            await reader.part()
            async with listening(club, PAGE, "", cookie=ben) as (other, _):
                await other.part()
            for _ in range(3):
                club.clock.passes(31.0)
                parts = [
                    await reader.part() for _ in range(3)
                ]  # asked at the second, if not before
            assert here(club) == ("anna",)
            while not any("event: here" in part for part in parts):
                parts.append(await reader.part())

    with club_at(tmp_path, with_two_campaigns, silence=0.01, poll=0.01) as club:
        run(test(club))


def test_who_does_not_want_to_be_seen_is_not_here(club: Club) -> None:
    """They read on, and see the others."""

    async def test() -> None:
        anna = cookie_of(club, "anna")
        table_talk(club.house).show(person_of(club, "anna"), is_shown=False)
        async with listening(club, PAGE, "", cookie=anna) as (reader, _):
            assert "event: version" in await reader.part()
            assert here(club) == ()
            await asyncio.sleep(0.1)
            club.house.together.presence.come(NAME, "ben")
            assert await reader.part() == "event: here\ndata:\n\n"

    run(test())


def test_a_page_whose_line_was_cut_looks_again(club: Club) -> None:
    """Nobody tells it afterwards what was said meanwhile; programs are told the version alone."""

    async def test() -> None:
        version = str(club.house.ledger.store.version(NAME))
        again = {"cookie": cookie_of(club, "anna"), "last-event-id": version}
        words = "".join(f"event: {one}\ndata:\n\n" for one in ("talk", "here", "held"))
        async with listening(club, PAGE, "", **again) as (reader, _):
            assert await reader.part() == f"retry: 3000\n\n{words}"
        async with listening(club, f"{ONE}/events/live", "", **again) as (reader, _):
            assert await reader.part() == "retry: 3000\n\n"

    run(test())


def test_coming_and_going_is_told_every_two_seconds_at_most() -> None:
    """Whoever goes from page to page is no news to the others."""
    pace = RateLimit(HERE_GAP)
    pace.watch("a", 1, 0.0)
    pace.seen("a", 2)
    assert pace.due(0.0) == [("a", 2)]
    pace.seen("a", 3)
    assert pace.due(1.9) == [] and pace.due(2.0) == [("a", 3)]


def test_a_busy_stream_is_still_asked_whether_it_may_go_on() -> None:
    """However much is told: once as much time has passed as silence may last."""

    async def test() -> None:
        streams, listener = Streams(lambda name: 7, silence=0.05), Listener()
        stream = streams.open("club", "anna", 7)

        async def chatter() -> None:
            while not stream.is_over:
                stream.say("talk")
                await asyncio.sleep(0.005)

        async def still() -> bool:
            return False

        talking = asyncio.create_task(chatter())
        await asyncio.wait_for(
            serve(streams, stream, b"", still, listener.receive, listener.send), LONG
        )
        await talking
        parts = [await listener.part()]
        while parts[-1] != "event: bye\ndata:\n\n":
            parts.append(await listener.part())
        assert "event: talk" in "".join(parts)

    run(test())
