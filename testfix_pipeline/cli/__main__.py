"""`python -m testfix_pipeline.cli`: the same as the command `testfix`."""

from testfix_pipeline.cli.app import main

if __name__ == "__main__":
    main()
