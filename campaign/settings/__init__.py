"""The club's settings for mail and service: `club.toml` beside the store.

    [mail]      how messages leave, and in whose name
    [service]   where the club's pages are on the web

CAMPAIGN_MAIL_HOST and its like override the first. No password is kept here: the settings say where
it is, and `passwords.py` reads it when it is needed.
"""

from campaign.settings.faults import SettingsError, is_loopback
from campaign.settings.mail import IMAP_PORTS, PORTS, MailSettings
from campaign.settings.reading import (
    FILE_VARIABLE,
    PREFIX,
    SCHEMA,
    SHARED_NAME,
    Settings,
    read_settings,
    settings_path,
)
from campaign.settings.service import ServiceSettings

__all__ = [
    "FILE_VARIABLE",
    "IMAP_PORTS",
    "PORTS",
    "PREFIX",
    "SCHEMA",
    "SHARED_NAME",
    "MailSettings",
    "ServiceSettings",
    "Settings",
    "SettingsError",
    "is_loopback",
    "read_settings",
    "settings_path",
]
