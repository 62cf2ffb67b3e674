# SPDX-License-Identifier: MIT
"""Each task in a process of its own, which gives back the gigabytes that some take."""

import multiprocessing
from multiprocessing import connection

from asmgen.errors import KernelError, UsageError

from .errors import Refused


def results(function, tasks, jobs):
    """(task, function(task)) in order, so many at once. tasks: tuples, the first of each a name."""
    context, left = multiprocessing.get_context("fork"), list(enumerate(tasks))[::-1]
    running, found = {}, {}
    for at, task in enumerate(tasks):
        while at not in found:
            while left and len(running) < jobs:
                index, work = left.pop()
                mine, theirs = context.Pipe(duplex=False)
                context.Process(target=_send, args=(theirs, function, work), daemon=True).start()
                theirs.close()
                running[mine] = index
            for ready in connection.wait(running):
                index = running.pop(ready)
                try:
                    found[index] = ready.recv()
                except EOFError:
                    raise KernelError(
                        f"{tasks[index][0]}: its process was killed; --jobs 1 takes " "the least memory"
                    ) from None
        if isinstance(found[at], Exception):
            raise found[at]
        yield task, found.pop(at)


def _send(pipe, function, task):
    try:
        pipe.send(function(task))
    except (KernelError, UsageError, Refused) as error:
        pipe.send(error)
