/* SPDX-License-Identifier: MIT */
/* The numbers in the text of og_set_order. */
#include "proof.h"

#include "core/order_text.c"

/* Any characters, but none before '0', whose subtraction is meant to wrap. No other sum or product does, so
 * the value is that of the digits. */
void prove_read_number(void) {
    char text[21];
    const word w = {text, nondet_size()};
    uint64_t value;
    int is_number = 1;
    ASSUME(w.len <= sizeof text);
    for (size_t i = 0; i < sizeof text; i++) {
        ASSUME((unsigned char)text[i] >= '0');
        is_number = is_number && (i >= w.len || (unsigned char)text[i] <= '9');
    }
    if (read_number(w, SIZE_MAX, &value)) {
        CLAIM(is_number && w.len > 0, "a number has a digit, and digits alone");
        REACHED("a number");
    } else if (is_number && w.len > 0) {
        CLAIM(w.len == 20 || w.len == 21, "a number of 19 digits fits");
        REACHED("a number that does not fit");
    }
}
