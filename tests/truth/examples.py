"""All histories with what their rows must say, each named by what it shows."""

from tests.truth.examples_days import SEVERAL_DAYS
from tests.truth.examples_decision import DECISION
from tests.truth.examples_exceptions import EXCEPTIONS
from tests.truth.examples_extremes import EXTREMES
from tests.truth.examples_listings import LISTINGS
from tests.truth.examples_parcels import PARCELS
from tests.truth.examples_visits import VISITS

EXAMPLES = (*DECISION, *VISITS, *LISTINGS, *PARCELS, *SEVERAL_DAYS, *EXTREMES, *EXCEPTIONS)
