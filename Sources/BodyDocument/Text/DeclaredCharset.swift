internal import Foundation

/// The charset declared inside a text, used if no header names one.
enum DeclaredCharset {
  /// The number of bytes in which HTML must declare it: WHATWG HTML, 4.2.5.4.
  private static let headLength = 1024

  /// The encoding of an XML declaration or an HTML `meta` element, in lower case.
  static func name(in body: Data, _ named: BodyFormat?) -> String? {
    guard named == nil || named == .xml || named == .html else { return nil }
    let head = String(decoding: body.prefix(headLength).map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    let found = xmlEncoding(in: head) ?? (isHTML(head, named) ? metaCharset(in: head) : nil)
    // A declaration readable as ASCII cannot be UTF-16 or UTF-32: WHATWG HTML, 13.2.3.2 and XML 1.0, appendix F.
    return found.flatMap { $0.hasPrefix("utf-16") || $0.hasPrefix("utf-32") ? nil : $0 }
  }

  private static func isHTML(_ head: String, _ named: BodyFormat?) -> Bool {
    named == .html || (named == nil && Sniffing.textFormat(of: Data(head.utf8)) == .html)
  }

  private static func xmlEncoding(in head: String) -> String? {
    guard head.hasPrefix("<?xml"), let end = head.range(of: "?>") else { return nil }
    return value(behind: "encoding", in: head[..<end.lowerBound])
  }

  /// The charset of the first `<meta … charset=…>`, as an attribute or within `content`.
  private static func metaCharset(in head: String) -> String? {
    var rest = head[...]
    while let start = rest.range(of: "<meta", options: .caseInsensitive) {
      rest = rest[start.upperBound...]
      let tag = rest.prefix { $0 != ">" }
      if let name = value(behind: "charset", in: tag) { return name }
    }
    return nil
  }

  private static func value(behind name: String, in text: Substring) -> String? {
    guard let found = text.range(of: name, options: .caseInsensitive) else { return nil }
    var rest = text[found.upperBound...].drop { $0.isWhitespace }
    guard rest.first == "=" else { return nil }
    rest = rest.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
    let value = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_:.".contains($0)) }
    return value.isEmpty ? nil : value.lowercased()
  }
}
