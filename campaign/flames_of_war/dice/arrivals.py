"""FoW Reserves: platoons that arrive, where they are set up, and who has the first turn. Pure."""

from campaign.flames_of_war.dice.aid import (
    PLATOON,
    Aid,
    Answer,
    Fell,
    Input,
    Inputs,
    More,
)
from campaign.flames_of_war.dice.tables import Score, score
from campaign.kernel.decisions import Refused
from campaign.text.english import counted

RESERVES = "FoW Reserves"
DELAYED = "FoW Delayed Reserves"
ARRIVES = 5
DELAY = 2
"""Own turns without a roll (p. 196-201)."""
RESCUE = 4
"""As many platoons off the table bring two."""
_QUARTERS = 4

OWN_TURN = Input(
    "own_turn", "the own turn of the side", "number", low=1, optional=False, known=True
)
WAITING = Input("waiting", "platoons still in Reserve", "number", known=True)


def arrives_score(inputs: Inputs) -> Score:
    """FoW Reserves: a 5 or a 6 brings a platoon (p. 196-201)."""
    return score(ARRIVES)


def reserves(inputs: Inputs, dice: tuple[int, ...]) -> Answer:
    """FoW Reserves: as many dice as own turns, each 5+ a platoon (p. 196-201)."""
    turn = inputs.number("own_turn")
    return _arrive(inputs, dice, turn, RESERVES, f"own turn {turn}")


def delayed(inputs: Inputs, dice: tuple[int, ...]) -> Answer:
    """FoW Delayed Reserves: the first die in own turn three, then one more each (p. 196-201)."""
    turn = inputs.number("own_turn")
    if turn <= DELAY:
        text = f"the first roll is in own turn {DELAY + 1}, and this is own turn {turn}"
        return Refused(DELAYED, text)
    return _arrive(inputs, dice, turn - DELAY, DELAYED, f"own turn {turn}, two turns late")


def _arrive(inputs: Inputs, dice: tuple[int, ...], count: int, rule: str, why: str) -> Answer:
    if not dice:
        return More(count, why)
    if len(dice) != count:
        expected = counted(count, "die", "dice")
        return Refused(rule, f"expected {expected}, got {len(dice)}: {why}")
    came = sum(die >= ARRIVES for die in dice)
    if "waiting" in inputs.values:
        came = min(came, inputs.number("waiting"))
    return Fell(came, count, ARRIVES, score(ARRIVES, "a platoon for each").words, why)


def rescue(inputs: Inputs, dice: tuple[int, ...]) -> Answer:
    """FoW Reserves: two platoons race to the rescue where four wait, otherwise one (p. 196-201)."""
    waiting = inputs.number("off_table")
    came = min(2 if waiting >= RESCUE else 1, waiting)
    return Fell(came, 0, 0, f"{counted(waiting, 'platoon')} off the table", "no die is rolled")


def random_deployment(inputs: Inputs, dice: tuple[int, ...]) -> Answer:
    """FoW Reserves: a die names the quarter, or leaves the choice on 5 and 6 (p. 196-201)."""
    if not dice:
        return More(1, "each platoon has one die")
    outcome = f"quarter-{dice[0]}" if dice[0] <= _QUARTERS else "choice-or-reserve"
    return Fell(outcome, score="1 to 4: that quarter; 5 or 6: any quarter, or Reserve")


def first_turn(inputs: Inputs, dice: tuple[int, ...]) -> Answer:
    """FoW Turn Order: a die each until one is higher; who deployed first adds 1 (p. 202).

    Dice in pairs, that of the side named first before the other's.
    """
    sides = (inputs.word("one"), inputs.word("two"))
    finished = inputs.word("finished_first")
    for used in range(2, len(dice) + 1, 2):
        pair = [
            die + (side == finished) for side, die in zip(sides, dice[used - 2 : used], strict=True)
        ]
        if pair[0] != pair[1]:
            winner = sides[pair[1] > pair[0]]
            words = f"{pair[0]} against {pair[1]}"
            return Fell(winner, used, 0, words, f"{words} settles it")
    thrown = len(dice) - len(dice) % 2
    why = "equal, and both roll again" if thrown else "each side rolls one"
    return More(thrown + 2, why)


AIDS = (
    Aid(
        "reserves",
        RESERVES,
        "How many platoons arrive from Reserve.",
        reserves,
        (OWN_TURN, WAITING),
        arrives_score,
        ("One die in own turn one, two in turn two, and so on.",),
    ),
    Aid(
        "delayed-reserves",
        DELAYED,
        "How many platoons arrive from Delayed Reserve.",
        delayed,
        (OWN_TURN, WAITING),
        arrives_score,
        ("One die in own turn three, two in turn four, and so on.",),
    ),
    Aid(
        "racing-to-the-rescue",
        RESERVES,
        "How many platoons race to the rescue.",
        rescue,
        (Input("off_table", "platoons still off the table", "number", optional=False),),
        None,
        ("Four or more off the table bring two, fewer bring one; no die is rolled.",),
    ),
    Aid("random-deployment", RESERVES, "Where a platoon is set up.", random_deployment, (PLATOON,)),
    Aid(
        "first-turn",
        "FoW Turn Order",
        "Who has the first turn.",
        first_turn,
        (
            Input("one", "the side named first", "text", known=True, optional=False),
            Input("two", "the other side", "text", known=True, optional=False),
            Input(
                "finished_first", "the side that finished deploying first", "text", optional=False
            ),
        ),
        None,
        ("A die each; who finished deploying first adds 1; equal dice are rolled again.",),
    ),
)
