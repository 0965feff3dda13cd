"""Draws that nobody can choose and everybody can check: worked out a second time, and cheated on.

The functions under `by hand` know the documentation alone, not the program.
"""

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from campaign.kernel import draws
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from campaign.verify.rows import Row
from events import chain
from support.sessions import NAME, Session, bodies, ledger_in, nonce_of, played, stored
from support.thorough import Record, found_in

OTHER = "is not what was sealed"
SEEDS = [hashlib.sha256(str(number).encode()).hexdigest() for number in range(3)]
ID = "c0ffee" * 5 + "00"


# --- by hand ------------------------------------------------------------------------------------


def hashed(seed: str, times: int) -> str:
    """A seed hashed so many times."""
    for _ in range(times):
        seed = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    return seed


def drawn(seed: str, campaign: str, draw: int, mixed: Sequence[str], cup: Sequence[str]) -> str:
    """The leader that a draw gives."""
    lines = ["campaign-tracker draw 1", campaign, str(draw), *mixed]
    key = bytes.fromhex(seed)
    value = hmac.new(key, "".join(line + "\n" for line in lines).encode(), hashlib.sha256).digest()
    names = sorted(cup)
    while True:
        number = int.from_bytes(value[:8], "big")
        if number < 2**64 // len(names) * len(names):
            return names[number % len(names)]
        value = hmac.new(key, value, hashlib.sha256).digest()


# --- the chain and the pick ---------------------------------------------------------------------


def test_each_seed_hashes_to_the_one_before_and_the_first_to_the_anchor() -> None:
    """The chain runs backwards: whoever knows a seed knows all before it and none after it."""
    secret, links = SEEDS[0], 12
    seeds = [draws.seed_of(secret, links, number) for number in range(1, links + 1)]
    assert seeds == [hashed(secret, links - number) for number in range(1, links + 1)]
    assert draws.anchor_of(secret, links) == hashed(seeds[0], 1)
    assert all(hashed(after, 1) == before for before, after in pairwise(seeds))
    assert seeds[-1] == secret
    for number in (0, links + 1):
        with pytest.raises(ValueError, match="none of them"):
            draws.seed_of(secret, links, number)


def test_the_pick_is_the_one_worked_out_by_hand() -> None:
    """Over seeds, draw numbers, mixtures and cups of every size up to the kit's 58."""
    cup = [f"leader-{number}" for number in range(58)]
    for number in range(1, 59):
        for mixed in ([], ["entropy anna four"], [f"ballot usa {SEEDS[2]}", "entropy ben six"]):
            for seed in SEEDS:
                expected = drawn(seed, ID, number, mixed, cup[:number])
                assert draws.pick(seed, ID, number, mixed, cup[:number]) == expected


def test_the_order_in_which_the_cup_is_told_does_not_matter() -> None:
    """Candidates stand in id order."""
    cup = ["zhukov", "balbo", "mao", "halsey"]
    picks = {draws.pick(SEEDS[0], ID, 1, [], order) for order in (cup, cup[::-1], sorted(cup))}
    assert len(picks) == 1


