# SPDX-License-Identifier: MIT
"""The stepper in Chromium: the state after the last step, names, keys, the address and playing."""

import json

import pytest

from asmgen.tracing.replay import Replay


def replayed(site, stem):
    """Returns the trace of a kernel and its Replay after all steps."""
    script = site[f"watch/{stem}.js"].decode()
    replay = Replay(json.loads(script.removeprefix("OG_TRACE=").removesuffix(";\n")))
    replay.run()
    return replay.trace, replay


def test_every_trace_ends_as_in_python(visitor, site):
    """The registers, secrets and memory after the last step of each trace."""
    page = visitor.open("watch/sha1_x64_shani.html")
    stems = sorted(path[6:-5] for path in site if path.startswith("watch/") and path.endswith(".html"))
    assert len(stems) > 30
    for stem in stems:
        page.add_script_tag(path=f"{visitor.folder}/watch/{stem}.js")
        registers, secret, memory = page.evaluate(
            """() => {
                const replay = new OgReplay(OG_TRACE);
                replay.go(replay.steps.length);
                const secret = Object.keys(replay.secret).filter((place) => replay.secret[place]);
                return [replay.registers, secret, replay.memory.map((bytes, i) => replay.bytes(i, 0, bytes.length))];
            }"""
        )
        _, replay = replayed(site, stem)
        assert {int(place): int(value, 16) for place, value in registers.items()} == replay.registers, stem
        assert set(map(int, secret)) == replay.secret, stem
        assert [bytes.fromhex(content) for content in memory] == list(map(bytes, replay.memory)), stem


def shown_registers(page):
    """Returns {name of a register: its value in hex} that the stepper shows."""
    rows = page.locator("#regs .reg").evaluate_all(
        "rows => rows.map(r => [r.querySelector('.rn').textContent,"
        " [...r.querySelectorAll('code')].map(c => c.textContent).join('')])"
    )
    return {name: int(value, 16) for name, value in rows}


STEPPED = ["sha1_x64_fast", "sha1_x64_shani", "whirlpool_x86_mmx", "des_x86_i586", "des_x64_avx2_x256"]


@pytest.mark.parametrize("stem", STEPPED)
def test_stepper_shows_the_last_registers(visitor, site, stem):
    page = visitor.open(f"watch/{stem}.html")
    trace, replay = replayed(site, stem)
    total = len(replay.steps)
    start, said = shown_registers(page), page.inner_text("#say")
    assert trace["title"] in said
    page.keyboard.press("End")
    assert page.inner_text("#where") == f"{total} / {total}" and page.url.endswith(f"#{total}")
    names = [name for name, _ in trace["regs"]]
    assert shown_registers(page) == {names[place]: value for place, value in replay.registers.items()}
    assert trace["said"] in page.inner_text("#say")
    buffer = next((r for r in trace["regions"] if r[0] in ("cv", "data")), None)
    if buffer:  # the digest or the ciphertext is in memory
        place = trace["regions"].index(buffer)
        cells = "".join(page.locator(".region").nth(place).locator(".cells span").all_inner_texts())
        assert cells == replay.content(buffer[0]).hex()
    page.keyboard.press("Home")
    assert shown_registers(page) == start and page.inner_text("#say") == said


def test_stepper_names_values_and_rounds(visitor):
    """Step 340 of sha1_x64_fast is c = ROTL 30 (b) of round 23."""
    page = visitor.open("watch/sha1_x64_fast.html#340")
    assert page.inner_text("#round") == "round 23"
    row = page.locator(".reg.wrote")
    assert row.locator("b").inner_text() == "b" and row.locator(".name").inner_text() == "ROTL 30 (a21)"
    assert "now holds ROTL 30 (a21)" in page.inner_text("#say")
    fresh = page.locator("#std .fresh")
    assert fresh.locator("b").inner_text() == "c" and fresh.locator(".where").inner_text() == "ebp"
    assert page.locator("#code [aria-current]").count() == 1


