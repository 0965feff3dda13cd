"""`mail`, `mail-status`, `mail-again`, `mail-test`: the host sends, over a real server."""

import json
import re
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest

from campaign.accounts.database import PeopleFile
from campaign.accounts.protocol import DELIVERIES
from campaign.notifications.deliveries import StoredDeliveries
from support.command_line import Shell, typed_at_a_terminal
from support.mail_server import CUT, FINE, SILENT, Authority, Behaviour, mail_server

ANNA, BEN = "anna@example.org", "ben@example.org"
FIRST, SECOND = "turn:1939-SO", "turn:1939-ND"
SECRET = "tractor-battery-staple"


@pytest.fixture
def there(server: tuple[int, Behaviour]) -> Behaviour:
    return server[1]


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a club whose first turn is over."""
    folder = tmp_path_factory.mktemp("ready") / "club"
    folder.mkdir()
    shell = Shell(folder)
    shell.fine("start", "club", "--scenario", "global-war", "--title", "Thursday club")
    shell.fine("enrol", "club", "anna", "--email", ANNA)
    shell.fine("enrol", "club", "ben", "--email", BEN)
    shell.fine("turn", "club")
    return folder


@pytest.fixture
def alone(ready: Path, tmp_path: Path) -> Shell:
    """That club, without settings."""
    return Shell(shutil.copytree(ready, tmp_path / "club"))


def set_up(shell: Shell, port: int, **more: str) -> None:
    """The settings beside the store."""
    lines = {
        "host": "127.0.0.1", "security": "none", "from": "Club <club@example.org>", **more
    }  # fmt: skip
    text = "".join(f'{key} = "{value}"\n' for key, value in lines.items())
    (shell.folder / "club.toml").write_text(f"[mail]\nport = {port}\n{text}")


@pytest.fixture
def shell(alone: Shell, server: tuple[int, Behaviour]) -> Shell:
    """That club, with a server."""
    set_up(alone, server[0])
    return alone


def status(shell: Shell) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(shell.fine("mail-status", "club", "--json"))[
        "deliveries"
    ]
    return found


def states(shell: Shell) -> dict[tuple[str, str], str]:
    return {(row["occasion"], row["member"]): row["state"] for row in status(shell)}


def test_everybody_with_an_address_gets_each_turn_once(shell: Shell, there: Behaviour) -> None:
    """However often it runs. Cara has no address, and that is no failure."""
    assert states(shell) == {(FIRST, "anna"): "due", (FIRST, "ben"): "due"}
    assert shell.fine("mail", "club").splitlines() == [
        "Anna: Thursday club: September/October 1939: sent",
        "Ben: Thursday club: September/October 1939: sent",
    ]
    assert shell.fine("mail", "club") == "Nothing is due.\n"
    shell.fine("turn", "club")
    assert shell.fine("mail", "club").splitlines() == [
        "Anna: Thursday club: November/December 1939: sent",
        "Ben: Thursday club: November/December 1939: sent",
    ]
    assert set(there.inboxes) == {ANNA, BEN}
    for address, name in ((ANNA, "Anna"), (BEN, "Ben")):
        first, second = there.messages(address)
        assert first["To"] == f"{name} <{address}>"
        assert first["Subject"] == "Thursday club: September/October 1939"
        assert second["In-Reply-To"] == first["Message-ID"]
        other = BEN if address == ANNA else ANNA
        assert other not in first.as_string() + second.as_string()


def test_status_has_the_six_fields_of_the_contract(shell: Shell) -> None:
    """For programs, with members only; for the host, in a table."""
    shell.fine("mail", "club")
    assert status(shell) == [
        {"occasion": FIRST, "member": member, "channel": "mail", "state": "sent", "attempts": 1,
         "server": FINE}
        for member in ("anna", "ben")
    ]  # fmt: skip
    assert shell.fine("mail-status", "club").splitlines() == [
        "No.  Member  About                   State  Tries  Next try",
        "  1  Anna    September/October 1939  sent       1",
        "  2  Ben     September/October 1939  sent       1",
    ]


def test_oldest_first_from_the_turn_of_enrolment_on(shell: Shell, there: Behaviour) -> None:
    """Who joins in the third turn gets the third."""
    shell.fine("turn", "club")
    shell.fine("enrol", "club", "dora", "--email", "dora@example.org")
    shell.fine("turn", "club")
    shell.fine("mail", "club")
    turns = ["September/October 1939", "November/December 1939", "January/February 1940"]
    assert [one["Subject"] for one in there.messages(ANNA)] == [
        f"Thursday club: {turn}" for turn in turns
    ]
    assert [one["Subject"] for one in there.messages("dora@example.org")] == [
        "Thursday club: January/February 1940"
    ]


OPENS = '{"command":"OpenBallots","absent":"no-veto","why":"agreed with them"}\n'


def test_a_run_for_one_member_leaves_the_others_their_news(shell: Shell, there: Behaviour) -> None:
    """Ben wants to hear of draws; a run for Anna alone does not make the draw old news to him."""
    shell.fine("mail", "club")
    shell.fine("mail-choices", "club", "ben", "--kind", "draws=on")
    shell.fine("board", "club")
    shell.fine("draw", "club")
    shell.fine("reveal", "club", "--absent", "--yes", "--why", "cannot be reached")
    assert "Anna" not in shell.fine("mail", "club", "--to", "anna")
    assert ("opened:1", "ben") in states(shell)
    shell.fine("mail", "club")
    assert "is promoted" in there.messages(BEN)[-1]["Subject"]


def test_a_dry_run_and_files_change_nothing(shell: Shell, there: Behaviour) -> None:
    """`--out` needs no server; with `--turn` it writes what was sent, too."""
    (shell.folder / "club.toml").unlink()
    before = status(shell)
    assert shell.fine("mail", "club", "--dry-run").splitlines() == [
        "Anna: Thursday club: September/October 1939: would be sent",
        "Ben: Thursday club: September/October 1939: would be sent",
    ]
    assert shell.fine("mail", "club", "--out", "letters").splitlines()[-1] == (
        "2 messages in letters"
    )
    assert sorted(file.name for file in (shell.folder / "letters").iterdir()) == [
        "anna-1939-SO.eml", "ben-1939-SO.eml",
    ]  # fmt: skip
    assert status(shell) == before and not there.inboxes


def test_a_turn_that_was_sent_can_be_written_to_files(shell: Shell) -> None:
    """For one member, or for all."""
    shell.fine("mail", "club")
    shell.fine("mail", "club", "--turn", "1939-SO", "--to", "anna", "--out", "letters")
    (file,) = (shell.folder / "letters").iterdir()
    assert file.name == "anna-1939-SO.eml"
    assert f"To: Anna <{ANNA}>".encode() in file.read_bytes()
    assert shell.fine("mail", "club", "--out", "other") == "Nothing is due.\n"
    assert shell.fine("mail", "club", "--turn", "1939-SO") == "Nothing is due.\n"
    assert set(states(shell).values()) == {"sent"}


def test_one_turn_or_one_member(shell: Shell, there: Behaviour) -> None:
    """The rest stays due."""
    shell.fine("turn", "club")
    shell.fine("mail", "club", "--turn", "1939-ND", "--to", "ben")
    assert states(shell) == {
        (FIRST, "anna"): "due", (FIRST, "ben"): "due",
        (SECOND, "anna"): "due", (SECOND, "ben"): "sent",
    }  # fmt: skip
    assert list(there.inboxes) == [BEN]


def test_a_refusal_is_shown_to_the_host_first(shell: Shell, there: Behaviour) -> None:
    """Exit status 1 once; the first line of `status` says whom it did not reach."""
    there.at_recipient = lambda to: f"550 5.1.1 <{to}>: unknown" if to == BEN else FINE
    done = shell("mail", "club")
    assert done.status == 1 and done.err == ""
    assert done.out.splitlines()[1] == (
        "Ben: Thursday club: September/October 1939: refused; nobody has this address there; ask "
        "them for the right one (the server said: 550 5.1.1 …: unknown)"
    )
    assert shell("mail", "club").status == 0  # of this run only
    assert shell.fine("status", "club").splitlines()[0] == (
        "Mail       September/October 1939 did not reach Ben; `campaign mail-status club` says more"
    )
    shown = shell.fine("mail-status", "club") + shell.fine("mail-status", "club", "--json")
    assert BEN not in shown and "refused; nobody has this address there" in shown


def test_after_two_refused_turns_mail_rests(shell: Shell, there: Behaviour) -> None:
    """The host is told whom to ask; a new address wakes it."""
    there.at_recipient = lambda to: "550 5.1.1 unknown" if to == BEN else FINE
    shell("mail", "club")
    shell.fine("turn", "club")
    assert shell("mail", "club").status == 1
    shell.fine("turn", "club")
    assert shell.fine("mail", "club") == "Anna: Thursday club: January/February 1940: sent\n"
    rests = (
        "Mail to Ben rests: two turns were refused. Ask them for an address that works: `campaign "
        "mail-choices club ben --address ADDRESS`"
    )
    assert shell.fine("mail", "club", "--to", "ben") == f"Nothing is due.\n{rests}\n"
    assert shell.fine("mail-status", "club").splitlines()[-1] == rests
    assert shell.fine("status", "club").splitlines()[:2] == [
        "Mail       2 messages to Ben did not arrive; `campaign mail-status club` says more",
        f"Mail       {rests}",
    ]
    shell.fine("mail-choices", "club", "ben", "--address", "new@example.org")
    assert shell.fine("mail", "club") == "Ben: Thursday club: January/February 1940: sent\n"
    assert not shell.fine("status", "club").startswith("Mail")


def test_a_message_that_nobody_takes_lets_no_mail_rest(shell: Shell, there: Behaviour) -> None:
    """The club is at fault, and a later turn is tried again."""
    there.after = lambda to, content: "550 5.7.26 This mail is unauthenticated"
    for _ in range(2):
        assert shell("mail", "club").status == 1
        shell.fine("turn", "club")
    there.after = lambda to, content: FINE
    assert shell.fine("mail", "club").splitlines() == [
        "Anna: Thursday club: January/February 1940: sent",
        "Ben: Thursday club: January/February 1940: sent",
    ]


def test_what_is_put_off_is_no_failure(shell: Shell, there: Behaviour) -> None:
    """Exit status 0; `--to` tries at once."""
    there.at_recipient = lambda to: "450 4.7.1 Greylisted" if to == BEN else FINE
    done = shell("mail", "club")
    assert done.status == 0 and done.out.splitlines()[1].endswith(
        "put off; their server asks unknown senders to come again (greylisting); the next run some "
        "minutes later gets through (the server said: 450 4.7.1 Greylisted)"
    )
    there.at_recipient = lambda to: FINE
    assert shell.fine("mail", "club") == "Nothing is due.\n"
    assert shell.fine("mail", "club", "--to", "ben") == (
        "Ben: Thursday club: September/October 1939: sent\n"
    )
    assert [row["attempts"] for row in status(shell)] == [1, 2]


def test_a_doubt_is_settled_by_a_person(shell: Shell, there: Behaviour) -> None:
    """The line broke before the answer: no run sends it again, `mail-again` does."""
    there.after = lambda to, content: CUT if to == ANNA else FINE
    done = shell("mail", "club")
    assert done.status == 1
    assert done.error == (
        "campaign: no answer came before the line broke; the message may have arrived"
    )
    there.after = lambda to, content: FINE
    assert shell.fine("mail", "club") == "Ben: Thursday club: September/October 1939: sent\n"
    assert states(shell) == {(FIRST, "anna"): "unknown", (FIRST, "ben"): "sent"}
    assert shell.fine("status", "club").splitlines()[0] == (
        "Mail       September/October 1939 may not have reached Anna; "
        "`campaign mail-status club` says more"
    )
    done = shell("mail-again", "club", "1")
    assert done.status == 0
    assert done.err == "campaign: September/October 1939 may have reached Anna already\n"
    first, again = there.messages(ANNA)
    assert first["Message-ID"] == again["Message-ID"]
    assert set(states(shell).values()) == {"sent"}


def test_what_goes_again_with_other_words_is_another_message(
    shell: Shell, there: Behaviour
) -> None:
    """It answers the first, which may have arrived: of two with one id programs show one."""
    there.after = lambda to, content: CUT if to == ANNA else FINE
    shell("mail", "club", "--to", "anna")
    ask_for_ballots(shell)
    there.after = lambda to, content: "450 4.2.1 busy"
    shell("mail-again", "club", "1", "--yes")
    there.after = lambda to, content: FINE
    shell.fine("mail", "club", "--turn", "1939-SO", "--to", "anna")
    first, again = there.messages(ANNA)
    assert again["In-Reply-To"] == first["Message-ID"]
    assert again["Message-ID"].startswith("<turn.1939-SO.again.2."), "also after it was put off"
    file = PeopleFile(shell.folder / "campaign.people.db", (DELIVERIES,))
    campaign = shell.fine("status", "club", "--id").strip()
    rows = StoredDeliveries(file)
    for letter, is_known in ((FIRST, False), (f"{FIRST}:again:2", True)):
        assert rows.returned(campaign, letter, "anna", "550 5.1.1 unknown") is is_known
    file.close()
    assert states(shell)[FIRST, "anna"] == "refused"


def test_at_a_terminal_it_asks_before_somebody_gets_it_twice(
    shell: Shell, there: Behaviour
) -> None:
    """Enter alone sends nothing; --yes is not asked."""
    there.after = lambda to, content: CUT if to == ANNA else FINE
    shell("mail", "club")
    there.after = lambda to, content: FINE
    code, screen = typed_at_a_terminal(shell, "mail-again", "club", "1", lines=[""])
    assert code == 1 and (
        "September/October 1939 may have reached Anna already. Ask them first. Send it again? "
        "[y/N]" in screen
    )
    assert "nothing was sent" in screen and len(there.inboxes[ANNA]) == 1
    code, screen = typed_at_a_terminal(shell, "mail-again", "club", "1", "--yes", lines=[])
    assert code == 0 and len(there.inboxes[ANNA]) == 2


def test_what_mail_again_refuses(shell: Shell, there: Behaviour) -> None:
    """What is there, what there is not, and whom nothing can reach."""
    there.at_recipient = lambda to: "550 5.1.1 unknown" if to == BEN else FINE
    shell("mail", "club")
    done = shell("mail-again", "club", "1")
    assert (done.status, done.error) == (
        1, "campaign: September/October 1939 was sent to Anna, and the server took it; if it is "
        "lost, `campaign mail club --turn 1939-SO --to anna --out FOLDER` writes it to a file",
    )  # fmt: skip
    done = shell("mail-again", "club", "9")
    assert (done.status, done.error) == (
        2,
        "campaign: club has no message 9; `campaign mail-status club` lists them",
    )
    shell.fine("mail-choices", "club", "ben", "--address", "")
    done = shell("mail-again", "club", "2")
    assert (done.status, done.error) == (
        1, "campaign: Ben has no address; add it with `campaign mail-choices club ben --address "
        "ADDRESS`",
    )  # fmt: skip


def test_what_is_on_its_way_is_not_sent_again(shell: Shell, there: Behaviour) -> None:
    """A run that was killed a moment ago may still be talking, for all we know."""
    there.after = lambda to, content: SILENT
    process = shell.start("mail", "club")
    while not there.inboxes:
        assert process.poll() is None
    process.kill()
    process.communicate()
    assert states(shell)[FIRST, "anna"] == "sending"
    done = shell("mail-again", "club", "1")
    assert (done.status, done.error) == (
        1, "campaign: September/October 1939 is on its way to Anna; wait some minutes",
    )  # fmt: skip


def test_what_a_dead_run_was_sending_is_in_doubt_without_another_run(
    shell: Shell, there: Behaviour
) -> None:
    """Ten minutes after it died: for whoever looks, and for `mail-again`."""
    shell.fine("mail", "club", "--to", "ben")
    file = PeopleFile(shell.folder / "campaign.people.db", (DELIVERIES,))
    with file.writing() as db:
        db.execute(
            "UPDATE delivery SET state='sending', attempts=1, moved_at='2026-01-01T20:00:00.000Z'"
            " WHERE member='anna'"
        )
    file.close()
    assert states(shell)[FIRST, "anna"] == "unknown"
    assert shell.fine("status", "club").splitlines()[0] == (
        "Mail       September/October 1939 may not have reached Anna; "
        "`campaign mail-status club` says more"
    )
    assert shell.fine("mail-status", "club").splitlines()[-1] == (
        "    2  may have arrived; the program ended before it heard the answer. Ask Anna; if it is "
        "not there: `campaign mail-again club 2`"
    )
    assert shell("mail-again", "club", "2").status == 0
    assert len(there.inboxes[ANNA]) == 1 and states(shell)[FIRST, "anna"] == "sent"


def test_a_turn_that_came_back_shows_until_a_later_turn_is_there(shell: Shell) -> None:
    """The server takes everything, and the no comes later; what it takes since is no sign."""
    shell.fine("mail", "club")
    ask_for_ballots(shell)
    shell.fine("mail", "club")
    file = PeopleFile(shell.folder / "campaign.people.db", (DELIVERIES,))
    campaign = shell.fine("status", "club", "--id").strip()
    now = "2100-01-01T20:00:00.000Z"
    assert StoredDeliveries(file).returned(campaign, FIRST, "anna", "550 5.1.1 unknown", now)
    file.close()
    assert shell.fine("status", "club").startswith(
        "Mail       September/October 1939 did not reach Anna; "
    )


def test_a_server_that_takes_nothing_is_one_line(shell: Shell, there: Behaviour) -> None:
    """Exit status 1, and everything is due as before."""
    there.at_sender = lambda sender: "553 5.7.1 Sender address rejected: not owned by user"
    done = shell("mail", "club")
    assert done.status == 1 and "write the account's own address into from" in done.error
    assert set(states(shell).values()) == {"due"}


def first_line(shell: Shell) -> str:
    """Of `status`, with no hour in it."""
    return re.sub(r"since .*? UTC", "since then", shell.fine("status", "club").splitlines()[0])


def test_status_says_first_that_nothing_can_be_sent(shell: Shell, there: Behaviour) -> None:
    """Since when and why, until a run reaches the server."""
    refused = "553 5.7.1 Sender address rejected: not owned by user"
    there.at_sender = lambda sender: refused
    assert not shell.fine("status", "club").startswith("Mail")
    shell("mail", "club")
    words = (
        "the server does not let this account send in the club's name; write the account's own "
        f"address into from under [mail] (127.0.0.1 said: {refused})"
    )
    assert first_line(shell) == f"Mail       nothing could be sent since then: {words}"
    assert (
        shell.fine("mail-status", "club")
        .splitlines()[-1]
        .startswith("Nothing could be sent since ")
    )
    there.at_sender = lambda sender: "421 4.3.2 down"
    shell("mail", "club")
    assert first_line(shell).startswith("Mail       nothing could be sent since then: ")
    there.at_sender = lambda sender: FINE
    shell.fine("mail", "club", "--to", "ben")
    assert not shell.fine("status", "club").startswith("Mail")


def test_whatever_keeps_a_run_from_sending_shows_in_status(alone: Shell) -> None:
    """No connection, settings that cannot be read, no password; a look changes nothing."""
    shell = alone
    with mail_server() as (port, _):
        pass
    set_up(shell, port)
    shell("mail", "club")
    assert "nothing could be sent since then: nothing answers at 127.0.0.1" in first_line(shell)
    set_up(shell, port, user="club", password_file="gone")
    shell("mail", "club")
    assert "since then: cannot read the password in " in first_line(shell)
    (shell.folder / "club.toml").write_text("[mail]\nhots = 1\n")
    assert shell("mail", "club", "--dry-run").status == 2
    assert "since then: cannot read the password in " in first_line(shell)
    shell("mail", "club")
    assert "mail.hots: there is no such key; did you mean host?" in first_line(shell)
    (shell.folder / "club.toml").unlink()
    assert shell("mail", "club").status == 2
    assert not shell.fine("status", "club").startswith("Mail"), "a club without a server"


def test_a_server_that_was_there_is_missed(shell: Shell) -> None:
    """Whoever sent mail before, and has no server now, may not know it."""
    shell.fine("mail", "club")
    (shell.folder / "club.toml").unlink()
    assert shell("mail", "club").status == 2
    assert "nothing could be sent since then: no mail server is set: " in first_line(shell)
    set_up(shell, 1)
    assert shell.fine("mail", "club") == "Nothing is due.\n"
    assert not shell.fine("status", "club").startswith("Mail"), "nothing waits"


def test_what_a_server_puts_off_for_more_than_a_day_shows_in_status(
    shell: Shell, there: Behaviour
) -> None:
    """By name, since when, and what the server says."""
    there.at_recipient = lambda to: "450 4.7.1 Greylisted" if to == BEN else FINE
    shell("mail", "club")
    assert not shell.fine("status", "club").startswith("Mail")
    file = PeopleFile(shell.folder / "campaign.people.db", (DELIVERIES,))
    with file.writing() as db:
        db.execute("UPDATE delivery SET first_at='2026-01-01T20:00:00.000Z' WHERE member='ben'")
    file.close()
    assert shell.fine("status", "club").splitlines()[0] == (
        "Mail       mail to Ben has been put off since 1 January 2026, 20:00 UTC: their server "
        "asks unknown senders to come again (greylisting); the next run some minutes later gets "
        "through; `campaign mail-status club` says more"
    )
    shell.fine("mail-choices", "club", "ben", "--address", "")
    assert not shell.fine("status", "club").startswith("Mail")


def test_a_server_that_is_not_there_is_one_line(alone: Shell) -> None:
    """And everything is due."""
    with mail_server() as (port, _):
        pass
    shell = alone
    set_up(shell, port)
    done = shell("mail", "club")
    assert done.status == 1 and f"nothing answers at 127.0.0.1, port {port}" in done.error
    assert set(states(shell).values()) == {"due"}


def test_without_settings_it_says_what_to_write(shell: Shell) -> None:
    """And that files need none."""
    (shell.folder / "club.toml").unlink()
    done = shell("mail", "club")
    assert done.status == 2 and "no mail server is set: write host and from under" in done.error
    (shell.folder / "club.toml").write_text("[mail]\nhots = 1\n")
    done = shell("mail", "club")
    assert done.status == 2 and "mail.hots: there is no such key; did you mean host?" in done.error


def test_what_was_typed_wrongly(shell: Shell) -> None:
    """A member, a turn, a turn that goes on, a what-if."""
    done = shell("mail", "club", "--to", "anne")
    assert done.status == 2
    assert done.error == "campaign: 'anne' is not enrolled in club; did you mean anna?"
    assert shell("mail", "club", "--turn", "1942-SO").status == 2
    done = shell("mail", "club", "--turn", "1939-ND")
    assert done.status == 2 and done.error == (
        "campaign: November/December 1939 (1939-ND) has not ended; its mail is due when it has"
    )
    shell.fine("branch", "club", "--at", "5", "--name", "other")
    for call in (("mail", "other"), ("mail-status", "other"), ("mail-again", "other", "1")):
        done = shell(*call)
        assert (done.status, done.error) == (
            1, "campaign: other is a what-if, and what-ifs send no mail",
        )  # fmt: skip
    (shell.folder / "file").touch()
    done = shell("mail", "club", "--out", "file/letters")
    assert done.status == 1 and done.error.startswith("campaign: cannot write to file/letters: ")


def test_programs_get_what_this_run_did(shell: Shell, there: Behaviour) -> None:
    """As JSON, with members and no addresses."""
    there.at_recipient = lambda to: f"550 5.1.1 <{to}> unknown" if to == BEN else FINE
    done = shell("mail", "club", "--json")
    assert done.status == 1
    assert json.loads(done.out) == {
        "deliveries": [
            {"occasion": FIRST, "member": "anna", "channel": "mail", "state": "sent",
             "attempts": 1, "server": FINE},
            {"occasion": FIRST, "member": "ben", "channel": "mail", "state": "refused",
             "attempts": 1, "server": "550 5.1.1 … unknown"},
        ],
        "stopped": None,
    }  # fmt: skip
    assert json.loads(shell.fine("mail", "club", "--dry-run", "--json")) == {
        "deliveries": [], "stopped": None,
    }  # fmt: skip


def ask_for_ballots(shell: Shell) -> None:
    """Anna plays Germany, Ben the USSR, and a leader is drawn."""
    shell.fine("assign", "club", "germany", "anna")
    shell.fine("assign", "club", "ussr", "ben")
    lines = '{"command":"OpenReinforcement"}\n{"command":"DrawLeader"}\n'
    shell.fine("submit", "club", typed=lines)


def test_a_request_goes_out_once_and_is_dropped_when_it_is_over(
    shell: Shell, there: Behaviour
) -> None:
    """What the server put off until nobody asks any more is not sent."""
    with (shell.folder / "club.toml").open("a") as file:
        file.write('answers = "yes"\n')
    shell.fine("mail", "club")
    ask_for_ballots(shell)
    there.at_recipient = lambda to: "450 4.2.1 busy" if to == BEN else FINE
    told = shell.fine("mail", "club").splitlines()
    assert told[0].startswith("Anna: Thursday club: your ballot on ")
    assert told[0].endswith(": sent")  # and without the token that a mail's subject has
    assert "[" in there.messages(ANNA)[-1]["Subject"] and "[" not in told[0]
    assert states(shell)["ballot:1", "ben"] == "later"
    title = told[0].removeprefix("Anna: Thursday club: your ").partition(", by")[0]
    title = title.removesuffix(": sent")
    assert title.startswith("ballot on ") and title in shell.fine("mail-status", "club")
    assert shell.fine("mail", "club") == "Nothing is due.\n"
    done = shell("submit", "club", typed=OPENS)
    assert json.loads(done.out)["accepted"], done
    there.at_recipient = lambda to: FINE
    shell.fine("mail", "club", "--to", "ben")
    assert ("ballot:1", "ben") not in states(shell)
    assert states(shell)["ballot:1", "anna"] == "sent"
    assert not any("your ballot" in one["Subject"] for one in there.messages(BEN))
    done = shell("mail-again", "club", "3")
    assert (done.status, done.error) == (
        1,
        f"campaign: {title} was sent to Anna, and the server took it",
    )


def test_a_digest_is_one_message_at_its_hour(shell: Shell, there: Behaviour) -> None:
    """Or when the host sends it at once."""
    shell.fine("mail-choices", "club", "ben", "--send", "digest")
    ask_for_ballots(shell)
    shell.fine("mail", "club")
    assert BEN not in there.inboxes
    assert [row["state"] for row in status(shell) if row["member"] == "ben"] == ["due", "due"]
    assert shell.fine("mail", "club", "--to", "ben") == (
        "Ben: Thursday club: September/October 1939, in a digest of 2: sent\n"
    )
    (message,) = there.messages(BEN)
    assert message["Message-ID"].startswith("<digest.")
    assert {row["state"] for row in status(shell)} == {"sent"}
    assert "Nothing" in shell.fine("mail", "club", "--to", "ben")


def test_a_receipt_that_waits_is_not_dropped(shell: Shell) -> None:
    """What a member is told of their own mail follows from no log; what else does, is dropped."""
    shell.fine("mail", "club")
    file = PeopleFile(shell.folder / "campaign.people.db", (DELIVERIES,))
    rows = StoredDeliveries(file)
    campaign = shell.fine("status", "club", "--id").strip()
    keys = [("receipt:7", "anna"), ("not-taken:abc", "anna"), ("ballot:9", "anna")]
    rows.make(campaign, keys, 0, "2100-01-01T20:00:00.000Z")
    file.close()
    shell.fine("mail", "club")
    assert [row["occasion"] for row in status(shell)] == [
        FIRST,
        FIRST,
        "receipt:7",
        "not-taken:abc",
    ]
    shown = " ".join(shell.fine("mail-status", "club").split())
    assert "3 Anna receipt 7 due" in shown and "4 Anna an answer that does not count due" in shown


def test_two_runs_at_once_send_each_message_once(shell: Shell, there: Behaviour) -> None:
    """Two hosts type it at the same time."""
    for _ in range(3):
        shell.fine("turn", "club")
    runs = [shell.start("mail", "club") for _ in range(2)]
    told = [run.communicate() for run in runs]
    assert [run.returncode for run in runs] == [0, 0], told
    for address in (ANNA, BEN):
        subjects = [one["Subject"] for one in there.messages(address)]
        assert len(subjects) == len(set(subjects)) == 4
    assert set(states(shell).values()) == {"sent"}


def test_why_nothing_is_sent(shell: Shell) -> None:
    """All of it rests, or nobody has an address."""
    shell.fine("mail-stop", "club")
    rests = "All mail of club rests until `campaign mail-stop club --resume`.\n"
    assert shell.fine("mail", "club") == shell.fine("mail", "club", "--dry-run") == rests
    shell.fine("mail-stop", "club", "--resume")
    for member in ("anna", "ben"):
        shell.fine("mail-choices", "club", member, "--address", "")
    assert shell.fine("mail", "club") == (
        "Nobody has an address yet; `campaign mail-choices club MEMBER --address ADDRESS` adds "
        "one.\n"
    )
    assert shell.fine("mail-status", "club") == "Nothing was sent, and nothing is due.\n"


# --- a test message, and the password -----------------------------------------------------------


def test_a_test_message_says_what_the_server_said(shell: Shell, there: Behaviour) -> None:
    """It is sent to any address."""
    assert shell.fine("mail-test", "host@example.org") == (
        "Sent: 127.0.0.1 took it. Look whether it arrived, also in spam.\n"
    )
    (message,) = there.messages("host@example.org")
    assert message["From"] == "Club <club@example.org>"
    assert message["Auto-Submitted"] == "auto-generated"
    there.at_recipient = lambda to: "550 5.1.1 no such user"
    done = shell("mail-test", "host@example.org")
    assert (done.status, done.error) == (
        1, "campaign: refused; nobody has this address there; ask them for the right one (the "
        "server said: 550 5.1.1 no such user)",
    )  # fmt: skip
    (shell.folder / "club.toml").unlink()
    assert shell("mail-test", "host@example.org").status == 2


def test_the_password_is_nowhere_but_in_its_file(alone: Shell, tmp_path: Path) -> None:
    """Not in the store, the rows, what is printed, nor in the list of processes."""
    shell = alone
    authority = Authority(tmp_path)
    secret = tmp_path / "password"
    secret.write_text(SECRET)
    secret.chmod(0o600)
    with mail_server(encrypted=authority.vouched("127.0.0.1"), password=SECRET) as (port, there):
        more = {"security": "starttls", "user": "club", "password_file": str(secret)}
        set_up(shell, port, ca_file=str(authority.file), **more)
        there.after = lambda to, content: SILENT
        process = shell.start("mail", "club")
        while not there.inboxes:
            assert process.poll() is None
        listed = Path(f"/proc/{process.pid}/cmdline").read_bytes()
        listed += Path(f"/proc/{process.pid}/environ").read_bytes()
        process.send_signal(signal.SIGINT)
        printed = "".join(process.communicate())
        there.password = "another"
        there.after = lambda to, content: FINE
        done = shell("mail", "club", CAMPAIGN_DEBUG="1")
    assert done.status == 1 and "the server did not take user and password" in done.error
    printed += done.out + done.err + shell.fine("mail-status", "club", "--json")
    kept = b"".join(file.read_bytes() for file in shell.folder.rglob("*") if file.is_file())
    for text in (SECRET.encode(), b"c3RhcGxl"):  # the end of it, as it goes over the line
        assert text not in listed + kept + printed.encode()


def test_a_password_that_others_can_read_is_warned_of(shell: Shell, tmp_path: Path) -> None:
    """Once a call; the mail goes all the same."""
    secret = tmp_path / "password"
    secret.write_text(SECRET)
    secret.chmod(0o644)
    set_up(shell, 1, user="club", password_file=str(secret))
    done = shell("mail-status", "club")
    assert done.err == (
        f"campaign: others on this machine can read {secret}; `chmod 600 {secret}` keeps it to "
        "you\n"
    )


# --- whom mail does not reach -------------------------------------------------------------------


def test_who_has_no_address_is_named(shell: Shell) -> None:
    """It is no failure; a host may have forgotten it. The host themselves need none."""
    shell.fine("enrol", "club", "cara")
    assert shell.fine("mail", "club", "--dry-run").splitlines()[-1] == "Without an address: Cara."
    assert shell.fine("mail", "club").splitlines()[-1] == "Without an address: Cara."
    assert shell.fine("mail", "club").splitlines() == [
        "Nothing is due.", "Without an address: Cara.",
    ]  # fmt: skip
    assert shell.fine("mail", "club", "--to", "anna") == "Nothing is due.\n"
    assert "cara" not in shell.fine("mail", "club", "--json")


def test_who_is_asked_and_takes_no_such_mail_is_named(shell: Shell) -> None:
    """Nobody else would tell them."""
    for powers, member in ((("germany", "commonwealth"), "anna"), (("japan", "ussr"), "ben")):
        for power in powers:  # on either side, so that whoever is drawn is asked of both
            shell.fine("assign", "club", power, member)
    shell.fine("mail-choices", "club", "anna", "--send", "none")
    shell.fine("mail-choices", "club", "ben", "--send", "turns")
    assert "by mail" not in shell.fine("mail", "club")
    shell.fine("board", "club")
    shell.fine("draw", "club")
    told = "Asked now, and not told by mail: {}. Tell them yourself."
    both = told.format("Anna (takes nothing) and Ben (takes ended turns alone)")
    assert shell.fine("mail", "club").splitlines() == ["Nothing is due.", both]
    shell.fine("mail-choices", "club", "anna", "--send", "each", "--kind", "asked=off")
    shell.fine("mail-choices", "club", "ben", "--send", "digest", "--kind", "asked=off")
    each = told.format("Anna (not of this kind) and Ben (not of this kind)")
    assert shell.fine("mail", "club").splitlines()[-1] == each


def test_a_digest_that_waits_says_when_it_goes_out(shell: Shell) -> None:
    """In the list and where nothing is due: a moment with its zone."""
    hour = r"\d+ \w+ \d{4}, \d\d:\d\d UTC"
    shell.fine("mail-choices", "club", "ben", "--send", "digest")
    shell.fine("mail", "club")
    assert re.fullmatch(
        rf"Nothing is due now; the digest for Ben goes out at {hour}\.\n",
        shell.fine("mail", "club"),
    )
    (row,) = (line for line in shell.fine("mail-status", "club").splitlines() if "Ben" in line)
    assert re.search(rf"Ben +September/October 1939  in the digest +{hour}$", row)
    assert states(shell)[FIRST, "ben"] == "due"  # as the contract has it


def test_the_list_says_in_words_what_became_of_mail(shell: Shell, there: Behaviour) -> None:
    """The words of `mail` itself; when it is tried again, with the zone."""
    there.at_recipient = lambda to: "450 4.7.1 Later" if to == BEN else FINE
    shell.fine("mail", "club")
    (row,) = (line for line in shell.fine("mail-status", "club").splitlines() if "  Ben " in line)
    assert re.search(r"put off +1  \d+ \w+ \d{4}, \d\d:\d\d UTC$", row)


def test_nothing_sent_says_how_to_stop_where_nobody_reads_it(
    shell: Shell, there: Behaviour
) -> None:
    """A club that only sends: neither its mails nor their headers offer what nobody answers."""
    shell.fine("mail", "club", "--to", "anna")
    (silent,) = there.messages(ANNA)
    assert silent["List-Unsubscribe"] is None and silent["List-Unsubscribe-Post"] is None
    settings = shell.folder / "club.toml"
    settings.write_text(settings.read_text().replace("[mail]\n", '[mail]\nanswers = "yes"\n'))
    shell.fine("mail", "club", "--to", "ben")
    (read,) = there.messages(BEN)
    assert str(read["List-Unsubscribe"]).startswith("<mailto:club@example.org?subject=STOP")
