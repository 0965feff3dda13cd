"""What a view answers, as a value. Pure."""

import msgspec

HTML = "text/html; charset=utf-8"
PLAIN = "text/plain; charset=utf-8"
JSON = "application/json"


class WebReply(msgspec.Struct, frozen=True):
    """An answer to one request."""

    body: bytes = b""
    status: int = 200
    media: str = HTML
    headers: tuple[tuple[str, str], ...] = ()
    is_kept: bool = False
    """Whether a browser may keep it: only what holds nothing of anybody."""

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


def see_other(path: str, *headers: tuple[str, str]) -> Reply:
    """Where the outcome of a form is, so that going back or reloading never acts twice."""
    return Reply(status=303, headers=(("Location", path), *headers))
