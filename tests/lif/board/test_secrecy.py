"""Nothing written tells one unopened choice from another: not its bytes, not its length.

The same campaign is played with the unopened choices swapped. Everything that the program writes or
answers is then compared byte by byte, with stars for commitments, ciphertexts and the digests over
them: each is replaced by as many stars as it is long, so that lengths are compared too.
"""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.kernel import decisions
from campaign.kernel.opening import SeedChain
from campaign.lif.names import country
from campaign.lif.politics import sides
from campaign.lif.roster import POWERS
from campaign.projections import database, projector
from campaign.reports import pages
from campaign.store import snapshots
from campaign.store.export import export
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault, VaultError
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from support.extensions import ARE_HERE, extension
from support.facts import facts_in
from support.sessions import ADDRESS, NAME, Dice, Session, ledger_in, nonce_of, stored

pytestmark = pytest.mark.further

BALLOTS = ("veto", "no-veto")
VOTES = ("another", "stop", "abstain")
HIDDEN = re.compile(
    rb'"(?:commitment|sealed|ciphertext|prev|digest|head|sent|asked)":"([0-9a-f]{64,})"'
)
"""Where commitments, ciphertexts and digests stand in what is stored."""


def turned(session: Session, choices: tuple[str, ...], turn: int) -> dict[str, str]:
    """A choice for each power that could pay for any of them, turned on by so many places."""
    state = session.state
    dear = {p: sides.cost(state, state.board.leader, p) if choices == BALLOTS else 2
            for p in POWERS}  # fmt: skip
    able = [power for power in POWERS if state.veto_points[power] >= dear[power]]
    assert len(able) >= 3
    return {power: choices[(place + turn) % len(choices)] for place, power in enumerate(able)}


def played(folder: Path, phase: str, turn: int, until: str = "sealed") -> Session:
    """A campaign that stops in mid-board, with choices in the vault and on devices, unopened.

    Before it lies a whole board whose first ballots and votes were replaced, and so never opened.
    """
    folder.mkdir(exist_ok=True)
    session = Session(ledger_in(folder)).open("lif-1998")
    session.draw()
    session.ballots(turned(session, BALLOTS, turn))
    session.ballots(dict.fromkeys(POWERS, "no-veto"))
    session.do("OpenBallots")
    session.votes(turned(session, VOTES, turn))
    session.votes({"germany": "another", **dict.fromkeys([*POWERS][1:], "abstain")})
    session.do("OpenVotes")
    session.do("DrawLeader", id="second draw")
    if phase == "votes":
        session.do("OpenBallots", absent="no-veto", withheld=True)
    kind, choices = ("Ballot", BALLOTS) if phase == "ballots" else ("Vote", VOTES)
    wishes = turned(session, choices, turn)
    openings = []
    for number, (power, choice) in enumerate(wishes.items()):
        by = session.state.campaign.powers.get(power, "host")
        if number % 3 == 0:
            session.do(f"Seal{kind}", by, power=power, choice=choice, id=f"{phase} {power}")
            continue
        made = session.device(power, choice, nonce_of(power))
        session.do(f"Seal{kind}", by, power=power, commitment=made)
        if number % 3 == 1:
            openings.append((by, {"power": power, "choice": choice, "nonce": nonce_of(power)}))
    session.do("FixMarkers")
    for by, opening in openings:
        session.do(f"Reveal{kind}", by, **opening)
    return session


def written(session: Session, out: Path) -> dict[str, bytes]:
    """Everything that the program writes or answers, by name."""
    ledger = session.ledger
    out.mkdir()
    export(ledger, NAME, out / "export.jsonl")
    projector.update(ledger, NAME)
    pages.write(ledger, NAME, out)
    told: dict[str, Any] = {
        "answers": session.answers,
        "show": ledger.show(NAME),
        "log": [decisions.stamped(r.version, r.event, r.digest) for r in ledger.history(NAME)],
    }
    if ARE_HERE:
        verbs = extension("statistics.verbs")
        told["statistics"] = verbs.campaign_json(session.state, facts_in(ledger))
    for version, _, row in stored(session):
        told[f"row {version}"] = row.decode()
    with closing(sqlite3.connect(ledger.store.path)) as db:
        told["keys"] = db.execute("SELECT * FROM command_keys").fetchall()
        told["outlines"] = db.execute("SELECT * FROM outlines").fetchall()
        kept = db.execute("SELECT originator_version, state FROM snapshots").fetchall()
        assert len(kept) > 2
        told |= {f"snapshot {version}": state.decode() for version, state in kept}
        salts = db.execute("SELECT number, body FROM salts").fetchall()
        assert len(salts) > 2
        told |= {f"salt {number}": f'{{"sealed":"{body}"}}' for number, body in salts}
    ledger.close()
    texts = {name: json.dumps(value).encode() for name, value in told.items()}
    files = [*out.iterdir(), ledger.store.path, database.path(ledger.store.path)]
    return {**texts, **{file.name: file.read_bytes() for file in files}}


def starred(everything: dict[str, bytes]) -> dict[str, bytes]:
    """The same with stars for hashes and ciphertexts; a report sets digests in groups of eight."""
    secret = set(HIDDEN.findall(b"".join(everything.values()).replace(b'\\"', b'"')))
    digests = {row.rstrip(b'"')[-64:] for name, row in everything.items() if name[:4] == "row "}
    short = {word[start : start + 8] for word in digests for start in range(0, 64, 8)}
    words = sorted(secret | digests, key=len, reverse=True) + sorted(short, key=len, reverse=True)
    pattern = re.compile(b"|".join(words))

    def stars(found: re.Match[bytes]) -> bytes:
        return b"*" * len(found[0])

    return {name: pattern.sub(stars, PARTED.sub(stars, text)) for name, text in everything.items()}


