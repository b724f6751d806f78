"""From a whitelist to bytes: which publishers may be read, and where their pages come from."""
