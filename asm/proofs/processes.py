# SPDX-License-Identifier: MIT
"""Runs each task in a separate process, so that its memory is freed at its end. Some need gigabytes."""

import multiprocessing
from multiprocessing import connection

from asmgen.errors import KernelError, UsageError

from .errors import Refused


def results(function, tasks, jobs):
    """Yields (task, function(task)) in order. Raises the first error of a task.

    tasks: tuples whose first element is a name for messages. jobs: number of concurrent processes.
    """
    context, left = multiprocessing.get_context("fork"), list(enumerate(tasks))[::-1]
    running, found = {}, {}
    for at, task in enumerate(tasks):
        while at not in found:
            while left and len(running) < jobs:
                index, work = left.pop()
                receiver, sender = context.Pipe(duplex=False)
                process = context.Process(target=_send, args=(sender, function, work), daemon=True)
                process.start()
                sender.close()
                running[receiver] = index, process
            for ready in connection.wait(running):
                index, process = running.pop(ready)
                try:
                    found[index] = ready.recv()
                except EOFError:
                    raise KernelError(
                        f"{tasks[index][0]}: its process was killed; --jobs 1 needs the least memory"
                    ) from None
                process.join()  # so that its use of time and memory is counted
        if isinstance(found[at], Exception):
            raise found[at]
        yield task, found.pop(at)


def _send(pipe, function, task):
    """Sends a task's result, or its error, to the parent process."""
    try:
        pipe.send(function(task))
    except (KernelError, UsageError, Refused) as error:
        pipe.send(error)
