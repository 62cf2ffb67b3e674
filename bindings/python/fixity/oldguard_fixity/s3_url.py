# SPDX-License-Identifier: MIT
"""The URL of a bucket."""


def split_url(source: str) -> tuple[str, str]:
    """Returns bucket and prefix of s3://BUCKET/PREFIX. The prefix is empty or ends with a slash."""
    bucket, _, prefix = source.removeprefix("s3://").partition("/")
    return bucket, prefix if not prefix or prefix.endswith("/") else prefix + "/"
