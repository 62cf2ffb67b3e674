# SPDX-License-Identifier: MIT
"""Lists a bucket, serially or by the folders of its first level side by side."""

import asyncio
from collections.abc import Iterator

from .errors import Stopped
from .job import Limits, Store
from .listing import Listed
from .retry import with_retries
from .s3_client import Client, StoreError
from .s3_page import BadPage, Page
from .s3_url import split_url

FOLDERS_AT_A_TIME = 16


class S3Listing:
    """The objects of a bucket below a prefix. `requests` counts the pages."""

    def __init__(self, source: str, store: Store, limits: Limits, parallel: bool) -> None:
        self.bucket, self.prefix = split_url(source)
        self.requests = 0
        self._store = store
        self._limits = limits
        self._parallel = parallel

    def __iter__(self) -> Iterator[Listed]:
        runner = asyncio.Runner()
        queue: asyncio.Queue[list[Listed] | None] = asyncio.Queue(16)
        try:
            task = runner.get_loop().create_task(self._all(queue))
            while (page := runner.run(queue.get())) is not None:
                yield from page
            runner.run(asyncio.wait_for(task, None))
        except StoreError as error:
            raise Stopped(f"s3://{self.bucket}/{self.prefix}: the listing failed: {error}") from error
        finally:
            runner.close()

    async def _all(self, queue: asyncio.Queue[list[Listed] | None]) -> None:
        try:
            async with Client(self.bucket, self._store, self._limits.timeout, FOLDERS_AT_A_TIME) as client:
                if not self._parallel:
                    await self._below(client, self.prefix, "", queue)
                else:
                    folders = await self._below(client, self.prefix, "/", queue)
                    gate = asyncio.Semaphore(FOLDERS_AT_A_TIME)

                    async def one(folder: str) -> None:
                        async with gate:
                            await self._below(client, folder, "", queue)

                    await asyncio.gather(*map(one, folders))
                self.requests = client.requests
        finally:
            await queue.put(None)

    async def _below(
        self, client: Client, prefix: str, delimiter: str, queue: asyncio.Queue[list[Listed] | None]
    ) -> list[str]:
        folders: list[str] = []
        tokens: set[int] = set()  # hashes of the tokens: a listing may have a million
        options = {"prefix": prefix, **({"delimiter": delimiter} if delimiter else {})}
        while True:
            try:
                page = await with_retries(
                    lambda: self._page(client, options), self._limits.retries, self._limits.backoff
                )
                folders += page.folders()
                await queue.put(page.rows())
            except BadPage as error:
                raise Stopped(f"a page of the store's listing is not valid: {error}") from error
            token = page.token()
            if token is None:
                return folders
            if not token or hash(token) in tokens:
                raise Stopped("the store's listing has a continuation token twice, or none: it has no end")
            tokens.add(hash(token))
            options["continuation-token"] = token

    async def _page(self, client: Client, options: dict[str, str]) -> Page:
        page = Page(self.prefix)
        await client.list_page(options, page.feed)
        page.finish()
        return page
