# SPDX-License-Identifier: MIT
"""The words of a Markdown page that the search knows beside its title and its headings."""

import math
import re
from collections import Counter

MOST, LEAST = 30, 4  # words of a page; letters of a word
WORD = re.compile(r"[a-z][a-z0-9_]*(?:[.-][a-z0-9_]+)*")


class Words:
    """texts: {file: text} of all pages. A word counts for its page if it is frequent there and rare elsewhere."""

    def __init__(self, texts):
        self.counts = {
            file: Counter(word for word in WORD.findall(text.lower()) if len(word) >= LEAST)
            for file, text in texts.items()
        }
        self.pages = Counter(word for counts in self.counts.values() for word in counts)

    def of(self, file):
        """Returns the words of a file in one line, the most characteristic first."""
        counts = self.counts[file]
        weights = {word: n * math.log(len(self.counts) / self.pages[word]) for word, n in counts.items()}
        return " ".join(sorted(weights, key=lambda word: (-weights[word], word))[:MOST])
