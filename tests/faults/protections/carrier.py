"""Protections of the cached day against wrong answers of the carrier."""

from tests.faults.protections.protection import Protection

_FETCH = "tests/faults/test_carrier.py::test_each_failure_is_reported_retried_only_if_useful_and_loses_nothing"

CARRIER = (
    Protection(
        "the carrier's failures",
        "an answer that ends in the middle is none",
        "app/carrier/answer_parser.py",
        "        next(self._steps, None)",
        "        with contextlib.suppress(CarrierAnswerError):\n            next(self._steps, None)",
        (_FETCH,),
    ),
    Protection(
        "the carrier's failures",
        "an answer unpacks to fifty times its size at most",
        "app/carrier/decompression.py",
        "if size > MOST_BYTES or size > max(ALWAYS_BORNE, MOST_PACKED * self._response.num_bytes_downloaded):",
        "if size > MOST_BYTES:",
        (_FETCH,),
    ),
    Protection(
        "the carrier's failures",
        "a bad shipment is listed",
        "app/carrier/client.py",
        "            self._sink.take_skipped(unreadable)",
        "            pass",
        ("tests/faults/test_carrier_desk.py::test_good_shipments_are_kept_and_the_bad_ones_listed",),
    ),
    Protection(
        "malformed JSON and hostile values",
        "a bad shipment costs no other one",
        "app/carrier/manifest_reader.py",
        "        return Skipped(None, manifest, SkipReason.NO_NUMBER)",
        "        raise ValueError(raw)",
        (
            "tests/faults/test_fuzz_manifests.py::test_good_shipments_beside_bad_ones_are_kept_and_the_bad_ones_reported",
        ),
    ),
)
