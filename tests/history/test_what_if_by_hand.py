"""A what-if made by hand of a campaign: what it could excuse is found, and `verify` names it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from campaign.history.effective import blanked, left
from campaign.store import export
from campaign.store.branches import branch
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from campaign.verify.receipts import Papers, read
from campaign.verify.signatures import Countersigned
from events import chain, codec
from events.base import Event, topic
from events.campaign import CampaignOpened, MemberEnrolled
from events.club import HeadWitnessed
from events.disputes import Branched
from support.command_line import Shell
from support.sessions import Dice

NAME = "club"
PLAYED = "2026-03-05T20:00:00.000Z"
Log = list[Event]


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """A campaign in which a member was enrolled, and a war broke out."""
    vault = Vault(tmp_path / "campaign.vault", random=Dice())
    with Ledger(tmp_path / "campaign.db", vault, lambda: PLAYED) as ledger:
        assert ledger.open(NAME, scenario="global-war")["accepted"]
        anna = {"command": "EnrolMember", "member": "anna", "name": "Anna", "roles": ["player"]}
        assert ledger.submit(NAME, anna)["accepted"]
        war = {"command": "DeclareWar", "attacker": "germany", "target": "poland", "id": "war"}
        assert ledger.submit(NAME, war)["accepted"]
        yield ledger


def log_of(ledger: Ledger, name: str = NAME) -> Log:
    """A campaign's events."""
    return [one.event for one in ledger.history(name)]


def sealed(log: Log) -> list[tuple[int, str, bytes]]:
    """The events with digests that fit."""
    rows, head = [], ""
    for version, event in enumerate(log, 1):
        stored = chain.seal(codec.encode(replace(event, prev=head)))
        rows.append((version, topic(event), stored))
        head = chain.head(stored)
    return rows


def begun(log: Log, **fields: Any) -> Branched:
    """The fact with which somebody makes a what-if of a record by hand."""
    told: dict[str, Any] = {
        "at": PLAYED, "by": "host", "name": "club-if", "origin": NAME, "behind": len(log),
        "head": "a" * 64, "maker": "host", "id": "0" * 32, "seed_anchor": "0" * 64,
        "seed_links": 9, "seed_sealed": "x",
    }  # fmt: skip
    return Branched(**{**told, **fields})


def found(log: Log) -> list[str]:
    """What the audit finds in a record sealed anew."""
    return list(map(str, Verification(SYSTEMS).findings(sealed(log))))


def test_a_true_what_if_is_clean(ledger: Ledger) -> None:
    """Also of a what-if."""
    branch(ledger, NAME, None, "anna", "club-if")
    branch(ledger, "club-if", None, "anna", "club-if-if")
    for name in ("club-if", "club-if-if"):
        log = log_of(ledger, name)
        assert found(log) == []
        assert all(left(event) == "" for event in log[: len(log_of(ledger))])


def test_a_copy_without_secrets_and_a_beginning_is_all_that_a_what_if_needs(
    ledger: Ledger,
) -> None:
    """By hand it is as good as by the program: it says itself that it is one."""
    log = [replace(blanked(event), key="") for event in log_of(ledger)]
    assert found([*log, begun(log)]) == []


@pytest.mark.parametrize(
    ("kind", "field"),
    [(CampaignOpened, "seed sealed"), (None, "key")],
)
def test_what_a_what_if_does_not_take_over_is_found(
    ledger: Ledger, kind: type[Event] | None, field: str
) -> None:
    """A campaign's own record with the fact behind it still holds seeds and keys."""
    log = log_of(ledger)
    copy = [replace(blanked(event), key="") for event in log]
    version = 0
    for at, event in enumerate(log):
        if (
            isinstance(event, kind) and left(event) == field.replace(" ", "_")
            if kind
            else (event.key)
        ):
            copy[at], version = event, at + 1
            break
    assert version
    told = f"its event {version} holds what a what-if does not take over ({field})"
    assert f"version {len(log) + 1}: what-if: {told}" in found([*copy, begun(copy)])


def test_a_false_past_is_found_in_a_what_if_too(ledger: Ledger) -> None:
    """Enrolling somebody as they are, or with a role twice."""
    log = [replace(blanked(event), key="") for event in log_of(ledger)]
    at = max(at for at, event in enumerate(log) if isinstance(event, MemberEnrolled))
    enrolled = log[at]
    assert isinstance(enrolled, MemberEnrolled)
    refused = "rules: `campaign enrol` by Host would be refused (Members)"
    again = [*log[: at + 1], enrolled, *log[at + 1 :]]
    assert found([*again, begun(again)]) == [
        f"version {at + 2}: {refused}: Anna is enrolled with exactly this already"
    ]
    log[at] = replace(enrolled, roles=("player", "player"))
    assert found([*log, begun(log)]) == [
        f"version {at + 1}: {refused}: roles: player is named twice; once is enough"
    ]


def test_a_past_that_is_not_chained_anew_is_found(ledger: Ledger) -> None:
    """The origin's digest at that event cannot be the copy's own."""
    log = [replace(blanked(event), key="") for event in log_of(ledger)]
    head = chain.head(sealed(log)[-1][2])
    told = "the event before it has the digest that it has in the origin, and is no copy"
    assert found([*log, begun(log, head=head)]) == [f"version {len(log) + 1}: what-if: {told}"]


