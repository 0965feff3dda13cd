"""The club's settings for mail and service: `club.toml` beside the store. IO.

    [mail]      how messages leave, and in whose name
    [service]   where the club's pages are on the web
    [door]      of an installation with many: what visitors may begin

CAMPAIGN_MAIL_HOST and its like override the first. No password is kept here: the settings say where
it is, and it is read when it is needed.
"""

import ipaddress
import os
import stat
import subprocess
import tomllib
from collections.abc import Iterator, Mapping
from email.errors import MessageError
from email.headerregistry import Address
from email.utils import getaddresses
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from campaign.text.json_values import JsonObject
from campaign.text.shapes import Fault, Reading


class SettingsError(Exception):
    """The settings can't be used. One line for the host."""


def is_host(host: str) -> bool:
    if _as_ip(host):
        return True
    return host.isprintable() and not any(sign in host for sign in " /@:\\")


def is_loopback(host: str) -> bool:
    """Whether a server is on this very machine."""
    address = _as_ip(host)
    if address:
        return address.is_loopback
    return host.lower() == "localhost" or host.lower().endswith(".localhost")


def _as_ip(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


# --- Where the club's pages are, and how they are served: the `[service]` part ------------------

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


# --- The open door of an installation, where visitors begin clubs: the `[door]` part ------------


class DoorSettings(msgspec.Struct, frozen=True):
    """What visitors may begin, and for how long it stays."""

    domain: str = ""
    """Where the front page is: clubs are at names below it."""
    contact: str = ""
    """Whom a member asks to keep a club: an address that begins with mailto: or https:."""
    days: Annotated[int, msgspec.Meta(ge=1, le=365)] = 14
    """How long a club stays that nobody has adopted."""
    most: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 200
    """How many clubs there are at once that nobody has adopted."""
    campaigns: Count = 3
    commands: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 120
    """How many commands a club may send in a minute, refused ones among them."""
    bytes: str = "50MB"
    """How large a club may grow."""
    free: str = "5GB"
    """Below so much free disk nobody begins a club."""


# --- How messages leave, and where answers come in: the `[mail]` part of the settings -----------

PORTS = {"starttls": 587, "tls": 465, "none": 25}
IMAP_PORTS = {"starttls": 143, "tls": 993, "none": 143}
"""The usual ports of each kind of security: for sending, and of a mailbox."""

Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]


class MailSettings(msgspec.Struct, frozen=True):
    """How messages leave."""

    host: str = ""
    """The mail server; empty if mail is not set up."""
    port: Port = 0
    """0 for the usual one."""
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password_file: str = ""
    token_command: tuple[str, ...] = ()
    """A program and its words, which prints an access token to sign in with."""
    sender: str = msgspec.field(default="", name="from")
    """The club's name and address."""
    ca_file: str = ""
    """The certificates that the server's is checked against; the system's if it is empty."""
    answers: Literal["yes", "no", ""] = ""
    """Whether requests bear words to answer with; empty: once answers are read in."""

    authserv_id: str = ""
    """What the mailbox's own server is called in Authentication-Results; empty: none counts."""
    imap_host: str = ""
    """The server of the mailbox that answers come to; empty if they are not fetched."""
    imap_port: Port = 0
    imap_security: Literal["tls", "starttls", "none"] = "tls"
    imap_user: str = ""  # without it the same user and password as above
    imap_password_file: str = ""
    imap_folder: str = "INBOX"

    @property
    def usual_port(self) -> int:
        """The port to connect to."""
        return self.port or PORTS[self.security]

    @property
    def mailbox(self) -> "MailSettings":
        """How to sign in to the mailbox that answers come to."""
        own, security = self.imap_password_file, self.imap_security
        port, user = self.imap_port or IMAP_PORTS[security], self.imap_user or self.user
        settings = replace(self, host=self.imap_host, port=port, security=security, user=user)
        return replace(settings, password_file=own, token_command=()) if own else settings

    @property
    def address(self) -> str:
        """The club's address alone."""
        return _address(self.sender)

    @property
    def domain(self) -> str:
        """What stands behind the @ of the club's address."""
        return self.address.rpartition("@")[2]


