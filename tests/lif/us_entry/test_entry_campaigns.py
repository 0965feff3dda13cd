"""Campaigns of US entry: what happened in them, what was forbidden, and whether it can be proved.

The reckoner under `tests/campaigns/` imports nothing of the program; `test_entry_beside.py` lets it
go through random play as well.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.store.export import export, import_
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from events import chain
from events.lif.aftermath import NeutralMinorEntered
from events.lif.us_entry import (
    AsideChitsEntered,
    EntryActionTaken,
    EntryChitsDrawn,
    EntryChitsMoved,
    EntryChitsReturned,
    EntryOptionPicked,
    PoolBelowZero,
)
from support.recorded import NAME, opened
from support.sessions import Dice

pytestmark = pytest.mark.further

HERE = Path(__file__).parents[2] / "campaigns"
FOLDERS = sorted(HERE.glob("*-us-entry-*"))
TRIED = [FOLDERS[0], pytest.param(FOLDERS[1], marks=pytest.mark.further)]


def lines(folder: Path, name: str) -> list[dict[str, Any]]:
    """The lines of one of a campaign's files."""
    return [json.loads(line) for line in (folder / name).read_text().splitlines()]


def expected(folder: Path) -> dict[str, Any]:
    """What the second reckoning came to."""
    told: dict[str, Any] = json.loads((folder / "expected.json").read_text())
    return told


@pytest.fixture(scope="module", params=TRIED, ids=lambda folder: folder.name)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A campaign played to its end, with the answers to what was forbidden on the way."""
    folder: Path = request.param
    refused: dict[int, list[dict[str, Any]]] = {}
    for line in lines(folder, "forbidden.jsonl"):
        refused.setdefault(line["after"], []).append(line)
    answers: list[tuple[dict[str, Any], dict[str, Any]]] = []
    with opened(folder, tmp_path_factory.mktemp("store") / "campaign.db") as ledger:
        for number, command in enumerate(lines(folder, "commands.jsonl"), 1):
            answer = ledger.submit(NAME, command)
            assert answer["accepted"], f"line {number}: {command}: {answer}"
            for line in refused.pop(number, ()):
                before = ledger.live(NAME).head
                answers.append((line, ledger.submit(NAME, line["command"])))
                assert ledger.live(NAME).head == before, line
        assert not refused
        yield folder, ledger, answers


# --- what happened ------------------------------------------------------------------------------


def happened(ledger: Ledger) -> Iterator[dict[str, Any]]:
    """Dice and the chits that followed, as the events tell them."""
    turn = ""
    for event in (recorded.event for recorded in ledger.history(NAME)):
        match event:
            case EntryOptionPicked() | EntryActionTaken():
                option = isinstance(event, EntryOptionPicked)
                number = event.option if isinstance(event, EntryOptionPicked) else event.action
                rolls = {
                    theatre: [one.number, one.chits, one.roll.value if one.roll else None]
                    for theatre, one in event.outcomes.items()
                }
                kind = "option" if option else "action"
                yield {"turn": turn, kind: number, "target": event.target, "rolls": rolls}
            case NeutralMinorEntered():
                yield {"turn": turn, "entered": event.minor, "roll": event.roll.value}
            case EntryChitsReturned():
                yield {"turn": turn, "returned": list(event.chits), "pool": event.pool}
            case EntryChitsMoved():
                told = {"moved": list(event.chits), "pool": event.pool, "to": event.to}
                yield {"turn": turn, **told}
            case PoolBelowZero():
                yield {"turn": turn, "below_zero": event.pool, "missing": event.missing}
            case _:
                turn = getattr(event, "turn", turn)


def test_lif_5_3_every_die_and_every_chit_that_left_a_pool_is_the_reckoner_s(played: Any) -> None:
    """Rolls, chits moved and returned and every shortfall, in order; so with hashes as with dice.

    The ledger's were reckoned from the vault's bytes with the hash function alone.
    """
    folder, ledger, _ = played
    assert list(happened(ledger)) == expected(folder)["happened"]
    assert ledger.live(NAME).state.entry.draw == expected(folder)["draws"]


def test_lif_5_3_every_chit_was_sealed_as_the_specification_says(played: Any) -> None:
    """Each commitment in the log is the one reckoned over the value that only the USA saw."""
    folder, ledger, _ = played
    told = {
        chit.id: chit.commitment
        for recorded in ledger.history(NAME)
        if isinstance(recorded.event, EntryChitsDrawn | AsideChitsEntered | PoolBelowZero)
        for chit in recorded.event.chits
    }
    assert told == expected(folder)["commitments"]
    assert len(told) > 80


def test_lif_5_3_what_the_rules_forbid_is_refused_by_its_rule(played: Any) -> None:
    """Every line of `forbidden.jsonl` at its moment: refused, with its rule, without a change."""
    _, _, answers = played
    assert len(answers) > 20
    for line, answer in answers:
        assert not answer["accepted"], line
        assert answer["rule"] == line["rule"], (line, answer)


def test_lif_5_3_each_campaign_is_as_long_as_promised(played: Any) -> None:
    """25 options, 40 actions; the kit's by number; below zero in both kinds of pool; waits."""
    folder, _, _ = played
    told = expected(folder)
    options = [number for number, _, turn in told["final"]["taken"]["options"] if turn]
    actions = [number for number, _, turn in told["final"]["taken"]["actions"] if turn]
    assert len(options) >= 25 and len(actions) >= 40
    assert {12, 18, 22, 31, 32, 33, 34, 37, 40, 44, 46, 49} <= set(options)
    assert {3, 10, 11, 12, 16, 17, 18} <= set(actions)
    assert actions.count(12) >= 3
    final = told["final"]["us_entry"]
    assert final["gas_ended"] and final["spain_joined"] and len(final["dissolved"]) >= 2
    below = {row["below_zero"].partition("-")[0] for row in told["happened"] if "below_zero" in row}
    assert below == {"entry", "tension"}
    waits = [held["private"]["waits"] for held in told["turns"].values()]
    assert any(one["entry"] for one in waits) and any(one["tension"] for one in waits)


