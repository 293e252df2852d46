package import Foundation

extension Data {
  package enum ByteOrder { case big, little }

  /// The unsigned number in `width` bytes at `offset`; `nil` if the data is too short.
  package func number(at offset: Int, _ width: Int, _ order: ByteOrder) -> Int? {
    guard offset >= 0, width <= 4, offset <= count - width else { return nil }
    let bytes = self[(startIndex + offset)..<(startIndex + offset + width)]
    return order == .big
      ? bytes.reduce(0) { $0 << 8 | Int($1) } : bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
