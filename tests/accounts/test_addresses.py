"""Addresses on their way to the people's file: no log gets one; a kill loses and invents none."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from campaign.accounts.addresses import enrolment, out_of_set_up, settle
from campaign.accounts.people import Pending, People
from campaign.handler.command_handler import Actor, CommandHandler
from campaign.kernel.members import address_fault
from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.verify.receipts import digest_of, read
from events.campaign import MemberEnrolled
from support.command_line import Shell
from support.sessions import NAME, Session, ledger_in

NONE = "that is no e-mail address; write it as anna@example.org"
HOST = Actor("host", is_local=True)
FAY, OTHER = "fay-of-the-club@example.org", "fay-elsewhere@example.org"


def sent(command: str = "EnrolMember", **fields: Any) -> bytes:
    """A command as a program writes it."""
    return msgspec.json.encode({"command": command, **fields})


def fay(**more: Any) -> bytes:
    """The command that enrols Fay."""
    return sent(**{"member": "fay", "name": "Fay", "roles": ["player"], **more})


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """A store with a campaign."""
    with ledger_in(tmp_path) as found:
        Session(found).open()
        yield found


@pytest.fixture
def desk(ledger: Ledger) -> CommandHandler:
    """A desk with one caller."""
    return CommandHandler(ledger, is_shared=False)


def give(desk: CommandHandler, command: bytes) -> dict[str, Any]:
    """The answer to a command."""
    return desk.submit(NAME, command, HOST).answer


def campaign_id(desk: CommandHandler) -> str:
    """The campaign's random id."""
    found: str = desk.ledger.live(NAME).state.campaign.id
    return found


def address(desk: CommandHandler, member: str = "fay") -> str:
    """Where a member's mail goes."""
    return desk.people.all_choices(desk.ledger.live(NAME).state.campaign)[member].address


def no_file_holds(folder: Path, text: str, *, but: str = "") -> None:
    """No file of the store has an address in it, whatever the file is for."""
    for file in folder.iterdir():
        if file.name != but and file.is_file():
            assert text.encode() not in file.read_bytes(), file


# --- out of the command -------------------------------------------------------------------------


def test_a_new_log_has_no_address(desk: CommandHandler, tmp_path: Path) -> None:
    """It lies in the people's file alone; the event says everything else."""
    answer = give(desk, fay(email=FAY))
    assert [event["type"] for event in answer["events"]] == ["campaign.MemberEnrolled"]
    assert address(desk) == FAY
    desk.ledger.store.close()
    no_file_holds(tmp_path, FAY, but="campaign.people.db")
    assert FAY.encode() in (tmp_path / "campaign.people.db").read_bytes()


def test_the_receipt_is_over_the_bytes_that_were_sent(desk: CommandHandler) -> None:
    """Its sender shows those, the address in them, and not what the log was given to read."""
    command = fay(email=FAY)
    answer = give(desk, command)
    stored = desk.ledger.store.receipt(NAME, desk.ledger.store.ends(NAME)[1])
    assert stored is not None
    assert read(stored).sent == digest_of(command, answer["receipt"]["salt"])


def test_only_the_address_changes(desk: CommandHandler) -> None:
    """The answer has no events and the version as it was; the receipt is sealed, all verifies."""
    give(desk, fay(email=FAY))
    before = desk.ledger.store.ends(NAME)
    head = desk.ledger.store.head(NAME)[1]
    answer = give(desk, fay(email=OTHER))
    receipt = answer.pop("receipt")
    assert answer == {"accepted": True, "version": before[0], "head": head, "events": []}
    assert receipt["id"] == f"{NAME}/{before[1] + 1}"
    assert desk.ledger.store.ends(NAME) == (before[0], before[1] + 1)
    assert address(desk) == OTHER
    rows = desk.ledger.store.rows(NAME)
    assert list(audit_of(desk.ledger, NAME).findings(rows)) == []


