"""Receipts: every submission leaves one, in a chain, and none tells what is sealed.

A receipt is SHA-256 over a header, the sender's salt and the text that he sent; the log of receipts
is held against the log of events.
"""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.store import ledger, snapshots
from campaign.store.export import Export, audit_of, export, import_
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.vault import VaultError
from campaign.systems import SYSTEMS
from campaign.verify import receipts
from campaign.verify.audit import Verification
from campaign.verify.receipts import Kept, Papers, Receipt
from events import chain
from support.sessions import NAME, Session, ledger_in, played, said, stored
from tests.lif.board.test_secrecy import written

VETO = {"command": "SealBallot", "by": "anna", "power": "germany", "choice": "veto"}


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots at every few events, so that there are some to look at."""
    monkeypatch.setattr(snapshots, "EVERY", 2)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A board that takes ballots on the first leader."""
    with ledger_in(tmp_path / "club") as ledger:
        session = Session(ledger).open()
        session.draw()
        yield session


def kept(session: Session) -> list[Kept]:
    """The receipts as they are stored."""
    return list(session.ledger.store.receipts(session.name))


def last(session: Session) -> Receipt:
    """The last receipt."""
    return receipts.read(kept(session)[-1][1])


def found(session: Session, papers: list[Kept] | None = None) -> list[str]:
    """What the auditor says of the campaign and these receipts."""
    mine = kept(session) if papers is None else papers
    audit = Verification(SYSTEMS, name=session.name, papers=Papers(lambda: mine))
    return [finding.text for finding in audit.findings(stored(session))]


# --- what is given ------------------------------------------------------------------------------


def test_what_was_accepted_names_time_member_command_and_events(session: Session) -> None:
    """The receipt stands on the digest before the event, and bears the event's own time."""
    before = session.ledger.live(NAME).head
    answer = session.do("SealBallot", "anna", power="germany", choice="veto")
    receipt = last(session)
    _, _, row = stored(session)[-1]
    event = json.loads(chain.body(row))
    assert (receipt.by, receipt.command, receipt.head) == ("anna", "SealBallot", before)
    assert receipt.versions == (answer["version"], answer["version"])
    assert (receipt.at, receipt.sealed) == (event["at"], "")
    number, bytes_ = kept(session)[-1]
    assert answer["receipt"] == {
        "id": f"club/{number}", "at": receipt.at, "salt": answer["receipt"]["salt"],
        "digest": hashlib.sha256(bytes_[:-65]).hexdigest(),
    }  # fmt: skip


@pytest.mark.parametrize(
    "asked",
    [
        VETO,
        {**VETO, "by": "eve"},
        {**VETO, "choice": "maybe"},
        {**VETO, "by": "nobody"},
        {"command": "DrawLeader"},
        b'{"command": "AdvanceTurn"',
        "[]",
        b"\xff\xfe",
        '{"command": "AddEntropy", "value": "\\ud800"}',
        {"command": "AddEntropy", "value": "\udcff"},
        {"command": "AddEntropy", "by": "x" * 100_000, "value": "v"},
        {"command": "AddEntropy", "by": "\x01" * 5_000, "value": "v"},
        {"command": "N" * 100_000},
    ],
    ids=lambda asked: str(asked)[:60].encode("ascii", "replace").decode(),
)
def test_whatever_is_sent_gets_a_receipt(session: Session, asked: Any) -> None:
    """Accepted, refused, malformed, unreadable or endless: one receipt each, and no event more."""
    events, papers = len(stored(session)), len(kept(session))
    answer = session.ledger.submit(NAME, asked)
    assert answer["receipt"]["id"] == f"club/{papers + 1}"
    assert len(kept(session)) == papers + 1
    assert len(stored(session)) == events + answer["accepted"]
    assert receipts.digest_of(asked, answer["receipt"]["salt"]) == last(session).sent
    assert found(session) == []


