# SPDX-License-Identifier: MIT
"""oldguard.des with keys, sizes and objects that it must refuse."""

import ctypes
import threading

import pytest
from oldguard import des

KEY = des.fix_parity(bytes(range(10, 34)))
IV = bytes(8)
WEAK = b"\x01" * 8
SEMI_WEAK = bytes.fromhex("01fe01fe01fe01fe")


def test_checks_one_by_one():
    single, other = KEY[:8], KEY[8:16]
    odd = bytes([single[0] ^ 1]) + single[1:]
    cases = [
        (odd, {"parity"}),
        (WEAK, {"weak"}),
        (SEMI_WEAK + single, {"weak"}),
        (single + odd + other, {"parity", "collapse"}),
        (other + single * 2, {"collapse"}),
        (single * 2, {"collapse"}),
        (single + other + single, set()),
    ]
    errors = {"parity": des.ParityError, "weak": des.WeakKeyError, "collapse": des.CollapsedKeyError}
    for key, refused in cases:
        for check, error in errors.items():
            if check in refused:
                for call in (
                    lambda: des.new(key, "ecb", check=(check,)),
                    lambda: des.encrypt(key, "ecb", b"", check=[check]),
                    lambda: des.mac(key, b"", check={check}),
                    lambda: des.encrypt_many([(key, None, b"")], "ecb", check=(check,)),
                    lambda: des.mac_many([(key, b"")], check=(check,)),
                ):
                    with pytest.raises(error) as caught:
                        call()
                    assert isinstance(caught.value, des.KeyCheckError) and isinstance(
                        caught.value, ValueError
                    )
            else:
                des.new(key, "ecb", check=(check,))
        des.new(key, "ecb", check=())


def test_desx_checks_the_key_of_des_alone():
    des.new(KEY[:8] + bytes(16), "ecb", desx=True, check=("parity", "weak", "collapse"))
    with pytest.raises(des.WeakKeyError):
        des.new(WEAK + KEY[:16], "ecb", desx=True, check=("weak",))


def test_no_check_is_the_default():
    """The command has the same default. The error names both ways out."""
    for call in (des.encrypt, des.decrypt):
        call(bytes(24), "ecb", b"")
    des.mac(bytes(24), b"")
    des.encrypt_many([(bytes(24), None, b"")], "ecb")
    with pytest.raises(des.ParityError, match=r"fix_parity\(key\) .* check=\(\)"):
        des.encrypt(bytes(24), "ecb", b"", check=("parity",))
    assert des.encrypt(bytes(24), "ecb", IV) == des.encrypt(
        des.fix_parity(bytes(24)), "ecb", IV, check=("parity",)
    )


ENDS = {
    "pkcs7": lambda count: bytes([count]) * count,
    "iso7816": lambda count: b"\x80" + bytes(count - 1),
    "x923": lambda count: bytes(count - 1) + bytes([count]),
    "zero": lambda count: bytes(count % 8),
}