def test_the_same_address_again_is_nothing_new(desk: CommandHandler) -> None:
    """Then it is refused as before."""
    give(desk, fay(email=FAY))
    answer = give(desk, fay(email=FAY))
    assert (answer["accepted"], answer["reason"]) == (
        False,
        "Fay is enrolled with exactly this already",
    )


def test_without_an_address_it_stays_as_it_was(desk: CommandHandler) -> None:
    """Roles and name change without a word about mail; an empty one takes it away."""
    give(desk, fay(email=FAY))
    assert len(give(desk, fay(name="Fay B"))["events"]) == 1
    assert address(desk) == FAY
    assert give(desk, fay(name="Fay B", email=""))["events"] == []
    assert address(desk) == ""
    assert desk.people.address(campaign_id(desk), "fay") == ""


def test_no_address_makes_no_file(desk: CommandHandler, tmp_path: Path) -> None:
    give(desk, fay())
    give(desk, fay(name="Fay B", email=""))
    assert not (tmp_path / "campaign.people.db").exists()


def test_a_refused_command_leaves_no_address(desk: CommandHandler, tmp_path: Path) -> None:
    """Ben is no host, so he enrols nobody; a name twice in the roles enrols nobody either."""
    for command in (fay(email=FAY, by="ben"), fay(email=FAY, roles=["player", "player"])):
        assert not give(desk, command)["accepted"]
    assert desk.people.pending() == []
    assert desk.people.address(campaign_id(desk), "fay") is None
    desk.people.close()
    no_file_holds(tmp_path, FAY)


def test_what_is_no_address_is_refused_by_its_field(desk: CommandHandler, tmp_path: Path) -> None:
    words = "EnrolMember, email: expected an address with an @ and without spaces"
    assert give(desk, fay(email="fay"))["reason"] == words
    assert not give(desk, fay(email=f"{'f' * 250}@b.de"))["accepted"]
    assert not give(desk, fay(email=7))["accepted"]
    assert not (tmp_path / "campaign.people.db").exists()


@pytest.mark.parametrize(
    "command",
    [
        b'{"command": "x", "command": "EnrolMember", "email": "no", "email": "fay@x.org",'
        b' "member": "fay", "name": "Fay", "roles": ["player"]}',
        b'{"\\u0063ommand": "\\u0045nrolMember", "\\u0065mail": "fay\\u0040x.org",'
        b' "member": "fay", "name": "Fay", "roles": ["player"]}',
    ],
)
def test_no_way_of_writing_it_gets_past_the_desk(
    desk: CommandHandler, tmp_path: Path, command: bytes
) -> None:
    """What the ledger would read is what is looked at: the last of two, and letters by number."""
    assert give(desk, command)["accepted"]
    assert address(desk) == "fay@x.org"
    desk.ledger.store.close()
    no_file_holds(tmp_path, "fay@x.org", but="campaign.people.db")


# --- the same id again --------------------------------------------------------------------------


def test_the_same_id_again_gives_the_first_answer(desk: CommandHandler) -> None:
    """Both where an event was recorded and where the address alone changed."""
    first = give(desk, fay(email=FAY, id="one"))
    second = give(desk, fay(email=OTHER, id="two"))
    give(desk, fay(name="Fay B"))
    for command, answer in (
        (fay(email=FAY, id="one"), first),
        (fay(email=OTHER, id="two"), second),
    ):
        ends = desk.ledger.store.ends(NAME)
        again = give(desk, command)
        assert again == {key: value for key, value in answer.items() if key != "receipt"}
        assert desk.ledger.store.ends(NAME) == ends
    assert address(desk) == OTHER


def test_an_id_of_another_command_is_taken(desk: CommandHandler) -> None:
    """Of an address, whose key no log has, as of any other command."""
    give(desk, fay(email=FAY))
    give(desk, fay(email=OTHER, id="two"))
    answer = give(desk, fay(name="Fay B", email=OTHER, id="two"))
    words = "this key came with another member's command or with another command; use a new one"
    assert (answer["accepted"], answer["reason"]) == (False, f"id: {words}")
    assert desk.ledger.live(NAME).state.campaign.members["fay"].name == "Fay"