def test_lif_5_3_3_both_occupations_are_taken_or_one_is_forbidden_by_a_guarantee() -> None:
    """Action 3 for each country in one campaign; in the other option 46 keeps it from the NEI."""
    nei = "netherlands-east-indies"
    taken = {
        folder.name: {t for n, t, _ in expected(folder)["final"]["taken"]["actions"] if n == 3}
        for folder in FOLDERS
    }
    ledger, table = FOLDERS
    assert taken == {ledger.name: {"new-caledonia", nei}, table.name: {"new-caledonia"}}
    assert expected(table)["final"]["us_entry"]["guaranteed"] == [nei]
    tried = [line["command"] for line in lines(table, "forbidden.jsonl")]
    assert any(one.get("action") == 3 and one["target"] == nei for one in tried)


# --- by hand ------------------------------------------------------------------------------------


def test_lif_5_3_3_the_common_pool_of_the_ledger_was_counted_by_hand() -> None:
    """31 chits, 10 laid; 2 + 3 + 3 drawn by 1940's end; 19 join; two drawn, one back in January."""
    told = expected(FOLDERS[0])["turns"]
    held = [told[turn]["us_entry"]["common_pool"] for turn in list(told)[:4]]
    assert held == [31 - 10 - 2, 19 - 3, 16 - 3, 13 + 19 - 1 + 1 - 1]


def test_lif_5_3_3_waits_were_counted_by_hand() -> None:
    """Ruling 39: chits of 4 and 3 put aside in July 1942 keep the USA from drawing until March.

    The one of 1 that joins them in January 1943 ends then too. Those of 2 and 3 for a tension pool
    end in July 1942, where the higher counts.
    """
    ledger, table = (expected(folder)["turns"] for folder in FOLDERS)
    waits = {turn: held["private"]["waits"]["entry"] for turn, held in ledger.items()}
    assert [waits[turn] for turn in ("1942-JA", "1942-ND", "1943-JF")] == ["1943-MA"] * 3
    may = {turn: held["us_entry"]["may_draw"] for turn, held in ledger.items()}
    assert [may[turn] for turn in ("1942-MJ", "1942-JA", "1943-JF", "1943-MA")] == [
        True, False, False, True,
    ]  # fmt: skip
    aside = table["1942-JF"]["private"]["aside"]
    assert sorted(aside.values()) == [[2, "1942-MJ"], [3, "1942-JA"]]
    may = {turn: held["us_entry"]["may_choose"] for turn, held in table.items()}
    assert (may["1942-MJ"], table["1942-MJ"]["private"]["waits"]["tension"]) == (False, "1942-JA")


# --- proof --------------------------------------------------------------------------------------


def rows_of(ledger: Ledger) -> list[tuple[int, str, bytes]]:
    """The rows of the log."""
    return list(ledger.store.rows(NAME))


def retold(
    rows: list[tuple[int, str, bytes]], place: int, change: Callable[[dict[str, Any]], object]
) -> list[tuple[int, str, bytes]]:
    """A history with one event changed and every digest after it made to fit."""
    told = [*rows[:place]]
    head = chain.head(rows[place - 1][2])
    for number, (version, topic, stored) in enumerate(rows[place:], place):
        body = json.loads(chain.body(stored))
        body["prev"] = head
        if number == place:
            change(body)
        sealed = chain.seal(json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode())
        head = chain.head(sealed)
        told.append((version, topic, sealed))
    return told


def other(text: str) -> str:
    """A hash with its first digit changed."""
    return ("1" if text[0] == "0" else "0") + text[1:]


