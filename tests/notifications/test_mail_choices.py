"""`mail-choices` and `mail-stop`: what a member wants to be told, and when their mail rests."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from campaign.accounts.choices import (
    Choices,
    Wrong,
    hours_of,
    kinds_of,
    last_ended_turn,
    time_of,
    zone_of,
)
from campaign.accounts.people import People
from campaign.store.ledger import Ledger
from support.command_line import Shell
from support.sessions import NAME

ANNA = "anna-by-mail@example.org"
USUAL = {
    "campaign": "club", "member": "anna", "address": "", "zone": "UTC",
    "send": "each",
    "kinds": {"turns": True, "asked": True, "draws": False, "votes": False, "disputes": True,
              "corrections": True, "talk": False, "mentions": True, "diary": False,
              "failures": True},
    "digest_at": "19:00", "quiet": "22-08", "stopped": False, "campaign_stopped": False,
    "turns_after": "",
}  # fmt: skip
"""What the design gives everybody: turns, requests, disputes, corrections, and being named at the
table; draws, votes and other talk off;
nothing at night, from 22 to 8."""


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A store with a campaign and Anna in it."""
    found = Shell(tmp_path_factory.mktemp("ready"))
    found.fine("start", "club", "--system", "lif", "--scenario", "global-war")
    found.fine("enrol", "club", "anna")
    found.fine("enrol", "club", "ben")
    return found


@pytest.fixture
def shell(ready: Shell, tmp_path: Path) -> Shell:
    """A copy of it."""
    return ready.copied(tmp_path)


def choices(shell: Shell, *options: str, member: str = "anna") -> dict[str, Any]:
    """A member's choices, after the options changed them."""
    found: dict[str, Any] = json.loads(
        shell.fine("mail-choices", "club", member, *options, "--json")
    )
    return found


def test_everybody_begins_with_the_usual(shell: Shell) -> None:
    """To look makes no file."""
    assert choices(shell) == USUAL
    assert not (shell.folder / "campaign.people.db").exists()


def test_what_is_not_named_stays(shell: Shell) -> None:
    """Each option changes its own; nothing is recorded in the log."""
    before = shell.fine("log", "club")
    choices(shell, "--address", ANNA, "--zone", "europe/berlin")
    choices(shell, "--kind", "draws=on", "--kind", "DISPUTES=off", "--send", "digest")
    found = choices(shell, "--digest-at", "7:30", "--quiet", "21-9")
    kinds = {**USUAL["kinds"], "draws": True, "disputes": False}  # type: ignore[dict-item]
    assert found == {
        **USUAL, "address": ANNA, "zone": "Europe/Berlin", "kinds": kinds, "send": "digest",
        "digest_at": "07:30", "quiet": "21-09",
    }  # fmt: skip
    assert choices(shell, "--kind", "draws=off")["kinds"]["disputes"] is False
    assert choices(shell, member="ben") == {**USUAL, "member": "ben"}
    assert shell.fine("log", "club") == before


def test_they_are_shown_in_words(shell: Shell) -> None:
    assert shell.fine("mail-choices", "club", "anna").splitlines() == [
        "Address    none yet; `campaign mail-choices club anna --address ADDRESS`",
        "Time zone  UTC",
        "Sends      as it happens",
        "Reminders  not from 22:00 to 08:00",
        "  turns        on   A turn has ended",
        "  asked        on   Something is asked of you",
        "  draws        off  A draw was decided",
        "  votes        off  Votes were counted",
        "  disputes     on   A dispute has come to you",
        "  corrections  on   A turn that was sent to you was corrected",
        "  talk         off  Somebody talked at the table",
        "  mentions     on   Somebody named you at the table",
        "  diary        off  Somebody wrote in the war diary",
    ]
    shell.fine("mail-stop", "club", "anna")
    told = shell.fine(
        "mail-choices", "club", "anna", "--send", "digest", "--quiet", "0-0", "--address", ANNA
    )
    assert f"Address    {ANNA}\n" in told and "Sends      once a day, at 19:00\n" in told
    assert "Reminders  at any hour\n" in told
    assert told.endswith("Mail rests until `campaign mail-stop club anna --resume`\n")


def test_kinds_that_are_not_sent_are_not_called_on(shell: Shell) -> None:
    """Ended turns alone means no requests; of mail that failed hosts are told."""
    told = shell.fine("mail-choices", "club", "anna", "--send", "turns", "--kind", "draws=off")
    states = {line.split()[0]: line.split()[1] for line in told.splitlines() if line[0] == " "}
    assert states == {
        "turns": "on", "asked": "–", "draws": "off", "votes": "off", "disputes": "–",
        "corrections": "on", "talk": "off", "mentions": "–", "diary": "off",
    }  # fmt: skip
    told = shell.fine("mail-choices", "club", "anna", "--send", "none")
    assert "  turns        –    A turn has ended\n" in told and "  on " not in told
    told = shell.fine("mail-choices", "club", "host")
    assert "  failures     on   Mail to members failed (hosts only)\n" in told


