internal import Foundation

/// Code shared by the PHP targets.
enum PHP {
  static let text = CodeText(special: ["$": #"\$"#]) { "\\u{" + CodeText.hex($0, digits: 1) + "}" }

  static let bytes = CodeBytes(
    text: string, binary: { "base64_decode(\"\($0.base64EncodedString())\")" },
    file: { "file_get_contents(\(text.quoted($0)))" }, join: { $0.joined(separator: "\n    . ") })

  static func quoted(_ text: String) -> String { Self.text.singleQuoted(text) }

  /// A literal of one or several lines.
  static func string(_ text: String) -> String {
    guard CodeText.isVerbatim(text) else { return quoted(text) }
    let names = ["BODY"] + (1...).lazy.prefix(1000).map { "BODY\($0)" }
    guard let name = names.first(where: { !text.containsExactly($0) }) else { return Self.text.quoted(text) }
    return "<<<'\(name)'\n\(text)\n\(name)"
  }
}
