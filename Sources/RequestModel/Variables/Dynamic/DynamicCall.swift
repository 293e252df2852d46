/// A dynamic variable with arguments: `$randomInt 1 6` of REST Client, `$random.integer(1, 6)` of JetBrains.
struct DynamicCall {
  struct Argument {
    var text = ""
    var isQuoted = false
  }

  let name: String
  let arguments: [Argument]

  /// - Returns: `nil` for text of another form.
  init?(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    guard scalars.first == "$" else { return nil }
    let end = scalars.dropFirst().firstIndex { !Self.isPartOfName($0) } ?? scalars.count
    name = String(String.UnicodeScalarView(scalars[..<end]))
    let rest = scalars[end...]
    if rest.first == "(" {
      guard rest.count > 1, rest.last == ")", let inner = Self.list(rest.dropFirst().dropLast()) else { return nil }
      arguments = inner
    } else {
      guard rest.first.map(\.properties.isWhitespace) ?? true, let words = Self.words(rest) else { return nil }
      arguments = words
    }
  }

  private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "." || scalar == "_"
  }

  /// The arguments between commas; `nil` for an empty one among others, or an open quote.
  private static func list(_ scalars: ArraySlice<Unicode.Scalar>) -> [Argument]? {
    guard let parts = parts(scalars, { $0 == "," }) else { return nil }
    if parts.count == 1, parts[0].text.isEmpty, !parts[0].isQuoted { return [] }
    return parts.contains { $0.text.isEmpty && !$0.isQuoted } ? nil : parts
  }

  /// The arguments between white space; `nil` for an open quote.
  private static func words(_ scalars: ArraySlice<Unicode.Scalar>) -> [Argument]? {
    parts(scalars, \.properties.isWhitespace)?.filter { !$0.text.isEmpty || $0.isQuoted }
  }

  /// Quotes keep separators and white space from counting.
  private static func parts(
    _ scalars: ArraySlice<Unicode.Scalar>, _ isSeparator: (Unicode.Scalar) -> Bool
  ) -> [Argument]? {
    var parts = [Argument()]
    var quote: Unicode.Scalar?
    for scalar in scalars {
      let last = parts.count - 1
      if let open = quote {
        if scalar == open { quote = nil } else { parts[last].text.unicodeScalars.append(scalar) }
      } else if isSeparator(scalar) {
        parts.append(Argument())
      } else if scalar == "\"" || scalar == "'" {
        (quote, parts[last].isQuoted) = (scalar, true)
      } else if !scalar.properties.isWhitespace {
        parts[last].text.unicodeScalars.append(scalar)
      }
    }
    return quote == nil ? parts : nil
  }
}
