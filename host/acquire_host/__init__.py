"""The host's side of a table: it orders what everybody says, and decides nothing."""