def test_the_digest_is_salted_as_documented() -> None:
    """SHA-256 over `campaign-tracker receipt 1`, the salt and the text, each line ended."""
    text, salt = b'{"command":"AdvanceTurn"}', "ab" * 16
    told = hashlib.sha256(b"campaign-tracker receipt 1\n" + salt.encode() + b"\n" + text)
    assert receipts.digest_of(text, salt) == told.hexdigest()
    assert receipts.digest_of(b"\xef\xbb\xbf" + text + b"\r\n", salt) == told.hexdigest()
    assert receipts.digest_of(text.decode(), salt) == told.hexdigest()


def test_values_without_a_text_are_proved_by_their_json_in_any_order(session: Session) -> None:
    """A verb sends values; whoever writes them down again need not know in which order."""
    salt = session.ledger.submit(NAME, VETO)["receipt"]["salt"]
    receipt = last(session)
    spaced = json.dumps(dict(reversed(VETO.items())), indent=2)
    assert receipts.proves(receipt, spaced, salt)
    assert receipts.proves(receipt, json.dumps(VETO).encode(), salt)
    assert not receipts.proves(receipt, spaced.replace("veto", "no-veto"), salt)
    assert not receipts.proves(receipt, spaced, "00" * 16)
    assert not receipts.proves(receipt, b"\xff", salt)


def test_a_text_is_proved_by_this_very_text_alone(session: Session) -> None:
    """What came as text was sent so, and not in another order or spacing."""
    text = json.dumps(VETO, indent=1)
    salt = session.ledger.submit(NAME, text)["receipt"]["salt"]
    assert receipts.proves(last(session), text.encode() + b"\n", salt)
    assert not receipts.proves(last(session), json.dumps(VETO), salt)


def test_a_repeat_by_its_key_is_the_same_submission(session: Session) -> None:
    """It is answered as at first, and has its receipt already."""
    first = session.ledger.submit(NAME, {**VETO, "id": "mine"})
    papers = kept(session)
    assert said(session.ledger.submit(NAME, {**VETO, "id": "mine"})) == said(first)
    assert kept(session) == papers


def test_writers_at_once_share_one_chain_of_receipts(session: Session) -> None:
    """Four writers, accepted and refused by turns: every submission has a number of its own."""
    before = len(kept(session))

    def write(writer: int) -> list[str]:
        with Ledger(session.ledger.store.path) as mine:
            asked = [
                {"command": "AddEntropy", "value": "v" * (n % 2), "id": f"{writer}{n}"}
                for n in range(10)
            ]
            return [mine.submit(NAME, one)["receipt"]["id"] for one in asked]

    with ThreadPoolExecutor(4) as pool:
        ids = [one for told in pool.map(write, range(4)) for one in told]
    assert sorted(ids) == sorted(f"club/{before + n}" for n in range(1, 41))
    assert found(session) == []


# --- what others see ----------------------------------------------------------------------------


def test_a_refused_one_shows_its_time_and_nothing_else(session: Session) -> None:
    """Not who, not what, not why, and by its length neither: all are alike but for digests."""
    session.ledger.submit(NAME, {**VETO, "power": "china", "by": "host"})  # it has not the points
    session.ledger.submit(NAME, {"command": "DrawLeader"})
    session.ledger.submit(NAME, "{" * 5_000)
    session.ledger.submit(NAME, {"command": "AddEntropy", "by": "x" * 5_000, "value": "v"})
    papers = [json.loads(chain.body(row)) for _, row in kept(session)[-4:]]
    assert all(set(one) == {"at", "sent", "head", "sealed", "prev"} for one in papers)
    assert len({len(row) for _, row in kept(session)[-4:]}) == 1
    assert len({one["head"] for one in papers}) == 1


@pytest.mark.usefixtures("often")
def test_no_salt_is_written_anywhere(session: Session, tmp_path: Path) -> None:
    """Without it a receipt tells nothing of a choice; with it anybody could try both."""
    for choice in ("veto", "no-veto"):
        session.do("SealBallot", "anna", power="germany", choice=choice)
    session.ask("DrawLeader")
    salts = [one["receipt"]["salt"] for one in session.answers if "receipt" in one]
    assert len(set(salts)) == len(salts) > 4
    session.answers = []
    everything = written(session, tmp_path / "out")
    for name, text in everything.items():
        for salt in salts:
            assert salt.encode() not in text and bytes.fromhex(salt) not in text, name


