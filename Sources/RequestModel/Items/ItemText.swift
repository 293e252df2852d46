package import Foundation

/// The words of MessagePack and CBOR.
package enum ItemText {
  /// The texts and numbers of bytes, in order, up to an item that is cut off; `nil` if they are no items.
  package static func text(of bytes: Data, as encoding: BinaryEncoding) -> String? {
    bytes.withUnsafeBytes { bytes in
      let reader = ItemReader(bytes, as: encoding)
      var (place, parts) = (0, [String]())
      func add(_ chunks: [Range<Int>], _ isText: Bool) {
        guard isText else { return }
        parts.append(String(decoding: chunks.flatMap { Array(bytes[$0]) }, as: UTF8.self))
      }
      while place < bytes.count {
        switch reader.item(at: place) {
        case .number(let number, let rest):
          parts.append(text(of: number))
          place = rest.upperBound
        case .string(let content, let isText):
          add([content], isText)
          place = content.upperBound
        case .chunks(let chunks, let isText, let end):
          add(chunks, isText)
          place = end
        case .other(let end): place = end
        case .cutString(let start, let isText):
          add([start..<bytes.count], isText)
          place = bytes.count
        case .cut: place = bytes.count
        case .malformed: return nil
        }
      }
      return parts.joined(separator: "\n")
    }
  }

  private static func text(of number: BinaryItem.Number) -> String {
    switch number {
    case .positive(let number): String(number)
    case .negative(let number): number == .max ? "-18446744073709551616" : "-\(number + 1)"
    case .real(let number): number.description
    }
  }
}
