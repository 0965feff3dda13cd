"""The appendix: the rulings in force in a campaign. Pure."""

from collections.abc import Mapping

from campaign.flames_of_war.rulings import SWITCHES, Value
from campaign.kernel.pages import RulingLine


def ruling_lines(chosen: Mapping[str, Value]) -> tuple[RulingLine, ...]:
    """The rulings of a campaign in the order of their numbers."""
    return tuple(
        RulingLine(
            switch.ruling,
            switch.rule,
            switch.question,
            str(chosen[switch.key]),
            "" if chosen[switch.key] == switch.default else str(switch.default),
        )
        for switch in SWITCHES
        if switch.key in chosen
    )
