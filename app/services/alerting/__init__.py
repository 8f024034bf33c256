"""Alerts by rule: what raises them in every process that receives, and their mails."""
