"""The command line: every call does what it promises, for people and for programs.

What takes longer, waits or starts something, beside `cli/test_cli.py`.
"""

import json
import select
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.command_line import Shell, typed_at_a_terminal
from tests.cli.test_cli import EVENING, HEX, shell, shown, submit, table

__all__ = ["shell", "table"]


def test_submit_answers_before_the_next_command_comes(shell: Shell) -> None:
    """A program that waits for each answer is not left waiting."""
    process = shell.start("submit", "club")
    assert process.stdin and process.stdout
    for command in ("OpenReinforcement", "DrawLeader"):
        process.stdin.write(json.dumps({"command": command}) + "\n")
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], 120)
        assert ready, "no answer"
        assert json.loads(process.stdout.readline())["accepted"] is True
    process.communicate()
    assert process.returncode == 0


def recorded(shell: Shell) -> list[dict[str, Any]]:
    """The events, without what chance and the clock put in."""
    events = [json.loads(line) for line in shell.fine("log", "club", "--json").splitlines()]
    text = HEX.sub("…", json.dumps(events))
    told: list[dict[str, Any]] = json.loads(text)
    for event in told:
        for key in ("at", "digest", "id"):
            event.pop(key, None)
    return told


def test_every_verb_has_the_effect_of_its_command(tmp_path: Path) -> None:
    """The same evening, once by verbs and once by commands, leaves the same events."""
    people, program = Shell(tmp_path / "people"), Shell(tmp_path / "program")
    for one in (people, program):
        one.folder.mkdir()
        one.fine("open", "club", "--scenario", "global-war", "--ruling", "draws=table")
    for arguments, _ in EVENING:
        people.fine(*arguments)
    assert all(one["accepted"] for one in submit(program, *(command for _, command in EVENING)))
    assert recorded(people) == recorded(program)


def test_help_reads_nothing_that_is_slow(tmp_path: Path) -> None:
    """Neither help nor completion of a verb waits for the ledger, the rules or the tables."""
    asked = {"_CAMPAIGN_COMPLETE": "bash_complete", "COMP_WORDS": "campaign st", "COMP_CWORD": "1"}
    for call, env in (("run(['--help'])", {}), ("main([])", asked)):
        program = (
            "import sys; from campaign.cli import main, run\n"
            f"try: {call}\n"
            "except SystemExit: pass\n"
            "print([m for m in ('msgspec', 'rich', 'eventsourcing', 'jinja2', 'sqlite_utils',"
            " 'cryptography', 'campaign.store.ledger') if m in sys.modules], file=sys.stderr)"
        )
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            env={**Shell(tmp_path).env, **env},
            check=True,
        )
        assert done.stderr.strip() == "[]" and "status" in done.stdout


