"""LiF 4: the verbs about the war around the board. Pure."""

from campaign.kernel.interview.derived import derived, interviewing
from campaign.kernel.terminal.verbs import Argument, Call, Course, OneOf, fail
from campaign.lif.parameters import completed
from campaign.lif.politics import wars

WHAT = Argument(
    "what", "install|collapse", OneOf("change of Vichy", lambda: ("install", "collapse"))
)


def _vichy(call: Call, what: str, **typed: object) -> Course[None]:
    """Records that Vichy France is installed, or collapses."""
    if what == "install":
        yield from interviewing(wars.InstallVichy, call, **typed)
        return
    if typed.pop("moves"):
        yield from fail("--move goes with install; nobody has to move when Vichy collapses")
    yield from interviewing(wars.CollapseVichy, call, **typed)


VERBS = {
    verb.words: completed(verb)
    for verb in (
        derived(wars.DeclareWar),
        derived(wars.MakePeace),
        derived(wars.SetConquest),
        derived(wars.InstallVichy, _vichy, help=f"{_vichy.__doc__}", more=(WHAT,)),
        derived(wars.SetMinor),
    )
}
