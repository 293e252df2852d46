/// The `%41` of URLs and forms.
enum PercentEncoding {
  /// A `%` that no two digits follow stays as it is; bytes that are not UTF-8 become U+FFFD.
  static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
    let source = Array(text.utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), let byte = byte(source[(index + 1)...].prefix(2)) {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(plusIsSpace && source[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : source[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func byte(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
