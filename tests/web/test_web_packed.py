"""Pages of the public record and files travel packed; a page with something of one's own never."""

import gzip
import re
from collections.abc import Iterator

import httpx
import pytest

from campaign.web.replies import Reply, packed, takes_gzip
from campaign.web.routes import places
from support.web import NAME, Browser, club

PUBLIC = {
    "/c/{name}/turns",
    "/c/{name}/turns/{page}",
    "/c/{name}/journal",
    "/c/{name}/replay",
    "/c/{name}/diff",
    "/c/{name}/figures",
    "/c/{name}/war",
    "/c/{name}/explain/{figure}",
    "/c/{name}/{sheet}",
    "/style/{file}",
    "/script/{file}",
    "/worker.js",
    "/app.webmanifest",
}
"""Where all members read the same, and no choice, chit, salt, code or address stands."""


PACKED = {"accept-encoding": "gzip"}


@pytest.fixture(scope="module")
def anna(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A member's browser."""
    with club(tmp_path_factory.mktemp("club")) as made:
        yield made.browser("anna")


def test_only_what_all_may_read_is_packed() -> None:
    """The length of a packed page would tell of a ballot beside a guess that is in its address."""
    assert {place.path for place in places() if place.is_packed} == PUBLIC


@pytest.mark.parametrize("path", ["turns/1939-SO", "journal", "replay", "points"])
def test_a_page_packed_and_not_is_the_same(anna: Browser, path: str) -> None:
    """Only for who says that they unpack it; whoever keeps it between must know."""
    plain, small = (
        anna.get(f"/c/{NAME}/{path}", **{"accept-encoding": coding}) for coding in ("", "gzip")
    )
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip"
    assert plain.headers["vary"] == small.headers["vary"] == "Accept-Encoding"
    assert plain.content == small.content  # the client unpacks it
    assert int(small.headers["content-length"]) < int(plain.headers["content-length"]) / 2


@pytest.mark.parametrize("path", ["", "/board", "/mine", "/do/AddEntropy", "/proof"])
def test_a_page_of_ones_own_is_never_packed(anna: Browser, path: str) -> None:
    """Whatever the browser takes."""
    assert "content-encoding" not in anna.get(f"/c/{NAME}{path}", **PACKED).headers


@pytest.mark.parametrize(
    ("path", "first", "later"),
    [
        ("", 30_000, 16_000),
        ("/board", 30_000, 16_000),
        ("/turns/1939-SO", 25_000, 10_000),
        ("/journal", 25_000, 10_000),
    ],
)
def test_a_phone_loads_little(anna: Browser, path: str, first: int, later: int) -> None:
    """A page, and with it the style and the scripts that it names; bytes on the wire."""
    page = anna.get(f"/c/{NAME}{path}", **PACKED)
    files = set(re.findall(r'(?:href|src)="(/(?:style|script)/[^"]+)"', page.text))
    assert files
    size = on_the_wire(page)
    assert (
        size <= later
        and size + sum(on_the_wire(anna.get(file, **PACKED)) for file in files) <= first
    )


def on_the_wire(answer: httpx.Response) -> int:
    """The length of an answer's body as it is sent."""
    return int(answer.headers["content-length"])


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ("gzip", True),
        ("br, GZip;q=0.5", True),
        ("gzip; q=0", False),
        ("gzip;q=0.000", False),
        ("identity", False),
        ("", False),
        ("x-gzip-not", False),
    ],
)
def test_who_takes_gzip(accepted: str, takes: bool) -> None:
    """RFC 9110: a weight of nothing is a no."""
    assert takes_gzip(accepted) is takes


def test_little_is_sent_as_it_is() -> None:
    """A line would grow, and `Vary` say nothing."""
    reply = Reply(b"ok\n")
    assert packed(reply, {"accept-encoding": "gzip"}) is reply


def test_a_packed_file_is_the_same_each_time() -> None:
    """No time of day is in it: proxies may compare."""
    reply = Reply(b"a page of the record " * 100)
    first, again = (packed(reply, {"accept-encoding": "gzip"}).body for _ in range(2))
    assert first == again and gzip.decompress(first) == reply.body
