internal import Foundation

/// The file name suggested by a response, made safe.
enum SuggestedFileName {
  static func of(_ response: HTTPResponse) -> String? {
    response.headerFields[.contentDisposition].flatMap(name(in:)).flatMap(harmless)
  }

  /// `filename*` (RFC 8187) takes precedence over `filename` (RFC 6266, section 4.3).
  private static func name(in disposition: String) -> String? {
    var plain: String?
    for part in parameters(of: disposition) {
      guard let mark = part.unicodeScalars.firstIndex(of: "=") else { continue }
      let name = part[..<mark].trimmingCharacters(in: .whitespaces).lowercased()
      let value = part[part.unicodeScalars.index(after: mark)...].trimmingCharacters(in: .whitespaces)
      if name == "filename*" {
        let chunks = value.unicodeScalars.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        if chunks.count == 3, let decoded = String(chunks[2]).removingPercentEncoding { return decoded }
      }
      if name == "filename" { plain = unquoted(value) }
    }
    return plain
  }

  private static func parameters(of text: String) -> [String] {
    var parts: [String] = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text.unicodeScalars {
      if isEscaped {
        isEscaped = false
      } else if character == "\\", isQuoted {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == ";", !isQuoted {
        parts.append("")
        continue
      }
      parts[parts.count - 1].unicodeScalars.append(character)
    }
    return parts
  }

  private static func unquoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count >= 2, scalars.first == "\"", scalars.last == "\"" else { return text }
    var result = ""
    var isEscaped = false
    for character in scalars.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.unicodeScalars.append(character)
        isEscaped = false
      }
    }
    return result
  }

  /// One path component of at most 255 bytes, without leading dots or control characters.
  static func harmless(_ name: String) -> String? {
    let last = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last.map { String($0) } ?? ""
    var clean = String(String.UnicodeScalarView(last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    clean = String(clean.unicodeScalars.drop { $0 == "." || $0 == " " })
    while clean.utf8.count > 255 { clean.removeLast() }
    return clean.isEmpty ? nil : clean
  }
}
