"""Every error that ORQA raises on purpose.

    OrqaError                 what can happen to one subject or one command; shown as one line, never a traceback
      BadInput                the user must change something: arguments, files, a bank of another schema     (exit 2)
        WhitelistError        one or more faults in a whitelist folder, each with file and line              (exit 2)
      FetchRefused            a rule forbids this page: robots, whitelist, address, size; never tried again
      FetchFailed             the page could not be had now: time-out, reset, 5xx; tried again by a rerun
      ExtractFailed           the bytes gave no usable text, and why
      QuoteNotFound           a quote does not stand in its document
      BudgetSpent             the money or the calls allowed are used up                                     (exit 4)
      LlmError                a model did not give a usable answer
        RateLimited           the provider asks to wait; tried again
        BadReply              the reply does not fit its schema, also after one repair turn
        Refused               the model declined
        Truncated             the reply was cut off at the token limit

`is_transient` tells `run_stage` whether a rerun may try the subject again.
"""


class OrqaError(Exception):
    """Something that can happen to one subject or one command; its text is one clear line."""

    is_transient = False


class BadInput(OrqaError):
    """The user must change something before the command can run; the text says what."""


class WhitelistError(BadInput):
    """Faults in a whitelist folder, one line each with file and line."""


class FetchRefused(OrqaError):
    """A rule forbids this page; it is never tried again."""


class FetchFailed(OrqaError):
    """The page could not be had now; a rerun tries it again."""

    is_transient = True


class ExtractFailed(OrqaError):
    """The bytes gave no usable text; the text of the error says why."""


class QuoteNotFound(OrqaError):
    """A quote does not stand in its document, neither exactly nor after normalisation."""


class BudgetSpent(OrqaError):
    """The money or the calls allowed are used up; the build stops and can be resumed."""

    is_transient = True


class LlmError(OrqaError):
    """A model did not give a usable answer."""


class RateLimited(LlmError):
    """The provider asks to wait longer than the adapter's own deadline; a rerun tries again."""

    is_transient = True


class BadReply(LlmError):
    """The reply does not fit its schema, also after one repair turn."""


class Refused(LlmError):
    """The model declined to answer."""


class Truncated(LlmError):
    """The reply was cut off at the token limit; it is never repaired into a whole one."""
