"""Icons of our own: paths of 24 by 24, drawn by a line of 1.8; a page has those that it shows."""

from collections.abc import Iterable

from markupsafe import Markup

from campaign.kernel.pages import Emblem

PATHS = {
    "back": "m15 5-7 7 7 7",
    "board": "M5 6h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM3.5 7.5l8.5 6"
    " 8.5-6",
    "chest": "M4 8h16v11H4zM4 8l2-4h12l2 4M10 12h4",
    "chevron": "m9 5 7 7-7 7",
    "clock": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 4v5.5l3.5 2",
    "dice": "M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM8.5 8.5h.01"
    "M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01",
    "done": "m5 12.5 4.5 4.5L19 7.5",
    "find": "M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM16 16l4.5 4.5",
    "flag": "M6 21V4h12l-3 4 3 4H6",
    "forces": "M3 7h18v11H3zm0 0 18 11M3 18 21 7",
    "globe": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18-3-3-3-15 0-18z",
    "ground": "M2.5 19h19L15 8l-3.5 6L9 10.500z",
    "list": "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
    "me": "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 20c1-4 4-6 8-6s7 2 8 6",
    "aim": "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm0 4.500a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0"
    " 0-7zM12 1.500V5m0 14v3.500M1.5 12H5m14 0h3.5",
    "now": "M3 11l9-7 9 7M6 9v11h12V9M10 20v-6h4v6",
    "pin": "M12 21c5-6 7-9 7-12a7 7 0 0 0-14 0c0 3 2 6 7 12zm0-14.5a2.5 2.5 0 1 0 0 5 2.5"
    " 2.5 0 0 0 0-5z",
    "record": "M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-7M11 13l8.5-8.5 1.800"
    " 1.800L13 14.500l-2.600.6z",
    "result": "M7 4h10v5a5 5 0 0 1-10 0zM7 6H4v1a3 3 0 0 0 3 3m10-4h3v1a3 3 0 0 1-3 3"
    "m-5 4v4m-4 3h8",
    "scale": "M12 4v16M7 20h10M5 7h14M5 7l-2.5 6h5zm14 0-2.5 6h5z",
    "swords": "m4 4 11 11M20 4 9 15m4 3 5-5m-7 5-5-5m1 3-3.5 3.500M17 16l3.5 3.5",
    "undo": "M4 9h10a6 6 0 0 1 0 12h-3M8 5 4 9l4 4",
    "war": "M9 4 3 6.500v13L9 17l6 2.5 6-2.500v-13L15 6.500zm0 0v13m6-10.500v13",
}
"""The path of each icon, by what it stands for."""

_OPEN = '<svg viewBox="0 0 24 24" aria-hidden="true" class='


def icon(name: str) -> Markup:
    """An icon; what it stands for is in words beside it. Raises `KeyError` for one there is not."""
    return Markup(f'{_OPEN}"i"><path d="{PATHS[name]}"/></svg>')  # the project's own


def emblem(emblems: Iterable[Emblem], seat: str) -> Markup:
    """The shape of a seat on its colour; of one without a shape only the colour."""
    shapes = (f'<path fill-rule="evenodd" d="{one.path}"/>' for one in emblems if one.id == seat)
    return Markup(f'{_OPEN}"tok p-{{}}">').format(seat) + Markup(f"{''.join(shapes)}</svg>")
