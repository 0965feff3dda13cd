"""Where the club's pages are, and how they are served: the `[service]` part. Pure."""

from typing import Annotated, Literal

import msgspec

Hours = Annotated[int, msgspec.Meta(ge=1, le=24 * 31)]
Count = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Seconds = Annotated[int, msgspec.Meta(ge=1, le=600)]
Connections = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
FILES = ("backups", "metrics_token_file", "socket")
"""What is named from where the file of settings is."""


class ServiceSettings(msgspec.Struct, frozen=True):
    """Where the club's pages are."""

    url: str = ""
    """Empty while there is no service."""
    listen: str = "127.0.0.1:8720"
    proxy: tuple[str, ...] = ()
    """Addresses whose word on a request's sender counts."""
    socket: str = ""
    """A file to listen at instead, for a proxy on the same machine."""
    log: Literal["faults", "requests"] = "faults"
    """What goes to standard error: faults alone, or a line in JSON for each request as well."""
    backups: str = ""
    """The folder for the service's own backups; empty: it makes none."""
    backup_every: Hours = 24
    backup_keep: Count = 14
    metrics: str = ""
    """A host and port of this machine where a monitor reads figures; empty: nowhere."""
    metrics_token_file: str = ""
    """Holds a token with which figures are read at the service's own address."""
    head_seconds: Seconds = 10
    """How long the head of a request may take."""
    connections_each: Connections = 64
    """How many connections one address may have at once; a proxy may have more."""
    connections: Connections = 4096
    """How many all may have, as far as the machine's limit for open files goes."""