@pytest.mark.parametrize("padding", ENDS)
@pytest.mark.parametrize("size", [*range(18), 1000])
def test_padding(padding, size):
    data = bytes([1, 0x80, 0])[:size] * (size // 3 + 1)
    data = data[:size].rstrip(b"\0").ljust(size, b"\1")  # zero padding would take zeros
    for mode, iv in (("ecb", None), ("cbc", IV)):
        coded = des.encrypt(KEY, mode, data, iv, padding=padding)
        assert des.decrypt(KEY, mode, coded, iv, padding=padding) == data
        end = ENDS[padding](8 - size % 8)
        assert des.decrypt(KEY, mode, coded, iv) == data + end
        assert des.decrypt(KEY, mode, coded, iv, padding="none") == data + end


def test_random_padding():
    coded = [des.encrypt(KEY, "ecb", b"abc", padding="iso10126") for _ in range(9)]
    plain = [des.decrypt(KEY, "ecb", one) for one in coded]
    assert all(one[:3] + one[7:] == b"abc\5" for one in plain) and len(set(plain)) > 1
    assert all(des.decrypt(KEY, "ecb", one, padding="iso10126") == b"abc" for one in coded)


@pytest.mark.parametrize("end", [b"\0", b"\x09", b"\3\2\3", b"a", b""])
def test_ignored_padding(end):
    """Right padding is removed, and anything else kept."""
    data = (bytes([7]) * 16 + end)[-16:] if end else b""
    assert des.decrypt(KEY, "ecb", des.encrypt(KEY, "ecb", data), padding="ignore") == data
    assert des.decrypt(KEY, "ecb", des.encrypt(KEY, "ecb", data, padding="pkcs7"), padding="ignore") == data


@pytest.mark.parametrize(
    "end, padding",
    [
        (b"\0", "pkcs7"),
        (b"\x09", "pkcs7"),
        (b"\x03\x02\x03", "pkcs7"),
        (b"\x08", "pkcs7"),
        (bytes(8), "iso7816"),
        (b"\x81" + bytes(7), "iso7816"),
        (b"\x80" + bytes(8), "iso7816"),
        (b"\0", "x923"),
        (b"\1\2", "x923"),
        (b"\x09", "x923"),
        (b"\0", "iso10126"),
        (b"\x09", "iso10126"),
    ],
)
def test_wrong_padding(end, padding):
    coded = des.encrypt(KEY, "ecb", (bytes([7]) * 16 + end)[-16:])
    with pytest.raises(ValueError, match=f"bad {padding} padding: wrong key"):
        des.decrypt(KEY, "ecb", coded, padding=padding)
    with pytest.raises(ValueError, match=f"bad {padding} padding"):
        des.decrypt(KEY, "ecb", b"", padding=padding)


def test_the_error_names_the_item():
    good = (KEY, IV, bytes(8))
    for bad, error, text in [
        ((bytes(24), IV, b""), des.ParityError, r"items\[2\]: .*parity"),
        ((KEY, IV, bytes(7)), ValueError, r"items\[2\]: cbc takes whole blocks"),
        ((KEY, None, b""), ValueError, r"items\[2\]: cbc needs an IV"),
        ((KEY, bytes(7), b""), ValueError, r"items\[2\]: the IV must have 8"),
        ((KEY[:16], IV, b""), ValueError, r"items\[2\]: the key has 16 bytes, the first one 24"),
        ((KEY, IV, "text"), TypeError, r"items\[2\]"),
        ((KEY, IV), ValueError, r"items\[2\]: \(key, iv, message\)"),
        (7, TypeError, r"items\[2\]"),
    ]:
        with pytest.raises(error, match=text):
            des.encrypt_many([good, good, bad, good], "cbc", check=("parity",))


@pytest.mark.parametrize(
    "call",
    [
        lambda: des.new(KEY[:7], "ecb"),
        lambda: des.new(KEY + b"1", "ecb"),
        lambda: des.new(KEY[:16], "ecb", desx=True),
        lambda: des.new(KEY, "xts"),
        lambda: des.new(KEY, None),
        lambda: des.new(KEY, "ecb", IV),
        lambda: des.new(KEY, "cbc"),
        lambda: des.new(KEY, "cbc", bytes(9)),
        lambda: des.new(KEY, "ecb", check=("strength",)),
        lambda: des.encrypt(KEY, "ecb", bytes(7)),
        lambda: des.encrypt(KEY, "ecb", bytes(8), padding="zeros"),
        lambda: des.encrypt(KEY, "ecb", bytes(8), padding=None),
        lambda: des.encrypt(KEY, "ctr", bytes(8), IV, padding="pkcs7"),
        lambda: des.decrypt(KEY, "ofb", bytes(8), IV, padding="iso7816"),
        lambda: des.decrypt(KEY, "ecb", bytes(8), padding="PKCS7"),
        lambda: des.encrypt(KEY, "ecb", bytes(8), padding="ignore"),
        lambda: des.new(KEY, "ctr", IV).update_bits(b"a", 8),
        lambda: des.new(KEY, "cfb1", IV).update_bits(b"a", 9),
        lambda: des.new(KEY, "cfb1", IV).update_bits(b"", -1),
        lambda: des.new(KEY, "ecb").position,
        lambda: des.new(KEY, "cbc", IV).restart(),
        lambda: des.new(KEY, "ecb").restart(IV),
        lambda: des.mac(KEY, b"", "cmac", padding="bit"),
        lambda: des.mac(KEY, b"", "cbc"),
        lambda: des.mac(KEY, b"", "retail", padding="bit"),
        lambda: des.mac(KEY, b"", size=9),
        lambda: des.mac_many([(KEY, b"")], size=0),
        lambda: des.verify_mac(KEY, b"", b""),
        lambda: des.crypt("secret", "a"),
        lambda: des.crypt("secret", "a!"),
        lambda: des.crypt("secret", "_J9..sal"),
        lambda: des.crypt("secret", "_J9..salt", most_iterations=724),
        lambda: des.crypt("secret", "_zzzzsalt"),
        lambda: des.crypt("se\0cret", "ab"),
        lambda: des.crypt_many(["a", "b"], ["ab"]),
        lambda: des.fix_parity(b"1234567"),
        lambda: des.wrap(KEY[:16], KEY),
        lambda: des.wrap(KEY, KEY, b"1"),
        lambda: des.unwrap(KEY, bytes(39)),
    ],
)
def test_value_errors(call):
    with pytest.raises(ValueError):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: des.new("k" * 24, "ecb"),
        lambda: des.encrypt(KEY, "ecb", "text"),
        lambda: des.new(KEY, "ecb").update("text"),
        lambda: des.new(KEY, "ecb", check="parity"),
        lambda: des.new(KEY, "ecb").update_into(bytes(8), bytes(8)),
        lambda: des.encrypt_many(5, "ecb"),
        lambda: des.crypt(5, "ab"),
        lambda: des.Cipher(),
        lambda: setattr(des.new(KEY, "ofb", IV), "position", 5),
        lambda: setattr(des.new(KEY, "ofb", IV), "position", (IV,)),
    ],
)
def test_type_errors(call):
    with pytest.raises((TypeError, BufferError)):
        call()


