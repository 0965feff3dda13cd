"""Verbs about the course of the turn and the abilities that leaders use in it."""

import click

from campaign.cli.in_play import entered_option, place_of, the_leader
from campaign.cli.params import POWER, Country, Word, argument, as_json, the_campaign, verb
from campaign.cli.session import Session
from campaign.cli.verbs import ClickVerb


@verb("stage", "campaign stage front reinforcement")
@the_campaign
@argument("stage", "STAGE")
@as_json
def stage(session: Session, name: str, stage: str, as_json: bool) -> None:
    """Records that a stage outside the impulses begins, such as reinforcement or end-of-turn.
    What leaders may do but once in it counts afresh.
    """
    session.act(name, "BeginStage", as_json=as_json, stage=stage.lower())


@verb("impulse", "campaign impulse front axis")
@the_campaign
@argument("side", "axis|allies", Word("side", lambda: ("axis", "allies")))
@as_json
def impulse(session: Session, name: str, side: str, as_json: bool) -> None:
    """Records that a side's impulse begins; what counts by the impulse counts afresh."""
    session.act(name, "BeginImpulse", as_json=as_json, side=side)


def _steps() -> tuple[str, ...]:
    from typing import get_args

    from campaign.leaders_in_flames.abilities.catalogue import Step

    return get_args(Step)


@verb("step", "campaign step front land-combat")
@the_campaign
@argument("step", "STEP", Word("step", _steps))
@as_json
def step(session: Session, name: str, step: str, as_json: bool) -> None:
    """Records that a step begins (list edition: a segment); each ability serves once in it."""
    session.act(name, "BeginStep", as_json=as_json, step=step)


@verb(
    "cooperate",
    "campaign cooperate front commonwealth france\n"
    "campaign cooperate front commonwealth france --end",
)
@the_campaign
@argument("one", "POWER", POWER)
@argument("other", "POWER", POWER)
@click.option("--end", is_flag=True, help="They no longer do.")
@as_json
def cooperate(session: Session, name: str, one: str, other: str, end: bool, as_json: bool) -> None:
    """Records that two major powers co-operate: their leaders may help each other's units."""
    command = "EndCooperation" if end else "Cooperate"
    session.act(name, command, as_json=as_json, powers=[one, other])


@verb(
    "use",
    "campaign use front rommel 39 E1630 --helps germany --stacked --combat 'Dnepr crossing'",
)
@the_campaign
@the_leader
@argument("ability", "ABILITY", int)
@argument("location", "PLACE")
@click.option("--helps", multiple=True, type=Country(), metavar="COUNTRY",
              help="Whose units it helps. Repeatable. Else those of his own power.")  # fmt: skip
@click.option("--attacking", is_flag=True, help="He helps an attack.")
@click.option("--stacked", is_flag=True, help="He is stacked with a unit that takes part in it.")
@click.option("--under-attack", is_flag=True, help="His own hex is attacked in this step.")
@click.option("--combat", metavar="TEXT", help="The combat it is announced for.")
@click.option("--map", "on_map", metavar="LETTER", help="At sea or on a dot: the map it counts on.")
@entered_option
@as_json
def use(
    session: Session,
    name: str,
    leader: str,
    ability: int,
    location: str,
    helps: tuple[str, ...],
    attacking: bool,
    stacked: bool,
    under_attack: bool,
    combat: str | None,
    on_map: str | None,
    entered: dict[str, int] | None,
    as_json: bool,
) -> None:
    """Announces that a leader uses an ability in a place. A limit that forbids it refuses it, with
    its rule.
    """
    from campaign.leaders_in_flames.politics import sides

    who = session.leader(name, leader)
    own = sides.allegiance(session.live(name).state, who).power
    session.act(
        name, "UseAbility", as_json=as_json, leader=who, ability=ability, hex=place_of(location),
        helps=list(helps) or ([own] if own else []),
        attacking=attacking, stacked_with_participant=stacked, in_attacked_hex=under_attack,
        combat=combat, map=on_map.upper() if on_map else None, entered=entered,
    )  # fmt: skip


VERBS: dict[str, ClickVerb] = {
    "stage": stage, "impulse": impulse, "step": step, "cooperate": cooperate, "use": use,
}  # fmt: skip
