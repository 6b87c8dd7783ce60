from testfix_pipeline.cli.garbage_collection import collect_rarely

collect_rarely()  # before any command is imported
