"""The stored vocabulary: whatever was ever recorded loads for ever, to the same fields.

`events/` holds one file a topic with examples as they were stored once, beside all the fields that
they must give when read, defaults included. From 1.0 on: add examples; never change one.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from campaign.kernel import decisions
from campaign.lif.roster import POWERS
from campaign.systems import SYSTEMS
from events import chain, codec
from events.base import Event, public_type, topic
from events.campaign import EntropyAdded
from events.lif import EVENTS
from events.lif import us_entry as entry
from events.lif.board import Choice, How, LeaderDrawn, Voice
from events.lif.cup import LeaderStatus, Mark
from events.lif.politics import Conquest, MinorStatus, Power, Vichy, VichyInstalled
from support import lists
from support.lists import as_stored

EXAMPLES = {path.stem: json.loads(path.read_text()) for path in
            sorted((Path(__file__).parents[1] / "events").glob("*.json"))}  # fmt: skip
"""By the topics that were ever stored. No file leaves the folder, unless an upcaster reads it."""
CASES = [case for cases in EXAMPLES.values() for case in cases]


def test_what_was_once_stored_loads_to_the_same_fields() -> None:
    """Field for field, those left out included: a default can never change.

    A field that comes later is not told in an example from before it.
    """
    for case in CASES:
        event = SYSTEMS.codec.decode(json.dumps(case["stored"]).encode())
        fields = as_stored(event)
        assert {name: fields[name] for name in case["loads"]} == case["loads"], case


def test_events_survive_a_round_trip() -> None:
    """Encoding and decoding gives the event again, one by one or in a row, and the same bytes."""
    for case in CASES:
        event = SYSTEMS.codec.decode(json.dumps(case["stored"]).encode())
        body = codec.encode(event)
        assert SYSTEMS.codec.decode(body) == event, case
        assert list(SYSTEMS.codec.decode_rows([chain.seal(body)])) == [event], case
        assert codec.encode(SYSTEMS.codec.decode(body)) == body, case


@pytest.mark.parametrize("name", SYSTEMS.codec.events)
def test_every_event_has_its_examples(name: str) -> None:
    """One shows every field with a value of its own; a field with a default is left out in one."""
    kind = SYSTEMS.codec.events[name]
    assert name in EXAMPLES, f"store an example of {name} in tests/events/{name}.json"
    shown = [set(case["stored"]) - {"type"} for case in EXAMPLES[name]]
    assert set(kind.__struct_encode_fields__) in shown
    defaults = {field.encode_name for field in msgspec.structs.fields(kind) if not field.required}
    assert all(any(field not in one for one in shown) for field in defaults)


@pytest.mark.parametrize("name", SYSTEMS.codec.events)
def test_what_a_log_adds_to_an_event_hides_no_field_of_it(name: str) -> None:
    """`log` prints version, type, digest and the corrections beside an event's own fields."""
    fields = set(SYSTEMS.codec.events[name].__struct_fields__)
    assert not fields & {"version", "type", "digest", "struck_by", "amended_by"}


@pytest.mark.parametrize("name", SYSTEMS.codec.events)
def test_examples_of_a_new_event_are_made_by_its_types(name: str) -> None:
    """What is written beside an event that has none: every field, and those alone that it needs."""
    kind = SYSTEMS.codec.events[name]
    whole, least = (case["stored"] for case in lists.examples(name, kind))
    assert set(whole) - {"type"} == set(kind.__struct_encode_fields__)
    assert set(least) - {"type"} == {
        field.encode_name for field in msgspec.structs.fields(kind) if field.required
    }


def words(value: Any) -> set[str]:
    """Every text in a JSON value, keys included."""
    if isinstance(value, dict):
        return set(value).union(*map(words, value.values()))
    if isinstance(value, list):
        return set().union(*map(words, value))
    return {value} if isinstance(value, str) else set()


