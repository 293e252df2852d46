import TerminalUI

/// Breaks styled text into lines.
enum SpanWrapping {
  /// Breaks at spaces and line feeds; longer words are broken anywhere.
  static func lines(of spans: [Span], columns: Int) -> [[Span]] {
    var lines: [[Span]] = [[]]
    var used = 0
    for (text, style) in pieces(of: spans) {
      if text == "\n" {
        lines.append([])
        used = 0
        continue
      }
      let width = text.columns
      if text == " " {
        guard used > 0 else { continue }
      } else if used + width > columns {
        trimEnd(&lines[lines.count - 1])
        if used > 0 { lines.append([]) }
        used = 0
      }
      if width > columns {
        let parts = broken([Span(text, style)], columns: columns)
        lines.removeLast()
        lines += parts
        used = parts.last?.columns ?? 0
      } else {
        lines[lines.count - 1].append(Span(text, style))
        used += width
      }
    }
    return lines.map { merged($0) }
  }

  /// Breaks at the last column, wherever that is.
  static func broken(_ spans: [Span], columns: Int) -> [[Span]] {
    var lines: [[Span]] = [[]]
    var used = 0
    for span in spans {
      var part = ""
      for character in span.text {
        let width = String(character).columns
        if used + width > columns, used > 0 {
          if !part.isEmpty { lines[lines.count - 1].append(Span(part, span.style)) }
          lines.append([])
          (part, used) = ("", 0)
        }
        part.append(character)
        used += width
      }
      if !part.isEmpty { lines[lines.count - 1].append(Span(part, span.style)) }
    }
    return lines
  }

  /// Words, single spaces and line feeds.
  private static func pieces(of spans: [Span]) -> [(String, Style)] {
    var pieces: [(String, Style)] = []
    for span in spans {
      var word = ""
      for character in span.text {
        if character == " " || character == "\n" {
          if !word.isEmpty { pieces.append((word.safeLine, span.style)) }
          pieces.append((String(character), span.style))
          word = ""
        } else {
          word.append(character)
        }
      }
      if !word.isEmpty { pieces.append((word.safeLine, span.style)) }
    }
    return pieces
  }

  private static func trimEnd(_ line: inout [Span]) { while line.last?.text == " " { line.removeLast() } }

  private static func merged(_ line: [Span]) -> [Span] {
    var line = line
    trimEnd(&line)
    return line.reduce(into: []) { merged, span in
      if merged.last?.style == span.style { merged[merged.count - 1].text += span.text } else { merged.append(span) }
    }
  }
}
