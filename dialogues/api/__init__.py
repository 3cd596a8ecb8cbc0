"""The REST API of conversations. `conversations` is for seekers and their scripts, `trial` for authors."""
