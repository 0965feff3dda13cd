"""A door for the mail server on the same machine: LMTP (RFC 2033). IO.

A mail is answered for only after its outcome is on the disk; what cannot be taken in now comes
again. Needs the package `aiosmtpd`.
"""

import asyncio
import logging
import signal
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

from campaign.notices.mail.mailbox import MailboxError
from campaign.settings import is_loopback
from campaign.store.protocol import StoreError

LARGEST_TAKEN = 4 * 1024 * 1024
"""How many bytes are read at most. A mail above 256 KiB is read for its headers alone."""
DONE, LATER = "250 2.0.0 taken in", "451 4.3.0 try again later"
MISSING = "LMTP needs the package aiosmtpd: pip install 'campaign-tracker[lmtp]'"


def place_of(text: str) -> tuple[str, int]:
    """Host and port of `localhost:2424`. Raises `MailboxError` for other machines' names."""
    host, _, port = text.rpartition(":")
    if not port.isascii() or not port.isdecimal() or int(port) > 65535 or not host:
        raise MailboxError(f"{text!r} is no place to listen; write it as localhost:2424")
    if not is_loopback(host.strip("[]")):
        raise MailboxError(f"{host} is not this machine; listen on localhost alone")
    return host.strip("[]"), int(port)


class Lmtp:
    """Takes in mails that a mail server hands over, one after the other."""

    def __init__(self, take: Callable[[bytes], None], ready: Callable[[str, int], None]) -> None:
        if find_spec("aiosmtpd") is None:
            raise MailboxError(MISSING)
        self._take = take
        self._ready = ready

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Takes a mail in; an answer for each of its recipients."""
        sender = (envelope.mail_from or "").strip("<>")
        path = f"Return-Path: <{sender}>\r\n".encode("utf-8", "replace")
        try:
            self._take(path + envelope.content)
            answer = DONE
        except StoreError:
            answer = LATER
        return "\r\n".join([answer] * len(envelope.rcpt_tos))

    def serve(self, host: str, port: int) -> None:
        """Listens until SIGTERM or Ctrl-C. Raises `MailboxError`."""
        logging.getLogger("mail.log").setLevel(logging.CRITICAL)  # it would log what mails say
        with suppress(KeyboardInterrupt):
            asyncio.run(self._serve(host, port))

    async def _serve(self, host: str, port: int) -> None:
        from aiosmtpd.lmtp import LMTP

        loop = asyncio.get_running_loop()
        is_over = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(NotImplementedError, ValueError):
                loop.add_signal_handler(number, is_over.set)
        try:
            server = await loop.create_server(
                lambda: LMTP(self, data_size_limit=LARGEST_TAKEN, enable_SMTPUTF8=True, loop=loop),
                host,
                port,
            )
        except OSError as error:
            why = error.strerror or error
            raise MailboxError(f"cannot listen on {host}:{port}: {why}") from error
        async with server:
            self._ready(host, server.sockets[0].getsockname()[1])
            await is_over.wait()
