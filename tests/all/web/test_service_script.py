"""The script of the pages: well formed, small, our own, and allowed by the content policy.

What takes longer, waits or starts something, beside `web/test_service_script.py`.
"""

import subprocess

import pytest

from campaign.web.rendering import SCRIPTS, STATIC


@pytest.mark.needs("node")
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_browser_can_read_it(name: str) -> None:
    """As a module."""
    with (STATIC / f"{name}.js").open("rb") as source:
        subprocess.run(["node", "--check", "--input-type=module"], stdin=source, check=True)
