"""The program as a shell's script calls it: hands its streams to the process of `forks.py`.

It imports as little as it can: with `socket` and `json` each call would start in twice the time.
"""

import _socket
import os
import sys

SOCKET_LEVEL, STREAMS = _socket.SOL_SOCKET, _socket.SCM_RIGHTS


def reply(line: _socket.socket) -> int:
    """The number in one line of an answer."""
    text = b""
    while not text.endswith(b"\n"):
        text += line.recv(1)
    return int(text)


line = _socket.socket(_socket.AF_UNIX)
line.connect(ADDRESS)  # noqa: F821 (put in by forks.py)
told = [str(len(sys.argv) - 1), *sys.argv[1:], os.getcwd(), ""]  # noqa: PTH109
request = os.fsencode("\0".join([*told, *(f"{name}={os.environ[name]}" for name in os.environ)]))
streams = b"".join(number.to_bytes(4, sys.byteorder) for number in range(3))
line.sendmsg([b"%8d" % len(request)], [(SOCKET_LEVEL, STREAMS, streams)])
line.sendall(request)
reply(line)
sys.exit(reply(line) % 256)
