"""All that a game of another package imports from this program.

    [project.entry-points."campaign.games"]
    skirmish = "skirmish.game:GAME"

    GAME = Game(title="Skirmish", api=API, system="skirmish.system:SYSTEM")

A small game is a `SmallGame`, which `small_system` completes; a large one is a `System` of its own.
What is here keeps its meaning as long as `API` keeps its number.
"""

from campaign.disputes.commands import COMMANDS as RECORD
from campaign.disputes.sentences import spoken
from campaign.extend import API, Game
from campaign.kernel.assembly import decider, deciding
from campaign.kernel.chapters import (
    Chapter,
    Corrected,
    CorrectedGame,
    TrustAuditor,
    opening,
    request_of,
)
from campaign.kernel.deadlines import Awaiting
from campaign.kernel.decisions import Command, Decision, Needs, Refused, Supplied, bad_field
from campaign.kernel.draws import Dice
from campaign.kernel.members import (
    Campaign,
    Seats,
    about,
    holder_only,
)
from campaign.kernel.opening import OpenCampaign, OpeningChoices, SeedChain
from campaign.kernel.pages import (
    Notices,
    Occurrence,
    PageFigures,
    PageLook,
    Pages,
    PageSections,
    Section,
    Task,
)
from campaign.kernel.projections import (
    TURN,
    VERSION,
    Figure,
    FigureKind,
    Projections,
    TableRow,
    Transition,
    projection,
)
from campaign.kernel.system import (
    Audit,
    Corrections,
    Front,
    GameView,
    Secrets,
    Snapshots,
    System,
    rules,
    struck,
)
from campaign.kernel.terminal.screens import (
    Grid,
    LivePage,
    LivePages,
    Pip,
    StageButton,
    TurnStage,
    shown,
)
from campaign.kernel.terminal.verb_lines import VerbLine
from campaign.kernel.terminal.verbs import Argument, Verb
from campaign.plain_game import (
    PLAIN_STORIES,
    PlainNames,
    SmallGame,
    plain_about,
    plain_names,
    plain_notes,
    plain_opening,
    plain_screens,
    rolled,
    small_system,
)
from campaign.text.turns import Calendar, WrittenTurn
from events.base import Event, Slug
from events.campaign import TurnBegan
from events.codec import Codec
from events.disputes import FigureAdjusted
from events.seats import Seat

__all__ = [
    "API", "PLAIN_STORIES", "RECORD", "TURN", "VERSION", "Argument", "Audit", "Awaiting",
    "Calendar", "Campaign", "Chapter", "Codec", "Command", "Corrected", "CorrectedGame",
    "Corrections", "Decision", "Dice", "Event", "Figure", "FigureAdjusted", "FigureKind", "Front",
    "Game", "GameView", "Grid", "LivePage", "LivePages", "Needs", "Notices", "Occurrence",
    "OpenCampaign", "OpeningChoices", "PageFigures", "PageLook", "PageSections", "Pages", "Pip",
    "PlainNames", "Projections", "Refused", "Seat", "Seats", "Secrets", "Section", "SeedChain",
    "Slug", "SmallGame", "Snapshots", "StageButton", "Supplied", "System", "TableRow", "Task",
    "Transition", "TrustAuditor", "TurnBegan", "TurnStage", "Verb", "VerbLine", "WrittenTurn",
    "about", "bad_field", "decider", "deciding", "holder_only", "opening", "plain_about",
    "plain_names", "plain_notes", "plain_opening", "plain_screens", "projection", "request_of",
    "rolled", "rules", "shown", "small_system", "spoken", "struck",
]  # fmt: skip
