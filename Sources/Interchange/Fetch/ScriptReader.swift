internal import Foundation

/// Reads the literals of JavaScript: strings, templates, numbers, objects, arrays, and calls that only make values.
struct ScriptReader {
  struct Problem: Error {
    let text: String
    let offset: Int
  }

  struct Call: Equatable {
    let url: ScriptValue
    let options: ScriptValue
  }

  let text: [Unicode.Scalar]
  var index = 0 {
    // Truncated input: never move past the end.
    didSet { index = min(index, text.count) }
  }
  /// Names that have a value.
  private(set) var values: [String: ScriptValue] = [:]
  /// About how many bytes the values are.
  private var sizes: [String: Int] = [:]
  /// How many bytes were made from values that have a name, and by functions: a few lines can double them many times.
  private(set) var spent = 0
  private static let mostSpent = 16 << 20
  var variables = ShellVariables()
  /// The calls of `fetch` so far.
  var calls: [Call] = []
  /// Expressions whose value is unknown.
  var unknown: [String] = []
  var depth = 0

  init(_ source: String) {
    text = source.unicodeScalars.filter { !VariableMarks.isMark($0) }
  }

  // MARK: Values

  /// Calls `read` for a value, and gives it a name.
  mutating func set(_ name: String, _ read: (inout Self) throws(Problem) -> ScriptValue) throws(Problem) {
    let start = index + spent
    let value = try read(&self)
    values[name] = value
    sizes[name] = index + spent - start
  }

  /// The value of a name, which replaces the name.
  mutating func use(_ name: String) throws(Problem) -> ScriptValue? {
    guard let value = values[name] else { return nil }
    try spend(sizes[name] ?? 0)
    return value
  }

  mutating func spend(_ size: Int) throws(Problem) {
    spent += size
    guard spent <= Self.mostSpent else {
      throw Problem(text: "its values are more than \(Self.mostSpent >> 20) MB", offset: index)
    }
  }

  /// Changes the value of a name, without copying it. It grows by about `size` bytes.
  mutating func change(
    _ name: String, by size: Int, _ change: (inout ScriptValue) throws(Problem) -> Void
  ) throws(Problem) {
    guard var value = values.removeValue(forKey: name) else { return }
    defer { values[name] = value }
    try change(&value)
    sizes[name, default: 0] += size
  }

  var peek: Unicode.Scalar? { index < text.count ? text[index] : nil }

  func looksAt(_ prefix: String) -> Bool { text[index...].starts(with: prefix.unicodeScalars) }

  /// Line and column of an offset, counted from 1.
  func position(_ offset: Int) -> String {
    let before = text[..<min(offset, text.count)]
    let line = before.count { $0 == "\n" } + 1
    return "\(line):\(offset - (before.lastIndex(of: "\n").map { $0 + 1 } ?? 0) + 1)"
  }

  // MARK: Tokens

  mutating func skipSpaces() {
    while let scalar = peek {
      if scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
        index += 1
      } else if looksAt("//") {
        while let next = peek, next != "\n" { _ = next; index += 1 }
      } else if looksAt("/*") {
        index += 2
        while index < text.count, !looksAt("*/") { index += 1 }
        index = min(index + 2, text.count)
      } else {
        return
      }
    }
  }

  mutating func consume(_ token: String) -> Bool {
    skipSpaces()
    guard looksAt(token) else { return false }
    index += token.unicodeScalars.count
    return true
  }

  static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "$" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }

  mutating func name() -> String? {
    skipSpaces()
    guard let first = peek, Self.isNameScalar(first), !("0"..."9").contains(first) else { return nil }
    return word(Self.isNameScalar)
  }

  mutating func word(_ isPart: (Unicode.Scalar) -> Bool) -> String {
    let start = index
    while let scalar = peek, isPart(scalar) { index += 1 }
    return string(start..<index)
  }

  func string(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(text[range])) }
}