def test_the_error_of_a_salt_names_it():
    with pytest.raises(ValueError, match=r"salts\[1\]"):
        des.crypt_many(["a", "b"], ["ab", "a"])


def test_buffers_are_released_after_errors():
    key, data = bytearray(KEY), bytearray(7)
    for call in (
        lambda: des.encrypt(key, "cbc", data, bytearray(7)),
        lambda: des.encrypt_many([(key, IV, data)], "cbc"),
        lambda: des.new(key, "cbc"),
        lambda: des.new(KEY, "cbc", IV).update(data),
        lambda: des.new(KEY, "cbc", IV).update_into(data, bytearray(3)),
        lambda: des.mac(key, data, size=9),
    ):
        with pytest.raises(ValueError):
            call()
    key.append(1)  # BufferError while a buffer is exported
    data.append(1)
    strided = memoryview(bytes(16))[::2]
    with pytest.raises(BufferError):
        des.new(KEY, "ecb").update(strided)
    released = memoryview(bytes(8))
    released.release()
    with pytest.raises(ValueError):
        des.new(KEY, "ecb").update(released)


def test_outputs():
    buffer = bytearray(24)
    cipher = des.new(KEY, "ecb")
    with pytest.raises(ValueError, match="overlaps"):
        cipher.update_into(memoryview(buffer)[:16], memoryview(buffer)[8:])
    with pytest.raises(ValueError, match="16"):
        cipher.update_into(bytes(16), bytearray(8))
    assert cipher.update_into(bytes(8), buffer) == 8 and buffer[8:] == bytes(16)


def test_an_error_leaves_the_message_as_it_was():
    cipher, plain = des.new(KEY, "cbc", IV), bytes(32)
    first = cipher.update(plain[:16])
    with pytest.raises(ValueError):
        cipher.update(bytes(3))
    assert first + cipher.update(plain[16:]) == des.encrypt(KEY, "cbc", plain, IV)


def test_threads_share_a_cipher():
    """Every block of key stream is used once, in whatever order the threads come."""
    size, rounds = 4096, 40
    cipher, seen = des.new(KEY, "ctr", IV), []

    def work():
        for _ in range(rounds):
            seen.append(cipher.update(bytes(size)))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stream = des.encrypt(KEY, "ctr", bytes(8 * rounds * size), IV)
    assert sorted(seen) == sorted(stream[i : i + size] for i in range(0, len(stream), size))


def test_a_list_that_another_thread_changes():
    items = [(KEY, IV, bytes(4096)) for _ in range(200)]
    expected, stop = des.encrypt(KEY, "cbc", bytes(4096), IV), threading.Event()

    def change():
        while not stop.is_set():
            items.append((KEY, IV, bytes(4096)))
            items.pop(0)

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(20):
            assert set(des.encrypt_many(items, "cbc")) == {expected}
    finally:
        stop.set()
        thread.join()


def test_an_empty_mac_at_address_0_is_no_missing_one():
    key = des.fix_parity(bytes(range(24)))
    empty = memoryview((ctypes.c_char * 0).from_address(0))
    with pytest.raises(ValueError, match="1 to 8 bytes"):
        des.verify_mac(key, b"message", empty)


def test_refused_restarts_and_positions():
    class Neither:
        def __bool__(self):
            raise KeyError("bool")

    cipher = des.new(bytes(8), "cfb8", bytes(8), check=())
    cipher.update(b"abc")
    before = cipher.position
    with pytest.raises(KeyError):
        cipher.restart(bytes(8), decrypt=Neither())
    for used in (8, -1, 2**32, 2**32 + 1, 2**70):
        with pytest.raises((ValueError, OverflowError)):
            cipher.position = (bytes(8), used)
    with pytest.raises(TypeError):
        del cipher.position
    assert cipher.position == before and not cipher.decrypts
