/// The replacement for a match: text and groups of the pattern.
package struct ReplacementTemplate: Equatable, Sendable {
  enum Piece: Equatable, Sendable {
    case text(String)
    case group(Int)
  }

  package enum Syntax: Sendable {
    /// The text itself.
    case literal
    /// `$1`, `${1}` and `$0` for the match; `\n` and `\t`.
    case dollar
    /// `\1`, and `&` or `\0` for the match; `\n`, `\r` and `\t`.
    case vim
  }

  private(set) var pieces: [Piece] = []

  package init(_ text: String, _ syntax: Syntax) {
    if syntax == .literal {
      pieces = [.text(text)]
      return
    }
    var rest = Substring(text)
    while let first = rest.popFirst() {
      switch first {
      case "\\": readEscape(&rest, syntax)
      case "$" where syntax == .dollar: readGroup(&rest)
      case "&" where syntax == .vim: pieces.append(.group(0))
      default: addText(String(first))
      }
    }
  }

  private mutating func addText(_ text: String) {
    if case .text(let before)? = pieces.last {
      pieces[pieces.count - 1] = .text(before + text)
    } else {
      pieces.append(.text(text))
    }
  }

  private mutating func readEscape(_ rest: inout Substring, _ syntax: Syntax) {
    guard let next = rest.popFirst() else { return addText("\\") }
    switch next {
    case "n", "r": addText("\n")
    case "t": addText("\t")
    case "0"..."9" where syntax == .vim: pieces.append(.group(next.wholeNumberValue ?? 0))
    default: addText(String(next))
    }
  }

  private mutating func readGroup(_ rest: inout Substring) {
    let isBraced = rest.first == "{"
    var inner = isBraced ? rest.dropFirst() : rest
    let digits = inner.prefix { $0.isASCII && $0.isNumber }.prefix(2)
    inner = inner.dropFirst(digits.count)
    guard let number = Int(digits), !isBraced || inner.first == "}" else {
      if rest.first == "$" { rest.removeFirst() }
      return addText("$")
    }
    rest = isBraced ? inner.dropFirst() : inner
    pieces.append(.group(number))
  }
}
