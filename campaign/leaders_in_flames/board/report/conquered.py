"""LiF 4.2: what conquest has changed for a power. Pure."""

from campaign.leaders_in_flames.state import State, has_marker


def remark(state: State, power: str) -> str:
    """LiF 4.2: what conquest has changed for a power; empty if nothing."""
    if power == "france" and (state.vichy != "none" or state.conquest["france"] == "complete"):
        return "Free France"
    status = state.conquest.get(power, "free")
    if status == "free":
        return ""
    conquered = f"{status}ly conquered"
    return conquered if has_marker(state, power) else f"{conquered}, no marker"
