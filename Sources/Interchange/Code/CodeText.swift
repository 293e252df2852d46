internal import Foundation

/// How a language writes a string in quotes.
struct CodeText: Sendable {
  var quote = "\""
  var backslash = #"\\"#
  var newline = #"\n"#
  /// Escapes besides those of the quote, the backslash and control characters.
  var special: [Unicode.Scalar: String] = [:]
  /// Escapes a control or an invisible character.
  let escape: @Sendable (Unicode.Scalar) -> String

  /// `"text"`
  func quoted(_ text: String) -> String { quote + escaped(text) + quote }

  /// `'text'` if nothing has to be escaped.
  func singleQuoted(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { $0 != "'" && $0 != "\\" && !Self.isInvisible($0) }
    return isPlain ? "'" + text + "'" : quoted(text)
  }

  func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if let own = special[scalar] {
        result += own
      } else if String(scalar) == quote {
        result += backslash.prefix(1) + quote
      } else {
        switch scalar {
        case "\\": result += backslash
        case "\n": result += newline
        case "\r" where newline == #"\n"#: result += #"\r"#
        case "\t" where newline == #"\n"#: result += #"\t"#
        case _ where Self.isInvisible(scalar): result += escape(scalar)
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// A literal for each line, each with its line feed.
  func lines(_ text: String) -> [String] { Self.pieces(text).map(quoted) }

  /// The lines of a text, each with its line feed.
  static func pieces(_ text: String) -> [String] {
    var lines = text.parts(separatedBy: "\n")
    let last = lines.removeLast()
    return lines.map { $0 + "\n" } + (last.isEmpty && !lines.isEmpty ? [] : [last])
  }

  /// Whether to write the text as a multi-line literal: it has several lines and only visible characters.
  static func isVerbatim(_ text: String) -> Bool {
    text.containsExactly("\n") && text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || !isInvisible($0) }
  }

  /// Control characters, and those that hide text or change its direction, which some compilers refuse.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB:
      true
    default: false
    }
  }

  static func hex(_ scalar: Unicode.Scalar, digits: Int) -> String { scalar.value.padded(to: digits, radix: 16) }
}

extension CodeText {
  /// `\u0000`, as in JavaScript, Python, Go and C#.
  static let unicode4 = CodeText { "\\u" + hex($0, digits: 4) }
  /// `\u{0}`, as in Swift and Rust.
  static let braces = CodeText { "\\u{" + hex($0, digits: 1) + "}" }
}

extension Data {
  /// The bytes as a text that a program can show: UTF-8 without control characters but tabs and line ends.
  var codeText: String? {
    let isText = allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    return isText ? String(validating: self, as: UTF8.self) : nil
  }
}

extension String {
  /// The lines of a text with more indentation. Not for literals of several lines.
  func indented(by count: Int) -> String {
    parts(separatedBy: "\n").map { $0.isEmpty ? "" : String(repeating: " ", count: count) + $0 }.joined(separator: "\n")
  }
}
