"""The features: each has its use cases, answer, pages, API, commands and templates in one folder."""
