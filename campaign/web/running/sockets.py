"""Where the service listens, and under which address it is found there. IO."""

import errno
import os
import socket
import stat
from contextlib import suppress
from pathlib import Path


def listening(host: str, port: int, family: socket.AddressFamily = socket.AF_INET) -> socket.socket:
    """A socket that takes callers; each line takes over from it that answers leave at once.

    A page goes out in two pieces; otherwise the second waits 40 ms for the first to arrive.
    """
    made = socket.create_server((host, port), family=family)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def own_url(host: str, port: int) -> str:
    """Where a service without a name is found on its network."""
    if host in ("0.0.0.0", "::", ""):
        host = _own_address()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _own_address() -> str:
    """This machine's address on its network. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def listening_at(file: str) -> socket.socket:
    """A socket in a file, for a proxy on the same machine. What a killed service left is replaced.

    Who may reach it is said by its folder, as anybody on the machine may reach a port.
    """
    path = Path(file)
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.stat().st_mode):
            raise FileExistsError(errno.EEXIST, "there is another file of that name", file)
        if _answers(file):
            raise OSError(errno.EADDRINUSE, "another service listens there", file)
        path.unlink()
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        made.bind(file)
        path.chmod(0o666)
        made.listen(128)
    except BaseException:
        made.close()
        raise
    return made


def why(error: OSError) -> str:
    """Why an address can't be used, in the system's words; `create_server` adds its own."""
    known = error.errno and error.errno > 0 and not isinstance(error, socket.gaierror)
    return os.strerror(error.errno) if known and error.errno else str(error)


def _answers(file: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        return probe.connect_ex(file) == 0
