"""How `scripts/docs` makes a site of these documents."""

from campaign import __version__

project = "Campaign tracker"
author = "the campaign tracker authors"
release = version = __version__
language = "en"
root_doc = "index"
extensions = ["myst_parser"]
exclude_patterns = ["README.md"]  # index.md has it
myst_heading_anchors = 4
html_theme = "furo"
html_title = f"Campaign tracker {__version__}"
html_show_sourcelink = False
html_copy_source = False