def faults(mail: MailSettings) -> list[Fault]:
    """What is wrong with values that are well formed each by itself."""
    wrongs = [*_of_server("", mail), *_of_server("imap_", mail.mailbox)]
    if mail.sender and not mail.address:
        text = "expected one name and address, such as Our club <club@example.org>"
        wrongs.append(Fault("mail.from", text))
    return [*wrongs, *_of_signing_in(mail)]


def _of_server(kind: str, server: MailSettings) -> Iterator[Fault]:
    """What is wrong with the server for sending, or that of the mailbox."""
    if server.host and not is_host(server.host):
        text = "write the server's name alone, such as `mail.example.org`; its port goes into"
        yield Fault(f"mail.{kind}host", f"{text} {kind}port")
    if server.security == "none" and server.host and not is_loopback(server.host):
        text = f"{server.host} is another machine, and none would show all mail and the password"
        yield Fault(f"mail.{kind}security", f"{text} on the way; write starttls or tls")


def _of_signing_in(mail: MailSettings) -> Iterator[Fault]:
    """What is wrong with who signs in, and with what."""
    if mail.password_file and mail.token_command:
        text = "a password_file is named as well; keep the one that your provider takes"
        yield Fault("mail.token_command", text)
    has_password = bool(mail.password_file or mail.token_command)
    if has_password and not mail.user:
        text = "is missing; write the name to sign in with, often the whole address"
        yield Fault("mail.user", text)
    if mail.user and not has_password:
        text = "is missing; name the file that holds the password, or a token_command"
        yield Fault("mail.password_file", text)


def _address(written: str) -> str:
    """The address of `Our club <club@example.org>`; empty if it is not exactly one."""
    if not written.isprintable():
        return ""
    pairs = getaddresses([written])
    if len(pairs) != 1:
        return ""
    address = pairs[0][1]
    try:
        parsed = Address(addr_spec=address)
    except (MessageError, ValueError, LookupError):
        return ""
    return address if parsed.username and parsed.domain else ""


# --- The file of settings: where it is, and what it says together with the environment ----------

SCHEMA = 1
"""The newest form of the file that this program knows; a file without a number has form 1."""
FILE_VARIABLE = "CAMPAIGN_CONFIG"
"""Names the file of settings, where it is not beside the store."""
PREFIX = "CAMPAIGN_MAIL_"
SHARED_NAME = "club.toml"
"""The name of the file where the stores of a folder share one."""


class Settings(msgspec.Struct, frozen=True):
    """What the file and the environment say."""

    mail: MailSettings = MailSettings()
    service: ServiceSettings = ServiceSettings()
    door: DoorSettings = DoorSettings()
    schema: int = SCHEMA
    place: str = ""
    """The file that was read; empty if there is none."""

    def must_mail(self) -> None:
        """Raises `SettingsError` if no message could be sent with them."""
        if not self.mail.host:
            raise SettingsError(
                "no mail server is set: write host and from under [mail] into "
                f"{self.place or SHARED_NAME + ' beside the store'}; without a server, "
                "--out FOLDER writes the messages as files"
            )
        if not self.mail.sender:
            text = 'the club has no address: add from = "Our club <club@example.org>" under [mail]'
            raise SettingsError(f"{text} in {self.place or SHARED_NAME + ' beside the store'}")


class _Written(msgspec.Struct, frozen=True):
    """The file as it is written."""

    schema: int = SCHEMA
    mail: MailSettings = MailSettings()
    service: ServiceSettings = ServiceSettings()
    door: DoorSettings = DoorSettings()


def settings_path(store: Path, environment: Mapping[str, str] = os.environ) -> Path:
    """The file of settings of a store: named by the environment, or beside it.

    It is called like the store; where there is no such file, it is the one for the whole folder.
    """
    if named := environment.get(FILE_VARIABLE):
        return Path(named)
    own = store.with_suffix(".toml")
    shared = store.with_name(SHARED_NAME)
    return own if own.exists() or not shared.exists() else shared


