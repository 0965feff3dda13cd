"""LiF 4.1(2): markers sealed under a seal secret, by hand at a keyboard. Pure."""

from campaign.kernel.courses import Course, fail, read_bytes, refuse, state_of
from campaign.kernel.verbs import FilePath, VerbOption
from campaign.leaders_in_flames.board.choices import CHOICES
from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.state import State
from events import seal_secrets
from events.sealed import Opening, Subject

SECRET = VerbOption(
    "--secret",
    "A file whose last line is your recovery code, or - for standard input.",
    FilePath(dash=True),
    metavar="FILE",
)


def secret_in(file: str) -> Course[bytes]:
    """The seal secret in a file: its last line that is not empty is the recovery code."""
    lines = (yield from read_bytes(file)).decode("utf-8", "replace").split("\n")
    code = next((line for line in reversed(lines) if line.strip()), "")
    found = seal_secrets.read(code)
    if isinstance(found, seal_secrets.Unreadable):
        return (yield from fail(f"--secret: {found.why}"))
    return found


def found_again(kind: str, power: str, secret: bytes) -> Course[Opening]:
    """LiF 4.1(2): what opens the marker that a power has laid, from the secret that sealed it."""
    state = yield from state_of(State)
    marker = state.board.markers.get(power)
    if state.board.phase != f"{kind}s" or marker is None or not marker.device:
        text = f"{the_country(power)} has sealed no {kind} on a device"
        return (yield from refuse(text, "LiF 4.1"))
    about = Subject(state.campaign.id, kind, state.board.draw, power)
    found = seal_secrets.recovered(secret, about, CHOICES[kind], marker.commitment)
    if found is None:
        return (yield from fail(f"--secret: this secret did not seal {power}'s {kind}"))
    return found.opening
