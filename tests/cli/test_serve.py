"""The service as a process: ready, stopped, killed and begun again; who may reach it at all."""

from pathlib import Path

import httpx
import pytest

from campaign.cli.shared_verbs.service import _tell_all
from campaign.cli.stores import Refusal
from campaign.web.auth.invitations import Invited
from support.command_line import Shell
from support.served import SECONDS


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A club that takes ballots; Anna plays Germany."""
    shell = Shell(tmp_path_factory.mktemp("ready"))
    shell.fine("start", "club", "--system", "lif", "--scenario", "global-war")
    shell.fine("enrol", "club", "anna")
    shell.fine("assign", "club", "germany", "anna")
    shell.fine("board", "club")
    shell.fine("draw", "club")
    return shell


@pytest.fixture
def shell(ready: Shell, tmp_path: Path) -> Shell:
    """A copy of it."""
    return ready.copied(tmp_path)


def browser(url: str) -> httpx.Client:
    """A browser that comes from the service's own pages."""
    return httpx.Client(
        base_url=url, headers={"origin": url}, follow_redirects=True, timeout=SECONDS
    )


LISTEN = "write a host and a port like 127.0.0.1:8720 after --listen, not {}"
ADDRESS = "write an address like https://club.example after --url, not {}"


@pytest.mark.parametrize(
    ("option", "typed", "says"),
    [
        ("--listen", "here", LISTEN),
        ("--listen", "127.0.0.1:99999", LISTEN),
        ("--listen", "127.0.0.1:", LISTEN),
        ("--url", "club.example", ADDRESS),
        ("--url", "ftp://club.example", ADDRESS),
        ("--url", "https://club.example/path", ADDRESS),
        ("--url", "https://club.example:x", ADDRESS),
    ],
)
def test_an_address_that_is_none_is_wrong_usage(
    shell: Shell, option: str, typed: str, says: str
) -> None:
    """In one line."""
    wrong = shell("serve", option, typed)
    assert wrong.status == 2
    assert wrong.error.endswith(says.format(typed)), wrong.error


def test_it_listens_at_one_place(shell: Shell) -> None:
    """A port, or a file."""
    wrong = shell("serve", "--listen", "127.0.0.1:0", "--socket", "club.sock")
    assert wrong.status == 2
    assert wrong.error.endswith("it listens at one place: leave out --listen or --socket")


def test_the_operator_s_address_begins_a_club_where_there_is_none(tmp_path: Path) -> None:
    """Else it leads to the page about the club."""
    shell = Shell(tmp_path)
    settings = tmp_path / "own.toml"
    settings.write_text('[service]\nurl = "https://own.example"\n')
    told = shell.fine("operator", CAMPAIGN_CONFIG=str(settings))
    assert told.startswith("https://own.example/begin/")


def test_an_invitation_needs_a_service_and_a_member(shell: Shell) -> None:
    """Where it is comes from the settings, or from the service that runs."""
    nobody = shell("invite", "club", "bena")
    assert nobody.status == 2 and "'bena' is not enrolled in club" in nobody.error
    nowhere = shell("invite", "club", "anna")
    assert nowhere.status == 1
    assert "nobody has said where the service is: run `campaign serve`" in nowhere.error
    shell.store.with_name("club.toml").write_text('[service]\nurl = "https://own.example"\n')
    settings = str(shell.store.with_name("club.toml"))
    told = shell.fine("invite", "club", "anna", CAMPAIGN_CONFIG=settings)
    assert told.startswith("https://own.example/in/")


@pytest.mark.parametrize("option", [("--sheet", "x.html"), ("--unused",)])
def test_an_invitation_of_one_has_no_slips(shell: Shell, option: tuple[str, ...]) -> None:
    wrong = shell("invite", "club", "anna", *option)
    assert wrong.status == 2
    assert wrong.error.endswith("--unused and --sheet go with --all. Nothing was recorded")


def test_addresses_are_printed_though_the_slips_cannot_be_written(shell: Shell) -> None:
    """The ones before count no more."""
    settings = shell.store.with_name("club.toml")
    settings.write_text('[service]\nurl = "https://own.example"\n')
    sheet = str(shell.folder / "nowhere" / "x.html")
    done = shell("invite", "club", "--all", "--sheet", sheet, CAMPAIGN_CONFIG=str(settings))
    assert done.status != 0 and "o such file" in done.error
    assert "Anna\thttps://own.example/in/" in done.out


def test_what_was_made_is_printed_though_one_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    made = [("Anna", Invited("a")), ("Ben", Invited(refused="not now")), ("Cora", Invited("c"))]
    with pytest.raises(Refusal, match="Ben: not now"):
        _tell_all(made, "https://own.example", None, as_json=False)
    printed = capsys.readouterr().out.splitlines()
    assert printed == ["Anna\thttps://own.example/in/a", "Cora\thttps://own.example/in/c"]