def test_without_a_member_all_are_listed(shell: Shell) -> None:
    """The host sees who is left out; an address is on its member's screen alone."""
    choices(shell, "--address", ANNA, "--send", "digest", "--zone", "Europe/Berlin")
    shell.fine("mail-choices", "club", "ben", "--kind", "asked=off")
    shell.fine("mail-stop", "club", "ben")
    told = shell.fine("mail-choices", "club")
    assert [line.split("  ") for line in re.sub(" {3,}", "  ", told).splitlines()] == [
        ["Member", "Address", "Sends", "Rests"],
        ["Host", "no", "as it happens"],
        ["Anna", "yes", "once a day, at 19:00 Europe/Berlin"],
        ["Ben", "no", "as it happens, but not asked", "yes"],
    ]
    rows = json.loads(shell.fine("mail-choices", "club", "--json"))["members"]
    assert [row["member"] for row in rows] == ["host", "anna", "ben"]
    assert rows[2] == json.loads(shell.fine("mail-choices", "club", "ben", "--json"))


def test_the_list_is_the_hosts_and_changes_nothing(shell: Shell) -> None:
    """Each member sees their own; to change something takes a member's name."""
    done = shell("mail-choices", "club", "--as", "anna")
    assert done.status == 1 and "Anna may not see or change it" in done.err
    done = shell("mail-choices", "club", "--send", "none")
    assert done.status == 2
    assert done.error == "campaign: name the MEMBER whose choices are to be changed"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--zone", "berlin"), "there is no time zone 'berlin'; did you mean Europe/Berlin?"),
        (("--zone", "Europe/Berlinn"), "there is no time zone 'Europe/Berlinn'; did you mean "
                                       "Europe/Berlin or Europe/Dublin?"),
        (("--zone", "../x"), "there is no time zone '../x'; write it as Europe/Berlin, or UTC."),
        (("--zone", ""), "--zone is empty; leave it out to keep what there is"),
        (("--kind", "turn=on"), "there is no kind of mail 'turn'; did you mean turns?"),
        (("--kind", "x=on"), "there is no kind of mail 'x'; there are turns, asked, draws, votes, "
                             "disputes, corrections, talk, mentions, diary, "
                             "failures."),
        (("--kind", "turns"), "'turns' says neither on nor off; write turns=on or turns=off."),
        (("--kind", "turns=on", "--kind", "turns=off"), "turns is switched both on and off."),
        (("--digest-at", "24:00"), "'24:00' is no time of day; write it as 19:00."),
        (("--quiet", "22"), "'22' is no span of hours; write it as 22-08, from which hour to "
                            "which; 0-0 means never."),
        (("--quiet", "22-24"), "'22-24' is no span of hours; write it as 22-08, from which hour "
                               "to which; 0-0 means never."),
        (("--send", "dayly"), "--send: 'dayly' is no way to send; it is one of each, digest, "
                              "turns, none; see `campaign mail choices --help`"),
        (("--address", "anna"), "--address: that is no e-mail address; write it as "
                                "anna@example.org; see `campaign mail choices --help`"),
    ],
)  # fmt: skip
def test_what_cannot_be_taken_changes_nothing(
    shell: Shell, options: tuple[str, ...], told: str
) -> None:
    """Not even what was right beside it."""
    done = shell("mail-choices", "club", "anna", "--digest-at", "08:00", *options)
    end = " Nothing was changed" if told[-1] in ".?" else ""
    assert (done.status, done.error) == (2, f"campaign: {told}{end}")
    assert choices(shell) == USUAL


def test_an_address_is_forgotten(shell: Shell) -> None:
    """From every byte of the file, and whatever lies beside it."""
    choices(shell, "--address", ANNA)
    assert choices(shell, "--address", "")["address"] == ""
    for file in shell.folder.iterdir():
        assert ANNA.encode() not in file.read_bytes(), file