def test_nor_has_a_command_of_another_kind_that_key(desk: CommandHandler) -> None:
    """Refused as for any key that is taken; nothing is recorded."""
    give(desk, fay(email=FAY))
    give(desk, fay(email=OTHER, id="two"))
    before = desk.ledger.store.version(NAME)
    answer = give(desk, sent("AddEntropy", value="grey geese", id="two"))
    assert not answer["accepted"] and answer["reason"].startswith("id: this key came with")
    assert desk.ledger.store.version(NAME) == before
    assert give(desk, sent("AddEntropy", value="grey geese", id="three"))["accepted"]


def test_an_address_that_is_taken_away_is_so_again(desk: CommandHandler) -> None:
    """The same id gives the first answer here too."""
    give(desk, fay(email=FAY))
    first = give(desk, fay(email="", id="two"))
    assert first["events"] == []
    again = give(desk, fay(email="", id="two"))
    assert again == {key: value for key, value in first.items() if key != "receipt"}
    assert not give(desk, fay(email="", id="three"))["accepted"]


# --- other ways in ------------------------------------------------------------------------------

NO_ADDRESS = (
    "email: the log holds no addresses, and a correction puts none in; leave it out. To change "
    "where a member's mail goes: `campaign mail-choices NAME MEMBER --address ADDRESS`"
)


@pytest.mark.parametrize(
    "correction",
    [
        {"command": "AmendEvent", "version": 5, "fields": {"email": FAY}},
        {"command": "AmendEvent", "version": 5, "fields": {"event": {"email": FAY}}},
        {
            "command": "InsertCommand",
            "after": 6,
            "forgotten": {
                "command": "EnrolMember", "member": "fay", "name": "Fay", "roles": ["player"],
                "email": FAY,
            },
        },
    ],
)  # fmt: skip
def test_no_correction_puts_an_address_in(desk: CommandHandler, correction: dict[str, Any]) -> None:
    """Refused before anything else is looked at, with a receipt."""
    command = sent(**{**correction, "dispute": "d1", "seen": "0" * 64})
    answer = give(desk, command)
    assert (answer["accepted"], answer["rule"], answer["reason"]) == (False, None, NO_ADDRESS)
    assert "receipt" in answer
    refused = desk.foresee(NAME, command, HOST)
    assert refused is not None and refused.reason == NO_ADDRESS


def test_a_set_ups_addresses_are_taken_out(tmp_path: Path) -> None:
    """Of a set-up, and of a club's own scenario, which a log holds whole."""
    with ledger_in(tmp_path) as ledger:
        desk = CommandHandler(ledger, is_shared=False)
        member = {"member": "fay", "name": "Fay", "email": FAY}
        assert desk.open(NAME, scenario="global-war", setup={"members": [member]})["accepted"]
        assert address(desk) == FAY
        assert not any(FAY in str(entry.event) for entry in ledger.history(NAME))
        rows = ledger.store.rows(NAME)
        assert list(audit_of(ledger, NAME).findings(rows)) == []
    no_file_holds(tmp_path, FAY, but="campaign.people.db")


