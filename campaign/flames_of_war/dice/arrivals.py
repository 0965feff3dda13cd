"""FoW Reserves: platoons that arrive, where they are set up, and who has the first turn. Pure."""

from campaign.flames_of_war.dice.aid import PLATOON, Aid, Fell, Input, Inputs, More, Roll, Rolled
from campaign.flames_of_war.dice.kinds import faces, reached
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
_QUARTERS = ("quarter-1", "quarter-2", "quarter-3", "quarter-4", *["choice-or-reserve"] * 2)

OWN_TURN = Input(
    "own_turn", "the own turn of the side", "number", low=1, optional=False, known=True
)
WAITING = Input("waiting", "platoons still in Reserve", "number", known=True)


def arrives_score(inputs: Inputs) -> Score:
    """FoW Reserves: a 5 or a 6 brings a platoon (p. 196-201)."""
    return score(ARRIVES)


def reserves(inputs: Inputs) -> Rolled:
    """FoW Reserves: as many dice as own turns, each 5+ a platoon (p. 196-201)."""
    turn = inputs.number("own_turn")
    return _arrive(inputs, turn, RESERVES, f"own turn {turn}")


def delayed(inputs: Inputs) -> Rolled:
    """FoW Delayed Reserves: the first die in own turn three, then one more each (p. 196-201)."""
    turn = inputs.number("own_turn")
    if turn <= DELAY:
        text = f"the first roll is in own turn {DELAY + 1}, and this is own turn {turn}"
        return Refused(DELAYED, text)
    why = f"own turn {turn}, two turns late"
    return _arrive(inputs, turn - DELAY, DELAYED, why)


def _arrive(inputs: Inputs, count: int, rule: str, why: str) -> Roll:
    came = reached((yield More(count, why, rule)), ARRIVES)
    if "waiting" in inputs.values:
        came = min(came, inputs.number("waiting"))
    return Fell(came, ARRIVES, score(ARRIVES, "a platoon for each").words)


def rescue(inputs: Inputs) -> Fell:
    """FoW Reserves: two platoons race to the rescue where four wait, otherwise one (p. 196-201)."""
    waiting = inputs.number("off_table")
    came = min(2 if waiting >= RESCUE else 1, waiting)
    return Fell(came, 0, f"{counted(waiting, 'platoon')} off the table", "no die is rolled")


def first_turn(inputs: Inputs) -> Roll:
    """FoW Turn Order: a die each until one is higher; who deployed first adds 1 (p. 202).

    Dice in pairs, that of the side named first before the other's.
    """
    sides = (inputs.word("one"), inputs.word("two"))
    finished, why = inputs.word("finished_first"), "each side rolls one"
    while True:
        dice = yield More(2, why)
        one, two = (die + (side == finished) for side, die in zip(sides, dice, strict=True))
        if one != two:
            words = f"{one} against {two}"
            return Fell(sides[two > one], 0, words, f"{words} settles it")
        why = "equal, and both roll again"


AIDS = (
    Aid("reserves", reserves, (OWN_TURN, WAITING), arrives_score),
    Aid("delayed-reserves", delayed, (OWN_TURN, WAITING), arrives_score),
    Aid(
        "racing-to-the-rescue",
        rescue,
        (Input("off_table", "platoons still off the table", "number", optional=False),),
    ),
    Aid(
        "random-deployment",
        faces(
            _QUARTERS,
            "1 to 4: that quarter; 5 or 6: any quarter, or Reserve",
            "each platoon has one die",
        ),
        (PLATOON,),
    ),
    Aid(
        "first-turn",
        first_turn,
        (
            Input("one", "the side named first", "text", known=True, optional=False),
            Input("two", "the other side", "text", known=True, optional=False),
            Input(
                "finished_first", "the side that finished deploying first", "text", optional=False
            ),
        ),
    ),
)
