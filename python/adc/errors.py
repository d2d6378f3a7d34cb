"""Errors of the package."""


class Error(Exception):
    """Arguments that do not fit the model, or an environment without a compiler."""


class CompileError(Error):
    """A source that cannot be differentiated or compiled; the text is that of the command, with the source lines."""
