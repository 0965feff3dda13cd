"""The description of the service's calls: complete, kept in a file, true whatever is sent.

What takes longer, waits or starts something, beside `web/test_service_description.py`.
"""

import json
from functools import cache
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import CHECKS

from campaign.web.api.description import described, description
from support.programs import URL, Club
from support.sessions import NAME
from tests.web.test_service_description import LIVE, described_calls


@cache
def schema() -> Any:
    """The description as the tool reads it, which also checks that it is one."""
    return schemathesis.openapi.from_dict(json.loads(described()))


def operations() -> list[tuple[str, str]]:
    """Every call but the stream, which does not end."""
    found = description()["paths"]
    return [(path, method) for path in found if path != LIVE for method in found[path]]


@pytest.mark.rotating(3)
@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode))
@pytest.mark.parametrize(("path", "method"), operations())
def test_whatever_is_sent_is_answered_as_described(
    club: Club, path: str, method: str, mode: schemathesis.GenerationMode, nightly: bool
) -> None:
    """Status, form and headers of each answer, for values that fit and values that do not."""
    operation = schema()[path][method]
    if mode is schemathesis.GenerationMode.NEGATIVE and path == "/api/v1/campaigns":
        return  # it takes nothing that could be wrong
    token = {"Authorization": f"Bearer {club.token('anna')}"}
    left_out = {
        "ignored_auth",  # without a token is tested by itself
        "negative_data_rejection",  # what is not known in an address is passed over
        "positive_data_acceptance",  # the rules refuse most commands
        "missing_required_header",
        "unsupported_method",
    }
    checks = [CHECKS.get_one(name) for name in CHECKS.get_all_names() if name not in left_out]

    @settings(
        max_examples=300 if nightly else 15,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def conforms(case: Any) -> None:
        club.clock.passes(60)
        if "name" in (case.path_parameters or {}):
            case.path_parameters["name"] = NAME
        answer = case.call(app=club.app, base_url=URL, headers=token)
        case.validate_response(answer, checks=checks, headers=token)

    conforms()


def fits(kind: Any, value: Any) -> bool:
    """Whether a value is what a schema of the description says."""
    whole = {**kind, "components": description()["components"]}
    return bool(jsonschema_rs.validator_for(whole).is_valid(value))


@pytest.mark.rotating(3)
def test_every_parameter_body_and_answer_has_an_example_that_fits() -> None:
    """None is left out, and each is what its schema says."""
    for path, method, one in described_calls():
        for parameter in one["parameters"]:
            assert fits(parameter["schema"], parameter["example"]), (path, parameter["name"])
        for status, answer in one["responses"].items():
            for media in answer.get("content", {}).values():
                assert fits(media["schema"], media["example"]), (path, method, status)
            assert (status == "304") == ("content" not in answer)
        if method == "post":
            body = one["requestBody"]["content"]["application/json"]
            assert len(body["examples"]) == (1 if one["operationId"] == "askNext" else 9)
            assert all(fits(body["schema"], each["value"]) for each in body["examples"].values())
    assert not fits({"$ref": "#/components/schemas/Command"}, {"command": "AddEntropy"})
