"""What a view answers, as a value; and the service's own address, which a request must name.
Pure.
"""

import gzip
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import urlsplit

import msgspec

HTML = "text/html; charset=utf-8"
PLAIN = "text/plain; charset=utf-8"
JSON = "application/json"
NO_CONTENT, SEE_OTHER = 204, 303


class WebReply(msgspec.Struct, frozen=True):
    """An answer to one request."""

    body: bytes = b""
    status: int = 200
    media: str = HTML
    headers: tuple[tuple[str, str], ...] = ()
    is_kept: bool = False
    """Whether a browser may keep it: only what holds nothing of anybody."""
    is_same: bool = False
    """Whether the same is answered again, to anybody: it is packed once."""

    def with_header(self, name: str, value: str) -> "WebReply":
        """The same answer with a header more."""
        return msgspec.structs.replace(self, headers=(*self.headers, (name, value)))


Reply = WebReply


def page(html: str, status: int = 200) -> Reply:
    """A page."""
    return Reply(html.encode(), status)


def text(content: str, status: int = 200) -> Reply:
    """A line for a program or an operator."""
    return Reply(f"{content}\n".encode(), status, PLAIN)


LONGEST = 18
"""How many digits a number has at most."""


def number(text: str) -> int:
    """A whole number as it stands in an address or a form; -1 for anything else."""
    is_one = text.isascii() and text.isdecimal() and len(text) <= LONGEST
    return int(text) if is_one else -1


def known(tags: str, tag: str) -> bool:
    """Whether a caller has what bears this tag: `If-None-Match` names one, several, or any."""
    named = {one.strip().removeprefix("W/") for one in tags.split(",")}
    return tag in named or "*" in named


def see_other(path: str, *headers: tuple[str, str]) -> Reply:
    """Where the outcome of a form is, so that going back or reloading never acts twice."""
    return Reply(status=SEE_OTHER, headers=(("Location", path), *headers))


# --- A form that a page's own script sends, which then goes to the outcome by itself ------------

FOLLOWS, PLACE = "x-follows", "X-Place"
"""What such a form bears, and what its answer does: where the outcome is."""


def followed(reply: Reply, headers: Mapping[str, str]) -> Reply:
    """The same answer for a page's own script: a redirect only says where it leads to."""
    if FOLLOWS not in headers or reply.status != SEE_OTHER:
        return reply
    led = tuple((PLACE if name == "Location" else name, value) for name, value in reply.headers)
    return msgspec.structs.replace(reply, status=NO_CONTENT, media="", headers=led)


# --- Packed on the wire -------------------------------------------------------------------------

SHORTEST = 1000
"""Bytes below which packing saves no packet."""
QUICK, SMALL = 5, 9
"""How hard gzip tries: for what is made for one request, and for what is kept for good."""


def packed(reply: Reply, headers: Mapping[str, str]) -> Reply:
    """The same answer in fewer bytes, for a browser that can unpack it."""
    if len(reply.body) < SHORTEST:
        return reply
    reply = reply.with_header("Vary", "Accept-Encoding")
    if not takes_gzip(headers.get("accept-encoding", "")):
        return reply
    once = reply.is_kept or reply.is_same
    body = _packed_once(reply.body) if once else gzip.compress(reply.body, QUICK, mtime=0)
    return msgspec.structs.replace(reply, body=body).with_header("Content-Encoding", "gzip")


def takes_gzip(accepted: str) -> bool:
    """Whether a browser says that it unpacks gzip (RFC 9110, 12.5.3)."""
    for coding in accepted.lower().split(","):
        name, _, weight = coding.replace(" ", "").partition(";q=")
        if name == "gzip":
            return weight.strip("0.") != "" if weight else True
    return False


@lru_cache(maxsize=64)
def _packed_once(body: bytes) -> bytes:
    return gzip.compress(body, SMALL, mtime=0)


# --- The service's own address, and what a request must say to be taken for one of its pages ----
#
# A browser says where a request comes from (`Sec-Fetch-Site`, `Origin`, or both): all that it says
# has to be right, and one that says nothing is turned away.

MAIL_STOP = "/mail/stop/"
"""Below it mail is stopped by whoever has the address, also by a mail program for its reader."""
SAFE = frozenset({"GET", "HEAD"})
"""Methods that change nothing."""
OWN = ("127.0.0.1", "localhost", "[::1]")
"""Names of the machine itself."""


def _host(url: str) -> str:
    return urlsplit(url).netloc.lower()


@lru_cache(maxsize=64)  # every request asks
def _hosts(url: str) -> tuple[str, ...]:
    host = _host(url)
    name, colon, port = host.rpartition(":")
    if not colon or not port.isdecimal():
        name, colon, port = host, "", ""
    return tuple(f"{own}{colon}{port}" for own in OWN) if name in OWN else (host,)


class PublicAddress(msgspec.Struct, frozen=True):
    """Where members find the service."""

    url: str
    """Without a slash at its end: `https://club.example`."""

    @property
    def host(self) -> str:
        """Name and port, as a request names them."""
        return _host(self.url)

    @property
    def hosts(self) -> tuple[str, ...]:
        """The same; on the machine itself under each of its names."""
        return _hosts(self.url)

    @property
    def origins(self) -> frozenset[str]:
        """How browsers name its pages' origin."""
        scheme = urlsplit(self.url).scheme
        return frozenset(f"{scheme}://{host}" for host in self.hosts)

    @property
    def is_encrypted(self) -> bool:
        """Whether browsers reach it by HTTPS."""
        return urlsplit(self.url).scheme == "https"

    @property
    def cookie(self) -> str:
        """The name of the cookie that a device keeps; browsers guard one with the prefix."""
        return "__Host-device" if self.is_encrypted else "device"

    def cookie_line(self, name: str, value: str, lasts: int, path: str = "/") -> str:
        """The line of a cookie that no script and no other site can use."""
        secure = "; Secure" if self.is_encrypted else ""
        return f"{name}={value}; Path={path}; HttpOnly; SameSite=Lax; Max-Age={lasts}{secure}"

    def to(self, path: str) -> str:
        """The whole address of a path."""
        return f"{self.url}{path}"


def is_for(address: PublicAddress, host: str) -> bool:
    """Whether a request names this service as its host. Another name may be a forged one."""
    return host.lower() in address.hosts


def is_own(address: PublicAddress, method: str, headers: Mapping[str, str]) -> bool:
    """Whether a request that may change something comes from one of the service's own pages."""
    if method in SAFE:
        return True
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is None and origin is None:
        return False
    is_right = origin is None or origin.lower() in address.origins
    return is_right and site in (None, "same-origin")
