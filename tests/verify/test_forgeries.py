"""The score of `verify`: forged records, sealed so that chain and receipts hold, have to be found.

What a forgery contradicts is answered by `forgeries/fields.toml`, written by hand from the rules,
and by the second reckonings; never by the program. Every run audits one in
fifty, `all/` a twelfth, `nightly/` all.
"""

import json
from functools import cache
from itertools import islice

import msgspec
import pytest

from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from campaign.verify.receipts import Papers
from forgeries import conditions, forge, recorded, score, table
from forgeries.audited import audited
from forgeries.forgery import Forgery
from forgeries.reckoning import Reckoning
from forgeries.sealing import Sealed

SMALL = ("late-ballot", "lif-list-leaders-in-play")


@cache
def record(name: str) -> recorded.Record:
    """A record, played."""
    return recorded.play(name)


# --- one in fifty -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tried() -> score.Slice:
    """One forgery in fifty, each with what the table or a reckoner says of it."""
    return score.Slice("lif", score.SLICE)


@pytest.mark.parametrize("name", score.GAMES["lif"])
def test_a_forgery_that_contradicts_is_found(tried: score.Slice, name: str) -> None:
    """All but the known misses, each of which has its reason in a list that only shrinks."""
    missed = score.unknown(tried.missed(name))
    assert not missed, f"\n{score.misses(missed)}"


def test_many_are_tried(tried: score.Slice) -> None:
    """Of every record some."""
    assert len(tried.told) > 200
    assert {one.record for one in tried.told} == set(score.GAMES["lif"])
    assert all(score.known().values())


@pytest.mark.parametrize("name", recorded.DISPUTES)
def test_an_audit_from_the_beginning_finds_the_same(name: str) -> None:
    """An audit that was copied on its way is the one that began with the first row."""
    mine = record(name)
    some = list(islice(forge.forgeries([mine]), 0, 500, 100))
    assert len(some) == 5
    for one, finding in audited(mine, some):
        forged = Sealed(mine, one.act, one.count, one.instead)
        audit = Verification(SYSTEMS, papers=Papers(forged.receipts))
        assert finding == str(next(audit.findings(forged.rows()), ""))


# --- the table ----------------------------------------------------------------------------------


def test_what_the_table_says_nothing_of_has_to_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """However it is forged: a milder class needs a row with a reason, here or beside a case."""
    forgery = Forgery("late-ballot", "lif.HexNamed", "name", "other", 3, 0, 1, [], ())
    mine, known = record("late-ballot"), table.rows()
    assert table.judged(mine, forgery) == "trust"
    others = {key: row for key, row in known.items() if key[0] != forgery.topic}
    monkeypatch.setattr(table, "rows", lambda file="": others)
    assert table.judged(mine, forgery) == "always"
    of_none = msgspec.structs.replace(forgery, field="unheard_of")
    assert table.judged(mine, of_none) == "open"


def test_every_row_is_about_something_that_is_there() -> None:
    """A reason stands beside each."""
    more = {"act", "event", "by", "command", ""}
    for topic, field in table.rows():
        fields = SYSTEMS.codec.events[topic].__struct_fields__ if topic else (field,)
        assert field.partition(".")[0] in {*fields, *more}, f"{topic}: {field} is no field"


def test_a_row_s_special_cases_win_over_its_first_word() -> None:
    """The record before the kind, both together before either, a condition before all."""
    row = table.Row("open far=trust @late=pending @late:far=reckoned ?open_act=always | why")
    mine = record("late-ballot")

    def of(kind: str, act: int = 3, name: str = "late-ballot") -> str:
        forgery = Forgery(name, "x", "y", kind, act, 0, 1, [], ())
        return row.of(msgspec.structs.replace(mine, name=name), forgery)

    assert (of("near", name="other"), of("far", name="other")) == ("open", "trust")
    assert (of("far"), of("far", act=0)) == ("reckoned", "always")
    assert of("near") == "pending"


