"""LiF 4: the verbs about the war around the board. Pure."""

from campaign.kernel.courses import Call, Course, fail
from campaign.kernel.derived import derived, interviewing
from campaign.kernel.verbs import Argument, OneOf
from campaign.leaders_in_flames.politics import commands

WHAT = Argument(
    "what", "install|collapse", OneOf("change of Vichy", lambda: ("install", "collapse"))
)


def _vichy(call: Call, what: str, **typed: object) -> Course[None]:
    """Records that Vichy France is installed, or collapses."""
    if what == "install":
        yield from interviewing(commands.InstallVichy, call, **typed)
        return
    if typed.pop("moves"):
        yield from fail("--move goes with install; nobody has to move when Vichy collapses")
    yield from interviewing(commands.CollapseVichy, call, **typed)


VERBS = {
    verb.words: verb
    for verb in (
        derived(commands.DeclareWar),
        derived(commands.MakePeace),
        derived(commands.SetConquest),
        derived(commands.InstallVichy, _vichy, help=f"{_vichy.__doc__}", more=(WHAT,)),
        derived(commands.SetMinor),
    )
}
