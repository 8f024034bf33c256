"""What the codes of the wire are called in a country, by its ISO 3166 code; without a name they stay as sent."""

from collections.abc import Mapping

from app.domain.texts import Say, Text

DOCUMENTS: Mapping[str, Mapping[str, str]] = {
    "AR": {"NI": "CUIT", "CC": "DNI"},
    "BO": {"NI": "NIT", "CC": "CI", "CE": "CIE"},
    "BR": {"NI": "CNPJ", "CC": "CPF"},
    "CL": {"NI": "RUT", "CC": "RUN"},
    "CO": {"NI": "NIT", "CC": "Cédula", "CE": "Cédula de extranjería"},
    "CR": {"NI": "Cédula jurídica", "CC": "Cédula", "CE": "DIMEX"},
    "EC": {"NI": "RUC", "CC": "Cédula"},
    "GT": {"NI": "NIT", "CC": "DPI"},
    "MX": {"NI": "RFC", "CC": "CURP"},
    "PA": {"NI": "RUC", "CC": "Cédula"},
    "PE": {"NI": "RUC", "CC": "DNI", "CE": "Carné de extranjería"},
    "PY": {"NI": "RUC", "CC": "CI"},
    "UY": {"NI": "RUT", "CC": "CI"},
    "VE": {"NI": "RIF", "CC": "Cédula"},
}
"""Kinds of documents by the codes of the contract: `NI` of a company, `CC` of a citizen, `CE` of a foreigner.

They are proper names, the same in every language of the window.
"""
LOCALITY_CODES: Mapping[str, Text] = {"CO": Text("Country", "DANE code"), "PE": Text("Country", "Ubigeo")}

_CITIES: Mapping[str, Text] = {
    "Asuncion": Text("City", "Asunción"),
    "Bogota": Text("City", "Bogotá"),
    "Cancun": Text("City", "Cancún"),
    "Mexico City": Text("City", "Mexico City"),
    "Panama": Text("City", "Panamá"),
    "Sao Paulo": Text("City", "São Paulo"),
}


def city_of(zone: str, say: Say) -> str:
    """Return the city that a time zone (`America/Bogota`) is named after, as it is written."""
    name = zone.rpartition("/")[2].replace("_", " ")
    return say(_CITIES[name]) if name in _CITIES else name
