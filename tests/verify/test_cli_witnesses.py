"""A member's own machine: a key, notes on what was seen, and whether history was rewritten."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from campaign.kernel import keys
from campaign.store import identity
from campaign.verify import witness
from campaign.verify.witness import NotedHead, NoteError
from events import chain
from support.command_line import Shell

NOTES = "anna.notes"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A campaign in which Anna is a member."""
    shell = Shell(tmp_path_factory.mktemp("made"))
    shell.fine("open", "club", "--scenario", "global-war")
    shell.fine("enrol", "club", "anna")
    shell.fine("enrol", "club", "ben")
    return shell


@pytest.fixture
def club(made: Shell, tmp_path: Path) -> Shell:
    """That campaign on a host's machine."""
    return made.copied(tmp_path / "host")


@pytest.fixture
def anna(tmp_path: Path) -> Shell:
    """Anna's machine, which has no store."""
    (tmp_path / "anna").mkdir()
    return Shell(tmp_path / "anna")


def sent(club: Shell, anna: Shell, name: str = "club.jsonl") -> str:
    """An export that the host has sent to Anna: its name there."""
    file = anna.folder / name
    file.unlink(missing_ok=True)
    club.fine("export", "club", str(file))
    return name


# --- a key --------------------------------------------------------------------------------------


def test_identity_makes_a_key_that_only_its_owner_can_read_and_never_another(anna: Shell) -> None:
    """Mode 600, in the user's data folder; the second call shows the same."""
    first = anna.fine("identity", "--as", "anna")
    (key,) = anna.home.rglob("identity.key")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    written = key.read_bytes()
    assert written.startswith(b"-----BEGIN PRIVATE KEY-----")
    told = json.loads(anna.fine("identity", "--json"))
    assert told["made"] is False and told["file"] == str(key)
    assert key.read_bytes() == written
    lines = first.splitlines()
    assert lines[0] == f"New key {told['key']} in {key}; only you can read it"
    assert lines[1] == f"public: {told['public']}"
    enrol = f"campaign key enrol CAMPAIGN {told['public']} --as anna"
    assert lines[2] == f"To make it known: {enrol}"
    assert keys.key_id(told["public"]) == told["key"]


def test_a_key_s_file_is_named_and_left_alone_where_it_is_something_else(anna: Shell) -> None:
    """A folder, a text, a place that cannot be written."""
    anna.fine("identity", "--file", "own.key")
    assert stat.S_IMODE((anna.folder / "own.key").stat().st_mode) == 0o600
    assert anna("identity", "--file", ".").error == "campaign: . is a folder; name a file in it"
    (anna.folder / "diary").write_text("rain")
    done = anna("identity", "--file", "diary")
    assert (done.status, (anna.folder / "diary").read_text()) == (1, "rain")
    assert done.error == "campaign: diary holds no key that campaign identity made"
    done = anna("identity", "--file", "diary/key")
    assert done.status == 1 and "diary/key" in done.error
    (anna.folder / "other.key").write_bytes(KEY_OF_ANOTHER_KIND)
    done = anna("identity", "--file", "other.key")
    assert done.error == "campaign: other.key holds a key of another kind; Ed25519 is needed"


def _other_kind() -> bytes:
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
    )

    return generate_private_key(SECP256R1()).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )


KEY_OF_ANOTHER_KIND = _other_kind()


# --- from a member's machine to the record ------------------------------------------------------


def test_a_member_countersigns_from_their_own_machine(club: Shell, anna: Shell) -> None:
    """Key, enrolment, a signed note by mail, its record, and an audit that names the member."""
    key = json.loads(anna.fine("identity", "--json"))
    club.fine("key", "enrol", "club", key["public"], "--as", "anna")
    out = anna.fine("witness", "club", "--file", sent(club, anna), "--as", "anna")
    lines = out.splitlines()
    shown = json.loads(club.fine("show", "club", "--json"))
    assert lines[0] == f"club, event {shown['version']}: this is the first head you note"
    assert lines[1] == f"For a mail: club, event {shown['version']}, {shown['head']}, rules 1"
    assert "campaign countersign club --note FILE" in lines[2]
    assert lines[4] == "campaign-tracker head 1"
    assert lines[6:9] == [str(shown["version"]), shown["head"], "rules 1"]
    assert lines[10].startswith("— anna ")
    mail = "Hello!\n\n" + "".join(f"> {line}\n" for line in lines[4:]) + "\nAnna\n"
    told = json.loads(club.fine("countersign", "club", "--note", "-", "--json", typed=mail))
    event = told["events"][0]
    assert (event["type"], event["member"]) == ("campaign.HeadWitnessed", "anna")
    assert (event["about"], event["key"]) == (shown["version"], key["key"])
    line = f"Anna countersigned event {shown['version']} with key {key['key']}, in 1939-SO"
    assert line in club.fine("verify", "club").splitlines()
    told = json.loads(club.fine("verify", "club", "--json"))
    assert told["countersigned"] == [
        {"about": shown["version"], "head": shown["head"], "member": "anna", "key": key["key"],
         "turn": "1939-SO"}
    ]  # fmt: skip


