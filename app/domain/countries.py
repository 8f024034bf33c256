"""What the codes of the wire are called in a country: kinds of documents, and the codes of localities."""

from collections.abc import Mapping
from typing import NamedTuple

from app.domain.texts import Text


class Country(NamedTuple):
    """Names in one country; a code without a name there is shown as it was sent.

    Attributes:
        documents: by the codes of the contract: `NI` of a company, `CC` of a citizen, `CE` of a foreigner.
        locality_code: what a locality's code is; None: no name.
    """

    documents: Mapping[str, str] = {}
    locality_code: Text | None = None


COUNTRIES: Mapping[str, Country] = {
    "AR": Country({"NI": "CUIT", "CC": "DNI"}),
    "BO": Country({"NI": "NIT", "CC": "CI", "CE": "CIE"}),
    "BR": Country({"NI": "CNPJ", "CC": "CPF"}),
    "CL": Country({"NI": "RUT", "CC": "RUN"}),
    "CO": Country({"NI": "NIT", "CC": "Cédula", "CE": "Cédula de extranjería"}, Text("Country", "DANE code")),
    "CR": Country({"NI": "Cédula jurídica", "CC": "Cédula", "CE": "DIMEX"}),
    "EC": Country({"NI": "RUC", "CC": "Cédula"}),
    "GT": Country({"NI": "NIT", "CC": "DPI"}),
    "MX": Country({"NI": "RFC", "CC": "CURP"}),
    "PA": Country({"NI": "RUC", "CC": "Cédula"}),
    "PE": Country({"NI": "RUC", "CC": "DNI", "CE": "Carné de extranjería"}, Text("Country", "Ubigeo")),
    "PY": Country({"NI": "RUC", "CC": "CI"}),
    "UY": Country({"NI": "RUT", "CC": "CI"}),
    "VE": Country({"NI": "RIF", "CC": "Cédula"}),
}
"""By ISO 3166 code. Proper names of documents are the same in every language of the window."""
