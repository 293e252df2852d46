import Foundation

extension SplitMix64 {
  /// A random identifier: UUID version 4, variant 1 (RFC 9562, 5.4).
  mutating func nextExchangeID() -> ExchangeID {
    let (a, b) = (next(), next())
    func byte(_ word: UInt64, _ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: word >> (56 - 8 * index)) }
    return ExchangeID(
      UUID(
        uuid: (
          byte(a, 0), byte(a, 1), byte(a, 2), byte(a, 3), byte(a, 4), byte(a, 5), byte(a, 6) & 0x0F | 0x40, byte(a, 7),
          byte(b, 0) & 0x3F | 0x80, byte(b, 1), byte(b, 2), byte(b, 3), byte(b, 4), byte(b, 5), byte(b, 6), byte(b, 7)
        )))
  }
}
