"""The command line: a face that reads games and solutions and never reaches inside an algorithm."""
