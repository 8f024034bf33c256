"""What the list of views says beside each view."""

from app.domain.views.queries import View
from app.ui.views.view_delegate import ViewRole
from app.ui.views.views_panel import ViewsPanel


def view_count(panel: ViewsPanel, view: View) -> int:
    return int(panel._items[view].data(ViewRole.COUNT) or 0)


def saved_counts(panel: ViewsPanel) -> dict[str, int | None]:
    return {item.text(): item.data(ViewRole.COUNT) for item in panel._own}
