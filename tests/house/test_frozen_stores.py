"""What was frozen with a release stays as it is, and programs find what they found."""

import json

import stores


def test_no_frozen_file_has_changed() -> None:
    """A form that changes gets an upcaster; the files of an earlier release are never written."""
    assert stores.changed() == []


def test_the_description_for_programs_has_all_that_earlier_ones_had() -> None:
    """Fields and calls may join; none goes, none changes."""
    now = json.loads(stores.DESCRIPTION.read_text(encoding="utf-8"))
    for file in stores.HERE.glob("*/openapi.json"):
        assert list(stores.lost(json.loads(file.read_text(encoding="utf-8")), now)) == []


def test_what_is_lost_is_named_and_what_joins_is_not() -> None:
    """Words to people may change; so may the order of what a list allows."""
    then = {"a": {"type": "string", "enum": ["x", "y"], "description": "One."}, "b": 1}
    now = {"a": {"type": "string", "enum": ["y", "z", "x"], "description": "Two."}, "b": 1, "c": 2}
    assert list(stores.lost(then, now)) == []
    now["a"] = {"type": "integer", "enum": ["y"]}
    del now["b"]
    assert list(stores.lost(then, now)) == [
        "/a/type: string → integer",
        "/a/enum: x",
        "/a/description",
        "/b",
    ]
    assert list(stores.lost([{"a": 1}], [{"a": 1, "b": 2}])) == []