def test_values_that_would_favour_some_leaders_are_rejected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The last, incomplete round of the cup is thrown again: with three leaders, 2^64-1 alone."""
    thrown: list[bytes] = []
    numbers = [2**64 - 1, 2**64 - 2]

    def fake(key: bytes, text: bytes, how: str) -> bytes:
        assert how == "sha256"
        thrown.append(text)
        return numbers[len(thrown) - 1].to_bytes(8, "big") + b"\x07" * 24

    monkeypatch.setattr(draws.hmac, "digest", fake)
    assert 2**64 % 3 == 1
    assert draws.pick(SEEDS[0], ID, 1, [], ["a", "b", "c"]) == "abc"[(2**64 - 2) % 3]
    assert thrown[1] == (2**64 - 1).to_bytes(8, "big") + b"\x07" * 24
    thrown.clear()
    assert draws.pick(SEEDS[0], ID, 1, [], ["a", "b"]) == "b"
    assert len(thrown) == 1


@pytest.mark.parametrize("size", [2, 7, 23, 58])
def test_every_leader_has_the_same_chance(size: int) -> None:
    """Chi-square over many draws; the bound is passed by chance once in some thousands of runs."""
    cup = [f"leader-{number:02}" for number in range(size)]
    expected = 200
    tally = Counter(draws.pick(SEEDS[0], ID, n, [], cup) for n in range(size * expected))
    chi_square = sum((tally[who] - expected) ** 2 / expected for who in cup)
    freedom = size - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5 + 4


# --- played campaigns ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rulebook", ["lif-1998", pytest.param("lif-list", marks=pytest.mark.further)]
)
def test_every_draw_of_a_campaign_is_the_one_worked_out_by_hand(
    tmp_path: Path, rulebook: str
) -> None:
    """From the log alone, once the seeds are out: nonces of ballots and votes, and entropy."""
    session = played(tmp_path, rulebook)
    opened: dict[str, Any] = {}
    mixed: list[str] = []
    cup: set[str] = set()
    waiting: list[tuple[str, tuple[Any, ...]]] = []
    seed, checked = "", 0
    for _, event in bodies(session):
        match event["type"]:
            case "campaign.CampaignOpened":
                opened, seed = event, event["seed_anchor"]
            case "lif.LeadersSetUp":
                cup = {who for who, status in event["leaders"].items() if status == "cup"}
            case "lif.LeadersReachedYear" | "lif.ReservesCalledOut" | "lif.NextYearLeadersAdded":
                cup |= set(event["leaders"])
            case "lif.LeaderVetoed":
                cup.add(event["leader"])
            case "campaign.EntropyAdded":
                mixed.append(f"entropy {event['by']} {event['value']}")
            case "lif.BallotsOpened" | "lif.VotesOpened":
                kind = "ballot" if "ballots" in event else "vote"
                shown = event.get("ballots") or event.get("votes")
                mixed += [f"{kind} {p} {shown[p]['nonce']}" for p in sorted(shown)
                          if shown[p]["nonce"]]  # fmt: skip
            case "lif.LeaderDrawn":
                waiting.append((event["leader"], (event["draw"], tuple(mixed), sorted(cup))))
                cup.remove(event["leader"])
                mixed = []
            case "campaign.TurnBegan" | "campaign.CampaignClosed" if "seed_revealed" in event:
                assert hashed(event["seed_revealed"], 1) == seed
                seed = event["seed_revealed"]
                for leader, told in waiting:
                    assert drawn(seed, opened["id"], *told) == leader
                checked += len(waiting)
                waiting = []
    assert checked == session.state.draw > 20
    session.ledger.close()


def rewritten(rows: list[Row], change: dict[int, tuple[bytes, bytes]]) -> list[Row]:
    """A history as a cheating ledger would write it: some events changed, every digest made new."""
    head, told = "", []
    for version, topic, state in rows:
        body = chain.body(state)
        if version in change:
            old, new = change[version]
            assert old in body
            body = body.replace(old, new)
        if version > 1:
            body = re.sub(rb'"prev":"[0-9a-f]{64}"', b'"prev":"%b"' % head.encode(), body)
        head = chain.digest(body)
        told.append((version, topic, chain.seal(body)))
    return told


def cheats(session: Session, topic: str, old: str, new: str, nth: int = 0) -> tuple[int, list[str]]:
    """The version of the nth event of a topic, and what the auditor says once it is changed."""
    rows = stored(session)
    version = [number for number, kind, _ in rows if kind == topic][nth]
    audit = Verification(SYSTEMS)
    changed = rewritten(rows, {version: (old.encode(), new.encode())})
    return version, [str(finding) for finding in audit.findings(changed)]


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """A played campaign for cheats."""
    return played(tmp_path_factory.mktemp("cheats"), turns=4)


def test_another_leader_than_the_one_drawn_is_found(session: Session) -> None:
    """The seed, once out, gives the leader; the record has another who was in the cup too."""
    version, event = next(
        (version, event) for version, event in bodies(session) if event["type"] == "lif.LeaderDrawn"
    )
    cup = session.ledger.show(NAME, version - 1)["cup"]
    other = next(who for who in cup if who != event["leader"])
    rows = stored(session)
    board = {
        number: (event["leader"].encode(), other.encode())
        for number, told in bodies(session)
        if version <= number < version + 12 and told.get("leader") == event["leader"]
    }
    told = [str(finding) for finding in Verification(SYSTEMS).findings(rewritten(rows, board))]
    expected = f"version {version}: draw: the seed gives {event['leader']}, the record has {other}"
    assert expected in told


def test_a_seed_that_is_no_link_of_the_chain_is_found(session: Session) -> None:
    """A seed chosen afterwards does not hash to the one published before."""
    seeds = [e["seed_revealed"] for _, e in bodies(session) if e.get("seed_revealed")]
    version, told = cheats(session, "campaign.TurnBegan", seeds[0], SEEDS[0], nth=1)
    assert told[0].startswith(f"version {version}: seed: is not the next link")


@pytest.mark.parametrize("part", ["nonce", "choice"])
def test_a_ballot_opened_as_another_is_found(session: Session, part: str) -> None:
    """Neither the choice nor the nonce can be exchanged after the sealing."""
    nonce = nonce_of("1")
    changes = {
        "nonce": (nonce, nonce_of("another")),
        "choice": (
            f'"choice":"no-veto","nonce":"{nonce}"',
            f'"choice":"veto","nonce":"{nonce}"',
        ),
    }
    version, told = cheats(session, "lif.BallotsOpened", *changes[part])
    assert told[0].startswith(f"version {version}: rules: ") and told[0].endswith(
        f"Germany {OTHER}"
    )


def test_a_ballot_handed_in_and_called_withheld_is_found(session: Session) -> None:
    """A paid veto cannot be laid on a player who handed their opening in, whoever is charged."""
    log = Record(stored(session))
    place = next(n for n, body in enumerate(log) if body["type"] == "lif.BallotsOpened")
    log[place]["ballots"]["germany"] = {"choice": "veto", "nonce": "", "how": "withheld"}
    stamp = {name: log[place][name] for name in ("at", "by")}
    paid = {"type": "lif.VetoPointsSpent", **stamp, "prev": "new", "points": {"germany": 1}}
    for extra in ([], [paid]):
        forged = deepcopy(log)
        forged[place + 1 : place + 1] = extra
        told, _ = found_in(forged)
        why = "what the vault holds for Germany was not opened"
        assert f"rules: does not follow from what came before: {why}" in told


def test_a_commitment_changed_afterwards_is_found(session: Session) -> None:
    """What was sealed is what was committed to."""
    event = next(e for _, e in bodies(session) if e["type"] == "lif.BallotSealed")
    _, told = cheats(session, "lif.BallotSealed", event["commitment"], SEEDS[1])
    assert told[0].endswith(f"what the vault holds for the Commonwealth {OTHER}")


def test_draws_of_a_running_turn_are_not_yet_proved(tmp_path: Path) -> None:
    """Two draws wait for their seed; the next turn brings it."""
    session = Session(ledger_in(tmp_path)).open()
    session.draw()
    audit = Verification(SYSTEMS)
    assert list(audit.findings(stored(session))) == []
    assert sum(audit.pending.values()) == 1
    session.do("OpenBallots", absent="no-veto")
    session.do("OpenVotes", absent="abstain")
    session.do("AdvanceTurn")
    audit = Verification(SYSTEMS)
    assert list(audit.findings(stored(session))) == []
    assert sum(audit.pending.values()) == 0
    session.ledger.close()


def test_a_leader_who_was_not_in_the_cup_is_found(session: Session) -> None:
    """Rommel comes in 1940; in 1939 nobody can draw him."""
    leader = session_leader(session)
    version, told = cheats(session, "lif.LeaderDrawn", leader, "rommel")
    why = "does not follow from what came before: rommel could not be drawn"
    assert told[0] == f"version {version}: rules: {why}"


def session_leader(session: Session) -> str:
    """The first leader drawn."""
    return next(e["leader"] for _, e in bodies(session) if e["type"] == "lif.LeaderDrawn")


def test_a_draw_number_used_twice_is_found(session: Session) -> None:
    """The number never goes back, so that no draw is tried again."""
    version, told = cheats(session, "lif.LeaderDrawn", '"draw":2', '"draw":1', nth=1)
    text = "lif.LeaderDrawn, draw: the record has 1, and the rules give 2"
    assert told[0] == f"version {version}: rules: {text}"
