#include "reports/command/sha256.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>

namespace unilateral::command {
namespace {

/// [FIPS 180-4, §4.2.2]: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> K{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/// [FIPS 180-4, §6.2.2] for one block of 64 bytes.
void add_block(std::array<std::uint32_t, 8>& H, const unsigned char* block) {
  std::array<std::uint32_t, 64> W{};
  for (std::size_t t = 0; t < 16; ++t)
    for (std::size_t k = 0; k < 4; ++k) W[t] = (W[t] << 8) | block[4 * t + k];
  for (std::size_t t = 16; t < 64; ++t) {
    const std::uint32_t x = W[t - 15], y = W[t - 2];
    W[t] = W[t - 16] + (std::rotr(x, 7) ^ std::rotr(x, 18) ^ (x >> 3)) + W[t - 7] +
           (std::rotr(y, 17) ^ std::rotr(y, 19) ^ (y >> 10));
  }
  auto [a, b, c, d, e, f, g, h] = H;
  for (std::size_t t = 0; t < 64; ++t) {
    const std::uint32_t T1 =
        h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + K[t] + W[t];
    const std::uint32_t T2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + T1;
    d = c;
    c = b;
    b = a;
    a = T1 + T2;
  }
  const std::array<std::uint32_t, 8> add{a, b, c, d, e, f, g, h};
  for (std::size_t k = 0; k < 8; ++k) H[k] += add[k];
}

}  // namespace

std::string sha256(std::string_view bytes) {
  std::array<std::uint32_t, 8> H{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  // A bit 1, zeros, and the length in bits as the last eight bytes of a block.
  std::string padded(bytes);
  padded += '\x80';
  while (padded.size() % 64 != 56) padded += '\0';
  const std::uint64_t bits = 8 * static_cast<std::uint64_t>(bytes.size());
  for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>((bits >> shift) & 0xff);
  for (std::size_t at = 0; at < padded.size(); at += 64)
    add_block(H, reinterpret_cast<const unsigned char*>(padded.data()) + at);
  std::string text;
  for (const std::uint32_t word : H) text += fmt::format("{:08x}", word);
  return text;
}

}  // namespace unilateral::command
