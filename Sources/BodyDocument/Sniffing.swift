import Foundation

/// Detects the format of bytes without a content type.
enum Sniffing {
  static func textFormat(of text: Data) -> BodyFormat {
    guard let start = text.firstIndex(where: { !$0.isJSONSpace }) else { return .text }
    switch text[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
    case UInt8(ascii: "<"): return markupFormat(of: text[start...].prefix(64))
    default: return .text
    }
  }

  /// Whether a text has an XML declaration, so that errors are worth reporting.
  static func declaresXML(_ text: Data) -> Bool { text.starts(with: "<?xml".utf8) }

  private static func markupFormat(of head: Data) -> BodyFormat {
    let words = String(decoding: head, as: UTF8.self).lowercased()
    if words.hasPrefix("<!doctype html") || words.hasPrefix("<html") { return .html }
    let second = words.utf8.dropFirst().first ?? 0
    return second.isXMLNameStart || second == UInt8(ascii: "?") || second == UInt8(ascii: "!") ? .xml : .text
  }
}
