"""Calls to addresses that somebody else has named reach nothing but the public internet.

What takes longer, waits or starts something, beside `notifications/test_outgoing.py`.
"""

import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from campaign.notifications.outgoing_requests import (
    LONGEST,
    NOT_SO,
    NoAnswerError,
    Outside,
    fault,
    post,
)
from campaign.notifications.public_addresses import is_public
from support.outside import PUBLIC, Beyond, beyond

URL = "https://hooks.example/in/secret?wait=1"


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Beyond]:
    with beyond(tmp_path) as found:
        yield found


def why(url: str, there: Beyond, outside: Outside | None = None) -> str:
    with pytest.raises(NoAnswerError) as caught:
        post(url, b"hello", {}, outside or there.outside)
    return str(caught.value)


HOME = (
    "127.0.0.1", "127.8.8.8", "0.0.0.0", "0.1.2.3",
    "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "100.64.0.1", "100.127.255.255",  # behind a provider
    "169.254.169.254",  # where clouds tell a machine its keys
    "192.0.0.8", "192.0.2.1", "198.18.0.1", "198.51.100.7", "203.0.113.9", "192.88.99.1",
    "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::7f00:1", "::8.8.8.8",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8",  # mapped: none, whatever is inside
    "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::a00:1",  # NAT64
    "2002:7f00:1::", "2002:a00:1::1", "2002:808:808::1",  # 6to4
    "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:10::1", "2001:20::1",  # tunnels
    "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1",
    "ff02::1", "ff0e::1", "100::1", "2001:db8::1", "3fff::1", "5f00::1", "4000::1",
    "2606:4700::1%1", "localhost", "8.8.8.8.", "08.8.8.8", "0x7f.1", "2130706433", "",
)  # fmt: skip


@pytest.mark.parametrize("address", HOME)
def test_nothing_at_home_is_public(address: str, there: Beyond) -> None:
    """Nor anything that holds another address; a name that leads there is not called."""
    assert not is_public(address)
    there.names["hooks.example"] = (address,)
    assert why(URL, there) == "it leads into a private network, where nothing is sent"
    assert there.called == []


OWN = ("93.184.215.20", "2a00:1450:4001:80b::5")


@pytest.mark.parametrize(
    ("address", "is_called"),
    [
        ("93.184.215.20", False),  # the machine itself
        ("93.184.215.21", True),  # a provider's next customer
        ("2a00:1450:4001:80b::5", False),
        ("2a00:1450:4001:80b:ffff::1", False),  # the same 64 bits: a router, a disk at home
        ("2a00:1450:4001:80c::5", True),
    ],
)
def test_the_machine_and_its_neighbours_are_not_called(
    address: str, is_called: bool, there: Beyond
) -> None:
    """Though their addresses are public ones."""
    assert is_public(address)
    there.names["hooks.example"] = (address,)
    world = msgspec.structs.replace(there.outside, own=lambda: OWN)
    if is_called:
        assert post(URL, b"hello", {}, world) == 204
        return
    assert why(URL, there, world) == "it leads into a private network, where nothing is sent"
    assert there.called == []


def test_one_address_at_home_is_enough(there: Beyond) -> None:
    """A name that leads to both may be a trick."""
    there.names["hooks.example"] = (PUBLIC, "192.168.1.1")
    assert why(URL, there) == "it leads into a private network, where nothing is sent"
    assert there.called == []


def test_the_name_server_takes_from_the_same_five_seconds(there: Beyond) -> None:
    """Three for the name leave two for the call; five leave none."""
    now, given = [100.0], []

    def resolve(took: float) -> Callable[[str, int], tuple[str, ...]]:
        def asked(host: str, port: int) -> tuple[str, ...]:
            now[0] += took
            return (PUBLIC,)

        return asked

    def connect(address: str, port: int, seconds: float) -> socket.socket:
        given.append(seconds)
        return there.outside.connect(address, port, seconds)

    world = msgspec.structs.replace(there.outside, connect=connect, clock=lambda: now[0])
    world = msgspec.structs.replace(world, seconds=5.0, resolve=resolve(3.0))
    assert post(URL, b"hello", {}, world) == 204
    assert given == [2.0]
    slow = msgspec.structs.replace(world, resolve=resolve(5.0))
    assert why(URL, there, slow) == "there was no answer within 5 seconds"
    assert given == [2.0]


