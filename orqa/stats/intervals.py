"""Intervals for shares. Pure."""

import math


def wilson(k: int, n: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """Wilson's score interval of a share k / n, both ends 0 to 1; 95 % by default (Wilson 1927).

    With n = 0 nothing is known: (0.0, 1.0).

    Raises:
        ValueError: k is not between 0 and n.
    """
    if not 0 <= k <= n:
        raise ValueError(f"{k} of {n} is no share")
    if n == 0:
        return 0.0, 1.0
    share = k / n
    centre = share + z * z / (2 * n)
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    low, high = (centre - spread) / scale, (centre + spread) / scale
    return (0.0 if k == 0 else max(0.0, low)), (1.0 if k == n else min(1.0, high))
