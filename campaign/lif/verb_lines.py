"""Every verb of Leaders in Flames, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import VerbLine, verb_lines

# --- The verbs about the scenarios, as help lists them ------------------------------------------

SCENARIOS_VERBS = verb_lines(
    "campaign.lif.scenarios.verbs",
    "Scenarios",
    {"scenario": "The scenarios, and one of your own."},
    group="rules",
)


# --- The verbs about the war around the board, as help lists them -------------------------------

POLITICS_VERBS = verb_lines(
    "campaign.lif.politics.verbs",
    "War and peace",
    {
        "war": "Record a declaration of war.",
        "peace": "Record a peace.",
        "conquest": "Record that a power is conquered or liberated.",
        "vichy": "Record that Vichy France is installed or collapses.",
        "minor": "Record whose side a minor country is on.",
    },
    group="war",
)


# --- The verbs about the Promotions Board, as help lists them -----------------------------------

_POINTS = "campaign.lif.board.verbs.host"
_ALSO = {
    "board": "promote next",
    "ballot": "veto",
    "ballots": "veto abstain",
    "vote": "abstain another stop",
}


def _board(lines: dict[str, str]) -> tuple[VerbLine, ...]:
    """Steps of the Board."""
    return verb_lines(
        "campaign.lif.board.verbs.host",
        "Promotions Board",
        lines,
        group="board",
        evening=("board", "ballots"),
        also=_ALSO,
    )


def _device(lines: dict[str, str]) -> tuple[VerbLine, ...]:
    """Steps of who seals on a device of their own."""
    return verb_lines(
        "campaign.lif.board.verbs.host",
        "Sealing on your own device",
        lines,
        group="device",
    )


BOARD_VERBS = (
    *verb_lines(
        _POINTS,
        "How things stand",
        {
            "leaders": "Where every leader is.",
            "cup": "The leaders in the cup.",
            "points": "Veto points, now and by turn.",
        },
        group="board",
    ),
    *_board(
        {
            "board": "Play the turn's Promotions Board at this keyboard.",
            "draw": "Draw a leader.",
            "ballot": "Choose on the leader drawn: veto, support or no (secret).",
            "ballots": "Enter several powers' ballots or votes at once.",
        }
    ),
    *_device(
        {
            "seal": "Seal a ballot or vote on your own device, without the store.",
            "fix": "End sealing, before devices hand in their openings.",
            "reveal-ballot": "Hand over what opens a ballot sealed on a device.",
        }
    ),
    *_board(
        {
            "reveal": "Open all ballots at once.",
            "vote": "Vote on drawing another leader (secret).",
        }
    ),
    *_device({"reveal-vote": "Hand over what opens a vote sealed on a device."}),
    *_board({"count": "Open all votes at once."}),
    *verb_lines(
        _POINTS,
        "War and peace",
        {
            "reserves": "Call out a power's reserves.",
            "buy": "Buy veto points with intelligence.",
            "activate": "Bring the leaders into a Days of Decision campaign.",
        },
        group="war",
    ),
)
"""In an order in which their examples make an evening."""


# --- The verbs about leaders on the map, as help lists them -------------------------------------

ON_MAP_VERBS = (
    *verb_lines(
        "campaign.lif.on_map.verbs",
        "Leaders in play",
        {
            "place": "Put an arriving leader on the map.",
            "move": "Move a leader on the map.",
            "flip": "Turn a leader face-up or face-down.",
            "circle": "Send a leader to the production circle.",
        },
        group="leader",
    ),
    *verb_lines(
        "campaign.lif.on_map.verbs",
        "Leaders in play",
        {"range": "How far a leader reaches, with a picture."},
        group="leader",
    ),
    *verb_lines(
        "campaign.lif.on_map.verbs",
        "Within the turn",
        {
            "stage": "Begin a stage of the turn.",
            "impulse": "Begin a side's impulse.",
            "step": "Begin a step.",
        },
        group="turn",
    ),
    *verb_lines(
        "campaign.lif.on_map.verbs",
        "War and peace",
        {"cooperate": "Record that two powers co-operate."},
        group="war",
    ),
    *verb_lines(
        "campaign.lif.on_map.verbs",
        "Leaders in play",
        {"use": "Use a leader's ability."},
        group="leader",
    ),
    *verb_lines(
        "campaign.lif.on_map.verbs",
        "Leaders in play",
        {
            "combat": "Report a combat; recalls and deaths follow.",
            "ground-strike": "Report a ground strike on a leader.",
            "bombed": "Report a leader as carpet bombed.",
            "promote": "Promote a Soviet unit to a Guards army.",
            "lost": "Report a leader as lost or overrun.",
        },
        group="leader",
        also={
            "combat": "recall",
            "ground-strike": "recall",
            "bombed": "recall",
            "promote": "banner",
        },
    ),
)


# --- The verbs about what leaders can do, as help lists them ------------------------------------

MODULE = "campaign.lif.abilities.verbs"
ABILITIES_VERBS = (
    *verb_lines(
        MODULE,
        "Leaders",
        {
            "leader": "A leader's counter and abilities.",
        },
        group="leader",
    ),
    *verb_lines(
        "",
        "Leaders",
        {"advise": "What leaders may do in a combat; records nothing."},
        group="leader",
    ),
    *verb_lines(
        MODULE, "Abilities", {"ability": "An ability by number, word or step."}, group="rules"
    ),
)


# --- The verbs about the counters, as help lists them -------------------------------------------

FORCE_POOLS_VERBS = verb_lines(
    "campaign.lif.force_pools.verbs",
    "Force pools",
    {"counters": "Counters and where each is: list, move, import a sheet."},
    group="counters",
)


# --- The verbs about US entry, as help lists them -----------------------------------------------

US_ENTRY_VERBS = verb_lines(
    "campaign.lif.us_entry.verbs.family",
    "US entry",
    {"us-entry": "The USA's way into the war: chart, chits, options, actions."},
    group="us-entry",
)


# --- The verb about statistics, as help lists it ------------------------------------------------

STATISTICS_VERBS = verb_lines(
    "",
    "Statistics",
    {"stats": "Chances, luck, vetoes, points spent, careers."},
    group="report",
)


# --- Every verb of Leaders in Flames, as help lists them ----------------------------------------

VERBS = (
    *SCENARIOS_VERBS,
    *POLITICS_VERBS,
    *BOARD_VERBS,
    *ON_MAP_VERBS,
    *ABILITIES_VERBS,
    *FORCE_POOLS_VERBS,
    *US_ENTRY_VERBS,
    *STATISTICS_VERBS,
)
"""In the order of the chapters, then what is worked out from them all."""

OTHER_WORDS = {
    "scenario": "rules scenario",
    "ability": "rules ability",
    "peace": "war peace",
    "conquest": "war conquest",
    "vichy": "war vichy",
    "minor": "war minor",
    "cooperate": "war cooperate",
    "reserves": "war reserves",
    "buy": "war buy",
    "activate": "war activate",
    "leaders": "board leaders",
    "cup": "board cup",
    "points": "board points",
    "seal": "device seal",
    "fix": "device fix",
    "reveal-ballot": "device reveal-ballot",
    "reveal-vote": "device reveal-vote",
    "stage": "turn stage",
    "impulse": "turn impulse",
    "step": "turn step",
    "place": "leader place",
    "move": "leader move",
    "flip": "leader flip",
    "circle": "leader circle",
    "range": "leader range",
    "use": "leader use",
    "combat": "leader combat",
    "ground-strike": "leader ground-strike",
    "bombed": "leader bombed",
    "promote": "leader promote",
    "lost": "leader lost",
    "advise": "leader advise",
    "stats": "report stats",
    "wars": "help war",
    "promoting": "help board",
    "leading": "help leader",
    "pools": "help counters",
}
"""The words of its verbs that help leaves out, each with those that it shows instead."""
