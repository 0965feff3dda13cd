"""The club's settings: where they are, what each fault is told as, and where the password stays."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from campaign.accounts.settings import (
    MailSettings,
    ServiceSettings,
    SettingsError,
    is_loopback,
    password,
    read_settings,
    settings_path,
    warnings,
)

WHOLE = """
[mail]
host = "mail.example.org"
port = 2525
security = "tls"
user = "club"
password_file = "club.password"
from = "Thursday club <club@example.org>"
ca_file = "/etc/club/authority.pem"

[service]
url = "https://club.example.org"
listen = "127.0.0.1:8720"
proxy = ["127.0.0.1"]
"""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


def written(store: Path, text: str, **environment: str) -> MailSettings:
    """What a file beside the store says of mail."""
    store.with_name("club.toml").write_text(text, encoding="utf-8")
    return read_settings(store, environment).mail


def fault(store: Path, text: str, **environment: str) -> str:
    """What is wrong with a file; its folder is left away."""
    with pytest.raises(SettingsError) as told:
        written(store, text, **environment)
    line = str(told.value)
    assert "\n" not in line
    return line.replace(f"{store.parent}/", "")


def test_the_file_beside_the_store_says_all_of_it(store: Path) -> None:
    """Its own files are named from its folder; full paths stay."""
    assert written(store, WHOLE) == MailSettings(
        host="mail.example.org",
        port=2525,
        security="tls",
        user="club",
        password_file=str(store.with_name("club.password")),
        sender="Thursday club <club@example.org>",
        ca_file="/etc/club/authority.pem",
    )
    found = read_settings(store, {})
    assert found.service == ServiceSettings(
        "https://club.example.org", "127.0.0.1:8720", ("127.0.0.1",)
    )
    assert (found.mail.address, found.mail.domain) == ("club@example.org", "example.org")
    assert (found.schema, found.place) == (1, str(store.with_name("club.toml")))


def test_how_the_service_runs_is_said_too(store: Path) -> None:
    """Folders and files are named from the folder of the settings."""
    text = (
        '[service]\nsocket = "club.sock"\nlog = "requests"\nbackups = "kept"\n'
        'backup_every = 6\nbackup_keep = 3\nmetrics = "127.0.0.1:9100"\n'
        'metrics_token_file = "/run/token"\n'
    )
    written(store, text)
    assert read_settings(store, {}).service == ServiceSettings(
        socket=str(store.with_name("club.sock")),
        log="requests",
        backups=str(store.with_name("kept")),
        backup_every=6,
        backup_keep=3,
        metrics="127.0.0.1:9100",
        metrics_token_file="/run/token",
    )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("backup_every = 0", "service.backup_every: expected a whole number from 1 to 744, got 0"),
        ("backup_keep = 0", "service.backup_keep: expected a whole number from 1 to 1000, got 0"),
        ('log = "all"', "service.log: expected one of faults, requests, got 'all'"),
    ],
)
def test_a_pace_that_is_none_is_told(store: Path, line: str, says: str) -> None:
    """With its place in the file."""
    assert fault(store, f"[service]\n{line}\n") == f"club.toml: {says}"


def test_without_a_file_nothing_is_set(store: Path) -> None:
    """Mail then says what to write, and where."""
    found = read_settings(store, {})
    assert found.mail == MailSettings() and found.service.url == ""
    with pytest.raises(SettingsError) as told:
        found.must_mail()
    assert str(told.value) == (
        "no mail server is set: write host and from under [mail] into club.toml beside the store; "
        "without a server, --out FOLDER writes the messages as files"
    )


def test_without_an_address_of_the_club_no_mail_goes(store: Path) -> None:
    """A server alone is not enough."""
    store.with_name("club.toml").write_text('[mail]\nhost = "mail.example.org"\n')
    with pytest.raises(SettingsError) as told:
        read_settings(store, {}).must_mail()
    assert str(told.value) == (
        'the club has no address: add from = "Our club <club@example.org>" under [mail] in '
        f"{store.with_name('club.toml')}"
    )


@pytest.mark.parametrize(
    ("security", "port"), [("starttls", 587), ("tls", 465), ("none", 25)], ids=str
)
def test_each_kind_of_security_has_its_usual_port(security: str, port: int) -> None:
    """RFC 8314: 587 with STARTTLS, 465 with TLS; RFC 5321: 25."""
    assert MailSettings(security=security).usual_port == port  # type: ignore[arg-type]


def test_where_the_file_is(tmp_path: Path) -> None:
    """Named by the environment, called like the store, or the folder's one for all stores."""
    store = tmp_path / "thursday.db"
    own, shared = tmp_path / "thursday.toml", tmp_path / "club.toml"
    assert settings_path(store, {}) == own
    shared.touch()
    assert settings_path(store, {}) == shared
    own.touch()
    assert settings_path(store, {}) == own
    assert settings_path(store, {"CAMPAIGN_CONFIG": "/etc/c.toml"}) == Path("/etc/c.toml")


