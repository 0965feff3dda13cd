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


def test_every_case_of_an_earlier_suite_is_one_of_today() -> None:
    """A program that passed it still does, but for a case that another has taken the place of."""
    today = stores.cases()
    assert len(today) >= 1159
    for file in stores.HERE.glob("*/cases.txt"):
        lines = [line.split("  ", 1) for line in file.read_text().splitlines()]
        assert [case for digest, case in lines if today.get(case) not in (digest, "")] == []


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
