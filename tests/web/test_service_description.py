"""The description of the service's calls: complete, kept in a file, true whatever is sent."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest

from campaign.systems import commands
from campaign.web.api.description import calls, described, description
from support.programs import Club
from support.sessions import NAME

pytestmark = pytest.mark.further

KEPT = Path(__file__).parents[1] / "openapi.json"
LIVE = "/api/v1/campaigns/{name}/events/live"


def test_the_description_is_the_one_that_is_kept() -> None:
    """Whoever changes it says so in the changelog, and writes the file again:

    `PYTHONPATH=.:tests python -m support.lists`
    """
    assert described() == KEPT.read_bytes()


def test_anybody_may_read_it(club: Club) -> None:
    """It says what there is, and nothing of any campaign."""
    answer = club.stranger.get("/api/openapi.json")
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/json"
    assert answer.content == described() and answer.json()["openapi"] == "3.1.0"


def test_it_has_every_call_and_every_command() -> None:
    """And the stream; each with a name of its own."""
    found = description()
    paths = {(path, method) for path in found["paths"] for method in found["paths"][path]}
    assert paths == {(call.path, call.method.lower()) for call in calls()} | {(LIVE, "get")}
    names = [one["operationId"] for path in found["paths"].values() for one in path.values()]
    assert len(names) == len(set(names))
    taken = found["components"]["schemas"]["Command"]["discriminator"]["mapping"]
    assert set(taken) == set(commands())


def test_every_answer_says_what_it_means() -> None:
    """Also those that every call can give; only what a campaign's call can answer is 404."""
    for path, methods in description()["paths"].items():
        for method, one in methods.items():
            statuses = set(map(int, one["responses"]))
            assert (
                {200, 401, 429, 500, 503}
                <= statuses
                <= {200, 304, 401, 403, 404, 409, 413, 422, 429, 500, 503}
            )
            assert ("{name}" in path) == (404 in statuses)
            assert (method == "post") <= ({403, 409, 413, 422} <= statuses)
            assert all(answer["description"] for answer in one["responses"].values())


def test_no_reference_leads_nowhere() -> None:
    """Whatever is named is there."""
    text = described().decode()
    known = description()["components"]["schemas"]
    named = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert named <= set(known)


def described_calls() -> Iterator[tuple[str, str, Any]]:
    """Each call with its path and its method."""
    for path, methods in json.loads(described())["paths"].items():
        for method, one in methods.items():
            yield path, method, one


def test_an_answer_has_the_fields_of_its_example(fresh: Club) -> None:
    """What is asked as in the examples is answered as in the examples, as far as they go."""
    host, anna = fresh.program("host"), fresh.program("anna")
    for nth in range(fresh.house.ledger.live(NAME).version, 40):
        until = f"2026-04-01T{nth % 24:02}:00:00Z"
        assert host.send("SetDeadline", f"{nth}", what="turn", until=until).status_code == 200
    for path, method, one in described_calls():
        if path == LIVE or one["operationId"] == "exportCampaign":
            continue
        asked = {each["name"]: each for each in one["parameters"]}
        where = path.replace("{name}", NAME)
        for name, each in asked.items():
            where = where.replace(f"{{{name}}}", str(each["example"]))
        query = {name: each["example"] for name, each in asked.items() if each["in"] == "query"}
        where = f"{where}?{urlencode(query, doseq=True)}"
        if method == "post":
            sent = one["requestBody"]["content"]["application/json"]["examples"]["AddEntropy"]
            answer = anna.post(where, sent["value"])
        else:
            answer = anna.get(where)
        assert answer.status_code == 200, (where, answer.text)
        if one["operationId"] == "showReport":
            continue
        example = one["responses"]["200"]["content"]["application/json"]["example"]
        assert shape(example) <= shape(answer.json()), where


def shape(value: Any) -> set[str]:
    """The fields of an object; of a list those of the objects in it."""
    if isinstance(value, list):
        return {field for one in value for field in shape(one)}
    return set(value) if isinstance(value, dict) else set()


def test_schemas_of_commands_take_what_the_ledger_takes(club: Club) -> None:
    """An example of the simplest kind, by hand."""
    entropy = description()["components"]["schemas"]["AddEntropy"]
    assert set(entropy["required"]) == {"command", "value"}
    assert entropy["properties"]["command"] == {"enum": ["AddEntropy"]}
    assert msgspec.json.decode(described())["info"]["version"] == "1.0"
