/// Text with `{{name}}` in it, taken apart once.
package struct Template: Equatable, Sendable {
  package enum Piece: Equatable, Sendable {
    case text(String)
    /// The name between the braces, white space around it removed.
    case variable(String)
  }

  package let pieces: [Piece]

  /// Braces that do not close, are empty or hold another brace are text, as in Postman's `{{([^{}]*?)}}`.
  package init(_ source: String) {
    guard source.utf8.contains(UInt8(ascii: "{")) else {
      pieces = source.isEmpty ? [] : [.text(source)]
      return
    }
    var pieces: [Piece] = []
    var textStart = source.startIndex
    for match in source.matches(of: /\{\{([^{}]*)\}\}/) {
      let name = match.1.trimmingWhitespace
      guard !name.isEmpty else { continue }
      if textStart < match.range.lowerBound { pieces.append(.text(String(source[textStart..<match.range.lowerBound]))) }
      pieces.append(.variable(String(name)))
      textStart = match.range.upperBound
    }
    if textStart < source.endIndex { pieces.append(.text(String(source[textStart...]))) }
    self.pieces = pieces
  }

  /// The names in the order they stand, repeats included.
  package var variables: [String] {
    pieces.compactMap { if case .variable(let name) = $0 { name } else { nil } }
  }
}

extension Substring {
  fileprivate var trimmingWhitespace: Substring {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return self[first...last]
  }
}