def read_settings(store: Path, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of a store. Raises `SettingsError`, with every fault in one line."""
    path = settings_path(store, environment)
    written: JsonObject = {}
    place = ""
    if path.exists():
        written, place = _file(path), str(path)
    elif FILE_VARIABLE in environment:
        raise SettingsError(f"{FILE_VARIABLE} names {path}, and there is no such file")
    reading = Reading()
    plain = reading.read(written, _Written)
    wrongs = [f"{path}: {fault}" for fault in reading.faults]
    mail, service = (_from(path.parent, plain.get(part, {})) for part in ("mail", "service"))
    overriding, wrong = _environment(environment)
    wrongs += wrong
    settings = msgspec.convert({**plain, "mail": mail | overriding, "service": service}, _Written)
    named = f"{path}: " if place else ""
    wrongs = wrongs or [f"{named}{fault}" for fault in faults(settings.mail)]
    if wrongs:
        raise SettingsError("; ".join(wrongs))
    return Settings(settings.mail, settings.service, settings.door, settings.schema, place)


def _file(path: Path) -> JsonObject:
    """The file as plain values."""
    try:
        written = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path} is not text in UTF-8") from error
    except OSError as error:
        raise SettingsError(f"cannot read {path}: {error.strerror}") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path} is not written as TOML: {_lower(str(error))}") from error
    schema = written.get("schema", SCHEMA)
    if type(schema) is int and schema > SCHEMA:
        raise SettingsError(
            f"{path} is written for a newer version of the tracker (schema {schema}; this one "
            f"knows up to {SCHEMA}). Update the tracker"
        )
    return written


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


_FILES = ("password_file", "ca_file", "imap_password_file", *FILES)


def _from(folder: Path, part: JsonObject) -> JsonObject:
    """The values of a part of the file; files are named from where it is."""
    return {
        key: str(folder / Path(value).expanduser())
        if key in _FILES and isinstance(value, str) and value
        else value
        for key, value in part.items()
    }


_VARIABLES = ("host", "port", "security", "user", "password_file", "from", "ca_file")


def _environment(environment: Mapping[str, str]) -> tuple[JsonObject, list[str]]:
    """What the environment says of mail, and what is wrong with it."""
    said: JsonObject = {}
    for key in _VARIABLES:
        value = environment.get(f"{PREFIX}{key.upper()}")
        if value is not None:
            said[key] = int(value) if key == "port" and value.isdecimal() else value
    reading = Reading()
    fine = reading.read(said, MailSettings)
    return fine, [f"{PREFIX}{fault.where.upper()}: {fault.text}" for fault in reading.faults]


# --- The password that the settings name, or the token in its place: read when it is needed -----
#
# It is kept in nothing, and no message shows any of it.

TOKEN_SECONDS = 60
"""How long the command that prints a token may take."""


def warnings(mail: MailSettings) -> list[str]:
    """What the host should know about the settings though they work."""
    if not mail.password_file:
        return []
    try:
        mode = Path(mail.password_file).stat().st_mode
    except OSError:
        return []
    if os.name == "posix" and stat.S_IMODE(mode) & (stat.S_IRGRP | stat.S_IROTH):
        file = mail.password_file
        return [f"others on this machine can read {file}; `chmod 600 {file}` keeps it to you"]
    return []


def password(mail: MailSettings) -> str:
    """The password, or the access token; empty without a user. Raises `SettingsError`."""
    if mail.token_command:
        return _token(mail.token_command)
    if not mail.password_file:
        return ""
    try:
        text = Path(mail.password_file).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise SettingsError(f"{mail.password_file} is not text in UTF-8") from error
    except OSError as error:
        why = error.strerror
        raise SettingsError(f"cannot read the password in {mail.password_file}: {why}") from error
    line = text.strip("\r\n")
    if not line or "\n" in line or "\0" in line:
        expected = "expected the password on its only line"
        raise SettingsError(f"{mail.password_file} holds no password; {expected}")
    return line


def _token(command: tuple[str, ...]) -> str:
    """What the command prints. It runs without a shell, and nothing that it prints is shown."""
    name = command[0]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TOKEN_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        late = f"gave no token within {TOKEN_SECONDS} seconds; try it in a terminal"
        raise SettingsError(f"the token_command {name} {late}") from None
    except OSError as error:
        why = error.strerror
        raise SettingsError(f"the token_command {name} can't be started: {why}") from error
    if done.returncode:
        how = f"failed (exit status {done.returncode}); try it in a terminal"
        raise SettingsError(f"the token_command {name} {how}")
    token = done.stdout.strip()
    if not token or not token.isascii() or len(token.split()) != 1:
        raise SettingsError(f"the token_command {name} must print the token and nothing else")
    return token.decode()
