"""``python -m dodona`` is the command line."""

from dodona.cli.main import main

if __name__ == "__main__":
    main()
