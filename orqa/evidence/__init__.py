"""From bytes to evidence: extraction, windows and cards."""
