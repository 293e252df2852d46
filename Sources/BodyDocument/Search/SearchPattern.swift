/// What somebody looks for. A pattern without capitals matches capitals too.
package struct SearchPattern: Equatable, Sendable {
  package var text: String
  /// Whether `text` is a regular expression rather than the text itself.
  package var isRegularExpression: Bool

  package init(_ text: String, isRegularExpression: Bool = false) {
    self.text = text
    self.isRegularExpression = isRegularExpression
  }

  /// `\B` and other classes in capitals are no letters that somebody looks for.
  var ignoresCase: Bool {
    var isEscaped = false
    for character in text {
      if isEscaped || (isRegularExpression && character == "\\") {
        isEscaped.toggle()
      } else if character.isUppercase {
        return false
      }
    }
    return true
  }
}