def test_a_set_up_that_is_refused_leaves_no_address(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        desk = CommandHandler(ledger, is_shared=False)
        member = {"member": "fay", "name": "Fay", "email": FAY, "powers": ["atlantis"]}
        answer = desk.open(NAME, scenario="global-war", setup={"members": [member]})
        assert not answer["accepted"]
    no_file_holds(tmp_path, FAY)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("fay.org", f"set-up: members[1], fay: email: {NONE}"),
        ("<fay@b.de>", f"email: fay: {NONE}"),
        (f"{'f' * 250}@b.de", "email: fay: an address has at most 254 characters"),
    ],
)
def test_a_wrong_address_in_a_set_up_is_refused(tmp_path: Path, wrong: str, words: str) -> None:
    """Nothing is recorded, and no file is made."""
    with ledger_in(tmp_path) as ledger:
        desk = CommandHandler(ledger, is_shared=False)
        member = {"member": "fay", "name": "Fay", "email": wrong}
        answer = desk.open(NAME, scenario="global-war", setup={"members": [member]})
        assert (answer["accepted"], answer["reason"]) == (False, words)
    assert not (tmp_path / "campaign.people.db").exists()


def test_a_clubs_own_scenario_is_recorded_without_addresses(shell: Shell) -> None:
    """The opening event holds the scenario whole, and the set-up file beside it."""
    shell.fine("scenario", "template", "own.toml")
    own = shell.folder / "own.toml"
    own.write_text(f'{own.read_text()}\n[[setup.members]]\nmember = "fay"\nname = "Fay"\n'
                   f'email = "{FAY}"\n')  # fmt: skip
    (shell.folder / "set-up.json").write_text(
        json.dumps({"members": [{"member": "ben", "name": "Ben", "email": OTHER}]})
    )
    shell.fine("start", "own", "--scenario", "own.toml", "--setup", "set-up.json")
    found = People(shell.store)
    with Ledger(shell.store) as ledger:
        chosen = found.all_choices(ledger.live("own").state.campaign)
    assert (chosen["fay"].address, chosen["ben"].address) == (FAY, OTHER)
    found.close()
    for text in (FAY, OTHER):
        no_such = [file for file in shell.folder.glob("campaign*") if "people" not in file.name]
        assert not any(text.encode() in file.read_bytes() for file in no_such)
    assert shell("verify", "own").status == 0


def test_a_preview_keeps_no_address(desk: CommandHandler, tmp_path: Path) -> None:
    """It shows the event without one, and nothing where the address alone would change."""
    (event,) = cast(tuple[MemberEnrolled], desk.preview(NAME, fay(email=FAY), HOST))
    assert event.member == "fay" and FAY not in str(event)
    assert not (tmp_path / "campaign.people.db").exists()
    give(desk, fay(email=FAY))
    assert desk.preview(NAME, fay(email=OTHER), HOST) == ()
    assert desk.foresee(NAME, fay(email=OTHER), HOST) is None
    assert address(desk) == FAY


# --- killed in between --------------------------------------------------------------------------


class Killed(BaseException):
    """The program ends here."""


def kill(monkeypatch: pytest.MonkeyPatch, of: object, method: str, *, after: bool) -> None:
    """The program ends before a method of an object is called, or right after it."""
    done: Callable[..., Any] = getattr(of, method)

    def killed(*given: Any, **named: Any) -> Any:
        if after:
            done(*given, **named)
        raise Killed

    monkeypatch.setattr(of, method, killed)


def again(folder: Path) -> CommandHandler:
    """The store as the next program finds it; it settles what is pending."""
    ledger = Ledger(folder / "campaign.db", ledger_in(folder).vault)
    people = People(ledger.store.path)
    settle(people, ledger)
    return CommandHandler(ledger, is_shared=False, people=people)


@pytest.mark.parametrize(
    ("method", "after", "counts"),
    [
        ("people.keep_pending", False, False),
        ("people.keep_pending", True, False),
        ("ledger.store.append", False, False),
        ("ledger.store.append", True, True),
        ("people.finish", False, True),
        ("people.finish", True, True),
    ],
)
def test_a_kill_leaves_the_address_where_the_command_is(
    desk: CommandHandler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    method: str, after: bool, counts: bool,
) -> None:  # fmt: skip
    """It counts if, and only if, the log has the command; and the same id again brings it in."""
    where: Any = desk
    *way, name = method.split(".")
    for step in way:
        where = getattr(where, step)
    kill(monkeypatch, where, name, after=after)
    with pytest.raises(Killed):
        give(desk, fay(email=FAY, id="one"))
    monkeypatch.undo()
    desk.close()
    found = again(tmp_path)
    known = found.ledger.live(NAME).state.campaign.members
    assert ("fay" in known) is counts
    assert found.people.address(campaign_id(found), "fay") == (FAY if counts else None)
    assert found.people.pending() == []
    assert give(found, fay(email=FAY, id="one"))["accepted"]
    assert address(found) == FAY
    found.close()
    no_file_holds(tmp_path, FAY, but="campaign.people.db")


