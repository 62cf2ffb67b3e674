# SPDX-License-Identifier: MIT
"""Repeats requests: exponentially later, with jitter, a bounded number of times."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

from .errors import Stopped
from .s3_client import Transient, Unreachable

Result = TypeVar("Result")


async def with_retries(request: Callable[[], Awaitable[Result]], retries: int, backoff: float) -> Result:
    """Returns the result of a request. Raises Transient after the last retry.

    Raises Stopped if the store could not be reached at the last try.
    """
    for attempt in range(retries + 1):
        try:
            return await request()
        except Transient as error:
            if attempt == retries:
                if isinstance(error, Unreachable):
                    raise Stopped(f"the store cannot be reached: {error}") from error
                raise
            await asyncio.sleep(random.uniform(0.5, 1.0) * backoff * 2 ** min(attempt, 10))
    raise AssertionError("unreachable")
