import Foundation

// Variables, and the output of commands.
extension ShellScript {
  /// Expands the `$…` or backquote at the index.
  mutating func expansion() -> String {
    if text[index] == "`" { return backquoted() }
    guard let next = peek(1) else {
      index += 1
      return "$"
    }
    switch next {
    case "(": return looksAt("$((") ? arithmetic() : substitution()
    case "{": return braced()
    default: return named()
    }
  }

  func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic && scalar.isASCII || ("0"..."9").contains(scalar)
  }

  private mutating func named() -> String {
    let name = string(text[(index + 1)...].prefix(while: isNameScalar))
    guard Self.isName(name) else {
      index += 1
      if let next = peek(), let value = parameter(String(next)) {
        index += 1
        return value
      }
      // $1, $? and others are of the script's own run.
      if let first = name.first, first.isNumber { note("$\(first) is unknown") }
      return "$"
    }
    index += 1 + name.unicodeScalars.count
    if let value = value(ofArray: name) { return value }
    return variables.reference(name)
  }

  /// `${NAME}`, `${NAME:-default}` and other forms, of which only the name is known.
  private mutating func braced() -> String {
    guard openExpansions < 20, let end = closing("{", "}", from: index + 1) else {
      // Bounds the time: each unclosed brace searches the rest of the text.
      openExpansions += 1
      index += 1
      return "$"
    }
    openExpansions += 1
    defer { openExpansions -= 1 }
    let inside = string(text[(index + 2)..<end])
    index = end + 1
    let name = String(inside.unicodeScalars.prefix(while: isNameScalar))
    guard Self.isName(name) else {
      if let value = parameter(inside) { return value }
      note("${\(inside)} is unknown")
      return "${" + inside + "}"
    }
    let rest = inside.dropFirst(name.count)
    if let value = value(ofArray: name, rest.isEmpty ? "[0]" : rest) { return value }
    if rest.isEmpty { return variables.reference(name) }
    for mark in [":-", ":=", "-", "="] where rest.hasPrefix(mark) {
      let text = rest.dropFirst(mark.count).trimmingCharacters(in: CharacterSet(charactersIn: "\"'"))
      return variables.reference(name, default: expanded(text))
    }
    if !rest.hasPrefix(":?"), !rest.hasPrefix("?") { note("${\(inside)} is read as $\(name)") }
    return variables.reference(name)
  }

  private mutating func arithmetic() -> String {
    let end = closing("(", ")", from: index + 1) ?? text.count - 1
    let inside = string(text[index...min(end, text.count - 1)])
    index = end + 1
    note("\(inside) is unknown")
    return inside
  }

  private mutating func backquoted() -> String {
    let end = text[(index + 1)...].firstIndex(of: "`") ?? text.count
    let inner = string(text[(index + 1)..<end]).replacing("\\`", with: "`").replacing("\\\"", with: "\"")
    index = min(end + 1, text.count)
    return output(of: inner)
  }

  /// `$(…)`, or the file of `<(…)`.
  mutating func substitution() -> String {
    let end = closing("(", ")", from: index + 1) ?? text.count
    let inner = string(text[min(index + 2, text.count)..<end])
    index = min(end + 1, text.count)
    return output(of: inner)
  }

  /// The offset of the bracket that closes the one at `start`; quotes hide brackets.
  ///
  /// - Parameters:
  ///   - depth: The number of brackets that are open before `start`.
  ///   - ends: Characters that end the search.
  func closing(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, from start: Int, depth: Int = 0, before ends: String = ""
  ) -> Int? {
    var depth = depth
    var quote: Unicode.Scalar?
    var offset = start
    while offset < text.count {
      let scalar = text[offset]
      if scalar == "\\", quote != "'" {
        offset += 1
      } else if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "'" || scalar == "\"" {
        quote = scalar
      } else if scalar == open {
        depth += 1
      } else if scalar == close {
        depth -= 1
        if depth == 0 { return offset }
      } else if ends.unicodeScalars.contains(scalar) {
        return nil
      }
      offset += 1
    }
    return nil
  }

  func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// The output of commands, if they only print; else a variable for it.
  private mutating func output(of inner: String) -> String {
    let trimmed = inner.trimmingCharacters(in: .whitespacesAndNewlines)
    if let value = Self.dynamic[trimmed] { return VariableMarks.mark(value) }
    if trimmed.hasPrefix("<"), let text = files.text(trimmed.dropFirst().trimmingCharacters(in: .whitespaces)) {
      return Self.withoutLineEnds(text)
    }
    guard depth < 5, substitutions > 0 else {
      note("the output of `\(trimmed)` is unknown")
      return ""
    }
    let script = self.inner(trimmed)
    if let output = script.output { return Self.withoutLineEnds(output) }
    let name = String(trimmed.unicodeScalars.prefix(while: isNameScalar))
    let isOwn = script.commands.contains { CurlReader.arguments(of: $0) != nil }
    if isOwn {
      add(commands: script.commands.filter { CurlReader.arguments(of: $0) != nil })
      for problem in script.problems { note(problem) }
      variables.add(script.variables)
    }
    let needsScript = VariableMarks.contains(trimmed) || script.variables.areUsed(in: trimmed)
    if isOwn || needsScript || trimmed.isEmpty {
      note("the output of `\(trimmed)` is unknown: give the variable a value")
      return variables.output(.unknown, like: "output" + (name.isEmpty ? "" : "-" + name))
    }
    note("`\(trimmed)` runs when the request is sent, with your permission")
    return variables.output(.command(trimmed), like: "output" + (name.isEmpty ? "" : "-" + name))
  }

  private static func withoutLineEnds(_ text: String) -> String {
    String(text.unicodeScalars.trimmingSuffix { $0 == "\n" })
  }

  /// The text with the values of its variables that are known, until they stand for 1 MB.
  mutating func known(_ text: String) -> String {
    guard expandable > 0, VariableMarks.contains(text) else { return text }
    let known = variables.replacing(text)
    expandable -= known.utf8.count
    return known
  }

  /// Commands whose output one of our variables replaces.
  private static let dynamic = [
    "date +%s": "$timestamp", "date -u +%s": "$timestamp", "uuidgen": "$guid",
    "cat /proc/sys/kernel/random/uuid": "$guid",
  ]

  /// Expands the text of a here-document, where only variables, commands and backslashes before them are special.
  mutating func expanded(_ source: String) -> String {
    let (outerText, outerIndex, outerWord) = (text, index, word)
    defer { (text, index, word) = (outerText, outerIndex, outerWord) }
    (text, index, word) = (Array(source.unicodeScalars), 0, "")
    while let scalar = peek() {
      if scalar == "$" || scalar == "`" { append(expansion()); continue }
      index += 1
      guard scalar == "\\", let next = peek(), "$`\\\n".unicodeScalars.contains(next) else { append(scalar); continue }
      if next != "\n" { append(next) }
      index += 1
    }
    return word ?? ""
  }
}