def test_a_host_countersigns_on_the_machine_of_the_store(club: Shell) -> None:
    """With the key of that machine; without one the way to make it is named."""
    done = club("countersign", "club")
    assert done.status == 1 and done.error.endswith("make one: campaign identity")
    club.fine("identity")
    club.fine("key", "enrol", "club")
    club.fine("countersign", "club")
    assert "Host countersigned event" in club.fine("verify", "club")
    done = club("countersign", "club", "--note", "x", "--key", "y")
    assert (done.status, done.error) == (2, "campaign: give either --note or --key")


def test_a_member_s_one_key_need_not_be_named(club: Shell) -> None:
    """With two the one meant has to be; with none there is nothing to retire."""
    done = club("key", "retire", "club", "ben", "--as", "ben")
    assert done.error == "campaign: ben has no key that counts"
    keys = [json.loads(club.fine("identity", "--file", name, "--json")) for name in ("one", "two")]
    club.fine("key", "enrol", "club", keys[0]["public"], "--as", "ben")
    club.fine("key", "retire", "club", "ben")
    club.fine("key", "consent", "club", "ben", "--as", "anna")
    club.fine("key", "enrol", "club", keys[1]["public"], "--as", "ben")
    third = json.loads(club.fine("identity", "--file", "three", "--json"))
    club.fine("key", "enrol", "club", third["public"], "--as", "ben")
    done = club("key", "retire", "club", "ben", "--as", "ben")
    told = f"ben has the keys {keys[1]['key']}, {third['key']}; say which"
    assert (done.status, done.error) == (2, f"campaign: {told}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Hello!", "there is no signed note in note; campaign witness prints one"),
        ("campaign-tracker head 1\nrain\n", "note: the note that begins in line 1 is damaged"),
        (f"campaign-tracker head 1\n{'0' * 32}\n7\n{'a' * 64}\nrules 1\n\n— anna AAAA\n",
         "note: the signature of anna is damaged"),
        (f"campaign-tracker head 1\n{'0' * 32}\n7\n{'a' * 64}\nrules 1\n",
         "there is no signed note in note; campaign witness prints one"),
        ("\udcff", "note is no text"),
    ],
)  # fmt: skip
def test_what_is_no_signed_note_is_told_in_one_line(club: Shell, text: str, words: str) -> None:
    """Exit status 2, and nothing is recorded."""
    (club.folder / "note").write_bytes(text.encode("utf-8", "surrogateescape"))
    before = club.fine("log", "club")
    done = club("countersign", "club", "--note", "note")
    assert (done.status, done.error) == (2, f"campaign: {words}")
    done = club("countersign", "club", "--note", "nowhere")
    assert done.error == "campaign: cannot read nowhere: No such file or directory"
    assert club.fine("log", "club") == before


# --- notes --------------------------------------------------------------------------------------


def test_a_history_that_grew_holds_what_was_noted(club: Shell, anna: Shell) -> None:
    """Each look notes the head once; `verify --against` takes the notes."""
    look = ("witness", "club", "--notes", NOTES)
    anna.fine(*look, "--file", sent(club, anna))
    club.fine("turn", "club")
    assert "it holds the head that you noted" in anna.fine(*look, "--file", sent(club, anna))
    club.fine("turn", "club")
    out = anna.fine(*look, "--file", sent(club, anna))
    assert "it holds the 2 heads that you noted" in out and "countersign" not in out
    text = (anna.folder / NOTES).read_text()
    anna.fine(*look, "--file", "club.jsonl")
    assert (anna.folder / NOTES).read_text() == text
    noted = witness.notes_in(text)
    assert len(noted) == 3 and len({one.id for one in noted}) == 1
    told = json.loads(club.fine("verify", "club", "--against", str(anna.folder / NOTES), "--json"))
    assert told["against"] == {one.head: one.version for one in noted}
    shown = json.loads(anna.fine(*look, "--file", "club.jsonl", "--json"))
    assert shown == {
        "campaign": "club", "contained": True, "id": noted[0].id, "version": noted[2].version,
        "head": noted[2].head, "rules": 1, "noted": 3, "note": noted[2].text(), "signed_by": None,
    }  # fmt: skip


