"""The file of settings: where it is, and what it says together with the environment. IO."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from campaign.settings.faults import SettingsError
from campaign.settings.mail import MailSettings, faults
from campaign.settings.service import FILES as SERVICE_FILES
from campaign.settings.service import ServiceSettings
from campaign.text.json_values import JsonObject
from campaign.text.shapes import Reading

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
    found = msgspec.convert({**plain, "mail": mail | overriding, "service": service}, _Written)
    named = f"{path}: " if place else ""
    wrongs = wrongs or [f"{named}{fault}" for fault in faults(found.mail)]
    if wrongs:
        raise SettingsError("; ".join(wrongs))
    return Settings(found.mail, found.service, found.schema, place)


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


_FILES = ("password_file", "ca_file", "imap_password_file", *SERVICE_FILES)


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