def test_every_word_of_the_vocabulary_is_shown() -> None:
    """Every value that a field may have by name stands in an example, so that none is renamed."""
    shown = words([case["loads"] for cases in EXAMPLES.values() for case in cases])
    for vocabulary in (Power, Choice, Voice, How, Conquest, Vichy,
                       MinorStatus, Mark, LeaderStatus, entry.Theatre, entry.Pool,
                       entry.Kind, entry.Colour, entry.Source):  # fmt: skip
        assert set(vocabulary.__args__) <= shown


def test_topics_are_permanent() -> None:
    """A topic may be added, with its examples; one that has any was stored, and stays readable."""
    assert set(EXAMPLES) <= {*SYSTEMS.codec.events, *SYSTEMS.codec.upcasters}
    for name, kind in SYSTEMS.codec.events.items():
        assert name.partition(".")[2].split(".")[0] == kind.__name__.rstrip("0123456789")
        assert name.startswith(("campaign.", "lif.", "fow.", "kit."))


def test_old_forms_are_brought_up_to_date_step_by_step() -> None:
    """A form twice outdated goes through both steps; the stored bytes stay what they were."""

    def counted(fields: dict[str, Any]) -> dict[str, Any]:
        return {**fields, "type": "lif.LeaderPicked.2", "draw": 1}

    def named(fields: dict[str, Any]) -> dict[str, Any]:
        leader = fields.pop("who")
        return {**fields, "type": "lif.LeaderDrawn", "leader": leader, "source": "table"}

    upcasting = codec.Codec(
        EVENTS, POWERS, {"lif.LeaderPicked": counted, "lif.LeaderPicked.2": named}
    )
    wanted = LeaderDrawn(leader="rommel", draw=1, source="table", by="host")
    oldest = b'{"type":"lif.LeaderPicked","by":"host","who":"rommel"}'
    older = b'{"type":"lif.LeaderPicked.2","by":"host","who":"rommel","draw":1}'
    assert upcasting.decode(oldest) == upcasting.decode(older) == wanted
    rows = [chain.seal(oldest), chain.seal(codec.encode(wanted)), chain.seal(older)]
    assert list(upcasting.decode_rows(rows)) == [wanted] * 3


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"null",
        b"\xff",
        b"{}",
        b'{"type":"lif.Unheard"}',
        b'{"type":["lif.LeaderDrawn"]}',
        b'{"type":"lif.LeaderDrawn"}',
        b'{"type":"lif.LeaderDrawn","leader":"rommel","draw":"1","source":"table"}',
        b'{"type":"campaign.EntropyAdded","value":"\xff"}',
        b'{"type":"campaign.EntropyAdded","value":"\\ud800"}',
        b'{"type":"campaign.EntropyAdded","value":' + b"[" * 100_000,
    ],
)
def test_bytes_that_are_no_event_are_called_so(body: bytes) -> None:
    """One kind of error, whatever is wrong with them."""
    with pytest.raises(codec.UnreadableEventError):
        SYSTEMS.codec.decode(body)
    with pytest.raises(codec.UNREADABLE):
        list(SYSTEMS.codec.decode_rows([chain.seal(body)]))


def test_an_upcaster_that_fails_is_told_as_unreadable() -> None:
    """A field that the old form should have had and has not."""
    upcasting = codec.Codec(EVENTS, POWERS, {"lif.Old": lambda fields: {"type": fields["new"]}})
    with pytest.raises(codec.UnreadableEventError):
        upcasting.decode(b'{"type":"lif.Old"}')


def test_outside_programs_see_topics_without_the_number_of_their_form() -> None:
    """`lif.LeaderDrawn.2` is `lif.LeaderDrawn` to whoever reads answers and logs."""

    class LeaderDrawn2(Event, frozen=True, kw_only=True, tag="lif.LeaderDrawn.2"):
        leader: str

    assert topic(LeaderDrawn2) == "lif.LeaderDrawn.2"
    assert public_type(LeaderDrawn2) == "lif.LeaderDrawn"
    assert decisions.public(7, LeaderDrawn2(leader="rommel"))["type"] == "lif.LeaderDrawn"
    assert [public_type(kind) for kind in SYSTEMS.codec.events.values()] == [*SYSTEMS.codec.events]