def test_without_a_file_of_notes_they_are_in_the_user_s_data_folder(club: Shell) -> None:
    """One file a campaign; from the store, without any export."""
    club.fine("witness", "club")
    (notes,) = club.home.rglob("club.notes")
    assert notes.parent.name == "witness"
    assert "it holds the head" in club.fine("witness", "club")
    assert club("witness", "clubb").status == 2


def rewritten(file: Path, change: Any) -> None:
    """An export whose history was changed, and every digest after it made to fit."""
    lines = file.read_text().splitlines()
    header, rest = json.loads(lines[0]), [json.loads(line) for line in lines[1:]]
    head = ""
    for one in rest[: header["events"]]:
        one["event"]["prev"] = head
        if not head:
            one["event"].pop("prev")
        change(one)
        body = json.dumps(one["event"], separators=(",", ":"), ensure_ascii=False).encode()
        head = one["digest"] = chain.head(chain.seal(body))
    header["head"] = head
    told = [header, *rest]
    file.write_text(
        "".join(json.dumps(x, separators=(",", ":"), ensure_ascii=False) + "\n" for x in told)
    )


def renamed(one: dict[str, Any]) -> None:
    if one["event"].get("member") == "ben":
        one["event"]["name"] = "Bob"


def test_a_history_written_again_is_found_and_not_noted(club: Shell, anna: Shell) -> None:
    """Every digest fits; only what Anna noted shows it. Exit status 1."""
    look = ("witness", "club", "--notes", NOTES)
    anna.fine(*look, "--file", sent(club, anna))
    text = (anna.folder / NOTES).read_text()
    (note,) = witness.notes_in(text)
    file = anna.folder / "club.jsonl"
    rewritten(file, lambda one: None)
    anna.fine(*look, "--file", "club.jsonl")
    rewritten(file, renamed)
    done = anna(*look, "--file", "club.jsonl")
    assert done.status == 1
    why = f"event {note.version} has the digest {json.loads(file.read_text().splitlines()[0])['head'][:12]}…"  # noqa: E501
    assert done.error == (
        f"campaign: club is not the history in {NOTES}: {why}, and {note.head[:12]}… was noted"
    )
    assert (anna.folder / NOTES).read_text() == text
    done = anna(*look, "--file", "club.jsonl", "--json")
    told = json.loads(done.out)
    assert (done.status, told["contained"]) == (1, False) and told["reason"].startswith(why)


def test_a_history_that_was_cut_off_or_put_in_its_place_is_found(
    club: Shell, anna: Shell, tmp_path: Path
) -> None:
    """An older export; another campaign of that name; a campaign of another name."""
    look = ("witness", "club", "--notes", NOTES)
    old = sent(club, anna, "old.jsonl")
    club.fine("turn", "club")
    anna.fine(*look, "--file", sent(club, anna))
    count = json.loads((anna.folder / old).read_text().splitlines()[0])["events"]
    (note,) = witness.notes_in((anna.folder / NOTES).read_text())
    assert anna(*look, "--file", old).error == (
        f"campaign: club is not the history in {NOTES}: it ends with event {count}, and event "
        f"{note.version} was noted"
    )
    (tmp_path / "other").mkdir()
    other = Shell(tmp_path / "other")
    other.fine("open", "club", "--scenario", "global-war")
    assert anna(*look, "--file", sent(other, anna, "other.jsonl")).error == (
        f"campaign: club is not the history in {NOTES}: it is another campaign than the one noted: "
        "its random id is not the same"
    )
    assert anna("witness", "team", "--file", "club.jsonl").error == (
        "campaign: club.jsonl is an export of club, not of team"
    )


def test_damaged_notes_are_never_passed_over(club: Shell, anna: Shell) -> None:
    """A note cut short, a file that is none; nothing is written to it."""
    look = ("witness", "club", "--notes", NOTES, "--file", sent(club, anna))
    anna.fine(*look)
    notes = anna.folder / NOTES
    whole = notes.read_text()
    notes.write_text(whole[:-20] + "\n" + whole)
    done = anna(*look)
    assert (done.status, done.error) == (
        1,
        f"campaign: {NOTES}: the note that begins in line 1 is damaged; put a copy of your notes "
        "back",
    )
    notes.write_bytes(b"\xff\xfe")
    assert "they are no text" in anna(*look).error
    notes.unlink()
    notes.mkdir()
    assert f"cannot read the notes {NOTES}" in anna(*look).error


def test_a_key_that_is_not_there_is_told(club: Shell, anna: Shell) -> None:
    """Named with `--key`; without it a member who has none signs nothing."""
    look = ("witness", "club", "--file", sent(club, anna), "--as", "anna")
    done = anna(*look, "--key", "own.key")
    assert done.error == "campaign: there is no key at own.key; make one: campaign identity"
    assert json.loads(anna.fine(*look, "--json"))["signed_by"] is None