def test_the_same_id_finishes_what_is_pending(
    desk: CommandHandler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without another start: the address that came with the command that was accepted."""
    kill(monkeypatch, desk.people, "finish", after=False)
    with pytest.raises(Killed):
        give(desk, fay(email=FAY, id="one"))
    monkeypatch.undo()
    assert [waiting.address for waiting in desk.people.pending()] == [FAY]
    give(desk, fay(email=OTHER, id="one"))
    assert desk.people.pending() == [] and address(desk) == FAY


@pytest.mark.parametrize("after", [False, True])
def test_a_kill_while_a_campaign_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    ledger = ledger_in(tmp_path)
    desk = CommandHandler(ledger, is_shared=False)
    kill(monkeypatch, ledger.store, "append", after=after)
    member = {"member": "fay", "name": "Fay", "email": FAY}
    with pytest.raises(Killed):
        desk.open(NAME, scenario="global-war", setup={"members": [member]})
    monkeypatch.undo()
    assert len(desk.people.pending()) == 1
    desk.close()
    found = again(tmp_path)
    assert found.people.pending() == []
    if after:
        assert address(found) == FAY
    else:
        assert found.ledger.names() == [] and found.people.members_by_campaign() == {}
    found.close()


def test_a_key_that_another_command_used_brings_no_address_in(desk: CommandHandler) -> None:
    """The command that it was pending for was never recorded."""
    give(desk, sent("AddEntropy", value="grey geese", id="one"))
    desk.people.keep_pending(Pending(campaign_id(desk), NAME, "one", "ben", FAY))
    settle(desk.people, desk.ledger)
    assert desk.people.pending() == [] and address(desk, "ben") == ""


def test_another_campaign_of_the_name_does_not_inherit_it(desk: CommandHandler) -> None:
    """What is pending for one campaign is not for another that has its name by now."""
    desk.people.keep_pending(Pending("another id", NAME, "", "ben", FAY))
    settle(desk.people, desk.ledger)
    assert desk.people.pending() == [] and address(desk, "ben") == ""


def test_if_the_peoples_file_fails_nothing_is_recorded(
    desk: CommandHandler, tmp_path: Path
) -> None:
    """Only where there is an address to keep; the answer names the file."""
    (tmp_path / "campaign.people.db").write_text("no database, but a letter of some length\n" * 40)
    before = desk.ledger.store.ends(NAME)
    with pytest.raises(StoreError, match=r"cannot use .*campaign\.people\.db: file is not a data"):
        give(desk, fay(email=FAY))
    assert desk.ledger.store.ends(NAME) == before


def test_if_it_fails_afterwards_the_answer_stands(
    desk: CommandHandler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log has the command; the next one who comes finishes the address."""

    def full(waiting: Pending) -> None:
        raise StoreError("no room")

    monkeypatch.setattr(desk.people, "finish", full)
    assert give(desk, fay(email=FAY))["accepted"]
    monkeypatch.undo()
    assert desk.people.address(campaign_id(desk), "fay") is None
    settle(desk.people, desk.ledger)
    assert address(desk) == FAY


def test_two_programs_at_one_store(tmp_path: Path, ledger: Ledger) -> None:
    """Each sees at once what the other has kept; nothing is left pending."""
    one = CommandHandler(ledger, is_shared=False)
    other = CommandHandler(Ledger(ledger.store.path, ledger.vault), is_shared=False)
    for number, desk in enumerate((one, other, one, other)):
        give(desk, fay(email=f"fay{number}@example.org"))
        assert {address(one), address(other)} == {f"fay{number}@example.org"}
    assert one.people.pending() == []
    other.close()


# --- pure ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command", [b"", b"[]", b"{", b"7", b'{"command": 7}', b"\xff", b"[" * 9999]
)
def test_what_cannot_be_read_is_left_to_the_ledger(command: bytes) -> None:
    assert enrolment(command) is None


