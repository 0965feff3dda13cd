"""LiF 4.1: positions as programs send them: what is wrong with one is named."""

import json
from typing import Any

import pytest

from campaign.extensions.veto_advice.position import read_position
from campaign.kernel.decisions import Refused
from campaign.text.json_values import JsonObject
from support.veto_positions import fields, leader

CUP = [leader("l", -4), leader("m", 3, "axis")]
POWERS: JsonObject = fields(CUP, {})["powers"]
VOTES: dict[str, Any] = {"phase": "votes", "leader": leader("x", -3)}


def without(values: JsonObject, *names: str) -> JsonObject:
    """The same without some fields."""
    return {name: value for name, value in values.items() if name not in names}


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"markers": {}}, "there is no markers"),
        ({"format": "veto-position/2"}, "format: "),
        ({"turns_left": 0}, "turns_left: "),
        ({"turns_left": 3}, "turns_left: there are more turns left than turns"),
        ({"recall": 0.51}, "recall: "),
        ({"draw": -1}, "draw: "),
        ({"rulebook": "lif-1899"}, "rulebook: "),
        ({"cup": "all"}, "cup: "),
        ({"cup": [*CUP, CUP[0]]}, "cup: l is in it twice"),
        ({"joins": [[1, [CUP[0]]]]}, "cup: l is in it twice"),
        ({"cup": CUP[1:]}, "leader: in ballots the leader drawn is in the cup, in votes he is not"),
        ({"cup": [CUP[0], leader("n", 3, None) | {"price": 2}]}, "cup: n needs a price of support"),
        ({"cup": [CUP[0], leader("n", 3) | {"price": 0}]}, "cup: n needs a price of support"),
        ({"joins": [[1, [leader("n", 3) | {"price": 0}]]]}, "cup: n needs a price of support"),
        ({"cup": [CUP[0], leader("n", 3) | {"price": 4}]}, "price: "),
        ({"powers": without(POWERS, "china")}, "powers: China is missing"),
        ({"powers": {**POWERS, "spain": POWERS["china"]}}, "no power: 'spain'"),
        ({"powers": {**POWERS, "usa": without(POWERS["usa"], "price")}},
         "powers: in ballots the USA needs price and worth"),
        ({"powers": {**POWERS, "usa": {**POWERS["usa"], "sealed": "veto"}}},
         "powers: there is no sealed"),
    ],
)  # fmt: skip
def test_a_wrong_position(changed: JsonObject, says: str) -> None:
    """A field that is missing, unknown or outside its limits, or that does not fit the others."""
    read = read_position(json.dumps({**fields(CUP, {}), **changed}))
    assert isinstance(read, Refused) and says in read.reason, read


@pytest.mark.parametrize("name", fields(CUP, {}))
def test_all_fields_are_required(name: str) -> None:
    read = read_position(json.dumps(without(fields(CUP, {}), name)))
    assert isinstance(read, Refused) and name in read.reason, read


def test_a_wrong_vote() -> None:
    """Prices and worths are a ballot's; whoever was promoted is no longer in the cup."""
    priced = fields(CUP, {}, **VOTES) | {"powers": POWERS}
    inside = fields(CUP, {}, **{**VOTES, "leader": CUP[0]})
    for position, says in (
        (priced, "powers: in votes Germany has no price and no worth"),
        (inside, "leader: in ballots the leader drawn is in the cup, in votes he is not"),
    ):
        read = read_position(json.dumps(position))
        assert isinstance(read, Refused) and says in read.reason, read


@pytest.mark.parametrize("text", ["", "{", "[]", "NaN", "\ud800", '{"format": 1e999}'])
def test_what_is_no_position(text: str) -> None:
    """Whatever a line holds is answered."""
    assert isinstance(read_position(text.encode("utf-8", "surrogatepass")), Refused)
