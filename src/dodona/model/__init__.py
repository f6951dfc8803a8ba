"""Games, limits, strategies and solutions: the nouns every room shares."""
