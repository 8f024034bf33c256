"""Contents of tables, details, reports and exports."""