def test_every_condition_of_the_table_is_one_that_can_be_asked() -> None:
    """Each name behind a question mark has its function."""
    asked = {case[1:].partition(":")[0] for row in table.rows().values()
             for case in row.special if case.startswith("?")}  # fmt: skip
    assert asked == set(conditions.CONDITIONS)


# --- sealing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_a_record_sealed_anew_is_the_record(name: str) -> None:
    """To the byte, wherever the sealing begins; so a finding is the forgery's, not the seal's."""
    mine = record(name)
    whole = Sealed(mine)
    rows, papers = list(whole.rows()), list(whole.receipts())
    for place in range(0, len(mine.acts), 5):
        again = Sealed(mine, place, 1, [mine.acts[place]], whole)
        assert list(again.rows()) == rows
        assert list(again.receipts()) == papers


def test_dropped_doubled_and_moved_acts_keep_versions_and_receipts_in_order() -> None:
    """What names an event by version names it where it stands now; receipts count on."""
    mine = record("late-ballot")
    for count, instead in ((1, []), (1, [mine.acts[3]] * 2), (2, [mine.acts[4], mine.acts[3]])):
        forged = Sealed(mine, 3, count, instead)
        rows = list(forged.rows())
        assert [version for version, _, _ in rows] == list(range(1, len(rows) + 1))
        numbers = [number for number, _ in forged.receipts()]
        assert numbers == list(range(1, len(numbers) + 1))
        raised = next(stored for _, topic, stored in rows if topic == "campaign.DisputeRaised")
        claimed = json.loads(raised.partition(b"\n")[0])["versions"]
        assert [rows[version - 1][1] for version in claimed] == ["lif.BallotSealed"]


# --- the reckonings -----------------------------------------------------------------------------


def forged(name: str, topic: str, field: str, **put: object) -> Forgery:
    """A record's first such event with other values."""
    mine = record(name)
    number = next(n for n, act in enumerate(mine.acts) if n and act.events[0]["type"] == topic)
    act = mine.acts[number]
    new = recorded.Act([{**act.events[0], **put}, *act.events[1:]], act.receipt, act.command)
    return Forgery(name, topic, field, "other", number, 0, 1, [new], (0,))


def test_a_dispute_has_no_reckoning() -> None:
    """What nobody can answer is open."""
    assert Reckoning(record("late-ballot")).answer(
        forged("late-ballot", "lif.BallotSealed", "by", by="anna")
    ) is None  # fmt: skip


def test_a_miss_is_a_miss_though_the_auditor_broke_over_it() -> None:
    """An exception is no finding; nor does what only people knew count as missed."""
    told = score.Told("r", "t", "f", "k", 1, "", "contradicts", "", "")
    assert told.missed
    assert msgspec.structs.replace(told, finding="crashed: KeyError()").missed
    assert not msgspec.structs.replace(told, finding="version 3: rules: no").missed
    assert not msgspec.structs.replace(told, means="trust").missed
    assert "t f k: 1 missed" in score.misses([told])


def test_a_known_miss_leaves_its_list_when_all_like_it_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By its name everywhere, in one record, or of every event; one still missed keeps it there."""
    monkeypatch.setattr(
        score, "known", lambda: {"t f k": "why", "* f l": "why", "t f m in r": "so"}
    )
    missed = score.Told("r", "t", "f", "k", 1, "", "contradicts", "", "")
    found = msgspec.structs.replace(missed, finding="version 3: rules: no")
    others = [msgspec.structs.replace(found, kind=kind) for kind in "lm"]
    assert score.unknown([missed, found, *others]) == []
    assert score.found_after_all([missed, found, *others]) == ["* f l", "t f m in r"]
    elsewhere = msgspec.structs.replace(missed, kind="m", record="another")
    assert score.unknown([elsewhere]) == [elsewhere]
