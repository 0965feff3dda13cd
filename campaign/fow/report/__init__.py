"""What the pages of a campaign show: a view and a template for each section. Pure."""