def test_a_set_up_of_any_shape() -> None:
    """Addresses are found at any depth; what is none stays, for the set-up's own check."""
    odd = {
        "members": [7, {"member": "a", "email": "a@b"}, {"member": "b", "email": "b"}],
        "x": None,
    }
    bare, found = out_of_set_up({"setup": odd, "own": {"setup": {"members": [
        {"member": "c", "email": "c@d", "name": "C"}]}}})  # fmt: skip
    assert found == {"a": "a@b", "c": "c@d"}
    assert bare == {
        "setup": {"members": [7, {"member": "a"}, {"member": "b", "email": "b"}], "x": None},
        "own": {"setup": {"members": [{"member": "c", "name": "C"}]}},
    }


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("anna@example.org", ""),
        ("anna@localhost", ""),
        (f"{'a' * 249}@b.de", ""),
        (f"{'a' * 250}@b.de", "an address has at most 254 characters"),
        ("anna", NONE),
        ("a@b@c", NONE),
        ("a@b.org\n", NONE),
        ("a b@c.org", NONE),
        ("a\x00@c.org", NONE),
        *(
            (odd, NONE)
            for odd in (
                "<anna@example.org>",
                "mailto:anna@example.org",
                "anna@example.org,",
                "a@b>",
                "a,b@example.org",
                "a..b@example.org",
                ".a@example.org",
                '"q@example.org',
                "=?utf-8?q?x?=@example.org",
                "a\\@example.org",
                "[a]@x.org",
                "a(c)@x.org",
                "$(id)@x.org",
                "a@x.org(c)",
            )
        ),
        (
            "jörg@example.org",
            "this address has a letter that mail servers may not take ('\\xf6'); "
            "give one in plain letters, such as anna@example.org",
        ),
    ],
)
def test_an_address_that_mail_can_go_to(typed: str, fault: str) -> None:
    assert address_fault(typed) == fault


# --- at the keyboard ----------------------------------------------------------------------------


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A store with a campaign."""
    found = Shell(tmp_path)
    found.fine("start", "club", "--system", "lif", "--scenario", "global-war")
    return found


def test_a_changed_address_says_that_nothing_was_recorded(shell: Shell) -> None:
    shell.fine("enrol", "club", "fay", "--email", FAY)
    words = "The address is changed. It is kept beside the log, so nothing was recorded.\n"
    assert shell.fine("enrol", "club", "fay", "--email", OTHER) == words
    rehearsed = shell.fine("enrol", "club", "fay", "--email", FAY, "--dry-run")
    assert rehearsed == (
        "The address would be changed; nothing would be recorded. Nothing was changed.\n"
    )
    answer = json.loads(shell.fine("enrol", "club", "fay", "--email", FAY, "--json"))
    assert answer["events"] == []
    id_ = answer["receipt"]["id"]
    mine = json.loads(shell.fine("receipt", id_, "--json"))
    words = "the address was changed; the log holds no addresses"
    assert (mine["accepted"], mine["versions"], mine["reason"]) == (True, None, words)
    assert f"Answer      accepted: {words}" in shell.fine("receipt", id_)
    theirs = shell.fine("receipt", id_, "--as", "fay")
    assert "recorded nothing" in theirs and words not in theirs
    assert shell("verify", "club").status == 0
