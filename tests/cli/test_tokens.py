"""`campaign token` and `campaign tokens`: programs that use the service for a member."""

import json
import sqlite3
from pathlib import Path

import pytest

from support.command_line import Shell
from support.programs import NAME, Club, Program, club_at


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A store with a campaign that Anna is in."""
    made = Shell(tmp_path)
    for words in (
        ("start", NAME, "--scenario", "global-war"),
        ("enrol", NAME, "anna", "--role", "player"),
    ):
        assert made(*words).status == 0
    return made


def test_a_token_is_printed_alone_and_reads_unless_told_otherwise(shell: Shell) -> None:
    """One line, for a script; with --json an object; the service takes both."""
    reads, acts = (
        shell("token", NAME, "anna"),
        shell("token", NAME, "anna", "--scope", "act", "--json"),
    )
    assert reads.status == acts.status == 0 and reads.err == acts.err == ""
    read, act = reads.out.strip(), json.loads(acts.out)["token"]
    assert len(read) == len(act) == 43 and read != act and list(json.loads(acts.out)) == ["token"]
    with club_at(shell.folder, lambda folder: shell.store) as club:
        command = {"command": "AddEntropy", "value": "x", "id": "1"}
        assert _program(club, read).get("").status_code == 200
        assert _program(club, read).post("commands", command).status_code == 403
        assert _program(club, act).post("commands", command).json()["events"][0]["type"]
        assert club.house.ledger.log(NAME)[-1][1].by == "anna"


def test_tokens_are_listed_and_ended(shell: Shell) -> None:
    """By an id that opens nothing; an ended one lets nobody in."""
    assert shell("tokens", NAME).out == "no program has a token\n"
    token = shell("token", NAME, "anna").out.strip()
    (listed,) = json.loads(shell("tokens", NAME, "--json").out)["tokens"]
    assert (listed["member"], listed["scope"], len(listed["id"])) == ("anna", "read", 12)
    table = shell("tokens", NAME).out
    assert listed["id"] in table and "Anna" in table and "looks" in table and token not in table
    assert shell("tokens", NAME, "--end", listed["id"]).out == "no program has a token\n"
    with club_at(shell.folder, lambda folder: shell.store) as club:
        assert _program(club, token).get("").status_code == 401
    again = shell("tokens", NAME, "--end", listed["id"])
    assert again.status == 2
    text = f"there is no token '{listed['id']}'; `campaign tokens {NAME}` lists them"
    assert text in again.error


def test_nobody_gets_a_token_who_is_not_a_member(shell: Shell) -> None:
    """One line with the nearest member; another scope is told what there is."""
    wrong = shell("token", NAME, "ana")
    assert wrong.status == 2
    assert "'ana' is not enrolled in club; did you mean anna?" in wrong.error
    scope = shell("token", NAME, "anna", "--scope", "all")
    assert scope.status == 2 and "read" in scope.err and "act" in scope.err
    assert shell("token", "cup", "anna").status == 2


def test_the_file_of_people_holds_no_token(shell: Shell) -> None:
    """Only a digest: whoever copies the file can open nothing."""
    token = shell("token", NAME, "anna").out.strip()
    people = shell.store.with_name("campaign.people.db")
    assert token.encode() not in people.read_bytes()
    with sqlite3.connect(people) as db:
        ((kind, scope, expires),) = db.execute("SELECT kind, scope, expires FROM token")
    assert (kind, scope, expires) == ("program", "read", "")


def _program(club: Club, token: str) -> Program:
    return Program(club.client, token)