# --- the form of a note -------------------------------------------------------------------------


def test_a_note_has_the_form_of_a_signed_note(tmp_path: Path) -> None:
    """Five lines, a blank one, and a dash with name, four bytes of the key's hash, signature."""
    import base64
    import hashlib

    own, _ = identity.make(tmp_path / "key")
    note = own.note("0" * 31 + "1", 57, "ab" * 32, 1, "anna")
    lines = note.text().splitlines()
    signed = ["campaign-tracker head 1", "0" * 31 + "1", "57", "ab" * 32, "rules 1"]
    assert lines[:6] == [*signed, ""]
    dash, name, value = lines[6].split(" ")
    raw = base64.urlsafe_b64decode(f"{own.public}==")[-32:]
    hinted = hashlib.sha256(b"anna\n\x01" + raw).digest()[:4]
    assert (dash, name, base64.b64decode(value)[:4]) == ("—", "anna", hinted)
    text = "\n".join(lines[:5]) + "\n"
    assert keys.signed(own.public, keys.to_text(note.signature), text.encode())
    assert witness.notes_in(note.text().replace("\n", "\r\n")) == [note]
    assert (
        witness.notes_in(note.text() + "\n" + NotedHead("1" * 32, 1, "cd" * 32, 2).text())[0]
        == note
    )
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("line", range(1, 5))
def test_a_note_with_a_line_that_is_none_is_damaged(line: int) -> None:
    """Its id, version, digest or rules; the line in which it begins is named."""
    lines = NotedHead("1" * 32, 7, "cd" * 32, 2).text().splitlines()
    lines[line] = "x"
    with pytest.raises(NoteError, match="the note that begins in line 2 is damaged"):
        witness.notes_in("\n" + "\n".join(lines))


def test_a_broken_chain_is_no_history() -> None:
    """An event changed in its place, and one left out."""
    head, rows = "", []
    for version in (1, 2, 3):
        body = json.dumps({"prev": head, "id": "0" * 32, "n": version}).encode()
        rows.append((version, "x", chain.seal(body)))
        head = chain.head(rows[-1][2])
    assert witness.look(rows, []).rewritten == ""
    assert witness.look(rows, []).head == head
    changed = (2, "x", rows[1][2].replace(b'"n": 2', b'"n": 9'))
    for wrong in ([rows[0], changed, rows[2]], [rows[0], (2, "x", rows[2][2])], [rows[1]],
                  [rows[0], (2, "x", b"rain"), rows[2]]):  # fmt: skip
        assert "its chain of digests is broken" in witness.look(wrong, []).rewritten


# --- signed acts --------------------------------------------------------------------------------


def test_a_verb_signs_what_it_sends(club: Shell, anna: Shell) -> None:
    """With the key of the member who acts; the receipt holds it, and the audit counts it."""
    told = json.loads(anna.fine("identity", "--file", "own.key", "--json"))
    key = str(anna.folder / "own.key")
    club.fine("key", "enrol", "club", told["public"], "--only", "--as", "anna")
    words = "refused (Keys): what Anna sends counts only with Anna's signature; sign it with key"
    done = club("entropy", "club", "grey geese", "--as", "anna")
    ways = "(`--sign FILE`, or a passkey on the web)"
    assert (done.status, done.error) == (1, f"{words} {told['key']} {ways}")
    club.fine("entropy", "club", "grey geese", "--sign", key, "--as", "anna")
    line = '{"command": "AddEntropy", "value": "more geese", "id": "a line"}'
    club.fine("submit", "club", "--sign", key, "--as", "anna", typed=line)
    bare = '{"command": "AddEntropy", "value": "more geese"}'
    done = club("submit", "club", "--sign", key, "--as", "anna", typed=bare)
    assert done.error.endswith("id: missing; a signed command has its id in its text")
    audit = json.loads(club.fine("verify", "club", "--json"))
    assert (audit["findings"], audit["signed"]) == ([], 2)
    assert club.fine("verify", "club").splitlines()[-1].endswith(", 2 of them signed; no findings")


def test_another_s_key_signs_nothing(club: Shell, anna: Shell) -> None:
    """Nor does a file that holds none."""
    anna.fine("identity", "--file", "own.key")
    key = str(anna.folder / "own.key")
    done = club("entropy", "club", "grey geese", "--sign", key, "--as", "anna")
    assert done.status == 1 and "Anna has no key" in done.error
    done = club("entropy", "club", "grey geese", "--sign", "nothing", "--as", "anna")
    assert done.error == "campaign: there is no key at nothing; make one: campaign identity"
