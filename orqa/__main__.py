"""`orqa <command>`: thin dispatch to the commands, each imported only when asked for."""

import sys
from collections.abc import Sequence
from importlib import import_module

COMMANDS = {
    "build": ("orqa.build", "build a question bank"),
    "onet": ("orqa.occupations.__main__", "make onet/occupations.csv from the official OEWS file"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command by its name; without one, say which there are (exit 2)."""
    given = list(sys.argv[1:] if argv is None else argv)
    if not given or given[0] not in COMMANDS:
        is_help = bool(given) and given[0] in ("-h", "--help")
        stream = sys.stdout if is_help else sys.stderr
        stream.write("usage: orqa COMMAND ...\n\n")
        for name, (_, purpose) in COMMANDS.items():
            stream.write(f"  {name:8} {purpose}\n")
        return 0 if is_help else 2
    module = import_module(COMMANDS[given[0]][0])
    code: int = module.main(given[1:])
    return code


if __name__ == "__main__":
    sys.exit(main())
