"""`python -m orqa.occupations`: make the occupations csv from the official OEWS file."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from orqa.errors import BadInput
from orqa.occupations.oews import OewsRow, load_oews, write_occupations


def main(argv: Sequence[str] | None = None) -> int:
    """Read an OEWS national file, write the occupations csv, and say what was made.

    Returns 0, or 2 on bad input after one line on stderr.
    """
    parser = argparse.ArgumentParser(prog="python -m orqa.occupations", description=__doc__)
    parser.add_argument(
        "--oews", type=Path, required=True, help="OEWS national file: .zip, .xlsx or tab-separated text"
    )
    parser.add_argument("--out", type=Path, required=True, help="csv to write, for example onet/occupations.csv")
    arguments = parser.parse_args(argv)
    try:
        rows = load_oews(arguments.oews)
        write_occupations(rows, arguments.out)
    except BadInput as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(f"{_summary(rows)}\n{arguments.out} written\n")
    return 0


def _summary(rows: Sequence[OewsRow]) -> str:
    """The total, and by name every occupation that is not in it."""
    wage_bills = [row.wage_bill_usd for row in rows if row.wage_bill_usd is not None]
    left_out = [f"  {row.soc_code} {row.title}: {' '.join(row.flags)}" for row in rows if row.wage_bill_usd is None]
    counts = f"{len(rows)} occupations, {len(wage_bills)} with a wage bill, together {sum(wage_bills)} USD"
    return "\n".join([counts, f"{len(left_out)} without a wage bill:", *left_out])


if __name__ == "__main__":
    sys.exit(main())
