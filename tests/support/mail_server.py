"""A real mail server in the test's own process, which does what the test says.

It stands on a port of its own on 127.0.0.1. What it took is in its inboxes; what it should do with
a recipient or a message comes from the test.
"""

import asyncio
import base64
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from ssl import PROTOCOL_TLS_SERVER, SSLContext
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

FINE = "250 2.0.0 taken"
CUT = "cut"
"""Instead of an answer, the connection ends."""
SILENT = "silent"
"""Instead of an answer, nothing until the server is closed."""


class Behaviour:
    """What the server does, and what it has."""

    def __init__(self) -> None:
        self.inboxes: dict[str, list[bytes]] = {}
        self.connections = 0
        self.at_sender: Callable[[str], str] = lambda _: FINE
        self.at_recipient: Callable[[str], str] = lambda _: FINE
        self.at_data: Callable[[], str] = lambda: "354 go on"
        self.inside = FINE
        """`CUT`: the connection ends inside the message."""
        self.after: Callable[[str, bytes], str] = lambda recipient, content: FINE
        """The answer to a message, which is not kept unless it begins with 2, or `CUT_KEPT`."""
        self.keeps = True
        """Whether a message that it took is kept; otherwise it says 250 and forgets."""
        self.password = ""
        self.done = threading.Event()

    def messages(self, recipient: str) -> list[EmailMessage]:
        """What somebody got, read again."""
        found = self.inboxes.get(recipient, [])
        parsed = [message_from_bytes(one, policy=default) for one in found]
        assert all(isinstance(one, EmailMessage) for one in parsed)
        return parsed  # type: ignore[return-value]

    def count(self) -> int:
        """How many messages all inboxes have."""
        return sum(map(len, self.inboxes.values()))


class _Handler:
    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, lines: list[str]
    ) -> list[str]:
        session.host_name = hostname
        return lines

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        answer = self.behaviour.at_sender(address)
        if answer[0] == "2":
            envelope.mail_from = address
        return await _given(server, answer, self.behaviour)

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        answer = self.behaviour.at_recipient(address)
        if answer[0] == "2":
            envelope.rcpt_tos.append(address)
        return await _given(server, answer, self.behaviour)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.original_content
        assert isinstance(content, bytes)
        (recipient,) = envelope.rcpt_tos
        answer = self.behaviour.after(recipient, content)
        if self.behaviour.keeps and (answer[0] == "2" or answer in (CUT, SILENT)):
            self.behaviour.inboxes.setdefault(recipient, []).append(content)
        return await _given(server, answer, self.behaviour)


async def _given(server: SMTP, answer: str, behaviour: Behaviour) -> str:
    if answer == SILENT:
        await asyncio.to_thread(behaviour.done.wait)
        answer = CUT
    if answer == CUT or answer.startswith("421 "):
        assert server.transport is not None
        if answer != CUT:
            server.transport.write(f"{answer}\r\n".encode())
        server.transport.close()
        raise ConnectionResetError
    return answer


class _Server(SMTP):
    """The library's server, which can also break off inside a message."""

    behaviour: Behaviour

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.behaviour.connections += 1
        super().connection_made(transport)

    async def auth_XOAUTH2(self, _: SMTP, words: list[str]) -> AuthResult:
        """Signs in by a token; to a wrong one it answers in two steps, as providers do."""
        given = base64.b64decode(words[1]).decode()
        if given == f"user=club\1auth=Bearer {self.behaviour.password}\1\1":
            return AuthResult(success=True)
        await self.challenge_auth('{"status":"400","schemes":"Bearer"}')
        return AuthResult(success=False, handled=False, message="535 5.7.8 token expired")

    async def smtp_DATA(self, arg: str) -> None:
        first = self.behaviour.at_data()
        if not first.startswith("354"):
            await self.push(await _given(self, first, self.behaviour))
            return
        if self.behaviour.inside == CUT:
            await self.push("354 go on")
            await self._reader.readline()
            assert self.transport is not None
            self.transport.abort()  # type: ignore[attr-defined]
            raise ConnectionResetError
        await super().smtp_DATA(arg)


