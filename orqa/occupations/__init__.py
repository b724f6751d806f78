"""Occupations: official employment, wages, titles and tasks, and how many items each occupation is owed."""