# --- what its sender sees -----------------------------------------------------------------------


def test_only_its_sender_is_told_why(session: Session) -> None:
    """The vault opens a refused one to the member who sent it, and to nobody else."""
    answer = session.ledger.submit(NAME, {**VETO, "by": "anna", "power": "ussr"})
    told = ledger.refusal(session.ledger, NAME, last(session), "anna")
    assert told is not None
    assert (told.by, told.command, told.rule) == ("anna", "SealBallot", "Members")
    assert told.reason == answer["reason"]
    for other in ("ben", "host", "ref", ""):
        assert ledger.refusal(session.ledger, NAME, last(session), other) is None


@pytest.mark.parametrize(
    ("asked", "by"),
    [("{", ""), ("[]", ""), ('{"by": "anna"}', "anna"), ("{}", "host"), ('{"by": 5}', "")],
)
def test_an_unreadable_one_is_its_sender_s_as_far_as_he_names_himself(
    session: Session, asked: str, by: str
) -> None:
    """Who sends no command can still be shown what became of it."""
    session.ledger.submit(NAME, asked)
    for member in ("anna", "host", "ben"):
        assert (ledger.refusal(session.ledger, NAME, last(session), member) is not None) == (
            member == by
        )


def test_what_was_accepted_has_nothing_to_open(session: Session) -> None:
    """Its events tell what it did."""
    session.ledger.submit(NAME, VETO)
    assert ledger.refusal(session.ledger, NAME, last(session), "anna") is None


def test_a_sealed_answer_belongs_to_its_own_receipt(session: Session) -> None:
    """Moved under another receipt, or under another campaign's, it does not open."""
    session.ask("DrawLeader")
    receipt = last(session)
    later = msgspec.structs.replace(receipt, at="1999-12-31T00:00:00.000Z")
    with pytest.raises(VaultError):
        ledger.refusal(session.ledger, NAME, later, "host")
    other = Session(session.ledger, "other").open()
    with pytest.raises(VaultError):
        ledger.refusal(session.ledger, other.name, receipt, "host")


def test_a_store_without_its_key_still_gives_receipts(session: Session, tmp_path: Path) -> None:
    """An imported campaign: what is refused there is known by its salt, and opened to nobody."""
    export(session.ledger, NAME, tmp_path / "club.jsonl")
    with Ledger(tmp_path / "other.db") as other:
        import_(other, tmp_path / "club.jsonl")
        other.vault.path.unlink()
        assert other.submit(NAME, {"command": "AddEntropy", "value": "v"})["accepted"]
        answer = other.submit(NAME, {"command": "DrawLeader"})
        (_, row), count = list(other.store.receipts(NAME))[-1], len(kept(session)) + 2
        assert answer["receipt"]["id"] == f"club/{count}"
        receipt = receipts.read(row)
        assert receipt.sealed == "" and ledger.refusal(other, NAME, receipt, "host") is None
        assert receipts.proves(receipt, '{"command":"DrawLeader"}', answer["receipt"]["salt"])
        assert list(audit_of(other, NAME).findings(other.store.rows(NAME))) == []


def test_what_fails_for_want_of_the_key_has_a_receipt(session: Session) -> None:
    """A ballot that was in by 20:14 was in, whoever mislaid the key; its line names the receipt."""
    session.ledger.vault.path.unlink()
    number = len(kept(session)) + 1
    with pytest.raises(VaultError, match=rf"vault key .* is missing.*\[receipt club/{number}\]$"):
        session.ledger.submit(NAME, VETO)
    receipt = last(session)
    assert (receipt.versions, receipt.by, receipt.sealed) == (None, "", "")
    assert found(session) == []


def test_there_is_no_receipt_of_that_number(session: Session) -> None:
    """One line, naming it."""
    with pytest.raises(StoreError, match="there is no receipt club/999"):
        ledger.receipt(session.ledger, NAME, 999)


