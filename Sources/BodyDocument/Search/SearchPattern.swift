/// A search pattern with smart case: without capitals it ignores case.
package struct SearchPattern: Equatable, Sendable {
  package var text: String
  /// Whether `text` is a regular expression.
  package var isRegularExpression: Bool

  package init(_ text: String, isRegularExpression: Bool = false) {
    self.text = text
    self.isRegularExpression = isRegularExpression
  }

  /// Ignores escapes such as `\B` when looking for capitals.
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
