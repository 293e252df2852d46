import Foundation

/// JSON without white space, in UTF-8.
struct BinaryWriter {
  /// The largest size in bytes.
  private static let limit = 256 << 20

  private var bytes: [UInt8] = []
  /// Whether nothing is written.
  private let isOff: Bool
  /// Whether runs of asterisks stand for secrets, which have no hexadecimal digits.
  private let isMasked: Bool

  init(isOff: Bool, isMasked: Bool) { (self.isOff, self.isMasked) = (isOff, isMasked) }

  var data: Data { Data(bytes) }
  var isFull: Bool { bytes.count > Self.limit }

  mutating func put(_ text: StaticString) {
    if !isOff { bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)) }
  }

  mutating func put(_ text: String) {
    if !isOff { bytes.append(contentsOf: text.utf8) }
  }

  /// Writes a string of JSON, or the bytes of a text that is not UTF-8.
  mutating func putText(_ text: UnsafeRawBufferPointer) {
    guard !isOff else { return }
    guard firstInvalidUTF8(in: text) == nil else { return putBytes(text, as: "$text") }
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    for (index, byte) in text.enumerated() where Self.needsEscape(byte) {
      bytes.append(contentsOf: text[start..<index])
      putEscape(byte)
      start = index + 1
      if isFull { return }
    }
    bytes.append(contentsOf: text[start...])
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes an object with the hexadecimal digits of bytes.
  mutating func putBytes(_ content: UnsafeRawBufferPointer, as key: StaticString) {
    put("{\"")
    put(key)
    put("\":")
    putHex(content)
    put("}")
  }

  /// Writes a string of hexadecimal digits. A masked byte has two asterisks.
  mutating func putHex(_ content: UnsafeRawBufferPointer) {
    guard !isOff else { return }
    bytes.append(UInt8(ascii: "\""))
    var endOfMask = 0
    for (index, byte) in content.enumerated() {
      if isMasked, byte == Self.mask, index >= endOfMask { endOfMask = Self.endOfMask(in: content, from: index) }
      let isCovered = index < endOfMask
      bytes.append(isCovered ? Self.mask : (byte >> 4).hexDigit)
      bytes.append(isCovered ? Self.mask : (byte & 15).hexDigit)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static let mask = UInt8(ascii: "*")
  /// The fewest masked bytes among others. Shorter secrets are masked only if they are all bytes of a value.
  private static let shortestMask = 4

  /// Returns the end of the masked bytes that begin at `start`; `start` if there are none.
  private static func endOfMask(in content: UnsafeRawBufferPointer, from start: Int) -> Int {
    if start > 0, content[start - 1] == mask { return start }
    let end = content[start...].firstIndex { $0 != mask } ?? content.count
    return end - start >= shortestMask || end - start == content.count ? end : start
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func putEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): put("\\\"")
    case UInt8(ascii: "\\"): put("\\\\")
    case UInt8(ascii: "\n"): put("\\n")
    case UInt8(ascii: "\r"): put("\\r")
    case UInt8(ascii: "\t"): put("\\t")
    default:
      put("\\u00")
      bytes.append((byte >> 4).hexDigit)
      bytes.append((byte & 15).hexDigit)
    }
  }
}
