#include "keccak.h"
#include <string.h>

static uint64_t turned(uint64_t value, int count) { return count == 0 ? value : value << count | value >> (64 - count); }

// The next round constant, from a shift register (FIPS 202, section 3.2.5).
static uint64_t round_constant(uint8_t *shifted) {
  uint64_t constant = 0;
  for (int i = 0; i < 7; i++) {
    if (*shifted & 1) constant |= (uint64_t)1 << ((1 << i) - 1);
    *shifted = (uint8_t)(*shifted << 1 ^ (*shifted & 0x80 ? 0x71 : 0));
  }
  return constant;
}

static void mix_columns(uint64_t state[25]) {
  uint64_t sums[5];
  for (int x = 0; x < 5; x++) sums[x] = state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20];
  for (int x = 0; x < 5; x++) {
    uint64_t change = sums[(x + 4) % 5] ^ turned(sums[(x + 1) % 5], 1);
    for (int y = 0; y < 25; y += 5) state[x + y] ^= change;
  }
}

// Turns each lane and moves it to its next place.
static void move_lanes(uint64_t state[25]) {
  uint64_t lane = state[1];
  for (int step = 1, x = 1, y = 0; step <= 24; step++) {
    int next = (2 * x + 3 * y) % 5;
    x = y;
    y = next;
    uint64_t former = state[x + 5 * y];
    state[x + 5 * y] = turned(lane, step * (step + 1) / 2 % 64);
    lane = former;
  }
}

static void mix_rows(uint64_t state[25]) {
  for (int y = 0; y < 25; y += 5) {
    uint64_t row[5];
    memcpy(row, &state[y], sizeof row);
    for (int x = 0; x < 5; x++) state[x + y] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5]);
  }
}

static void permute(uint64_t state[25]) {
  uint8_t shifted = 1;
  for (int round = 0; round < 24; round++) {
    mix_columns(state);
    move_lanes(state);
    mix_rows(state);
    state[0] ^= round_constant(&shifted);
  }
}

static void add(uint64_t state[25], size_t place, uint8_t byte) { state[place / 8] ^= (uint64_t)byte << (place % 8 * 8); }

void keccak(const uint8_t *message, size_t length, uint8_t *output, size_t size) {
  uint64_t state[25] = {0};
  size_t rate = 200 - 2 * size, place = 0;
  for (size_t i = 0; i < length; i++) {
    add(state, place++, message[i]);
    if (place == rate) {
      permute(state);
      place = 0;
    }
  }
  add(state, place, 0x01);
  add(state, rate - 1, 0x80);
  permute(state);
  for (size_t i = 0; i < size; i++) output[i] = (uint8_t)(state[i / 8] >> (i % 8 * 8));
}
