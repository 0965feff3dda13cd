"""LiF 3.1, 3.3, 5.1: leaders on the map, recall, Guards Banner: the chapter put together. Pure."""

from campaign.kernel.chapter import Chapter, joined
from campaign.kernel.verbs import verb_lines
from campaign.leaders_in_flames.on_map import guards_banner, impulses, new_turn, placing, recall
from campaign.leaders_in_flames.on_map.commands import ReportCombat
from campaign.leaders_in_flames.on_map.readback import READERS
from campaign.leaders_in_flames.on_map.rows import TABLES
from campaign.leaders_in_flames.on_map.sentences import SENTENCES
from campaign.leaders_in_flames.state import State

_HERE = "campaign.leaders_in_flames.on_map"
_HEADING = "Leaders in play"
_FILES = (placing, impulses, recall, guards_banner)


CHAPTER = Chapter[State](
    name="on the map",
    sentences=SENTENCES,
    readback=READERS,
    decide=joined(file.DECIDE for file in _FILES),
    needs={ReportCombat: recall.combat_wanted},
    at_turn=placing.at_start_of,
    evolve=joined(file.EVOLVE for file in (*_FILES, new_turn)),
    tables=TABLES,
    verbs=(
        *verb_lines(
            f"{_HERE}.verbs",
            _HEADING,
            {
                "place": "Put an arriving leader on the map.",
                "move": "Move a leader on the map.",
                "flip": "Turn a leader face-up or face-down.",
                "circle": "Send a leader to the production circle.",
            },
        ),
        *verb_lines(
            f"{_HERE}.verbs_range",
            _HEADING,
            {"range": "How far a leader reaches, with a picture."},
        ),
        *verb_lines(
            f"{_HERE}.verbs_course",
            _HEADING,
            {
                "stage": "Begin a stage of the turn.",
                "impulse": "Begin a side's impulse.",
                "step": "Begin a step.",
                "cooperate": "Record that two powers co-operate.",
                "use": "Use a leader's ability.",
            },
        ),
        *verb_lines(
            f"{_HERE}.verbs_combat",
            _HEADING,
            {
                "combat": "Report a combat; recalls and deaths follow.",
                "strike": "Report a ground strike on a leader.",
                "bombed": "Report a leader as carpet bombed.",
                "promote": "Promote a Soviet unit to a Guards army.",
                "lost": "Report a leader as lost or overrun.",
            },
        ),
    ),
)
