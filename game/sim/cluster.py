"""A batch on a Dask cluster: the scheduler's workers as an executor. The one place that wants dask, an extra."""
from __future__ import annotations

import contextlib
import importlib.util
import logging
from collections.abc import Iterator
from concurrent.futures import Executor

from game import __version__
from game.errors import InputError
from game.words import say

PATIENCE = 10
"""Seconds in which a scheduler must answer."""


def check_can_reach() -> None:
    """Raises InputError where dask.distributed is not installed."""
    if importlib.util.find_spec("distributed") is None:
        raise InputError("--scheduler wants dask.distributed, which is not installed: "
                         "pip install -r requirements-cluster.txt")


@contextlib.contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor on the cluster whose scheduler is at `address`, and how many games it plays at a time. What is
    still running when the block ends is given up. Raises InputError where no such cluster can be used."""
    check_can_reach()
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, ImportError) as error:
        reason = " ".join(str(error).split())[:160]
        raise InputError(say("no scheduler answers at {address} ({reason}); tcp://host:8786 would be one",
                             address=address[:80], reason=reason)) from None
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise InputError(say("the cluster at {address} has no workers yet; start some: dask worker {address}",
                                 address=address))
        _check_version(client.run, address)
        yield client.get_executor(pure=False), threads
    finally:
        client.close()


def version() -> str:
    """The version of the game where this runs."""
    return __version__


def _check_version(everywhere: object, address: str) -> None:
    """Raises InputError unless every worker has the same game."""
    assert callable(everywhere)
    try:
        found = set(everywhere(version).values())
    except Exception as error:  # whatever a worker that has no such module answers
        raise InputError(say("the workers at {address} cannot import the game ({fault}); start them in its folder, "
                             "or with it in PYTHONPATH",
                             address=address, fault=type(error).__name__)) from None
    if found != {__version__}:
        raise InputError(say("the workers at {address} have version {theirs} of the game, and this is {version}; "
                             "give all of them the same one",
                             address=address, theirs=", ".join(sorted(found)), version=__version__))
