"""YAML that remembers its lines, so that every fault can be named by file and line, all of them at once."""

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

import yaml

_TEXT_TAG = "tag:yaml.org,2002:str"
_NULL_TAG = "tag:yaml.org,2002:null"


class Faults:
    """Faults in order of their place; `lines()` are the error lines `file:line: what is wrong and what to do`."""

    def __init__(self) -> None:
        self._found: list[tuple[str, int, str]] = []

    def add(self, file: Path, line: int, what: str) -> None:
        """Note one fault."""
        self._found.append((str(file), line, what))

    def __len__(self) -> int:
        return len(self._found)

    def lines(self) -> list[str]:
        """One line a fault, by file and line."""
        return [f"{file}:{line}: {what}" for file, line, what in sorted(set(self._found))]


class Entry:
    """One mapping of a file; its readers note a fault and give nothing where the value is not what is asked for."""

    def __init__(self, file: Path, node: yaml.Node, keys: Sequence[str], faults: Faults) -> None:
        self.file = file
        self.line = node.start_mark.line + 1
        self._faults = faults
        self._values: dict[str, yaml.Node] = {}
        self.repeated: set[str] = set()
        if not isinstance(node, yaml.MappingNode):
            self.fault(None, f"not an entry; write it as keys and values: {', '.join(keys)}")
            keys = ()
        self.is_mapping = isinstance(node, yaml.MappingNode)
        for key_node, value in node.value if self.is_mapping else ():
            key = key_node.value if isinstance(key_node, yaml.ScalarNode) else "?"
            line = key_node.start_mark.line + 1
            if key not in keys:
                faults.add(file, line, f"unknown key {key!r}{suggestion(key, keys)}; use {', '.join(keys)}")
            elif key in self._values:
                faults.add(file, line, f"key {key!r} stands twice; keep one")
                self.repeated.add(key)
            else:
                self._values[key] = value

    def fault(self, key: str | None, what: str) -> None:
        """Note a fault at a key of this entry, or at the entry itself."""
        self._faults.add(self.file, self.line_of(key), what)

    def line_of(self, key: str | None) -> int:
        """The line of a key's value, or of the entry where it has none."""
        node = self._values.get(key) if key else None
        return node.start_mark.line + 1 if node else self.line

    def text(self, key: str, to_do: str, *, is_required: bool = True) -> str | None:
        """The text of a key; `to_do` tells the user what belongs there."""
        node = self._values.get(key)
        if node is None or node.tag == _NULL_TAG:
            if is_required and self.is_mapping:
                self.fault(key, f"{key!r} is missing; {to_do}")
            return None
        if not isinstance(node, yaml.ScalarNode) or node.tag != _TEXT_TAG or not node.value.strip():
            self.fault(key, f"{key!r} is not a text; {to_do}")
            return None
        return str(node.value).strip()

    def texts(self, key: str, to_do: str, *, is_required: bool = True) -> list[tuple[str, int]]:
        """The texts of a list, each with its line."""
        found: list[tuple[str, int]] = []
        for item in self._items(key, to_do, is_required):
            line = item.start_mark.line + 1
            if isinstance(item, yaml.ScalarNode) and item.tag == _TEXT_TAG and item.value.strip():
                found.append((item.value.strip(), line))
            else:
                self._faults.add(self.file, line, f"{key!r} holds something that is not a text; {to_do}")
        return found

    def entries(self, key: str, to_do: str, keys: Sequence[str]) -> list["Entry"]:
        """The mappings of a list."""
        return [Entry(self.file, item, keys, self._faults) for item in self._items(key, to_do, True)]

    def _items(self, key: str, to_do: str, is_required: bool) -> list[yaml.Node]:
        node = self._values.get(key)
        if node is None:
            if is_required and self.is_mapping:
                self.fault(None, f"{key!r} is missing; {to_do}")
            return []
        if not isinstance(node, yaml.SequenceNode) or not node.value:
            self.fault(key, f"{key!r} is not a list of at least one; {to_do}")
            return []
        return list(node.value)


def read_entry(file: Path, keys: Sequence[str], faults: Faults) -> Entry | None:
    """The one mapping of a YAML file, or None with its fault noted."""
    try:
        node = yaml.compose(file.read_bytes(), Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        faults.add(file, mark.line + 1 if mark else 1, f"not YAML ({error.problem}); correct it")
        return None
    except yaml.YAMLError as error:
        faults.add(file, 1, f"not YAML ({str(error).splitlines()[0]}); save it as UTF-8 text")
        return None
    except RecursionError:
        faults.add(file, 1, f"nested too deep to be read; write {', '.join(keys)} and no deeper lists")
        return None
    if node is None:
        faults.add(file, 1, f"an empty file; write {', '.join(keys)} or remove it")
        return None
    return Entry(file, node, keys, faults)


def suggestion(word: str, known: Sequence[str]) -> str:
    """` (did you mean ...?)` where one of the known words is near."""
    near = get_close_matches(word, known, n=1, cutoff=0.75)
    return f" (did you mean {near[0]!r}?)" if near else ""
