"""What was frozen with a release stays as it is, and programs find what they found."""

import json

import stores
from stores import promised


def test_no_frozen_file_has_changed() -> None:
    """A form that changes gets an upcaster; the files of an earlier release are never written."""
    assert stores.changed() == []


def test_the_description_for_programs_has_all_that_earlier_ones_had() -> None:
    """Fields and calls may join; none goes, none changes."""
    now = json.loads(stores.DESCRIPTION.read_text(encoding="utf-8"))
    for file in stores.HERE.glob("*/openapi.json"):
        then = json.loads(file.read_text(encoding="utf-8"))
        assert list(promised.lost(then, now)) == []
        assert list(promised.narrowed(promised.sent(then), promised.sent(now))) == []


def test_every_form_of_an_event_is_the_one_that_was_stored() -> None:
    """Each example of an earlier release is one of today; others may join."""
    today = promised.forms()
    for file in stores.HERE.glob("*/events.txt"):
        lines = [line.split("  ", 1) for line in file.read_text().splitlines()]
        assert [topic for digest, topic in lines if today.get(digest) != topic] == []


def test_what_could_be_typed_or_set_still_can() -> None:
    """Verbs, their options and the file of settings: none goes, none wants more than it did."""
    now = promised.typed()
    for file in stores.HERE.glob("*/typed.json"):
        then = json.loads(file.read_text(encoding="utf-8"))
        assert list(promised.lost(then, now)) == []
        assert list(promised.narrowed(then, now)) == []


def test_every_case_of_an_earlier_suite_is_one_of_today() -> None:
    """A program that passed it still does, but for a case that another has taken the place of."""
    today = promised.cases()
    assert len(today) >= 1159
    for file in stores.HERE.glob("*/cases.txt"):
        lines = [line.split("  ", 1) for line in file.read_text().splitlines()]
        assert [case for digest, case in lines if today.get(case) not in (digest, "")] == []


def test_what_is_lost_is_named_and_what_joins_is_not() -> None:
    """Words to people may change; so may the order of what a list allows."""
    then = {"a": {"type": "string", "enum": ["x", "y"], "description": "One."}, "b": 1}
    now = {"a": {"type": "string", "enum": ["y", "z", "x"], "description": "Two."}, "b": 1, "c": 2}
    assert list(promised.lost(then, now)) == []
    now["a"] = {"type": "integer", "enum": ["y"]}
    del now["b"]
    assert list(promised.lost(then, now)) == [
        "/a/type: string → integer",
        "/a/enum: x",
        "/a/description",
        "/b",
    ]
    assert list(promised.lost([{"a": 1}], [{"a": 1, "b": 2}])) == []


def test_what_is_sent_may_not_be_narrowed() -> None:
    """A limit that joins, or one more required word, refuses what was fine; others may join."""
    then = {"required": ["a"], "properties": {"a": {"type": "string"}}}
    wider = {"properties": {"a": {"type": "string"}, "pattern": {}}, "required": ["a"]}
    assert list(promised.narrowed(then, wider)) == []
    now = {"required": ["a", "b"], "properties": {"a": {"type": "string", "maxLength": 9}, "b": {}}}
    assert sorted(promised.narrowed(then, now)) == ["/properties/a/maxLength", "/required: b"]


def test_the_shape_of_an_answer_has_its_keys_and_kinds() -> None:
    """Of a list's values it has all that any has."""
    assert promised.shape({"a": [{"b": 1}, {"c": None}, "x"], "d": 1.5}) == {
        "a": {"each": {"b": "number", "c": "NoneType"}, "or": ["str"]},
        "d": "number",
    }


def test_a_description_tells_what_is_sent_with_the_schemas_behind_it() -> None:
    """What is only answered does not count."""
    body = {"requestBody": {"schema": {"$ref": "#/components/schemas/One"}}, "responses": {}}
    schemas = {"One": {"items": {"$ref": "#/components/schemas/Two"}}, "Two": {}, "Three": {}}
    told = promised.sent({"paths": {"/x": {"post": body}}, "components": {"schemas": schemas}})
    assert sorted(told["schemas"]) == ["One", "Two"]
    assert told["calls"] == {"post /x": {"requestBody": body["requestBody"]}}
