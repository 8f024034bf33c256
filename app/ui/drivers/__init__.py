"""The drivers of a day: who closed which visits, and when."""
