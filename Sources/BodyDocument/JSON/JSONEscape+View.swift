internal import RequestModel

extension JSONEscape {
  /// Whether the pretty view shows the decoded character. Quotes, backslashes, control and invisible characters stay
  /// escaped.
  var isShownDecoded: Bool {
    guard let character, character != "\"", character != "\\" else { return false }
    if character.value < 0x7F { return character.value >= 0x20 }
    if character.value == 0x200C || character.value == 0x200D || character.properties.isVariationSelector {
      return true
    }
    switch character.properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator: return false
    default: return !character.properties.isDefaultIgnorableCodePoint
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The escape that contains `offset` after its backslash, if any.
  func escape(around offset: Int) -> JSONEscape? {
    for start in stride(from: offset - 1, through: Swift.max(0, offset - 11), by: -1)
    where self[start] == UInt8(ascii: "\\") && !isEscaped(start) {
      // The second half of a surrogate pair is found before its first half.
      if let escape = JSONEscape(at: start, in: self, before: count), escape.range.upperBound > offset,
        !isSecondHalf(escape)
      {
        return escape
      }
    }
    return nil
  }

  private func isSecondHalf(_ escape: JSONEscape) -> Bool {
    let start = escape.range.lowerBound - 6
    guard escape.character == nil, start >= 0, self[start] == UInt8(ascii: "\\"), !isEscaped(start) else {
      return false
    }
    return JSONEscape(at: start, in: self, before: count)?.range.count == 12
  }

  /// Whether a backslash is escaped by another one. The search back is limited, so that a body of nothing but backslashes
  /// does not take quadratic time.
  private func isEscaped(_ backslash: Int) -> Bool {
    let longestRun = 64
    var start = backslash
    while start > 0, backslash - start < longestRun, self[start - 1] == UInt8(ascii: "\\") { start -= 1 }
    return (backslash - start) % 2 == 1
  }

  /// Moves `offset` back to the start of the character or escape that contains it.
  func escapeStart(_ offset: Int) -> Int {
    let start = characterStart(offset)
    return escape(around: start)?.range.lowerBound ?? start
  }
}
