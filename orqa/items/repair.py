"""A second chance for an item that failed a gate: another draft of the same card, as a new row with a parent."""

from dataclasses import dataclass

from orqa.engine import CardView, DocumentView, Engine
from orqa.items.write import item_view, to_item
from orqa.models import Item
from orqa.stage import StepResult
from orqa.text import row_id

MAX_REPAIRS_PER_GATE = 2
MAX_REPAIRS_PER_ITEM = 4


@dataclass(frozen=True)
class RepairTask:
    """A failed item, the gate it failed, and the gates that its ancestors were repaired for; `id` is the item's."""

    id: str
    item: Item
    failed_gate: str
    earlier_gates: tuple[str, ...]
    card: CardView
    document: DocumentView

    @property
    def batch(self) -> str:
        """Tasks of one batch go to one worker."""
        return self.document.id


def may_repair(failed_gate: str, earlier_gates: tuple[str, ...]) -> bool:
    """At most two repairs a gate and four an item."""
    return len(earlier_gates) < MAX_REPAIRS_PER_ITEM and earlier_gates.count(failed_gate) < MAX_REPAIRS_PER_GATE


def repair_step(task: RepairTask, engine: Engine, recipe: str, seed: int) -> StepResult:
    """A child item that is to pass all gates again, or a rejection when the engine has nothing better."""
    draft = engine.repair(item_view(task.item), task.failed_gate, task.card, task.document)
    if draft is None:
        return StepResult(status="rejected", reason=f"no repair for {task.failed_gate}")
    child = to_item(draft, task.card, engine.name, recipe, seed)
    if child is None:
        return StepResult(status="rejected", reason="truth of the options gives no key")
    if (child.stem, content(child)) == (task.item.stem, content(task.item)):
        return StepResult(status="rejected", reason=f"repair for {task.failed_gate} changed nothing")
    child.id = row_id("item", task.item.id, task.failed_gate, child.id)
    child.parent_id = task.item.id
    child.repaired_gate = task.failed_gate
    child.repair_round = task.item.repair_round + 1
    return StepResult(rows=[child])


def content(item: Item) -> frozenset[str]:
    """The content options of an item as a set."""
    return frozenset((item.option_a, item.option_b, item.option_c, item.option_d))
