/// The headings that divide the fields of a long form, in order.
package enum FieldGroup: String, CaseIterable, Sendable {
  case basics = "Basics"
  case redirects = "Redirects"
  case tls = "TLS"
  case proxy = "Proxy"
  case routing = "Routing"
  case limits = "Limits"
  case client = "Client authentication"
  case login = "Login"
  case token = "Token"
  case signature = "Signature"
}

extension PlacedField {
  /// Whether the file has a value other than the default. A table differs with its first row.
  package func differsFromDefault(in file: SavedFile) -> Bool {
    if case .rows = field.type { return !rows(in: file).isEmpty }
    let text = text(in: file)
    return ![nil, field.defaultValue].contains { text.isExactly(field.text(of: $0)) }
  }
}