PARTED = re.compile(rb'(?<=")[0-9a-f]{1,200}(?=\x00\x00)|(?<=\x00\x00..)[0-9a-f]{1,200}(?=")', re.S)
"""Where SQLite goes on in another page in the middle of a hash or ciphertext: its two parts, before
and behind the four bytes of a page's number."""


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots at every few events, so that some hold unopened ballots."""
    monkeypatch.setattr(snapshots, "EVERY", 4)
    monkeypatch.delenv("CAMPAIGN_VAULT_KEY", raising=False)


@pytest.fixture(params=["ballots", "votes"])
def session(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Session]:
    """A campaign in mid-board with choices unopened."""
    session = played(tmp_path / "club", request.param, 0)
    yield session
    session.ledger.close()


def nonces(session: Session) -> list[str]:
    """The nonces of all unopened markers."""
    vault, markers = session.ledger.vault, session.state.board.markers
    inside = [vault.open(session.subject(power), marker.ciphertext).nonce
              for power, marker in markers.items() if marker.ciphertext]  # fmt: skip
    return [*inside, *(nonce_of(power) for power in POWERS)]


def test_no_unopened_nonce_and_no_key_is_written(session: Session, tmp_path: Path) -> None:
    """Neither as hex nor as bytes, anywhere; the write-ahead log included."""
    vault, shared = session.ledger.vault, session.state.campaign
    label = f"campaign-tracker seeds 1\n{shared.id}\n"
    chain = SeedChain(shared.id, shared.seed_anchor, shared.seed_links, shared.seed_sealed)
    secrets = [*nonces(session), vault._key().hex(), vault.seed(chain, shared.seed_number)]
    secrets.append(vault._decrypt(shared.seed_sealed, label).hex())
    files = [file for file in (tmp_path / "club").iterdir() if file.suffix != ".vault"]
    assert any(file.name.endswith("-wal") for file in files)
    everything = {file.name: file.read_bytes() for file in files}
    everything |= written(session, tmp_path / "out")
    for name, text in everything.items():
        for secret in secrets:
            assert secret.encode() not in text, name
            assert bytes.fromhex(secret) not in text, name


def test_an_address_stands_in_no_event(session: Session, tmp_path: Path) -> None:
    """Neither log nor export has it, nor does an answer, a report or a read table."""
    shown = {name for name, text in written(session, tmp_path / "out").items()
             if ADDRESS.encode() in text}  # fmt: skip
    assert shown == set()


def test_handing_an_opening_in_shows_nothing(session: Session) -> None:
    """The answer names the power, the state that it handed in, and only the head moves on."""
    kind = {"ballots": "Ballot", "votes": "Vote"}[session.phase]
    choices = BALLOTS if kind == "Ballot" else VOTES
    (power,) = [power for power, marker in session.state.board.markers.items()
                if marker.device and not marker.ciphertext][:1]  # fmt: skip
    choice = turned(session, choices, 0)[power]
    by = session.state.campaign.powers.get(power, "host")
    before = session.ledger.show(NAME)
    answer = session.do(f"Reveal{kind}", by, power=power, choice=choice, nonce=nonce_of(power))
    (event,) = answer["events"]
    assert event == {"version": answer["version"], "type": f"lif.{kind}Revealed", "power": power}
    after = session.ledger.show(NAME)
    in_now = {*before["board"]["handed_in"], power}
    before["board"]["handed_in"] = sorted(in_now)
    assert {**after, "version": 0, "head": ""} == {**before, "version": 0, "head": ""}


def test_a_veto_without_the_points_is_told_to_its_voter_alone(tmp_path: Path) -> None:
    """Ruling 18: refused when it is sealed; no event, no key, nothing shown."""
    session = played(tmp_path / "club", "ballots", 0)
    session.do("OpenBallots", absent="no-veto", withheld=True)
    while session.phase != "ballots":
        session.do("OpenVotes", absent="abstain") if session.phase == "votes" else session.draw()
        if session.phase == "closed":
            session.do("AdvanceTurn")
            session.draw()
    state = session.state
    power = next(p for p in POWERS
                 if sides.cost(state, state.board.leader, p) > state.veto_points[p])  # fmt: skip
    before = stored(session), session.ledger.show(NAME)
    answer = session.ask("SealBallot", power=power, choice="veto", id="mine")
    assert (answer["accepted"], answer["rule"]) == (False, "LiF 4.1")
    assert country(power) in answer["reason"]
    assert (stored(session), session.ledger.show(NAME)) == before
    assert session.ledger.store.versions_of(NAME, "mine") is None
    assert session.do("SealBallot", power=power, choice="no-veto", id="mine")["accepted"]
    session.ledger.close()


@pytest.mark.parametrize("key", [None, "00" * 32, "no key at all"])
def test_a_copied_database_opens_nothing(session: Session, tmp_path: Path, key: str | None) -> None:
    """Without the vault key, or with another: one clear line, nothing recorded; verify works."""
    kind = {"ballots": "Ballots", "votes": "Votes"}[session.phase]
    copy = tmp_path / "copy.db"
    with (
        closing(sqlite3.connect(session.ledger.store.path)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
    vault = Vault(tmp_path / "copy.vault", random=Dice("thief"))
    if key:
        vault.path.write_text(key)
    with Ledger(copy, vault) as thief:
        with pytest.raises(VaultError) as caught:
            thief.submit(NAME, {"command": f"Open{kind}"})
        assert "vault key" in str(caught.value) and "\n" not in str(caught.value)
        assert list(thief.store.rows(NAME)) == stored(session)
        assert list(Verification(SYSTEMS).findings(thief.store.rows(NAME))) == []
        assert thief.show(NAME) == session.ledger.show(NAME)
