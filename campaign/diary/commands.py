"""What members may ask of the war diary: that something of theirs is filed, or removed. Pure."""

from typing import Annotated

import msgspec

from campaign.kernel.decisions import SECRET, Command, MembersWord
from campaign.kernel.members import about
from events.base import Digest, Slug
from events.club import Reason, Until

DispatchId = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^w[1-9][0-9]{0,5}$(?!\n)", description="its id", extra={"choices": "dispatch"}
    ),
]
MOST_PICTURES = 4
"""How many pictures a dispatch may have."""


class FileDispatch(MembersWord, frozen=True, kw_only=True):
    """Diary: members write what happened, in words of their own that no log keeps."""

    verb = "diary write"
    after_end = True
    counts_unsigned = True
    words: Annotated[
        str, SECRET, about("your story, at most 4,000 letters; kept beside the log", hint="")
    ] = ""
    turn: Annotated[str | None, about("the turn; without it the running one")] = None
    subject: Annotated[
        Annotated[str, msgspec.Meta(max_length=120)] | None,
        about("what it is about besides, as the game names it"),
    ] = None
    seat: Annotated[Slug | None, about("what you played then; without it your only seat")] = None
    until: Annotated[
        Until | None, about("seal it until the end of the turn, or of the campaign")
    ] = None
    replaces: Annotated[DispatchId | None, about("your dispatch in whose place it comes")] = None
    pictures: Annotated[
        int, msgspec.Meta(ge=0, le=MOST_PICTURES, description="counted where they are taken in")
    ] = 0
    mark: Annotated[Digest | None, about("made where the words are taken in")] = None


class RemoveDispatch(MembersWord, frozen=True, kw_only=True):
    """Diary: members take a dispatch of theirs away for good, and the host any."""

    verb = "diary remove DISPATCH"
    in_short = "Take a dispatch away for good."
    after_end = True
    counts_unsigned = True
    dispatch: DispatchId
    reason: Annotated[Reason | None, about("whose wish it is; without it, the sender's")] = None


COMMANDS: tuple[type[Command], ...] = (FileDispatch, RemoveDispatch)
