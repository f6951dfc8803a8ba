"""Matches: players by name, games between them, tournaments of many."""
