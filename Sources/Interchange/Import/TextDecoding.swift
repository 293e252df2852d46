package import Foundation

/// Text of other tools in other encodings.
package enum TextDecoding {
  /// The bytes in UTF-8: UTF-16 is recognized by its byte order mark, or by the zeros beside the first character.
  package static func utf8(_ data: Data) -> Data {
    let start = Array(data.prefix(2))
    guard start.count == 2 else { return data }
    switch (start[0], start[1]) {
    case (0xFF, 0xFE): return decoded(data.dropFirst(2), isBigEndian: false)
    case (0xFE, 0xFF): return decoded(data.dropFirst(2), isBigEndian: true)
    case (0, 1...0x7F): return decoded(data, isBigEndian: true)
    case (1...0x7F, 0): return decoded(data, isBigEndian: false)
    default: return data
    }
  }

  /// The text, without a byte order mark.
  static func text(_ data: Data) -> String {
    let text = String(decoding: utf8(data), as: UTF8.self)
    return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }

  private static func decoded(_ data: Data, isBigEndian: Bool) -> Data {
    let bytes = Array(data)
    let units = stride(from: 0, to: bytes.count - bytes.count % 2, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return Data(String(decoding: units, as: UTF16.self).utf8)
  }
}