def test_a_file_that_the_environment_names_must_be_there(store: Path) -> None:
    """A wrong name would mean no mail."""
    with pytest.raises(SettingsError) as told:
        read_settings(store, {"CAMPAIGN_CONFIG": "/nowhere/c.toml"})
    assert str(told.value) == "CAMPAIGN_CONFIG names /nowhere/c.toml, and there is no such file"


def test_the_environment_overrides_each_line(store: Path) -> None:
    """Its files are named from where the program runs."""
    found = written(
        store,
        WHOLE,
        CAMPAIGN_MAIL_HOST="::1",
        CAMPAIGN_MAIL_PORT="25",
        CAMPAIGN_MAIL_SECURITY="none",
        CAMPAIGN_MAIL_USER="host",
        CAMPAIGN_MAIL_PASSWORD_FILE="p",
        CAMPAIGN_MAIL_FROM="a@example.net",
        CAMPAIGN_MAIL_CA_FILE="",
    )
    assert found == MailSettings("::1", 25, "none", "host", "p", (), "a@example.net", "")


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("PORT", "many", "expected a whole number from 0 to 65535, got 'many'"),
        ("SECURITY", "startls", "there is no 'startls'; did you mean starttls?"),
    ],
)
def test_a_fault_of_the_environment_names_its_variable(
    store: Path, name: str, value: str, words: str
) -> None:
    """And what would be right."""
    assert fault(store, "", **{f"CAMPAIGN_MAIL_{name}": value}) == f"CAMPAIGN_MAIL_{name}: {words}"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ('hots = "a"', "mail.hots: there is no such key; did you mean host?"),
        ("port = 70000", "mail.port: expected a whole number from 0 to 65535, got 70000"),
        ('port = "25"', "mail.port: expected a whole number from 0 to 65535, got '25'"),
        ('security = "ssl"', "mail.security: expected one of none, starttls, tls, got 'ssl'"),
        (
            'host = "smtp://mail.example.org"',
            "mail.host: write the server's name alone, such as `mail.example.org`; its port goes "
            "into port",
        ),
        (
            'host = "mail.example.org:587"',
            "mail.host: write the server's name alone, such as `mail.example.org`; its port goes "
            "into port",
        ),
        (
            'host = "mail.example.org"\nsecurity = "none"',
            "mail.security: mail.example.org is another machine, and none would show all mail and "
            "the password on the way; write starttls or tls",
        ),
        (
            'from = "the club"',
            "mail.from: expected one name and address, such as Our club <club@example.org>",
        ),
        (
            'from = "@example.org"',
            "mail.from: expected one name and address, such as Our club <club@example.org>",
        ),
        (
            'from = "club@example..org"',
            "mail.from: expected one name and address, such as Our club <club@example.org>",
        ),
        (
            'from = "Our club <>"',
            "mail.from: expected one name and address, such as Our club <club@example.org>",
        ),
        (
            'from = "a@example.org, b@example.org"',
            "mail.from: expected one name and address, such as Our club <club@example.org>",
        ),
        (
            'from = "a@example.org\\nBcc: b@example.org"',
            "mail.from: expected one name and address, such as Our club <club@example.org>",
        ),
        (
            'password_file = "p"',
            "mail.user: is missing; write the name to sign in with, often the whole address",
        ),
        (
            'user = "club"',
            "mail.password_file: is missing; name the file that holds the password, or a "
            "token_command",
        ),
        (
            'user = "club"\npassword_file = "p"\ntoken_command = ["t"]',
            "mail.token_command: a password_file is named as well; keep the one that your provider "
            "takes",
        ),
        (
            'user = "club"\ntoken_command = "oama access club"',
            "mail.token_command: expected a list, got 'oama access club'",
        ),
    ],
)
def test_each_wrong_line_is_told(store: Path, lines: str, words: str) -> None:
    """In a sentence, with what would be right."""
    assert fault(store, f"[mail]\n{lines}\n") == f"club.toml: {words}"


