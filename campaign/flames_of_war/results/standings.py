"""How the players stand: battles fought, won and drawn, points brought in. Pure."""

import msgspec

from campaign.flames_of_war.state import State


class Standing(msgspec.Struct, frozen=True):
    """A player's battles and points."""

    battles: int = 0
    won: int = 0
    drawn: int = 0
    points: int = 0


def standings(state: State) -> dict[str, Standing]:
    """Every player, and everybody who has commanded in a battle that was booked."""
    found = dict.fromkeys(state.players, Standing())
    for battle in state.battles.values():
        if battle.state != "settled":
            continue
        for side, who in battle.commanders.items():
            if who:
                so_far = found.get(who, Standing())
                found[who] = Standing(
                    so_far.battles + 1,
                    so_far.won + (battle.winner == side),
                    so_far.drawn + (not battle.winner),
                    so_far.points + battle.points.get(side, 0),
                )
    return found
