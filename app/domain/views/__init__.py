"""What the tables, the details, the reports and the exports show."""
