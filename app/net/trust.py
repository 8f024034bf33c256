"""What TLS trusts, and what is wrong with a certificate."""

import ssl
from enum import Enum, auto

import truststore


def system_trust() -> ssl.SSLContext:
    """Return a TLS context for clients that trusts what the system's trust store does."""
    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def authority_trust(file: str) -> ssl.SSLContext:
    """Return a TLS context for clients that trusts an authority's certificate in a file, and no other.

    Raises:
        OSError, ssl.SSLError: the file holds none.
    """
    return ssl.create_default_context(cafile=file)


class CertificateFault(Enum):
    """What is wrong with a certificate."""

    NOT_NOW = auto()
    """It has expired or is not valid yet, by this computer's clock."""
    OTHER_NAME = auto()
    UNKNOWN_ISSUER = auto()
    OTHER = auto()


# Error codes of OpenSSL (X509_V_ERR_*), Windows (CERT_E_*) and macOS (errSec*), in this order.
_CODES = {
    CertificateFault.NOT_NOW: frozenset({9, 10, 0x800B0101, -67818, -67819}),
    CertificateFault.OTHER_NAME: frozenset({62, 64, 0x800B010F, -67602}),
    CertificateFault.UNKNOWN_ISSUER: frozenset({18, 19, 20, 21, 0x800B0109, 0x800B010A, -67843}),
}


def certificate_fault(error: ssl.SSLCertVerificationError) -> CertificateFault:
    """Return what TLS found wrong with the server's certificate."""
    return next((fault for fault, codes in _CODES.items() if error.verify_code in codes), CertificateFault.OTHER)
