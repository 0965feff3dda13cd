"""FoW: dice that settle a question: a dispute, a Warrior's fate, a withdrawal. Pure."""

from campaign.flames_of_war.dice.aid import PLATOON, Aid, Fell, Input, Inputs, More, Roll
from campaign.flames_of_war.dice.kinds import either
from campaign.flames_of_war.dice.tables import Score, save, score
from campaign.flames_of_war.terrain.weather import each_turn
from campaign.kernel.decisions import Refused

OWN, OPPONENT = "own-reading", "opponents-reading"
KILLED, LIVES = "killed", "lives"
WITHDRAW, COUNTER = "withdraw", "delay-counter"
HOLD = 4
"""The roller's reading holds on as much or more (p. 20-24)."""
WITHDRAW_AT = 5
BLOWS = ("threatens", "arrives")
WARRIORS = ("tank", "infantry", "transport")
_MOVES = {
    "tank": "takes over another tank within Command Distance",
    "infantry": "calls another Infantry team within Command Distance, which is removed",
    "transport": "goes on unharmed",
    "": "lives",
}


def dispute_score(inputs: Inputs) -> Score:
    """FoW Re-rolls: half of the faces are for each reading (p. 20-24)."""
    return score(HOLD)


def warrior_score(inputs: Inputs) -> Score:
    """FoW Saves: what kills a Warrior whose team is Destroyed (p. 78)."""
    return score(save("warrior", "warrior team"))


def warrior(inputs: Inputs) -> Roll:
    """FoW Saves: a Destroyed Warrior is killed on 4 or more, and otherwise moves on (p. 78)."""
    (die,) = yield More(1, "a Warrior has one die")
    needs = warrior_score(inputs)
    words = f"{needs.words}, otherwise the Warrior {_MOVES[inputs.word('warrior')]}"
    return Fell(KILLED if die >= needs.needed else LIVES, needs.needed, words)


def withdrawal(inputs: Inputs) -> Fell:
    """FoW Strategic Withdrawal: 5 platoons and counters withdraw one; fewer gain one (p. 201)."""
    total = inputs.number("on_table") + inputs.number("counters")
    outcome = WITHDRAW if total >= WITHDRAW_AT else COUNTER
    return Fell(outcome, 0, f"{total} platoons and Delay Counters", "no die is rolled")


def roles(inputs: Inputs) -> Roll:
    """FoW Defensive Battle: a die each until one is higher, who attacks (p. 196-201)."""
    while True:
        one, two = yield More(2, "a die each, and equal dice again")
        if one != two:
            outcome = "the first" if one > two else "the second"
            return Fell(outcome, 0, f"{one} against {two}", "one of them is higher")


def by_chart(inputs: Inputs) -> Refused:
    """FoW Terrain Chart: its dice are rolled square by square (p. 234, 243-247)."""
    return Refused("FoW Terrain Chart", "its dice are rolled with those of a square of the table")


def khamseen(inputs: Inputs) -> Roll:
    """FoW Terrain Chart: a Khamseen arrives on a 1 and departs on 5 or more (p. 247)."""
    now = inputs.word("khamseen")
    brings = each_turn(now)
    if brings is None:
        return by_chart(inputs)
    (die,) = yield More(1, "the Khamseen has one die each player turn")
    fell = brings.low <= die <= brings.high
    on = f"a {brings.low}" if brings.high == brings.low else f"{brings.low}+"
    return Fell(brings.result if fell else now, 0, f"on {on} it {brings.result}")


AIDS = (
    Aid(
        "dispute-roll",
        either(dispute_score, OWN, OPPONENT, "a dispute has one die, and no re-roll"),
        (Input("question", "what the dispute is about", "text"),),
        dispute_score,
    ),
    Aid(
        "warrior-casualty",
        warrior,
        (Input("warrior", "the kind of team", "word", WARRIORS), PLATOON),
        warrior_score,
    ),
    Aid(
        "withdrawal",
        withdrawal,
        (
            Input("on_table", "platoons on the table", "number", optional=False),
            Input("counters", "Delay Counters", "number"),
        ),
    ),
    Aid("roles", roles),
    Aid("terrain-square", by_chart),
    Aid(
        "weather",
        khamseen,
        (Input("khamseen", "whether one threatens or has arrived", "word", BLOWS, known=True),),
    ),
)
