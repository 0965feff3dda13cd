"""The read tables of Leaders in Flames, as its tables describe them. Pure, but for those."""

from campaign.kernel.projections import DescribedTables
from campaign.lif.roster import table

READ_TABLES = DescribedTables(table, has_sql=True)
"""The game's read tables, views and questions."""
