"""`enrol`: roles are added and taken, ids and addresses are checked in plain words."""

import json
from pathlib import Path

import pytest

from support.command_line import Shell


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """Anna plays."""
    shell = Shell(tmp_path_factory.mktemp("enrol"))
    shell.fine("open", "club", "--scenario", "global-war")
    shell.fine("enrol", "club", "anna")
    return shell


@pytest.fixture
def shell(made: Shell, tmp_path: Path) -> Shell:
    """That club in a folder of its own."""
    return made.copied(tmp_path)


def roles(shell: Shell, member: str) -> list[str]:
    found: list[str] = json.loads(shell.fine("members", "club", "--json"))[member]["roles"]
    return found


def test_roles_are_added_and_taken(shell: Shell) -> None:
    """What is not named stays."""
    assert roles(shell, "anna") == ["player"]
    shell.fine("enrol", "club", "anna", "--role", "host")
    assert roles(shell, "anna") == ["host", "player"]
    shell.fine("enrol", "club", "anna", "--no-role", "player", "--role", "referee")
    assert roles(shell, "anna") == ["host", "referee"]
    shell.fine("enrol", "club", "anna", "--name", "Anna B")
    assert roles(shell, "anna") == ["host", "referee"]


def test_a_new_member_has_the_roles_that_are_named(shell: Shell) -> None:
    shell.fine("enrol", "club", "ref", "--role", "referee")
    assert roles(shell, "ref") == ["referee"]
    shell.fine("enrol", "club", "ben", "--role", "host", "--role", "player")
    assert roles(shell, "ben") == ["host", "player"]


def test_a_role_that_was_not_named_is_mentioned(shell: Shell) -> None:
    """Scripts of 0.1.0 replaced all roles with `--role`; nobody is to stay host unnoticed."""
    done = shell("enrol", "club", "host", "--role", "observer")
    assert done.error == "campaign: Host is still host; --no-role takes a role away"
    assert roles(shell, "host") == ["host", "observer"]
    assert shell("enrol", "club", "ben", "--role", "host").err == ""
    done = shell("enrol", "club", "host", "--no-role", "host", "--role", "player")
    assert done.error == "campaign: Host is still observer; --no-role takes a role away"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--no-role", "player"], "Anna would be left without a role"),
        (["--no-role", "referee"], "Anna does not have the role referee"),
        (["--role", "host", "--no-role", "host"], "role host: both added and taken away"),
    ],
)
def test_what_cannot_be_taken_is_refused(shell: Shell, options: list[str], told: str) -> None:
    before = shell.fine("log", "club")
    done = shell("enrol", "club", "anna", *options)
    assert (done.status, done.error) == (2, f"campaign: {told}. Nothing was recorded")
    assert shell.fine("log", "club") == before


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("Anna B", ", such as anna-b; --name takes any name"),
        ("Jörg", ", such as jorg; --name takes any name"),
        ("-", ""),
        ("x" * 64, f", such as {'x' * 63}; --name takes any name"),
    ],
)
def test_an_id_is_checked_in_plain_words(shell: Shell, typed: str, hint: str) -> None:
    done = shell("enrol", "club", typed)
    assert done.status == 2
    assert done.error == (
        f"campaign: MEMBER: an id has lower-case letters, digits and hyphens{hint};"
        " see `campaign enrol --help`"
    )


@pytest.mark.parametrize(
    "typed", ["anna", "anna@", "@example.org", "a b@example.org", "a@b@c", "a@b..c"]
)
def test_an_address_is_checked_in_plain_words(shell: Shell, typed: str) -> None:
    done = shell("enrol", "club", "anna", "--email", typed)
    assert done.status == 2
    assert done.error == (
        "campaign: --email: that is no e-mail address; write it as anna@example.org;"
        " see `campaign enrol --help`"
    )


def test_an_address_has_at_most_254_characters(shell: Shell) -> None:
    done = shell("enrol", "club", "anna", "--email", "a" * 250 + "@b.de")
    assert "an address has at most 254 characters" in done.error
    shell.fine("enrol", "club", "anna", "--email", "a" * 249 + "@b.de")
    shell.fine("enrol", "club", "anna", "--email", "anna@localhost")


def test_a_number_below_zero_is_no_option(shell: Shell) -> None:
    """Neither in its place nor behind an option; a mistyped option is still named."""
    done = shell("buy", "club", "germany", "-2")
    assert done.status == 2 and "option" not in done.error
    done = shell("show", "club", "--at", "-2")
    assert done.error == "campaign: club has no version -2; it has 1 to 6"
    assert "no such option" in shell("show", "club", "-x").error
    assert "no such option" in shell("show", "club", "--att", "2").error


def test_a_verb_made_from_its_command_takes_a_file_and_says_what_it_may_hold(shell: Shell) -> None:
    """So do the verbs of the games; what follows from an act is said to people alone."""
    fields = json.loads(shell.fine("absent", "club", "x", "y", "--schema"))["properties"]
    assert list(fields) == ["first", "last", "wish"]
    (shell.folder / "away.toml").write_text('wish = "count-as-absent"\n', encoding="utf-8")
    told = shell.fine("absent", "club", "2100-01-03", "2100-01-04", "--from", "away.toml")
    assert told.endswith("and asks to be counted as absent.\n")
    shell.fine("dispute", "raise", "club", "3", "Was it?")
    assert "Host can rule" not in shell.fine("dispute", "freeze", "club", "D1")


def test_words_of_ones_own_are_kept_as_they_were_typed(shell: Shell) -> None:
    """Capitals, commas and blanks are theirs; where they do not fit, nothing is made of them."""
    assert "“Two  Words, And More”" in shell.fine("entropy", "club", "Two  Words, And More")
    assert "“a note, with two”" in shell.fine("bookmark", "club", "3", "a", "note, with two")
    done = shell("entropy", "club", "two\nlines")
    assert (done.status, done.error) == (
        2,
        "campaign: VALUE: expected one line of text that can be seen",
    )


def test_a_name_of_two_members_is_neither(shell: Shell) -> None:
    """Their ids say who could be meant."""
    shell.fine("enrol", "club", "ben", "--name", "Bo")
    shell.fine("enrol", "club", "carl", "--name", "Bo", "--same-name")
    done = shell("assign", "club", "italy", "Bo")
    assert (done.status, done.error) == (2, "campaign: MEMBER: 'Bo' may be Bo (ben) or Bo (carl)")