class _Controller(Controller):
    def __init__(self, behaviour: Behaviour, **more: Any) -> None:
        self.behaviour = behaviour
        super().__init__(_Handler(behaviour), hostname="127.0.0.1", port=0, **more)

    def factory(self) -> SMTP:
        server = _Server(self.handler, **self.SMTP_kwargs)
        server.behaviour = self.behaviour
        return server

    def _trigger_server(self) -> None:
        """The library would knock at port 0; the server's own port is known only now."""
        assert self.server is not None
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@contextmanager
def mail_server(
    *,
    encrypted: SSLContext | None = None,
    at_once: bool = False,
    password: str = "",
) -> Iterator[tuple[int, Behaviour]]:
    """A server on a port of its own.

    `encrypted` is what it offers STARTTLS with, or speaks TLS with from the start if `at_once`;
    with a password it wants `club` to sign in.
    """
    behaviour = Behaviour()
    behaviour.password = password
    more: dict[str, Any] = {"enable_SMTPUTF8": True, "ident": "test"}
    if encrypted is not None and at_once:
        more["ssl_context"] = encrypted
    elif encrypted is not None:
        more["tls_context"] = encrypted
    if password:
        more |= {"authenticator": _judge(behaviour), "auth_require_tls": encrypted is not None}
        more["auth_required"] = True
        more["auth_exclude_mechanism"] = ["LOGIN"]
    controller = _Controller(behaviour, **more)
    controller.start()
    behaviour.connections = 0  # the library's own knock
    try:
        yield controller.port, behaviour
    finally:
        behaviour.done.set()
        controller.stop()


def _judge(behaviour: Behaviour) -> Callable[..., AuthResult]:
    def judged(
        server: SMTP, session: Session, envelope: Envelope, mechanism: str, given: Any
    ) -> AuthResult:
        assert isinstance(given, LoginPassword)
        fine = given.login == b"club" and given.password == behaviour.password.encode()
        if fine:
            return AuthResult(success=True)
        repeated = given.password.decode()
        return AuthResult(
            success=False,
            handled=False,
            message=f"535 5.7.8 no, {repeated} of club@example.org is wrong",
        )

    return judged


# --- certificates -------------------------------------------------------------------------------


class Authority:
    """An authority that vouches for certificates, kept in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._key, self._certificate = _made("test authority", None, None)
        self.file = folder / "authority.pem"
        self.file.write_bytes(self._certificate.public_bytes(serialization.Encoding.PEM))

    def vouched(self, name: str, *, days: int = 30) -> SSLContext:
        """What a server of this name encrypts with; with days below 0 it has expired."""
        key, certificate = _made(name, self._key, self._certificate, days)
        file = self.folder / f"{name}-{days}.pem"
        file.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
            + certificate.public_bytes(serialization.Encoding.PEM)
        )
        context = SSLContext(PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context


Key = ec.EllipticCurvePrivateKey


@cache
def _key(number: int) -> Key:
    return ec.generate_private_key(ec.SECP256R1())


def _made(
    name: str, issuer_key: Key | None, issuer: x509.Certificate | None, days: int = 30
) -> tuple[Key, x509.Certificate]:
    """A certificate for a name or an address, by an authority or by itself."""
    key = _key(0 if issuer is None else 1)
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    names: list[x509.GeneralName] = []
    if issuer is not None:
        is_number = name.replace(".", "").isdigit()
        names.append(x509.IPAddress(ip_address(name)) if is_number else x509.DNSName(name))
    builder = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(issuer.subject if issuer else called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=60))
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    signer = issuer_key or key
    builder = builder.add_extension(
        x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False
    )
    if issuer is None:
        builder = builder.add_extension(
            x509.KeyUsage(False, False, False, False, False, True, True, False, False),
            critical=True,
        )
    else:
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    return key, builder.sign(signer, hashes.SHA256())