@pytest.mark.parametrize(("verb", "status"), [("--version", 0), ("no-such-verb", 2)])
def test_the_process_ends_with_the_call(tmp_path: Path, verb: str, status: int) -> None:
    """At once, with its status: what is registered for the end is done, what is printed is out."""
    program = (
        "import atexit, sys; from campaign.cli import main\n"
        "atexit.register(lambda: print('registered'))\n"
        "try: main()\n"
        "finally: print('taken apart')\n"
    )
    call = [sys.executable, "-c", program, verb]
    done = subprocess.run(
        call, capture_output=True, text=True, env=Shell(tmp_path).env, check=False
    )
    assert done.returncode == status and "taken apart" not in done.stdout
    assert done.stdout.splitlines()[-1] == "registered"
    assert done.stdout.startswith("campaign ") if status == 0 else "no-such-verb" in done.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_stream_fails_no_call(tmp_path: Path, closed: str) -> None:
    """What was done is no mistake because nobody can be told."""
    call = f"{shlex.quote(sys.executable)} -c 'from campaign.cli import main; main()' --version"
    done = subprocess.run(
        ["bash", "-c", f"{call} {closed}"],
        env=Shell(tmp_path).env,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_commands_and_events_are_json_schemas(shell: Shell) -> None:
    """Every command and every event, and what log prints fits its schema's fields."""
    commands = json.loads(shell.fine("commands", "--json"))
    of_all = 93 + 28 + 11  # of the first game and every campaign, of the second, of the kit
    assert commands["$schema"] and len(commands["oneOf"]) == of_all
    ballot = commands["$defs"]["SealBallot"]
    assert ballot["description"].startswith("LiF 4.1") and "power" in ballot["required"]
    assert ballot["properties"]["choice"]["description"]
    events = json.loads(shell.fine("events", "--json"))["$defs"]
    for line in shell.fine("log", "club", "--json").splitlines():
        event = json.loads(line)
        schema = events[event["type"]]
        assert set(schema["required"]) <= set(event) <= set(schema["properties"])
    assert "sealed" not in events["lif.BallotSealed"]["properties"]
    assert "SealBallot" in shell.fine("commands") and "lif.BallotSealed" in shell.fine("events")


@pytest.mark.parametrize("verb", ["commands", "events"])
def test_commands_and_events_bear_their_system_and_can_be_chosen_by_it(
    shell: Shell, verb: str
) -> None:
    """A system's list has its own and what every campaign has; all three together are the whole."""

    def listed(*words: str) -> dict[str, str]:
        document = json.loads(shell.fine(verb, *words, "--json"))
        names = [one["$ref"].rpartition("/")[2] for one in document["oneOf"]]
        return {name: document["$defs"][name]["system"] for name in names}

    every, lif, fow = listed(), listed("--system", "lif"), listed("--system", "FOW")
    kit = listed("--system", "kit")
    assert set(lif.values()) == {"lif", "any"} and set(fow.values()) == {"fow", "any"}
    assert every == {**lif, **fow, **kit} and len(lif) < len(every) > len(fow)
    own, shared, others = {
        "commands": ("SealBallot", "AdvanceTurn", "RollMission"),
        "events": ("lif.BallotSealed", "campaign.TurnBegan", "fow.ForceOrganised"),
    }[verb]
    assert (every[own], every[shared], every[others]) == ("lif", "any", "fow") and own not in fow
    lines = shell.fine(verb, "--system", "fow").splitlines()
    assert not any(line.endswith("(lif)") for line in lines)
    error = shell(verb, "--system", "chess").error
    assert error.startswith("campaign: --system: 'chess' is no system; it is one of lif, fow")


def test_the_shell_completes_verbs_campaigns_powers_and_leaders(shell: Shell) -> None:
    """As bash would ask."""
    assert shell.completed("sta") == ["start", "status"]
    assert shell.completed("status cl") == ["club"]
    assert shell.completed("ballot club ger") == ["germany"]
    assert shell.completed("ballot club germany ve") == ["veto"]
    assert shell.completed("draw club rom") == ["rommel"]
    for kind in ("bash", "zsh", "fish"):
        assert "_CAMPAIGN_COMPLETE" in shell.fine("completion", kind)


def test_the_store_is_in_the_users_data_folder_unless_told(tmp_path: Path) -> None:
    """XDG_DATA_HOME, then --store over CAMPAIGN_STORE."""
    shell = Shell(tmp_path, XDG_DATA_HOME=str(tmp_path / "data"), CAMPAIGN_STORE="")
    shell.fine("open", "club", "--scenario", "global-war")
    assert (tmp_path / "data" / "campaign-tracker" / "campaign.db").is_file()
    shell.fine("open", "other", "--scenario", "global-war", "--store", "here.db")
    assert json.loads(shell.fine("--store", "here.db", "list", "--json"))[0]["campaign"] == "other"


def test_a_ballot_left_out_is_typed_unseen(shell: Shell) -> None:
    """The screen shows what can be said and what it costs, never what was typed, right or wrong."""
    shell.fine("board", "club")
    shell.fine("draw", "club")
    status, screen = typed_at_a_terminal(
        shell, "ballot", "club", "germany", lines=["vetooo", "no-veto"]
    )
    assert status == 0
    assert "vetooo" not in screen
    prompts = [line for line in screen.splitlines() if "unseen" in line]
    assert len(prompts) == 2
    assert all(line.rstrip().endswith(":") for line in prompts), "an answer was shown"
    assert shown(shell)["board"]["sealed"] == ["germany"]


def test_tables_are_plain_in_a_pipe_and_drawn_on_a_terminal(shell: Shell) -> None:
    """No escape codes and no lines in a pipe."""
    plain = shell.fine("members", "club")
    assert plain.isascii() and plain.splitlines()[0].split() == ["member", "name", "roles", "plays"]
    status, screen = typed_at_a_terminal(shell, "members", "club", lines=[])
    assert status == 0 and "─" in screen


def test_what_is_said_beside_the_answer_is_folded_between_words(shell: Shell) -> None:
    """On a terminal of 80 columns, as one without a size counts; in a pipe it is one line."""
    said = "say where the mails are: --maildir, --imap, --lmtp, or - for standard input"
    assert shell("mail-receive", "club").err == f"campaign: {said}\n"
    status, screen = typed_at_a_terminal(shell, "mail-receive", "club", lines=[])
    lines = screen.splitlines()[-2:]
    assert (status, *lines) == (
        2,
        "campaign: say where the mails are: --maildir, --imap, --lmtp, or - for standard",
        "input",
    )
