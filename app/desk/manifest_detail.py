"""All that is known of a manifest: how far it is, and what was sent."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.desk.detail_parts import DetailParts
from app.desk.plain import plain_label
from app.domain.columns import Table
from app.domain.details import ManifestDetail
from app.domain.documents import read_document

_SHOWN = (
    *("status", "carrier_code", "created_at", "shipments", "on_its_way"),
    *("delivered", "exceptions", "pickup", "declared_value"),
)
_KNOWN = ("idPlanillaReparto", "estado", "codigoCarrier", "fechaCreacion")


class ManifestDetailBuilder(QObject):
    """Words a manifest."""

    def __init__(self, parts: DetailParts) -> None:
        super().__init__(parts)
        self._parts = parts

    def build(self, detail: ManifestDetail) -> list[QWidget]:
        """Return its widgets, from top to bottom."""
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
