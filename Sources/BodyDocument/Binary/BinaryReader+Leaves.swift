import CBinaryItems
import Foundation
import RequestModel

// Items without others in them.
extension BinaryReader {
  mutating func write(_ item: binary_item, at start: Int) throws(BinaryProblem) {
    switch item.kind {
    case BINARY_UNSIGNED: writer.put(String(item.number))
    case BINARY_NEGATIVE: writer.put(Self.negative(item.number))
    case BINARY_FLOAT: writer.put(Self.float(item.real))
    case BINARY_SIMPLE: writer.put(Self.simple(item.number))
    case BINARY_TEXT, BINARY_OPEN_TEXT: try string(item, at: start).withBytes { writer.putText($0) }
    case BINARY_BYTES, BINARY_OPEN_BYTES: try string(item, at: start).withBytes { writer.putBytes($0, as: "$bytes") }
    default: writeExtension(item, at: start)
    }
  }

  /// -1 - `number`, which may need 65 bits.
  private static func negative(_ number: UInt64) -> String {
    number == .max ? "-18446744073709551616" : "-\(number + 1)"
  }

  private static func float(_ number: Double) -> String {
    if number.isNaN { return "{\"$float\":\"NaN\"}" }
    if number.isInfinite { return "{\"$float\":\"\(number < 0 ? "-" : "")Infinity\"}" }
    return number.description
  }

  private static func simple(_ number: UInt64) -> String {
    switch number {
    case 20: "false"
    case 21: "true"
    case 22: "null"
    case 23: "{\"$undefined\":true}"
    default: "{\"$simple\":\(number)}"
    }
  }

  /// The content of a string whose item was read, joined from its chunks if it has several.
  mutating func string(_ item: binary_item, at start: Int) throws(BinaryProblem) -> StringBytes {
    let kind: binary_kind
    switch item.kind {
    case BINARY_OPEN_BYTES: kind = BINARY_BYTES
    case BINARY_OPEN_TEXT: kind = BINARY_TEXT
    default: return .plain(content(of: item, at: start))
    }
    var joined: [UInt8] = []
    while true {
      let start = position
      let chunk = try nextItem()
      if chunk.kind == BINARY_BREAK { return .copied(joined) }
      guard chunk.kind == kind else { throw problem(.badChunk, at: start) }
      joined += content(of: chunk, at: start)
    }
  }

  private func content(of item: binary_item, at start: Int) -> UnsafeRawBufferPointer {
    let first = start + item.content
    return UnsafeRawBufferPointer(rebasing: bytes[first..<first + Int(item.number)])
  }

  // MARK: Extensions of MessagePack

  private mutating func writeExtension(_ item: binary_item, at start: Int) {
    let content = content(of: item, at: start)
    if item.code == -1, let time = Self.time(content) {
      writer.put("{\"$timestamp\":\"\(time)\"}")
    } else {
      writer.put("{\"$extension\":\(item.code),\"bytes\":")
      writer.putHex(content)
      writer.put("}")
    }
  }

  /// The time of an extension -1 in UTC with all its digits, such as `2018-01-02T03:04:05.5Z`; `nil` if it is invalid or
  /// not in the years 1 to 9999.
  private static func time(_ content: UnsafeRawBufferPointer) -> String? {
    func number(_ range: Range<Int>) -> UInt64 {
      content[range].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    let seconds: Int64
    let nanoseconds: UInt64
    switch content.count {
    case 4: (seconds, nanoseconds) = (Int64(number(0..<4)), 0)
    case 8: (seconds, nanoseconds) = (Int64(number(0..<8) & 0x3_FFFF_FFFF), number(0..<8) >> 34)
    case 12: (seconds, nanoseconds) = (Int64(bitPattern: number(4..<12)), number(0..<4))
    default: return nil
    }
    guard nanoseconds < 1_000_000_000, (-62_135_596_800..<253_402_300_800).contains(seconds) else { return nil }
    let time = UTCTime(Date(timeIntervalSince1970: Double(seconds)))
    return "\(time.dayText)T\(time.timeText)\(fraction(Int(nanoseconds)))Z"
  }

  private static func fraction(_ nanoseconds: Int) -> String {
    guard nanoseconds > 0 else { return "" }
    return "." + nanoseconds.padded(to: 9).trimmingSuffix { $0 == "0" }
  }
}
