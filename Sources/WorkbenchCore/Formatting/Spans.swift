import RequestModel
import TerminalUI

extension Workspace {
  /// Highlights variables in `text`: those with a value, secret ones, dynamic ones, and underlines those without a value.
  func spans(for text: String) -> [Span] {
    Template(text).pieces.map { piece in
      switch piece {
      case .text(let text): return Span(text)
      case .escapedBraces: return Span(Template.escapedBraces, Style(.hint))
      case .variable(let name):
        return Span("{{\(name)}}", variables.value.style(of: name))
      }
    }
  }
}

extension Workspace {
  /// Highlights the variables in styled text, such as in the strings of JSON.
  func marking(_ spans: [Span]) -> [Span] {
    spans.flatMap { span in
      guard span.text.containsExactly("{{") else { return [span] }
      return self.spans(for: span.text).map { $0.style == Style() ? Span($0.text, span.style) : $0 }
    }
  }
}

extension Style.Role {
  /// The style role of a method: safe, writing or deleting.
  static func method(_ method: String) -> Style.Role {
    switch method {
    case "GET", "HEAD", "OPTIONS", "QUERY": .methodRead
    case "POST", "PUT", "PATCH": .methodWrite
    case "DELETE": .methodDelete
    default: .methodOther
    }
  }

  static func status(_ status: Int) -> Style.Role {
    switch status {
    case 200..<300: .success
    case 300..<400: .redirect
    case 400..<500: .warning
    default: status >= 500 ? .error : .label
    }
  }
}

extension String {
  /// Wraps the text to lines of at most `columns` columns, between words if possible.
  func wrapped(to columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    var lines: [String] = []
    for paragraph in split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
        var word = String(word)
        if line.columns + word.columns + (line.isEmpty ? 0 : 1) <= columns {
          line += (line.isEmpty ? "" : " ") + word
          continue
        }
        if !line.isEmpty { lines.append(line) }
        while word.columns > columns {
          var head = String(word.prefix(columns))
          while head.columns > columns, head.count > 1 { head.removeLast() }
          lines.append(head)
          word = String(word.dropFirst(head.count))
        }
        line = word
      }
      lines.append(line)
    }
    return lines
  }
}

extension Variable {
  /// The value, or its source. Secrets are masked.
  var shownValue: String {
    switch source {
    case .literal(let value): value.templateText
    case .secret: PlacedField.mask
    case .prompt(let question): "asks: " + question
    case .command(let command): "output of " + command.text
    case .dotenv(let path, let key): "\(key) of \(path)"
    case .environmentVariable(let name): "$" + name
    }
  }
}
