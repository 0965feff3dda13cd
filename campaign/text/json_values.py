"""Names for JSON whose fields no type of ours holds: what goes out, and what comes in unread."""

from collections.abc import Mapping
from typing import Any

JsonObject = dict[str, Any]
"""A JSON object, to be written or changed."""
JsonFields = Mapping[str, Any]
"""A JSON object that is only looked at."""
