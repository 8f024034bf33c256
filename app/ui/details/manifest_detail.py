"""The detail of a manifest: its progress, and what was sent."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.domain.contract.json_text.json_documents import read_document
from app.domain.views.columns import Table
from app.domain.views.details import ManifestDetail
from app.ui.widgets.detail_parts import DetailParts
from app.ui.widgets.labels import plain_label

_SHOWN = (
    *("status", "carrier_code", "created_at", "shipments", "on_its_way"),
    *("delivered", "exceptions", "pickup", "declared_value"),
)
_KNOWN = ("idPlanillaReparto", "estado", "codigoCarrier", "fechaCreacion")


class ManifestDetailBuilder(QObject):
    """Builds the widgets of a manifest."""

    def __init__(self, parts: DetailParts) -> None:
        super().__init__(parts)
        self._parts = parts

    def build(self, detail: ManifestDetail) -> list[QWidget]:
        """Return the widgets, from top to bottom."""
        parts = self._parts
        number = str(detail.cells["number"] or self.tr("no number"))
        document = read_document(detail.raw)
        sent = document if isinstance(document, dict) else {}
        built = [plain_label(self.tr("Manifest {number}").format(number=number), heading="title")]
        if not detail.cells["current"]:
            built.append(plain_label(self.tr("The last load no longer listed it."), tone="warn"))
        return [
            *built,
            parts.fields(self.tr("Progress"), Table.MANIFESTS, detail.cells, _SHOWN),
            *parts.others(self.tr("Also sent"), {key: value for key, value in sent.items() if key not in _KNOWN}),
            parts.raw(detail.raw),
        ]
