internal import Foundation

/// The file name that a `Content-Disposition` suggests, made safe.
package enum SuggestedFileName {
  /// - Returns: `nil` if there is none, or only one that no file should have.
  package static func of(disposition: String) -> String? { name(in: disposition).flatMap(harmless) }

  /// `filename*` (RFC 8187) takes precedence over `filename` (RFC 6266, section 4.3).
  private static func name(in disposition: String) -> String? {
    var plain: String?
    for part in parameters(of: disposition) {
      guard let mark = part.unicodeScalars.firstIndex(of: "=") else { continue }
      let name = part[..<mark].trimmingCharacters(in: .whitespaces).lowercased()
      let value = part[part.unicodeScalars.index(after: mark)...].trimmingCharacters(in: .whitespaces)
      if name == "filename*" {
        let chunks = value.unicodeScalars.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        if chunks.count == 3, let decoded = decoded(String(chunks[2]), String(chunks[0])) { return decoded }
      }
      if name == "filename", plain == nil { plain = unquoted(value) }
    }
    return plain
  }

  /// An extended value, RFC 8187. Other character sets than these two are not in use.
  private static func decoded(_ text: String, _ charset: String) -> String? {
    let bytes = PercentEncoding.decode(text)
    if charset.lowercased() == "iso-8859-1" {
      return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
    return String(validating: bytes, as: UTF8.self)
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

  /// One path component of at most 255 bytes, without leading dots, control characters and marks that turn the direction
  /// of text.
  ///
  /// - Returns: `nil` for a name of a device of Windows, where the file may be copied to.
  package static func harmless(_ name: String) -> String? {
    let last = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last.map { String($0) } ?? ""
    var clean = String(String.UnicodeScalarView(last.unicodeScalars.filter(isHarmless)))
    clean = String(clean.unicodeScalars.drop { $0 == "." || $0 == " " })
    while clean.utf8.count > 255 { clean.removeLast() }
    while let end = clean.unicodeScalars.last, end == " " || end == "." { clean.unicodeScalars.removeLast() }
    return clean.isEmpty || isDevice(clean) ? nil : clean
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }

  private static func isDevice(_ name: String) -> Bool {
    let stem = String(Substring(name.unicodeScalars.prefix { $0 != "." })).trimmingSpaces.uppercased()
    return devices.contains(stem)
  }

  private static let devices: Set<String> = {
    let ports = (0...9).flatMap { ["COM\($0)", "LPT\($0)"] }
    return Set(ports + ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"])
  }()
}