def test_fields_tell_defaults_and_leave_the_stamp_out() -> None:
    """What an answer shows of an event does not depend on what its bytes leave out."""
    assert codec.fields(VichyInstalled(at="now", by="host", prev="0")) == {}
    assert codec.fields(EntropyAdded(value="x", key="k")) == {"value": "x"}
    sealed = SYSTEMS.codec.decode(json.dumps(EXAMPLES["lif.BallotSealed"][1]["stored"]).encode())
    assert codec.fields(sealed)["in_name"] is False


def test_the_stored_row_is_json_and_its_digest() -> None:
    """One changed bit, and the row is no longer intact."""
    row = chain.seal(b"{}")
    assert row == b"{}\n44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    assert chain.intact(row) and chain.body(row) == b"{}" and chain.head(row) == row[3:].decode()
    assert not chain.intact(row.replace(b"{", b"["))
    assert not chain.intact(b"") and not chain.intact(row[3:])


def test_a_codec_reads_what_every_campaign_shares_and_the_events_it_is_made_with() -> None:
    """A game's events are unknown to a codec without that game."""
    shared, stored = (
        codec.Codec((), ()),
        codec.encode(LeaderDrawn(leader="a", draw=1, source="table")),
    )
    entropy = EntropyAdded(value="rain", by="anna")
    assert shared.decode(codec.encode(entropy)) == entropy
    with pytest.raises(codec.UnreadableEventError):
        shared.decode(stored)
    assert codec.Codec((LeaderDrawn,), ()).decode(stored) == SYSTEMS.codec.decode(stored)
    assert list(shared.events.values()) == list(codec.SHARED)


def test_an_event_is_made_of_its_type_and_fields() -> None:
    """As corrections hold it; what is no event is refused by what reads it."""
    made = SYSTEMS.codec.form({"type": "campaign.EntropyAdded", "value": "rain"})
    assert made == EntropyAdded(value="rain")
    with pytest.raises(KeyError):
        SYSTEMS.codec.form({"type": "campaign.Unheard"})
    with pytest.raises(msgspec.ValidationError):
        SYSTEMS.codec.form({"type": "campaign.EntropyAdded"})


def test_the_codec_of_all_systems_brings_up_to_date_what_one_of_them_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A game says what its older forms have become; whoever reads any log heeds it."""

    def picked(fields: dict[str, Any]) -> dict[str, Any]:
        return {**fields, "type": "lif.LeaderDrawn", "draw": 1, "source": "table"}

    game = SYSTEMS["lif"]
    older = codec.Codec(EVENTS, game.seats.ids, {"lif.LeaderPicked": picked})
    monkeypatch.setitem(SYSTEMS, "lif", replace(game, codec=older))
    stored = b'{"type":"lif.LeaderPicked","leader":"rommel"}'
    assert SYSTEMS.codec.decode(stored) == LeaderDrawn(leader="rommel", draw=1, source="table")
    with pytest.raises(codec.UnreadableEventError):
        game.codec.decode(stored)


@pytest.mark.parametrize("name", ["at", "by", "key", "nth", "prev", "act", "drawn"])
def test_no_event_has_a_field_by_a_name_of_the_stamp(name: str) -> None:
    """Whatever the ledger writes into the stamp would be taken for the event's own."""
    own = msgspec.defstruct("Own", [(name, str, "")], bases=(Event,), frozen=True, kw_only=True,
                            tag="lif.Own")  # fmt: skip
    with pytest.raises(ValueError, match=f"lif.Own has a field of the stamp: {name}"):
        codec.Codec([own], ())
