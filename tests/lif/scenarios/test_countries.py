"""LiF 4: the list of countries, what is refused for not being on it, and what stands on record."""

import json
from pathlib import Path

import pytest

from campaign.lif.politics.sides import minors
from campaign.lif.roster import POWERS
from campaign.lif.scenarios.catalogue import scenarios
from support.command_line import Shell
from support.sessions import Session, ledger_in


def test_the_list_holds_every_minor_once_and_no_major_power() -> None:
    assert len(set(minors())) == len(minors())
    assert not set(minors()) & set(POWERS)
    known = {minor for scenario in scenarios().values() for minor in scenario.setup.minors}
    # LiF 5.3.2, 5.3.3 and the counters name these.
    named = {"finland", "spain", "netherlands-east-indies", "new-caledonia", "yugoslavia"}
    assert known | named | {"nanking", "siam", "persia", "turkey", "brazil"} <= set(minors())


def test_a_war_on_an_unknown_minor_is_refused_with_the_nearest_ones(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open()
        told = {"command": "DeclareWar", "attacker": "germany"}
        answer = ledger.submit(session.name, {**told, "target": "polnd"})
        assert (answer["accepted"], answer["rule"]) == (False, "Record")
        assert answer["reason"] == (
            "polnd is not on the list of countries, and `new` (--new) records it even so; "
            "did you mean poland?"
        )
        far = ledger.submit(session.name, {**told, "target": "zzz"})
        assert far["reason"] == (
            "zzz is not on the list of countries, and `new` (--new) records it even so"
        )


def test_a_country_of_the_record_or_of_a_leaders_counter_is_known(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open(setup={"minors": {"ruritania": {"status": "neutral"}}})
        session.do("DeclareWar", attacker="germany", target="ruritania")
        session.do("SetMinor", minor="zenda", status="neutral")
        session.do("DeclareWar", attacker="italy", target="zenda")


def test_the_verb_records_a_new_country_and_the_campaign_verifies(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--system", "lif", "--scenario", "global-war")
    refused = shell("war", "club", "germany", "rumaniaa")
    assert refused.status == 1
    assert "did you mean rumania" in refused.error
    shell.fine("war", "club", "germany", "atlantis", "--new")
    assert ["atlantis", "germany"] in json.loads(shell.fine("show", "club", "--json"))["at_war"]
    shell.fine("verify", "club")


def test_reserves_against_oneself_are_refused_in_words(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open()
        answer = ledger.submit(
            session.name, {"command": "CallOutReserves", "power": "japan", "mark": "Ja"}
        )
        assert answer["reason"] == "Japan cannot call out reserves against itself (Ja)"


def test_an_address_without_an_at_is_refused_and_not_repeated(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--system", "lif", "--scenario", "global-war")
    done = shell("enrol", "club", "ben", "--name", "Ben", "--email", "ben.example.org")
    assert done.status == 2
    assert "that is no e-mail address; write it as anna@example.org" in done.error
    assert "ben.example.org" not in done.error + done.out


@pytest.mark.parametrize(
    ("setup", "named"),
    [
        (
            {"members": [{"member": "ben", "name": "Ben", "email": "ben.org"}]},
            "members[1], ben: email: that is no e-mail address; write it as anna@example.org",
        ),
        ({"reserves": {"germany": ["Ge"]}}, "Germany cannot call out reserves against itself"),
    ],
)
def test_a_set_up_is_held_to_the_same(tmp_path: Path, setup: dict[str, object], named: str) -> None:
    shell = Shell(tmp_path)
    file = tmp_path / "setup.json"
    file.write_text(json.dumps(setup), encoding="utf-8")
    done = shell(
        "open", "club", "--system", "lif", "--scenario", "global-war", "--setup", str(file)
    )
    assert done.status == 2
    assert named in done.error
    assert "ben.org" not in done.error
