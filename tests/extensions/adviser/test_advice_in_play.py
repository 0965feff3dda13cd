"""LiF 3.2: the adviser beside a campaign's record, and at the command line."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.extensions.adviser.model import Advised, read_combat
from campaign.extensions.adviser.verbs import advise_in
from campaign.kernel.decisions import Refused
from support.combats import GERMANS, SOVIETS, leader, party, said, unit
from support.command_line import Shell
from support.sessions import Session, ledger_in

PLACES = {"zhukov": "E1429", "koniev": "E1431", "vatutin": "E1430", "vasilevsky": "E1428"}
ARRIVED = {**dict.fromkeys(PLACES, "arriving"), "rommel": "arriving"}


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Four Soviet leaders about E1429 and Rommel beside it, in an Axis impulse."""
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open(setup={"leaders": ARRIVED})
        for who, where in {**PLACES, "rommel": "E1329"}.items():
            session.do("PlaceLeader", leader=who, location=where)
        session.do("BeginImpulse", side="axis")
        session.do("BeginStep", step="land-combat")
        yield session


def combat(**more: Any) -> str:
    """Germans across a river against the city E1429."""
    attack = [unit("germany", "ARM", 8, across_river=True), GERMANS[1]]
    told = {
        "kind": "land",
        "hex": "E1429",
        "city": True,
        "attackers": party(attack, leader("rommel")),
        "defenders": party(SOVIETS, leader("koniev", "range"), leader("zhukov")),
        **more,
    }
    return json.dumps(told)


def advice(session: Session, told: str, **more: bool) -> Advised:
    read = read_combat(told)
    assert not isinstance(read, Refused), read
    advised = advise_in(session.state, read, **more)
    assert not isinstance(advised, Refused), advised
    return advised


def test_lif_3_2_use_ability_takes_the_advisers_answer(session: Session) -> None:
    command = said(advice(session, combat()), "koniev", 30).command
    assert command is not None
    answer = session.ledger.submit(session.name, {**command})
    assert answer["accepted"], answer
    again = said(advice(session, combat()), "koniev", 30)
    assert (again.verdict, again.announced, again.counted) == ("may", True, True)
    assert again.command is None


def test_lif_3_2_the_rank_that_was_used_up_elsewhere_is_ruled_out(session: Session) -> None:
    session.do(
        "UseAbility", leader="vasilevsky", ability=18, hex="E1427", helps=["ussr"],
        attacking=True, stacked_with_participant=True,
    )  # fmt: skip
    told = combat(defenders=party(SOVIETS, leader("vatutin", "range"), leader("koniev", "range")))
    advised = advice(session, told)
    assert "used up" in said(advised, "vatutin", 72).why
    assert said(advised, "koniev", 30).verdict == "may"
    assert said(advice(session, told, as_told=True), "vatutin", 72).verdict == "may"


def test_lif_3_2_a_leader_whom_the_record_has_face_down_is_face_down(session: Session) -> None:
    session.do("TurnLeader", leader="koniev", face_up=False)
    assert said(advice(session, combat()), "koniev", 30).why == "he is face-down"


def test_ruling_28_across_two_maps_the_hexes_entered_decide(session: Session) -> None:
    def of_koniev(**entered: int) -> tuple[str, str]:
        away = leader("koniev", "range", entered=entered)
        told = combat(hex="A1010", defenders=party(SOVIETS, away))
        one = said(advice(session, told), "koniev", 30)
        return one.verdict, one.rule

    # Four stars: two Asian hexes of 2 each are in range, and one European more is not.
    assert of_koniev() == ("ruled-out", "Ruling 28")
    assert of_koniev(A=2) == ("may", "LiF abilities")
    assert of_koniev(E=1, A=2) == ("ruled-out", "LiF 2")


def test_the_adviser_records_nothing(session: Session) -> None:
    before = session.ledger.store.version(session.name)
    advice(session, combat())
    assert session.ledger.store.version(session.name) == before


# --- the command line ---------------------------------------------------------------------------


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A store with one campaign."""
    shell = Shell(tmp_path)
    opened = shell("open", "club", "--system", "lif", "--scenario", "global-war")
    assert opened.status == 0, opened.err
    return shell


def test_campaign_ability_tells_one_by_number_word_or_step(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    one = json.loads(shell("ability", "100", "--rulebook", "lif-list", "--json").out)
    assert one[0]["numbers"] == {"search_die": -2, "missed": 10}
    assert one[0]["leaders"] == ["halsey"]
    told = shell("ability", "39").out
    assert "Guderian, Manstein, Patton, Rommel" in told
    found = json.loads(shell("ability", "--search", "forest die", "--json").out)
    assert [row["number"] for row in found] == [34, 69]
    found = json.loads(shell("ability", "--step", "retreat", "--json").out)
    assert [row["number"] for row in found] == [40, 42, 109]
    assert shell("ability").status == 2
    assert shell("ability", "123").status == 2
    assert "did you mean retreat?" in shell("ability", "--step", "retreats").error


def test_campaign_leader_tells_a_counter_and_where_he_is(shell: Shell) -> None:
    assert shell("leader", "zhukov").out.startswith("Zhukov (USSR) ★★★★★, arrives 1938")
    told = json.loads(shell("leader", "O'Connor", "--json").out)
    assert [one["number"] for one in told["abilities"]] == [27, 36, 56]
    assert json.loads(shell("leader", "raeder", "--campaign", "club", "--json").out)["status"]
    assert "did you mean" in shell("leader", "zukov").error


def test_campaign_advise_reads_a_combat_and_prints_the_sums(shell: Shell) -> None:
    typed = combat()
    done = shell("advise", "club", "-", "--as-told", typed=typed)
    assert done.status == 0, done.err
    # 8 halved to 4 by the river, and 6 more: 10; Rommel gives the 4 back. Koniev's city: -1.
    assert "attacker factors: 14" in done.out
    assert "die: -1" in done.out
    told = json.loads(shell("advise", "club", "-", "--json", typed=typed).out)
    verdicts = {one["ability"]: one["verdict"] for one in told["attacker"]}
    assert verdicts[56] == verdicts[58] == "ruled-out"
    assert verdicts[39] == "does-not-apply"


def test_campaign_advise_asks_where_there_is_no_file(shell: Shell) -> None:
    typed = ["E1429", "clear", "yes", "no", "fine", "open", "germany ARM 8 river", "", "rommel",
             "", "ussr INF 6", "", "koniev range 4", ""]  # fmt: skip
    done = shell("advise", "club", "--as-told", typed="\n".join(typed) + "\n")
    assert done.status == 0, done.err
    assert "attacker factors: 8" in done.out
    assert "die: -1" in done.out


def test_campaign_advise_refuses_nonsense_in_one_line(shell: Shell) -> None:
    assert "combat:" in shell("advise", "club", "-", typed="[]").error
    assert (
        "there is no leader 'caesar'"
        in shell(
            "advise", "club", "-", typed=combat(attackers=party(GERMANS, leader("caesar")))
        ).error
    )
    assert shell("advise", "club", "none.json").status == 1
    both = shell("advise", "club", "-", "--rulebook", "lif-list", typed=combat())
    assert both.status == 2
    assert "club has its own rulebook; give --rulebook or a campaign" in both.error
    assert json.loads(shell("advise", "--template").out)["kind"] == "land"
    assert "$defs" in json.loads(shell("advise", "--schema").out)
