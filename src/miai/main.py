"""Runs a command and prints its errors."""

import gc
import io
import os
import signal
import sys
import threading

import typer

from miai.engine.kernel.preparation import preparation
from miai.errors import InputError, MiaiError, NoPairingError
from miai.mounts.commands import run
from miai.terminal.output import print_error, tell_of_preparation

_SELDOM = (10_000, 10, 10)


def main() -> None:
    """Run a command; a wrong file or argument gives one sentence for each problem and exit status 2."""
    _set_up_streams()
    _set_up_process()
    try:
        status = run(sys.argv[1:] or ["--help"])
    except InputError as error:
        _complain(*(str(problem) for problem in error.problems))
    except NoPairingError as error:
        _complain(str(error))
    except MiaiError as error:
        _complain(f"this is a bug in Miai: {error}")
    except BrokenPipeError:
        # The reader closed the pipe: nothing more can be printed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        # A file that the system does not let us reach; without its name there is nothing to say.
        if error.filename is None:
            raise
        _complain(f"{os.fsdecode(error.filename)}: cannot be reached ({error.strerror})")
    except typer.Abort as error:
        _complain_of_silence(error)
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        # The parser's errors format their own message.
        sentence = getattr(error, "format_message", None)
        if sentence is None:
            raise
        _complain(sentence())
    else:
        # A command that exits early returns its own status.
        if status:
            sys.exit(status)


def _set_up_streams() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # An old console lacks characters of some names. Each line is in a file or a pipe at once.
            stream.reconfigure(errors="replace", line_buffering=True)
    if sys.stderr.isatty():
        preparation.tell = tell_of_preparation


def _set_up_process() -> None:
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, preparation.interrupt)
    # Look for garbage less often: Python's own pace takes a tenth of the time to load and to compile.
    gc.set_threshold(*_SELDOM)


def _complain(*sentences: str) -> None:
    for sentence in sentences:
        print_error(sentence)
    sys.exit(2)


def _complain_of_silence(error: typer.Abort) -> None:
    """End after a question without an answer; at a terminal that was Ctrl+C or Ctrl+D."""
    if sys.stdin.isatty() or isinstance(error.__context__, KeyboardInterrupt):
        sys.exit(130)
    _complain("the command asks a question, and standard input has no answer")
