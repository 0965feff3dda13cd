"""Where the club's pages are, and how they are served: the `[service]` part. Pure."""

import msgspec


class ServiceSettings(msgspec.Struct, frozen=True):
    """Where the club's pages are."""

    url: str = ""
    """Empty while there is no service."""
    listen: str = "127.0.0.1:8720"
    proxy: tuple[str, ...] = ()
    """Addresses whose word on a request's sender counts."""
