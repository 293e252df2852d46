/// A check in one line: `$.type == done`, `body contains error`. Without an expectation, there must be a value.
package enum CheckLine {
  package static func row(_ text: String) -> JSONObject {
    let (subject, expectation) = parts(of: text)
    var row = JSONObject()
    CheckSubject(subject).set(in: &row)
    CheckExpectation(expectation).set(in: &row)
    return row
  }

  /// Cuts before the first expectation outside of brackets and quotes: a JSONPath has comparisons of its own.
  private static func parts(of text: String) -> (subject: String, expectation: String) {
    var depth = 0
    var quote: Unicode.Scalar?
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      if let open = quote {
        if scalar == open { quote = nil }
        continue
      }
      switch scalar {
      case "\"", "'": quote = scalar
      case "[", "(": depth += 1
      case "]", ")": depth -= 1
      case " " where depth <= 0:
        let rest = String(text[index...]).trimmingSpaces
        if CheckExpectation.begins(rest) { return (String(text[..<index]), rest) }
      default: break
      }
    }
    return (text, "")
  }
}