def test_a_damaged_receipt_is_told_in_one_line(session: Session) -> None:
    """Bytes that are none."""
    with closing(sqlite3.connect(session.ledger.store.path)) as db:
        db.execute("UPDATE receipts SET body=x'00' WHERE number=1")
        db.commit()
    with pytest.raises(
        StoreError, match="receipt club/1 cannot be read; `campaign verify club` shows why"
    ):
        ledger.receipt(session.ledger, NAME, 1)


# --- held against the events --------------------------------------------------------------------


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A played campaign with refusals in it; tests change copies of its receipts."""
    session = played(tmp_path_factory.mktemp("receipts"), turns=3, close=False)
    session.ask("DrawLeader")
    session.do("AddEntropy", "anna", value="the last word")
    session.ask("OpenBallots")
    yield session
    session.ledger.close()


def rechained(papers: list[Kept], change: Callable[[int, Receipt], Receipt | None]) -> list[Kept]:
    """The receipts with some changed or left out, numbered and chained anew."""
    made: list[Kept] = []
    before = b""
    for number, row in papers:
        receipt = change(number, receipts.read(row))
        if receipt is not None:
            before = receipts.sealed_row(receipt, before)
            made.append((len(made) + 1, before))
    return made


def places(book: Session) -> tuple[int, int, int]:
    """Numbers of an accepted receipt of several events, of a refused one, and of the last one."""
    read = {number: receipts.read(row) for number, row in kept(book)}
    several = next(
        n for n, one in read.items() if one.versions and one.versions[0] < one.versions[1]
    )
    return several, max(n for n, one in read.items() if not one.versions), max(read)


def test_untouched_receipts_have_no_findings(book: Session) -> None:
    """Every event behind the first receipt has one; chained anew unchanged they are the same."""
    assert found(book) == []
    assert rechained(kept(book), lambda _, receipt: receipt) == kept(book)
    papers = Papers(lambda: kept(book))
    assert list(papers.rest()) == [] and papers.checked == len(kept(book))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"at": "1999-01-01T00:00:01.000Z"}, "has another time, member or place"),
        ({"by": "eve"}, "has another time, member or place"),
        ({"head": "0" * 64}, "names another digest than the one before event"),
    ],
)
def test_an_accepted_receipt_written_anew_contradicts_its_event(
    book: Session, change: dict[str, str], told: str
) -> None:
    """Even with every later digest computed anew."""
    which, _, _ = places(book)
    papers = rechained(
        kept(book), lambda n, one: msgspec.structs.replace(one, **change) if n == which else one
    )
    assert any(told in line for line in found(book, papers))


@pytest.mark.parametrize(
    ("versions", "told"),
    [
        (lambda first, last: (first, last - 1), "there is none for event"),
        (lambda first, last: (first + 1, last), "there is none for event"),
        (lambda first, last: (first - 1, last), "has another time, member or place"),
        (lambda first, last: (first, last + 1), "has another time, member or place"),
        (lambda first, last: (1, 1), "names event 1 in the wrong place"),
        (lambda first, last: (last, first), "in the wrong place"),
        (lambda first, last: (9_000, 9_001), "event 9001 is not there"),
    ],
)
def test_a_receipt_for_other_events_is_found(
    book: Session, versions: Callable[[int, int], tuple[int, int]], told: str
) -> None:
    """One event too few, one too many, or others altogether."""
    which, _, _ = places(book)

    def change(number: int, one: Receipt) -> Receipt:
        if number != which or one.versions is None:
            return one
        return msgspec.structs.replace(one, versions=versions(*one.versions))

    assert any(told in line for line in found(book, rechained(kept(book), change)))


def test_a_receipt_left_out_is_found_where_something_was_recorded(book: Session) -> None:
    """Numbers and digests closed up behind it: its events have none."""
    which, _, _ = places(book)
    told = found(book, rechained(kept(book), lambda n, one: None if n == which else one))
    assert told and all("there is none for event" in line for line in told)


def test_a_refused_one_left_out_and_closed_up_leaves_no_trace_but_in_its_sender_s_digest(
    book: Session,
) -> None:
    """What the auditor cannot see, and says so; whoever kept a later digest can."""
    _, which, _ = places(book)
    papers = rechained(kept(book), lambda n, one: None if n == which else one)
    assert found(book, papers) == []
    heads = {chain.head(row) for _, row in papers}
    assert chain.head(kept(book)[-1][1]) not in heads


@pytest.mark.parametrize("head", ["f" * 64, "no digest at all"])
def test_a_refused_one_at_a_digest_that_never_was_is_found(book: Session, head: str) -> None:
    """It stands on an event of this history."""
    _, which, _ = places(book)
    papers = rechained(
        kept(book), lambda n, one: msgspec.structs.replace(one, head=head) if n == which else one
    )
    assert found(book, papers) == [f"number {which}: names a digest that no event has"]


def test_a_log_cut_off_behind_an_event_is_found_by_its_receipt(book: Session) -> None:
    """No digest from an old report is needed for that."""
    rows = stored(book)
    audit = Verification(SYSTEMS, papers=Papers(lambda: kept(book)))
    told = [finding.text for finding in audit.findings(rows[:-1])]
    assert any(f"event {len(rows)} is not there" in line for line in told)


def test_numbers_bytes_and_order_are_held(book: Session) -> None:
    """A changed byte, a gap, two swapped, one twice, bytes that are no receipt."""
    papers = kept(book)
    flipped = bytes([papers[4][1][10] ^ 1])
    changed = papers[4][1][:10] + flipped + papers[4][1][11:]
    cases = {
        "its bytes do not match its digest": [*papers[:4], (5, changed), *papers[5:]],
        "number 6 comes after 4": [*papers[:4], *papers[5:]],
        "does not follow the one before": [*papers[:4], (5, papers[5][1]), (6, papers[4][1])],
        "number 5 comes after 5": [*papers[:5], *papers[4:]],
        "is not written as a receipt": [*papers[:4], (5, b"none"), *papers[5:]],
    }
    for told, made in cases.items():
        assert any(told in line for line in found(book, made)), told


# --- with the campaign --------------------------------------------------------------------------


def test_an_export_carries_the_receipts_loss_free(book: Session, tmp_path: Path) -> None:
    """They come back byte for byte, also through a second export."""
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    export(book.ledger, NAME, one)
    assert list(Export(one).receipts()) == kept(book)
    with Ledger(tmp_path / "other.db") as other:
        import_(other, one)
        assert list(other.store.receipts(NAME)) == kept(book)
        export(other, NAME, two)
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize("change", ["a byte", "no JSON", "another number"])
def test_an_export_with_a_changed_receipt_is_not_taken_in(
    book: Session, tmp_path: Path, change: str
) -> None:
    """Nothing is written, not even a store."""
    file = tmp_path / "club.jsonl"
    export(book.ledger, NAME, file)
    *lines, final = file.read_text().splitlines()
    match change:
        case "a byte":
            final = final.replace('"at":"1999', '"at":"1998')
        case "no JSON":
            final = final[:-1]
        case "another number":
            final = final.replace('"number":', '"number":1')
    file.write_text("\n".join([*lines, final]) + "\n")
    with Ledger(tmp_path / "other.db") as other, pytest.raises(StoreError, match="receipt"):
        import_(other, file)
    assert not (tmp_path / "other.db").exists()


def test_a_million_receipts_need_no_memory_of_their_own(book: Session) -> None:
    """They are read in pages; more than one page comes in order and whole."""
    store = book.ledger.store
    name = "pages"
    rows = [(number, b"%d" % number) for number in range(1, 1_203)]
    store.append(name, [(1, "campaign.CampaignOpened", b"{}")], receipts=rows, create=True)
    assert list(store.receipts(name)) == rows
    assert list(store.receipts(name, 7)) == rows[:7]
    store.forget(name)
    assert list(store.receipts(name)) == []
