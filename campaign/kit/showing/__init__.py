"""What people see of a campaign by a club's own rules: screens, tasks, pages, tables, the map."""
