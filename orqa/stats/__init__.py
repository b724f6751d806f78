"""Numbers about a bank, its items and its readers. Pure: rows in, numbers out."""
