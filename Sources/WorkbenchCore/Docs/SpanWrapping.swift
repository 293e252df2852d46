/// Breaks styled text into lines.
enum SpanWrapping {
  /// Breaks at spaces and line feeds; longer words are broken anywhere.
  static func lines(of spans: [Span], columns: Int) -> [[Span]] {
    var lines: [[Span]] = [[]]
    var used = 0
    for piece in pieces(of: spans) {
      let text = piece.text
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
        let parts = broken([piece], columns: columns)
        lines.removeLast()
        lines += parts
        used = parts.last?.columns ?? 0
      } else {
        lines[lines.count - 1].append(piece)
        used += width
      }
    }
    return lines.map { line in
      var line = line
      trimEnd(&line)
      return line.merged
    }
  }

  /// Breaks at the last column, even within a word.
  static func broken(_ spans: [Span], columns: Int) -> [[Span]] {
    var lines: [[Span]] = [[]]
    var used = 0
    for span in spans {
      var part = ""
      for character in span.text {
        let width = String(character).columns
        if used + width > columns, used > 0 {
          if !part.isEmpty { lines[lines.count - 1].append(Span(part, span.style, link: span.link)) }
          lines.append([])
          (part, used) = ("", 0)
        }
        part.append(character)
        used += width
      }
      if !part.isEmpty { lines[lines.count - 1].append(Span(part, span.style, link: span.link)) }
    }
    return lines
  }

  /// Words, single spaces and line feeds.
  private static func pieces(of spans: [Span]) -> [Span] {
    var pieces: [Span] = []
    for span in spans {
      var word = ""
      for character in span.text {
        if character == " " || character == "\n" {
          if !word.isEmpty { pieces.append(Span(word.safeLine, span.style, link: span.link)) }
          pieces.append(Span(String(character), span.style, link: span.link))
          word = ""
        } else {
          word.append(character)
        }
      }
      if !word.isEmpty { pieces.append(Span(word.safeLine, span.style, link: span.link)) }
    }
    return pieces
  }

  private static func trimEnd(_ line: inout [Span]) { while line.last?.text == " " { line.removeLast() } }
}

extension [Span] {
  /// Adjacent spans of the same style and link as one.
  var merged: [Span] {
    reduce(into: []) { spans, span in
      if let last = spans.indices.last, spans[last].style == span.style, spans[last].link == span.link {
        spans[last].text += span.text
      } else {
        spans.append(span)
      }
    }
  }
}