def test_a_what_if_without_seeds_of_its_own_is_found(ledger: Ledger) -> None:
    """Nobody could draw in it."""
    log = [replace(blanked(event), key="") for event in log_of(ledger)]
    told = "rules: its seeds are not sealed, so that nobody could draw"
    assert found([*log, begun(log, seed_sealed="")]) == [f"version {len(log) + 1}: {told}"]


# --- countersigned heads ------------------------------------------------------------------------


def witnessed(about: int, head: str) -> HeadWitnessed:
    """Anna's countersignature, which none of her keys made."""
    return HeadWitnessed(
        at=PLAYED, by="anna", about=about, head=head, member="anna", key_id="k", signature="s"
    )


@pytest.fixture
def signed(monkeypatch: pytest.MonkeyPatch, ledger: Ledger) -> Callable[[Log], list[str]]:
    """The findings about a record whose signatures all hold."""
    monkeypatch.setattr("campaign.kernel.keys.signature", lambda *_: iter(()))
    state = ledger.live(NAME).state

    def looked_at(log: Log) -> list[str]:
        heads = Countersigned()
        told: list[str] = []
        for version, _, stored in sealed(log):
            heads.seen(version, chain.head(stored))
            told += map(str, heads.event(version, state, SYSTEMS.codec.decode(chain.body(stored))))
        return [*told, *map(str, heads.rest())]

    return looked_at


def test_heads_of_the_origin_agree_with_each_other(
    ledger: Ledger, signed: Callable[[Log], list[str]]
) -> None:
    """One event of the origin has one digest; whose it is, only the origin's record shows."""
    log = log_of(ledger)
    last = len(log) + 3
    one, same, other = witnessed(2, "b" * 64), witnessed(2, "b" * 64), witnessed(2, "c" * 64)
    assert signed([*log, one, same, begun([*log, one, same])]) == []
    assert signed([*log, one, other, begun([*log, one, other])]) == [
        f"version {last - 1}: witness: Anna countersigned {'c' * 12}… as event 2, "
        f"and {'b' * 12}… was countersigned as the same event before"
    ]


def test_a_head_of_the_origin_that_is_the_copys_own_is_found(
    ledger: Ledger, signed: Callable[[Log], list[str]]
) -> None:
    """The origin's opening holds sealed seeds, a what-if's does not: no digest is the same."""
    log = log_of(ledger)
    own = witnessed(2, chain.head(sealed(log)[1][2]))
    assert signed([*log, own]) == []
    assert signed([*log, own, begun([*log, own])]) == [
        "version 2: witness: Anna countersigned event 2 of the origin, and it is the same here; "
        "a what-if's past has new digests"
    ]


def test_a_head_countersigned_in_the_what_if_is_compared(
    ledger: Ledger, signed: Callable[[Log], list[str]]
) -> None:
    """Behind its beginning nothing is excused."""
    log = log_of(ledger)
    log = [*log, begun(log)]
    told = signed([*log, witnessed(len(log), "d" * 64)])
    assert len(told) == 1 and told[0].startswith(
        f"version {len(log) + 1}: witness: Anna countersigned {'d' * 12}… as event {len(log)}, "
        "which has the digest "
    )


# --- what verify says ---------------------------------------------------------------------------


def test_verify_says_first_that_a_record_is_a_what_if(ledger: Ledger, tmp_path: Path) -> None:
    """Before any finding, of the store and of an export, with the campaign it is made of."""
    _, version = branch(ledger, NAME, None, "anna", "club-if")
    export.export(ledger, "club-if", tmp_path / "if.jsonl")
    shell = Shell(tmp_path)
    first = (
        f"club-if is a what-if of club, made by anna: up to event {version - 1} it is a copy, "
        "and proves nothing about club."
    )
    for args in (["club-if"], ["--file", str(tmp_path / "if.jsonl")]):
        out = shell.fine("verify", *args).splitlines()
        assert out[0] == first
        assert out[-1].endswith(f"no findings; a what-if of club, behind its event {version - 1}")
    done = shell("verify", "club-if", "--against", "e" * 64)
    assert done.status == 1 and done.out.splitlines()[0] == first
    assert "what-if" not in shell.fine("verify", NAME)


def test_a_receipt_of_its_beginning_is_found(ledger: Ledger) -> None:
    """A what-if begins without a command, and so without a receipt."""
    log = [replace(blanked(event), key="") for event in log_of(ledger)]
    log.append(begun(log))
    rows = sealed(log)
    (_, last), *_ = reversed(list(ledger.store.receipts(NAME)))
    head = chain.head(rows[-2][2])
    told = replace(read(last), versions=(len(log), len(log)), head=head, prev="", at=PLAYED)
    papers = Papers(lambda: [(1, chain.seal(msgspec.json.encode(told)))])
    assert [str(one) for one in Verification(SYSTEMS, papers=papers).findings(rows)] == [
        f"version 0: receipt: number 1: is for event {len(log)}; a what-if begins without one"
    ]
