"""FoW ruling 65: the verb that gives a force to another player. Pure."""

import msgspec

from campaign.flames_of_war.forces.commands import EnterForce
from campaign.flames_of_war.forces.entering import handed_over
from campaign.flames_of_war.state import State
from campaign.kernel.courses import Call, Course, act, state_of
from campaign.kernel.verbs import Argument, Known, Verb


def _hand_over(call: Call, force: str, member: str) -> Course[None]:
    """Gives a force to another player of its side, as it is: before its first battle at any time,
    later once its player has left.
    """
    state = yield from state_of(State)
    command = handed_over(state.forces[force], member.lower(), "")
    fields = msgspec.to_builtins(command)
    kept = {name: value for name, value in fields.items() if name not in ("command", "by", "id")}
    yield from act(EnterForce, **kept)


HAND_OVER = Verb(
    words="force hand-over",
    line="Give a force to another player as it is.",
    example="campaign force hand-over winter rifles anna",
    parameters=(
        Argument("force", "FORCE", Known("force", lambda state: state.forces)),
        Argument("member", "MEMBER"),
    ),
    course=_hand_over,
)
