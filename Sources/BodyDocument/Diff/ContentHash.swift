import Foundation
internal import RequestModel

/// 64-bit hashes of values. Values with the same hash count as equal.
///
/// The seed is random for each comparison, so that bodies cannot be crafted whose differences stay hidden.
struct ContentHash {
  let seed = UInt64.random(in: .min ... .max)

  @inline(__always)
  static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = (a ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: b ^ 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }

  /// Hashes raw bytes.
  @inline(__always)
  func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count)
    var position = 0
    while position + 8 <= bytes.count {
      hash = Self.mix(hash, bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      position += 8
    }
    guard position < bytes.count else { return hash }
    var tail: UInt64 = 0
    while position < bytes.count {
      tail = tail << 8 | UInt64(bytes[position])
      position += 1
    }
    return Self.mix(hash, tail)
  }

  /// Hashes the decoded content of a JSON string.
  @inline(__always)
  func ofString(_ inside: UnsafeRawBufferPointer) -> UInt64 {
    guard let base = inside.baseAddress, memchr(base, 0x5C, inside.count) != nil else { return of(inside) }
    return JSONEscape.decode(inside, keepsSurrogates: true).withUnsafeBytes { of($0) }
  }

  /// Hashes a number by its value.
  func ofNumber(_ text: UnsafeRawBufferPointer) -> UInt64 { DecimalNumber(text).contentHash(seed) }
}

extension DecimalNumber {
  /// Equal for equal numbers.
  func contentHash(_ seed: UInt64) -> UInt64 {
    let place = ContentHash.mix(seed ^ UInt64(bitPattern: Int64(magnitude)), isNegative ? 1 : 2)
    return rest.reduce(ContentHash.mix(place, leading)) { ContentHash.mix($0, UInt64($1)) }
  }
}