def shows_more(body: dict[str, Any]) -> None:
    """The first chit shown bears a point more."""
    first = next(iter(body["chits"].values()))
    first["value"] += 1


def brings_more(body: dict[str, Any]) -> None:
    """A roll brings or takes a chit more than it came to."""
    first = next(iter(body["outcomes"].values()))
    first["chits"] += 1


TAMPERED: dict[str, Callable[[dict[str, Any]], object]] = {
    "lif.EntryChitsShown": shows_more,
    "lif.EntryChitsDrawn": lambda body: body["chits"][0].update(
        commitment=other(body["chits"][0]["commitment"])
    ),
    "lif.EntryChitsReturned": lambda body: body.update(chits=["c999"]),
    "lif.EntryChitsMoved": lambda body: body.update(chits=["c999"]),
    "lif.PoolBelowZero": lambda body: body.update(missing=body["missing"] + 1),
    "lif.EntrySecretOpened": lambda body: body.update(secret=other(body["secret"])),
    "lif.EntryActionTaken": brings_more,
    "lif.EntryOptionPicked": brings_more,
    "lif.AsideChitsReturned": lambda body: body.update(chits=body["chits"][:-1]),
    "lif.EntryChitsStocked": lambda body: body.update(commitment=other(body["commitment"])),
}
"""What somebody might change in the history, by event."""


def test_verify_finds_nothing_in_a_history_told_again_as_it_was(played: Any) -> None:
    """So what it finds in one told otherwise is the change, and not the telling."""
    rows = rows_of(played[1])
    assert list(Verification(SYSTEMS).findings(retold(rows, 5, lambda body: None))) == []


@pytest.mark.parametrize("kind", TAMPERED)
def test_verify_finds_a_chit_tampered_with_though_every_digest_fits(played: Any, kind: str) -> None:
    """Each event of chits changed in turn, the first, the middle and the last of its kind."""
    rows = rows_of(played[1])
    places = [place for place, (_, topic, _) in enumerate(rows) if topic == kind]
    assert places
    for place in {*places[:1], *places[len(places) // 2 :][:1], *places[-1:]}:
        audit = Verification(SYSTEMS)
        found = list(audit.findings(retold(rows, place, TAMPERED[kind])))
        assert found, (kind, place)
        assert audit.checked == len(rows)


def test_verify_finds_a_common_pool_without_its_sealed_secret(played: Any) -> None:
    """LiF 5.3: what nobody sealed could never have been opened at the end."""
    rows = rows_of(played[1])
    place = next(place for place, row in enumerate(rows) if row[1] == "lif.EntryChitsStocked")
    found = [str(one) for one in Verification(SYSTEMS).findings(retold(rows, place, unsealed))]
    told = "the common pool is stocked without its secret, sealed for the vault"
    why = f"rules: does not follow from what came before: {told}"
    assert found == [f"version {rows[place][0]}: {why}"]


def unsealed(body: dict[str, Any]) -> None:
    """The sealed secret is gone."""
    body["sealed"] = ""


def test_verify_finds_a_ledger_s_die_that_was_turned_though_it_brings_as_much(
    tmp_path: Path,
) -> None:
    """LiF 5.3.3: a 9 for 8 says 10: no chit either way, and the seed of the turn gave a 9."""
    with opened(FOLDERS[0], tmp_path / "campaign.db") as ledger:
        for command in lines(FOLDERS[0], "commands.jsonl"):
            ledger.submit(NAME, command)
        rows = rows_of(ledger)
    place = next(place for place, row in enumerate(rows) if row[1] == "lif.EntryActionTaken")
    body = json.loads(chain.body(rows[place][2]))
    assert body["outcomes"]["germany-italy"]["number"] == 8
    assert body["outcomes"]["germany-italy"]["roll"]["value"] == 9

    def turned(body: dict[str, Any]) -> None:
        body["outcomes"]["germany-italy"]["roll"]["value"] = 10

    found = [str(one) for one in Verification(SYSTEMS).findings(retold(rows, place, turned))]
    assert len(found) == 1 and f"version {rows[place][0]}: " in found[0], found


def test_a_campaign_of_chits_comes_back_from_an_export_and_is_proved_there(
    played: Any, tmp_path: Path
) -> None:
    """The same head, the same rows, and a clean audit without store or key."""
    _, ledger, _ = played
    file = tmp_path / "export.jsonl"
    count = export(ledger, NAME, file)
    vault = Vault(tmp_path / "elsewhere.vault", random=Dice("elsewhere"))
    with Ledger(tmp_path / "other.db", vault) as found:
        assert import_(found, file) == (NAME, count)
        assert found.live(NAME).head == ledger.live(NAME).head
        audit = Verification(SYSTEMS)
        assert list(audit.findings(found.store.rows(NAME))) == []
        assert sum(audit.pending.values()) == 0
