"""The sub-commands, one a file: `add_arguments(parser)`, `run(args)` -> exit code, and `EXAMPLES` for its help.

A command's file is imported only when it is asked for, so each brings no more than it needs.
"""
