"""LiF 2, 3, 3.2, rulings 28 to 30: limits on abilities, white print, the course of the turn."""

import msgspec
import pytest

from campaign.kernel.decisions import Refused
from campaign.lif import rulings
from campaign.lif.abilities import command_range, usage
from campaign.lif.abilities.usage import UseAbility
from campaign.lif.state import State
from support.rules_table import opened, refusal, then

BOOKS = ("lif-1998", "lif-list")


def table(rulebook: str, *leaders: tuple[str, str], **rules: str) -> State:
    """Leaders where they are, face-up, in the land combat step of the first impulse."""
    chosen: dict[str, str | int | bool] = dict(rules)
    state = opened(
        {who: "map" for who, _ in leaders}, rulebook=rulebook, rulings={"draws": "table", **chosen}
    )
    for who, where in leaders:
        state = then(state, "MoveLeader", leader=who, location=where, means="other")
    state = then(state, "BeginImpulse", side="axis")
    return then(state, "BeginStep", step="land-combat")


@pytest.mark.parametrize("rulebook", BOOKS)
def test_lif_3_2_a_use_is_kept_with_the_step_and_place_it_was_made_in(rulebook: str) -> None:
    state = table(rulebook, ("zhukov", "E1429"))
    state = then(state, "UseAbility", leader="zhukov", ability=40, hex="E1431", helps=["ussr"])
    (use,) = state.play.timing.used
    assert (use.leader, use.ability, use.hex, use.location) == ("zhukov", 40, "E1431", "E1429")
    assert (use.step, use.steps, use.map, use.helps) == ("land-combat", 1, "E", ("ussr",))


def test_lif_3_2_a_stage_between_impulses_keeps_their_count() -> None:
    state = then(table("lif-1998"), "BeginStage", stage="end-of-turn")
    assert (state.play.timing.impulse, state.play.timing.step) == (0, "")
    assert then(state, "BeginImpulse", side="allies").play.timing.impulse == 2


@pytest.mark.parametrize(
    ("chosen", "kept"),
    [("1, 2, 97", "1 2 97"), ("97 2 1 2", "1 2 97"), ("none", "none"), ("", "none"), (48, "48")],
)
def test_ruling_29_white_print_is_a_list_of_abilities(chosen: str | int, kept: str) -> None:
    values = rulings.resolve({"white_print": chosen}, "lif-1998")
    assert not isinstance(values, Refused)
    assert values["white_print"] == kept
    numbers = {int(number) for number in kept.split() if number != "none"}
    assert rulings.in_force(values).white == numbers


@pytest.mark.parametrize("chosen", ["123", "0", "-1", "one", "1.5", True])
def test_ruling_29_nothing_but_abilities_is_white_print(chosen: str | bool) -> None:
    refused = rulings.resolve({"white_print": chosen}, "lif-1998")
    assert isinstance(refused, Refused) and refused.rule is None


def test_ruling_28_rows_lean_one_way_or_the_other() -> None:
    refused = rulings.resolve({"hex_rows": "both"}, "lif-1998")
    assert isinstance(refused, Refused) and "odd" in refused.reason


def test_lif_3_2_the_reason_may_be_asked_without_recording_anything() -> None:
    """The same answer as the command's, whoever asks."""
    state = table("lif-1998", ("rommel", "E1429"), ("kleist", "E1012"))
    state = then(state, "UseAbility", leader="rommel", ability=58, hex="E1429", helps=["germany"])
    asked = UseAbility(leader="kleist", ability=36, hex="E1012", helps=("germany",))
    refused = usage.why_not(state, asked)
    assert refused is not None and refused.rule == "LiF 3.2"
    assert refused.reason == (
        "Rommel has used up Germany's 3 stars on map E in this impulse"
    )  # fmt: skip
    assert refusal(state, "UseAbility", **_fields(asked)) == refused
    elsewhere = UseAbility(leader="rommel", ability=39, hex="E1429", helps=("germany",))
    assert usage.why_not(state, elsewhere) is None


def _fields(command: UseAbility) -> dict[str, object]:
    told: dict[str, object] = msgspec.to_builtins(command)
    return {key: value for key, value in told.items() if key != "command"}


@pytest.mark.parametrize("rulebook", BOOKS)
def test_lif_3_2_every_leader_serves_his_own_country(rulebook: str) -> None:
    """With each of his abilities, restricted or not."""
    state = opened(rulebook=rulebook)
    for who, counter in state.sheet.items():
        for number in counter.abilities:
            assert command_range.not_for(state, who, number, counter.power) == ""


@pytest.mark.parametrize("rulebook", BOOKS)
def test_lif_3_2_foreign_powers_are_served_by_co_operation_alone(rulebook: str) -> None:
    """Italians, minors' leaders and bearers of 1 or 2 serve none even so, but for ability 31."""
    state = opened(rulebook=rulebook)
    for other in ("italy", "japan", "usa", "france"):
        state = then(state, "Cooperate", powers=["germany", other])
    serving = {
        (who, number)
        for who, counter in state.sheet.items()
        for number in counter.abilities
        if counter.power != "germany" and not command_range.not_for(state, who, number, "germany")
    }
    partners = {"japan", "usa", "france"}
    expected = {
        (who, number)
        for who, counter in state.sheet.items()
        for number in counter.abilities
        if counter.power in partners and not {1, 2} & set(counter.abilities)
    }
    assert serving == expected | {("messe", 31)}


@pytest.mark.parametrize("rulebook", BOOKS)
def test_lif_2_an_attack_goes_into_a_hex_beside_that_of_the_attackers(rulebook: str) -> None:
    """Ruling 50: Rommel's 58 helps the units with him over a river: into the next hex, no more."""
    state = table(rulebook, ("rommel", "W2214"))
    attack = {"attacking": True, "stacked_with_participant": True, "helps": ["germany"]}
    then(state, "UseAbility", leader="rommel", ability=58, hex="W2215", **attack)
    found = refusal(state, "UseAbility", leader="rommel", ability=58, hex="W3115", **attack)
    assert found == Refused("LiF 2", "no unit attacks W3115 from W2214: the hexes do not touch")


@pytest.mark.parametrize("rulebook", BOOKS)
def test_ruling_43_what_serves_each_hex_once_is_refused_with_the_hex(rulebook: str) -> None:
    state = then(table(rulebook, ("koniev", "W2214")), "BeginStep", step="land-combat")
    use = {"leader": "koniev", "ability": 30, "helps": ["ussr"]}
    used = then(state, "UseAbility", hex="W2215", **use)
    step = "step" if rulebook == "lif-1998" else "segment"
    text = f"Koniev has used ability 30 at W2215 in this {step}"
    assert refusal(used, "UseAbility", hex="W2215", **use) == Refused("LiF 3.2", text)
