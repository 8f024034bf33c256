"""All histories with what their rows must say, each named by what it shows."""

from tests.truth.examples_decision import DECISION

EXAMPLES = (*DECISION,)
