"""What a device is called, from what its browser calls itself. Pure."""

_BROWSERS = {
    "Firefox": "Firefox",
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
_MACHINES = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}


def label_of(agent: str) -> str:
    """What a device is called in lists: `Firefox on Android`."""
    browser = next((name for word, name in _BROWSERS.items() if word in agent), "A browser")
    machine = next((name for word, name in _MACHINES.items() if word in agent), "")
    return f"{browser} on {machine}" if machine else browser
