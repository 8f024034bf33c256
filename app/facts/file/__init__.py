"""The file of the facts: schema, migrations, opening, and error translation."""
