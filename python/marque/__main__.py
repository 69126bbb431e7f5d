"""The command `marque`, with the arguments it was started with."""

import os
import sys

from . import _native


def main() -> int:
    """Runs the command and returns its exit code."""
    if os.environ.get("MARQUE_WITH_PARENT"):
        end_with_parent()
    try:
        code, _ = _native.command(sys.argv[1:])
    except KeyboardInterrupt:
        return 1
    return code


def end_with_parent() -> None:
    """Ends this process when the one that started it dies, where the system can (Linux)."""
    import ctypes
    import signal

    libc = ctypes.CDLL(None)
    set_parent_death_signal = 1
    if hasattr(libc, "prctl"):
        libc.prctl(set_parent_death_signal, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
