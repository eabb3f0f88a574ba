"""Keeps what is done in the Lab while it is done: a moment after each change the session is written, off the frame."""
from __future__ import annotations

import contextlib
from concurrent.futures import Future, ThreadPoolExecutor

from game.engine.journal import write_atomically
from game.errors import FiringArcError
from game.sim.lab import sessions
from game.sim.lab.lab import Lab

REST = 0.7
"""Seconds without a change after which it is written."""
LONGEST = 5.0
"""Seconds after which it is written however busy the hands are."""


class Keeper:
    """`fault` says what the disk refused last, once."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self.fault = ""
        self._recorder = sessions.Recorder()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="lab")
        self._writing: Future[None] | None = None
        self._seen = self._kept = lab.version
        self._still = self._waited = 0.0

    def update(self, dt: float) -> None:
        """Goes on by `dt` seconds; writes when it is time to."""
        self._settle(wait=False)
        if self.lab.version == self._kept:
            return
        self._still = 0.0 if self.lab.version != self._seen else self._still + dt
        self._waited += dt
        self._seen = self.lab.version
        if (self._still >= REST or self._waited >= LONGEST) and self._writing is None:
            self._write()

    def saved(self) -> None:
        """Somebody saved the session: what was kept of it is not needed any more."""
        self._settle(wait=True)
        self._kept = self._seen = self.lab.version
        if self.lab.auto is not None:
            with contextlib.suppress(FiringArcError):
                sessions.forget(self.lab.auto)
            self.lab.auto = None

    def close(self) -> None:
        """Writes what was not written yet, and ends."""
        self._settle(wait=True)
        if self.lab.version != self._kept:
            self._write()
            self._settle(wait=True)
        self._pool.shutdown(wait=True)

    def _write(self) -> None:
        lab = self.lab
        path = lab.auto = lab.auto or sessions.new_auto_path(lab.doc.title)
        self._kept, self._still, self._waited = lab.version, 0.0, 0.0
        moments, at, case, kept = list(lab.moments), lab.at, lab.case, lab.kept

        def write() -> None:
            write_atomically(path, self._recorder.encoded(moments, at, case, kept))
            sessions.prune(path)

        self._writing = self._pool.submit(write)

    def _settle(self, *, wait: bool) -> None:
        writing = self._writing
        if writing is None or not (wait or writing.done()):
            return
        self._writing = None
        try:
            writing.result()
        except FiringArcError as error:
            self.fault = str(error)

    def take_fault(self) -> str:
        """What went wrong since it was asked last, '' for nothing."""
        fault, self.fault = self.fault, ""
        return fault