def test_a_wrong_part_is_told(store: Path) -> None:
    """A heading that there is not."""
    assert fault(store, "[mial]\n") == ("club.toml: mial: there is no such key; did you mean mail?")


def test_a_file_that_is_no_toml(store: Path) -> None:
    """It says where."""
    assert fault(store, "[mail\n") == (
        "club.toml is not written as TOML: expected ']' at the end of a table declaration (at line "
        "1, column 6)"
    )
    store.with_name("club.toml").write_bytes(b"\xff")
    with pytest.raises(SettingsError, match=r"club\.toml is not text in UTF-8"):
        read_settings(store, {})


def test_a_file_that_cannot_be_read(store: Path) -> None:
    """A folder of its name."""
    store.with_name("club.toml").mkdir()
    with pytest.raises(SettingsError) as told:
        read_settings(store, {})
    assert str(told.value) == f"cannot read {store.with_name('club.toml')}: Is a directory"


def test_a_file_of_a_newer_program_is_left_alone(store: Path) -> None:
    """What it says might mean something else; without a number it is of form 1."""
    assert fault(store, "schema = 2\n") == (
        "club.toml is written for a newer version of the tracker (schema 2; this one knows up to "
        "1). Update the tracker"
    )
    assert written(store, "schema = 1\n") == MailSettings()


@pytest.mark.parametrize(
    ("host", "is_here"),
    [
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("localhost", True),
        ("mail.example.org", False),
        ("192.168.1.2", False),
        ("localhost.example.org", False),
    ],
)
def test_which_servers_are_on_this_machine(host: str, is_here: bool) -> None:
    """Only to them may mail go unencrypted."""
    assert is_loopback(host) is is_here


# --- the password -------------------------------------------------------------------------------


def secret_file(folder: Path, text: str, mode: int = 0o600) -> MailSettings:
    file = folder / "club.password"
    file.write_text(text, encoding="utf-8")
    file.chmod(mode)
    return MailSettings(user="club", password_file=str(file))


def test_the_password_is_the_files_only_line(tmp_path: Path) -> None:
    """Blanks belong to it, the line's end does not."""
    assert password(secret_file(tmp_path, " two words \r\n")) == " two words "
    assert password(MailSettings()) == ""


@pytest.mark.parametrize("text", ["", "\n", "one\ntwo\n"])
def test_a_file_without_a_password(tmp_path: Path, text: str) -> None:
    """Its content is not shown."""
    mail = secret_file(tmp_path, text)
    with pytest.raises(SettingsError) as told:
        password(mail)
    assert str(told.value) == (
        f"{mail.password_file} holds no password; expected the password on its only line"
    )


def test_a_password_that_cannot_be_read(tmp_path: Path) -> None:
    """No file, or not a text."""
    mail = MailSettings(user="club", password_file=str(tmp_path / "gone"))
    with pytest.raises(SettingsError) as told:
        password(mail)
    assert str(told.value) == (
        f"cannot read the password in {tmp_path / 'gone'}: No such file or directory"
    )
    (tmp_path / "gone").write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError, match="gone is not text in UTF-8"):
        password(mail)


def test_a_password_that_others_can_read_is_warned_of(tmp_path: Path) -> None:
    """It works all the same."""
    assert warnings(secret_file(tmp_path, "x")) == []
    mail = secret_file(tmp_path, "x", 0o640)
    file = mail.password_file
    assert warnings(mail) == [
        f"others on this machine can read {file}; `chmod 600 {file}` keeps it to you"
    ]
    assert warnings(MailSettings()) == []
    assert warnings(MailSettings(password_file=str(tmp_path / "gone"))) == []


def token(*words: str) -> MailSettings:
    return MailSettings(user="club", token_command=words)


# --- a mailbox for answers ----------------------------------------------------------------------


def test_a_mailbox_has_its_own_port_user_and_password_or_those_for_sending() -> None:
    """An own password goes before the token for sending; ports are those of IMAP (RFC 8314)."""
    shared = MailSettings(
        host="smtp.example.org", user="club", token_command=("token",), imap_host="imap.example.org"
    )
    box = shared.mailbox
    assert (box.host, box.port, box.security) == ("imap.example.org", 993, "tls")
    assert (box.user, box.token_command, box.password_file) == ("club", ("token",), "")
    own = replace(
        shared, imap_user="box", imap_password_file="secret", imap_security="starttls"
    ).mailbox
    assert (own.port, own.security, own.user) == (143, "starttls", "box")
    assert (own.token_command, own.password_file) == ((), "secret")
    assert replace(shared, imap_port=1143).mailbox.port == 1143