def test_turns_that_ended_meanwhile_are_not_sent(shell: Shell) -> None:
    """Those up to the last that ended, once turns are wanted again; else nothing changes."""
    assert choices(shell, "--send", "turns")["turns_after"] == ""
    choices(shell, "--send", "none")
    shell.fine("turn", "club", "--yes")
    assert choices(shell, "--kind", "draws=on")["turns_after"] == ""
    assert choices(shell, "--send", "each")["turns_after"] == "1939-SO"
    choices(shell, "--kind", "turns=off")
    shell.fine("turn", "club", "--yes")
    assert choices(shell, "--zone", "Europe/Rome")["turns_after"] == "1939-SO"
    assert choices(shell, "--kind", "turns=on")["turns_after"] == "1939-ND"
    assert "Turns      from the one after 1939-ND\n" in shell.fine("mail-choices", "club", "anna")


def test_who_may(shell: Shell) -> None:
    """The host for everybody; with --as a member for themselves, whatever their role."""
    shell.fine("enrol", "club", "ben", "--role", "host")
    shell.fine("mail-choices", "club", "anna", "--address", ANNA, "--as", "anna")
    for words in (("mail-choices", "club", "anna"), ("mail-stop", "club", "anna")):
        done = shell(*words, "--as", "ben")
        assert (done.status, done.error) == (
            1, "refused (Members): this is Anna's own mail; Ben may not see or change it",
        )  # fmt: skip
        assert done.out == ""
    done = shell("mail-choices", "club", "anne")
    assert (done.status, done.error) == (
        2, "campaign: 'anne' is not enrolled in club; did you mean anna?",
    )  # fmt: skip


def test_a_members_mail_rests_and_goes_on(shell: Shell) -> None:
    told = shell.fine("mail-stop", "club", "anna")
    assert told == "Mail to Anna rests until `campaign mail-stop club anna --resume`\n"
    assert choices(shell)["stopped"] and not choices(shell, member="ben")["stopped"]
    assert shell.fine("mail-stop", "club", "anna", "--resume") == "Mail to Anna goes on.\n"
    assert choices(shell) == USUAL
    assert shell.fine("mail-stop", "club", "--as", "ben").startswith("Mail to Ben rests until")
    assert choices(shell, member="ben")["stopped"] and not choices(shell)["campaign_stopped"]


def test_all_mail_rests_and_goes_on(shell: Shell) -> None:
    """A member's own rest is apart from it."""
    told = shell.fine("mail-stop", "club")
    assert told == "Mail of club rests until `campaign mail-stop club --resume`\n"
    found = choices(shell, "--zone", "Europe/Rome")
    assert (found["stopped"], found["campaign_stopped"]) == (False, True)
    with Ledger(shell.store) as ledger:
        campaign = ledger.live(NAME).state.campaign
    people = People(shell.store)
    assert all(chosen.is_stopped for chosen in people.all_choices(campaign).values())
    people.close()
    told = shell.fine("mail-stop", "club", "anna", "--resume")
    assert told == "Mail to Anna goes on once all mail does: `campaign mail-stop club --resume`\n"
    assert shell.fine("mail-stop", "club", "--resume") == "Mail of club goes on.\n"
    assert choices(shell) == {**USUAL, "zone": "Europe/Rome"}


def test_a_what_if_sends_no_mail(shell: Shell) -> None:
    shell.fine("branch", "club", "--name", "idea")
    for words in (("mail-choices", "idea", "host"), ("mail-stop", "idea")):
        done = shell(*words)
        assert (done.status, done.error) == (
            1, "campaign: idea is a what-if, and what-ifs send no mail",
        )  # fmt: skip


# --- pure ---------------------------------------------------------------------------------------


def test_what_is_typed_is_read_leniently() -> None:
    """Upper and lower case, a zero in front or none."""
    assert zone_of("EUROPE/BERLIN") == "Europe/Berlin" and zone_of("utc") == "UTC"
    assert zone_of("america/new york") == "America/New_York"
    assert time_of("7:05") == "07:05" and hours_of("22-8") == hours_of("22-08") == (22, 8)
    assert kinds_of(["Draws=ON", "votes=no"]) == {"draws": True, "votes": False}
    assert isinstance(zone_of(""), Wrong) and isinstance(time_of("7"), Wrong)


def test_the_last_turn_that_ended() -> None:
    """The running turn has not; in a campaign that is over, the last one has."""
    assert last_ended_turn([], is_over=False) == last_ended_turn(["1939-SO"], is_over=False) == ""
    assert last_ended_turn(["1939-SO", "1939-ND"], is_over=False) == "1939-SO"
    assert last_ended_turn(["1939-SO", "1939-ND"], is_over=True) == "1939-ND"


def test_turns_only_leaves_out_everything_else() -> None:
    """Corrections belong to turns."""
    wanted = [kind for kind in USUAL["kinds"] if Choices(sending="turns").wants(kind)]  # type: ignore[attr-defined, arg-type]
    assert wanted == ["turns", "corrections"]