def step(page):
    return int(page.inner_text("#where").split(" / ")[0])


def steps(page):
    return int(page.get_attribute("#at", "max"))


def test_keys_and_address(visitor):
    page = visitor.open("watch/sha1_x64_shani.html")
    assert step(page) == 0
    for key, expected in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", steps(page)),
        ("ArrowRight", steps(page)),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        page.keyboard.press(key)
        assert step(page) == expected and page.url.endswith(f"#{expected}"), key
    rounds = []
    for _ in range(3):
        page.keyboard.press("ArrowDown")
        rounds.append((step(page), page.inner_text("#round")))
    assert [said for _, said in rounds] == ["before the rounds", "rounds 0 to 3", "rounds 4 to 7"]
    page.keyboard.press("ArrowUp")
    assert (step(page), page.inner_text("#round")) == rounds[1]
    page.goto(page.url.partition("#")[0] + "#64")
    assert step(page) == 64


def test_slider_and_a_click_in_the_code(visitor):
    page = visitor.open("watch/des_x86_i586.html")
    page.fill("#at", "200")
    assert step(page) == 200 and page.url.endswith("#200")
    now = page.locator("#code [aria-current]")
    # Not inner_text, which is empty until the browser has painted the line.
    text = now.text_content()
    assert text
    now.click()  # the same instruction in the next round but one
    assert step(page) > 200 and page.locator("#code [aria-current]").text_content() == text


def test_play(visitor):
    """The space bar starts and stops. While the trace runs, nothing is read aloud."""
    page = visitor.open("watch/sha1_x64_shani.html")
    page.select_option("#speed", "60")
    page.click("#play")
    assert page.get_attribute("#say", "aria-live") == "off"
    page.wait_for_function("parseInt(document.getElementById('where').textContent) >= 10")
    page.keyboard.press(" ")
    assert page.get_attribute("#play", "aria-label") == "Play"
    assert page.get_attribute("#say", "aria-live") == "polite"
    assert page.url.endswith(f"#{step(page)}") and step(page) >= 10
    page.fill("#at", str(steps(page) - 2))
    page.click("#play")
    page.wait_for_function("document.getElementById('play').getAttribute('aria-label') === 'Play'")
    assert step(page) == steps(page)


def test_order_of_registers(visitor):
    page = visitor.open("watch/sha1_x64_fast.html#340")
    assert page.locator(".reg b").first.inner_text() == "a"
    page.click("#order")
    assert page.locator(".reg .rn").all_inner_texts()[:2] == ["eax", "ecx"]


def test_secrets_are_marked_in_words(visitor):
    page = visitor.open("watch/sha1_x64_fast.html#340")
    marked = page.locator(".reg", has=page.locator(".secret:not(:empty)"))
    assert sorted(marked.locator("b").all_inner_texts()) == ["a", "b", "c", "d", "e", "x"]


@pytest.mark.parametrize("stem", STEPPED[:-1])  # the last one has large regions alone
def test_memory_has_rows_of_four_or_eight_words(visitor, stem):
    for width in (390, 720, 900, 1100, 1400, 1900):
        page = visitor.open(f"watch/{stem}.html", {"width": width, "height": 900})
        counts = page.locator(".region:not(.large) .cells").evaluate_all(
            "(all) => all.map((cells) => getComputedStyle(cells).gridTemplateColumns.split(' ').length)"
        )
        assert counts and set(counts) <= {4, 8}, width


def test_memory_shows_the_access(visitor):
    """The first load of sha1_x64_shani reads the chaining value, whose words have names."""
    page = visitor.open("watch/sha1_x64_shani.html")
    seen = set()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        seen.update(page.locator("#mem h3 span").all_inner_texts())
    assert "reads 16 bytes at 0: H3, H2, H1, H0" in seen, seen
    assert page.locator("#mem .cells .was, #mem .cells .saw").count() > 0
