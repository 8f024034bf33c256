"""The user's language: the translations in `resources/i18n`, read once, for the window and the command line alike."""
