"""LiF 4: the verbs about the war around the board. Pure."""

from campaign.kernel.steps import Send, sending
from campaign.kernel.verbs import Argument, Verb, VerbOption
from campaign.leaders_in_flames.commands import DeclareWar, MakePeace
from campaign.leaders_in_flames.parameters import COUNTRY, LEADER

WAR = Verb(
    words="war",
    help="Records that one power or minor country declares war on another.",
    example="campaign war club germany poland",
    parameters=(
        Argument("attacker", "ATTACKER", COUNTRY),
        Argument("target", "TARGET", COUNTRY),
    ),
    sends=DeclareWar,
)


def _peace(first: str, second: str, returned: tuple[str, ...]) -> Send:
    """Records a peace. A call-out that it ends sends its leaders back to the reserve pool."""
    return sending(MakePeace, powers=[first, second], returned=list(returned) or None)


PEACE = Verb(
    words="peace",
    example="campaign peace club germany poland",
    parameters=(
        Argument("first", "ONE", COUNTRY),
        Argument("second", "OTHER", COUNTRY),
        VerbOption(
            "--returned",
            "A leader on the map who goes back to reserve with it. Repeatable.",
            LEADER,
            metavar="LEADER",
            many=True,
        ),
    ),
    sends=_peace,
)

VERBS = {verb.words: verb for verb in (WAR, PEACE)}
