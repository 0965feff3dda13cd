"""Types for JSON without a struct of its own: output, and input not yet checked."""

from collections.abc import Mapping
from typing import Any

JsonObject = dict[str, Any]
"""A JSON object, to be written or changed."""
JsonFields = Mapping[str, Any]
"""A JSON object that is only read."""
