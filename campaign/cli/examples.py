"""What the help of shared verbs names as an example: words in brackets, filled in by a game.

    campaign assign club <seat> anna

Each game says what stands for them in its campaigns; help shows those of the first game.
"""

import re

_GAP = re.compile("<([a-z ]+)>")


def filled(text: str) -> str:
    """A help's text with a game's own words in its gaps; a text without gaps as it is."""
    if not _GAP.search(text):
        return text
    from campaign.systems import SYSTEMS

    system = next(iter(SYSTEMS.values()))
    figures = (f"{name} {kind.of}".strip() for name, kind in system.view.figures.items())
    words = {
        "figures": ", ".join(figures),
        "query": system.stops.example,
        **system.help.examples,
    }
    return _GAP.sub(lambda gap: words.get(gap[1], gap[0]), text)
