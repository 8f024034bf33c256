"""Pictures that a visit names: fetched on request under strict limits, kept in memory alone."""
