/// The post-response script and the tests of Bruno, which are one script here.
///
/// Bruno runs each as a function, so both may declare the same names, and a `return` of one does not end the other.
package enum BrunoTests {
  /// Separates the two. An export splits them here.
  private static let mark = "// Tests of Bruno"
  private static let opening = "await (async () => {"
  private static let closing = "})();"

  static func joined(_ tests: String, after script: String?) -> String {
    guard let script else { return mark + "\n" + tests }
    let own = mayDisturbTests(script) ? [opening, script, closing] : [script]
    return (own + [mark, tests]).joined(separator: "\n")
  }

  /// - Returns: The script without the function around it, and the tests; `nil` for those that are not there.
  static func split(_ text: String) -> (script: String?, tests: String?) {
    let lines = text.parts(separatedBy: "\n")
    let mark = lines.firstIndex(of: Self.mark) ?? lines.count
    var own = lines[..<mark]
    if mark < lines.count, own.count > 1, own.first == opening, own.last == closing {
      own = own.dropFirst().dropLast()
    }
    let tests = mark < lines.count ? lines[(mark + 1)...].joined(separator: "\n") : nil
    return (own.isEmpty ? nil : own.joined(separator: "\n"), tests)
  }

  /// Both as scripts that run on their own; `nil` for those that are not there. Each keeps its lines, which errors name.
  package static func separated(_ text: String) -> (script: String?, tests: String?) {
    let lines = text.parts(separatedBy: "\n")
    guard let mark = lines.firstIndex(of: Self.mark) else { return (text, nil) }
    let tests = String(repeating: "\n", count: mark + 1) + lines[(mark + 1)...].joined(separator: "\n")
    return (mark == 0 ? nil : lines[..<mark].joined(separator: "\n"), tests)
  }

  /// Whether the script may end before the tests, or declares names that they may declare, too.
  private static func mayDisturbTests(_ script: String) -> Bool {
    let words = script.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$" }
    return words.contains { ["return", "const", "let", "class", "var", "function"].contains($0) }
  }
}
