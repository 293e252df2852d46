import Foundation

/// What bytes are where no header says it.
enum Sniffing {
  static func textFormat(of text: Data) -> BodyFormat {
    guard let start = text.firstIndex(where: { !$0.isJSONSpace }) else { return .text }
    switch text[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
    case UInt8(ascii: "<"): return markupFormat(of: text[start...].prefix(64))
    default: return .text
    }
  }

  /// Whether a text says itself that it is XML, so that it is worth a word where it is not.
  static func declaresXML(_ text: Data) -> Bool { text.starts(with: "<?xml".utf8) }

  private static func markupFormat(of head: Data) -> BodyFormat {
    let words = String(decoding: head, as: UTF8.self).lowercased()
    if words.hasPrefix("<!doctype html") || words.hasPrefix("<html") { return .html }
    let second = words.utf8.dropFirst().first ?? 0
    return second.isXMLNameStart || second == UInt8(ascii: "?") || second == UInt8(ascii: "!") ? .xml : .text
  }
}
