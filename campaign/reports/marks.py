"""What corrections leave on other pages: marks on figures. Pure."""

from collections import defaultdict
from collections.abc import Sequence

from campaign.history.diff import Difference
from campaign.kernel.page_links import href, turn_of
from campaign.kernel.pages import CorrectionMark
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.kernel.turn_log import GameLog
from campaign.reports.corrections import Fix
from events import disputes as facts


def dispute_anchor(dispute: str) -> str:
    """The anchor of a dispute on the page that has it in full."""
    return f"dispute-{dispute}"


def marks(
    system: System[S],
    logs: Sequence[GameLog[S]],
    place: int,
    fixes: Sequence[Fix],
    *,
    index: bool = False,
) -> dict[str, tuple[CorrectionMark, ...]]:
    """The corrections that changed one of the game's marked figures in a turn, by its owner.

    A rewind gives no mark, nor does a correction that was taken back.
    """
    here = "" if index else logs[place].turn
    changed: defaultdict[tuple[str, ...], list[tuple[Fix, Difference]]] = defaultdict(list)
    for fix in fixes:
        if fix.dispute and not isinstance(fix.events[0][1], facts.Rewound):
            for difference in fix.ends.get(logs[place].turn, ()):
                if difference.path[0] in system.pages.figures.marked:
                    changed[difference.path].append((fix, difference))
    found: defaultdict[str, dict[str, CorrectionMark]] = defaultdict(dict)
    for path, made in changed.items():
        if made[0][1].before == made[-1][1].after:
            continue
        for fix in (fix for fix, _ in made if not fix.struck):
            where = href(here, turn_of(logs, fix.ruling), dispute_anchor(fix.dispute))
            found[path[1]][fix.dispute] = CorrectionMark(fix.dispute, where)
    return {key: tuple(by.values()) for key, by in found.items()}