def test_the_name_is_asked_for_once_and_its_address_called(there: Beyond) -> None:
    """Whatever the name server would say next; TLS and the request bear the name."""
    assert post(URL, b"hello", {"Content-Type": "text/plain"}, there.outside) == 204
    assert there.asked == ["hooks.example"]
    assert there.called == [(PUBLIC, 443)]
    (heard,) = there.heard
    assert heard.path == "/in/secret?wait=1" and heard.body == b"hello"
    assert heard.headers["Host"] == "hooks.example"
    assert heard.headers["Content-Type"] == "text/plain"


def test_the_other_port_is_named_in_the_request(there: Beyond) -> None:
    """8443 is the one besides the usual."""
    assert post("https://hooks.example:8443/", b"", {}, there.outside) == 204
    assert there.called == [(PUBLIC, 8443)]
    assert there.heard[0].headers["Host"] == "hooks.example:8443"


@pytest.mark.parametrize(
    "url",
    ["http://hooks.example/", "https://hooks.example:22/", "https://hooks.example:8720/",
     "https://", "https://user:word@hooks.example/", "https://hooks.example:x/", "ftp://a.example/",
     "https://hooks.example/a b", "https://hooks.example/\n", "https://höks.example/", "//a/",
     "file:///etc/passwd", "https://[::1/", "", "https://hooks.example/" + "a" * LONGEST],
)  # fmt: skip
def test_other_addresses_are_none(url: str, there: Beyond) -> None:
    """Nobody is asked for a name."""
    assert fault(url) == NOT_SO == why(url, there)
    assert there.asked == []


def test_redirects_are_not_followed(there: Beyond) -> None:
    """The status is all that is used of the answer."""
    there.answer = lambda _: 302
    there.headers = {"Location": "https://127.0.0.1/"}
    assert post(URL, b"", {}, there.outside) == 302
    assert len(there.called) == 1


def test_a_certificate_of_another_name_is_refused(tmp_path: Path) -> None:
    """An expired one too."""
    expected = "its certificate is not valid for that name"
    with beyond(tmp_path, "other.example") as there:
        assert why(URL, there) == expected
        assert there.heard == []
    with beyond(tmp_path, days=-1) as there:
        assert why(URL, there) == expected
        assert there.heard == []


def test_a_server_that_drips_is_cut(tmp_path: Path) -> None:
    """A letter now and then would keep each single wait short of its end."""
    done = threading.Event()

    def drip(line: socket.socket) -> None:
        line.sendall(b"HTTP/1.1 200 OK\r\nX: ")
        while not done.wait(0.05):
            try:
                line.sendall(b"a")
            except OSError:
                return

    with beyond(tmp_path, seconds=0.4) as there:
        there.raw = drip
        assert why(URL, there) == "there was no answer within 0.4 seconds"
        done.set()


def test_a_silent_server_is_left(tmp_path: Path) -> None:
    """After the same time."""
    done = threading.Event()
    with beyond(tmp_path, seconds=0.2) as there:
        there.raw = lambda line: bool(done.wait(5)) and None
        assert why(URL, there) == "there was no answer within 0.2 seconds"
        done.set()


def test_a_name_server_that_does_not_answer_is_left(there: Beyond) -> None:
    """It holds up nothing else."""
    done = threading.Event()
    outside = Outside(resolve=lambda host, port: (str(done.wait(5)),), seconds=0.1)
    assert why(URL, there, outside) == "there is no server of that name"
    done.set()


def test_a_name_that_nobody_knows(there: Beyond) -> None:
    """Is told in the same words."""

    def unknown(host: str, port: int) -> tuple[str, ...]:
        raise socket.gaierror("no such name")

    assert why(URL, there, Outside(resolve=unknown)) == "there is no server of that name"


def test_a_broken_connection_and_what_is_no_answer(there: Beyond) -> None:
    """Are told without the address."""
    there.raw = lambda line: line.sendall(b"nonsense\r\n\r\n")
    assert why(URL, there) == "the connection failed"
    there.raw = lambda line: line.shutdown(socket.SHUT_RDWR)
    assert why(URL, there) == "the connection failed"


def test_of_a_long_answer_little_is_read(there: Beyond) -> None:
    """It may say that it is as long as it likes."""
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n"
    there.raw = lambda line: line.sendall(head + b"x" * 65536)
    assert post(URL, b"", {}, there.outside) == 200
