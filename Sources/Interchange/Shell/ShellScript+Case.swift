// The patterns of `case`.
extension ShellScript {
  /// Skips a part of what is before the commands of a branch: its pattern, or the `esac` that ends the case.
  mutating func skipPattern() {
    let scalar = text[index]
    if scalar.properties.isWhitespace {
      index += 1
      if scalar == "\n" { readHereDocuments() }
    } else if scalar == "#" {
      while let next = peek(), next != "\n" { _ = next; index += 1 }
    } else {
      awaitsPattern = false
      if isEsac {
        index += 4
        openCases -= 1
      } else if let end = patternEnd {
        index = end + 1
      }
    }
  }

  private var isEsac: Bool { looksAt("esac") && peek(4).map { " \t\n;&|)".unicodeScalars.contains($0) } ?? true }

  /// The offset of the bracket that ends the pattern at the index: `a)`, `(a)`, `a|"b c")` or `@(a|b))`.
  private var patternEnd: Int? { closing("(", ")", from: index, depth: peek() == "(" ? 0 : 1, before: "\n;") }
}
