"""A carrier's answer with the cases that exports must handle."""

import json
from typing import Any

DATE = "2026-06-15"

OPERATOR: dict[str, Any] = {
    "numero": "0045",
    "numeroExterno": "=1+1",
    "idEstadoEnvio": "2",
    "estadoEnvio": "En Reparto",
    "idPoblacionDestino": "05001000",
    "nombrePoblacionDestino": "Medellín",
    "remitente": "Hogar Páramo Verde S.A.S.",
    "idTipoDocumentoRem": "NI",
    "documentoRem": "999100677-2",
    "telefonoRem": "6015550155",
    "direccionRem": 'Bodega 11; "El Ciprés", Funza',
    "emailRem": "logistica@paramoverde.example",
    "destinatario": "Óscar Núñez Peña",
    "idTipoDocumentoDest": "CC",
    "documentoDest": "0190045",
    "telefonoDest": "+57 306 555 0117",
    "direccionDest": "Carrera 15 # 127-36\nApto 501",
    "emailDest": "@buzon.example",
    "complementoDirDest": "=Torre 3\nApto 402, portería azul",
    "complementoDirRem": "Muelle 2",
    "nombreFormaEntrega": "Home Delivery",
    "totalPiezas": "2 de 3",
    "diceContener": "Olla; cafetera",
    "fechaRegistroEnvio": "2026-06-13T18:05:00",
    "valorDeclarado": 282400,
    "dinamicouno": json.dumps(
        {
            "flujo": "OPL",
            "numeroPedido": "OC-0004517",
            "promesaEntrega": "2026-06-15",
            "skus": [{"skuDesc": "Olla", "weight": "2.80"}, {"skuDesc": "Cafetera", "weight": "0.98"}],
        }
    ),
    "dinamicodos": None,
    "codigoProducto": "None",
    "peso": 0,
    "campoNuevo": {"a": [1, 2.50]},
}

SELLER: dict[str, Any] = {
    "numero": "0046",
    "numeroExterno": "None",
    "totalPiezas": "2",
    "idEstadoEnvio": "24",
    "estadoEnvio": "Listo para Retirar",
    "destinatario": "María José Ibáñez",
    "dinamicouno": {
        "SellerId": "SEL-10482",
        "parcelNumber": "PN0451290",
        "parcelId": "0000451290-1",
        "valorDeclarado": "219900.50",
        "skus": [{"skuDesc": "Tenis", "weight": "0.95", "width": "21", "height": "12", "length": "33"}],
    },
}

BARE: dict[str, Any] = {"numero": "0047", "idEstadoEnvio": "3", "valorDeclarado": "45.000", "dinamicouno": "{"}

NUMBERLESS: dict[str, Any] = {"numero": None, "destinatario": "Nadie"}


def manifest(*shipments: object, number: int = 9001) -> dict[str, Any]:
    return {
        "idPlanillaReparto": number,
        "estado": "VIG",
        "codigoCarrier": "ACME",
        "fechaCreacion": "2026-06-15T05:42:10",
        "envios": list(shipments),
    }


def body(*manifests: object) -> bytes:
    return json.dumps(manifests, ensure_ascii=False).encode()


def good_day() -> bytes:
    """Return three shipments in two manifests, and one that cannot be read."""
    return body(manifest(OPERATOR, SELLER, NUMBERLESS), manifest(BARE, number=9002))
