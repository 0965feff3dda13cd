"""Corrections of the battlefield: dice and feature agree, draws stay, strikes give squares back."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.handler.explanations import CorrectionPreview, previewed
from campaign.kernel.decisions import Refused
from fow.support import War, war
from support.driver import NAME

PEOPLE = {"anna": "allies", "ben": "axis"}


def opened(folder: Path, **setup: Any) -> War:
    club = war(folder, **{"games": 8, "players": PEOPLE, **setup})
    club.do("EnrolMember", member="ref", name="Ref", roles=["referee"])
    return club


def upheld(club: War, version: int) -> str:
    """A dispute over an event, decided in favour: its id."""
    club.do("RaiseDispute", by="anna", versions=[version], claim="it was not so")
    dispute = f"d{len(club.show()['disputes'])}"
    club.do("GiveRuling", by="ref", dispute=dispute, verdict="upheld", text="it was not")
    return dispute


def correction(club: War, command: str, **fields: Any) -> CorrectionPreview | Refused:
    asked = {"command": command, "by": "ref", "seen": "0" * 64, **fields}
    return previewed(club._ledger, NAME, msgspec.json.encode(asked), "ref")


def done(club: War, found: CorrectionPreview | Refused) -> None:
    assert isinstance(found, CorrectionPreview), found
    command = msgspec.to_builtins(found.command)
    club.do(command.pop("command"), **{key: value for key, value in command.items() if value})
    assert club.doubted() == []


def ditch(club: War) -> int:
    """The Allies roll a ditch without trees in a1: the version."""
    fields = {"square": "a1", "category": "water-course", "dice": [4, 3]}
    return int(club.do("RollTerrain", **fields)[0]["version"])


def test_a_die_typed_in_wrong_is_put_right_with_what_it_brings(tmp_path: Path) -> None:
    """p. 234: a six is a pond; of a ditch's second die a four means trees."""
    with opened(tmp_path) as club:
        version = ditch(club)
        dispute = upheld(club, version)
        pond = {"dice": [6], "feature": "pond", "lined": None}
        done(club, correction(club, "AmendEvent", dispute=dispute, version=version, fields=pond))
        assert club.line()["battlefield"]["squares"] == {"a1": "pond"}


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"dice": [6]}, "FoW Terrain Chart: these dice bring pond as feature: amend both at once"),
        ({"dice": [4, 5]}, "FoW Terrain Chart: these dice bring true as lined: amend both at once"),
        ({"dice": [4]}, "None: dice: there is one more to be thrown"),
        ({"dice": [4, 3, 1]}, "None: dice: expected 2, got 3"),
        ({"dice": [9, 3]}, "None: dice: a die shows 1 to 6, not 9"),
        ({"category": "mud"}, "None: category: expected one of high-ground, vegetation, "
         "water-course, settlement, rain, got 'mud'"),
        ({"chart": "moon"}, "None: chart: expected one of anzio, western-europe, eastern-europe, "
         "mediterranean, desert, got 'moon'"),
        ({"square": "z1"}, "None: square: expected a column and a row such as a1, got 'z1'"),
        ({"side": "red"}, "None: side: expected one of allies, axis, got 'red'"),
        ({"battle": "anzio-2"}, "Corrections: which battle it was stays; strike the event "
         "instead"),
    ],
)  # fmt: skip
def test_an_amendment_that_no_dice_bring_is_refused(
    tmp_path: Path, fields: dict[str, Any], told: str
) -> None:
    with opened(tmp_path) as club:
        version = ditch(club)
        dispute = upheld(club, version)
        found = correction(club, "AmendEvent", dispute=dispute, version=version, fields=fields)
        assert isinstance(found, Refused) and f"{found.rule}: {found.reason}" == told


def test_a_table_is_amended_with_both_its_edges(tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        (told,) = club.do("DescribeBattlefield", text="Ruins", width_feet=6, depth_feet=4)
        dispute = upheld(club, told["version"])
        about = {"dispute": dispute, "version": told["version"]}
        for fields in ({"depth_feet": 0}, {"width_feet": 30}):
            found = correction(club, "AmendEvent", **about, fields=fields)
            assert isinstance(found, Refused) and found.reason == (
                "width_feet: a table has a width and a depth of 1 to 24 feet, or none is told"
            )
        done(club, correction(club, "AmendEvent", **about, fields={"width_feet": 8}))


def test_what_the_ledger_rolled_stays_and_its_numbers_are_used_up(tmp_path: Path) -> None:
    """A struck roll gives its square back; the next draw has the next number."""
    with opened(tmp_path, rulings={"dice": "ledger"}) as club:
        (first,) = club.do("RollTerrain", square="a1", category="vegetation")
        dispute = upheld(club, first["version"])
        about = {"dispute": dispute, "version": first["version"]}
        found = correction(club, "AmendEvent", **about, fields={"dice": [7 - first["dice"][0]]})
        assert isinstance(found, Refused)
        assert found.reason == "what the ledger rolled stays; strike the event instead"
        done(club, correction(club, "StrikeEvents", dispute=dispute, versions=[first["version"]]))
        assert club.line()["battlefield"]["squares"] == {}
        (again,) = club.do("RollTerrain", square="a1", category="vegetation")
        assert (first["draw"], again["draw"]) == (1, 2)
        assert club.doubted() == []


def test_of_a_kept_battlefield_the_battle_stays(tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        club.do("BeginBattle")
        club.do("ReportResult", ended_by="cleared", side="axis", turn=6, lost={"allies": 2})
        club.do("AdvanceTurn")
        club.do("RollMission", dice={"allies": [6], "axis": [1]})
        club.do("DeclineChange")
        (kept,) = club.do("KeepBattlefield")
        dispute = upheld(club, kept["version"])
        about = {"dispute": dispute, "version": kept["version"]}
        found = correction(club, "AmendEvent", **about, fields={"of": "anzio-9"})
        assert isinstance(found, Refused)
        assert found.reason == "whose ground it is stays; strike the event instead"
        done(club, correction(club, "StrikeEvents", dispute=dispute, versions=[kept["version"]]))
        assert club.line()["battlefield"]["of"] == ""
