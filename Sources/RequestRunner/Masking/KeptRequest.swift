/// Removes credentials, and the operation of an imported document, from a request before history stores it.
///
/// An undefined variable replaces them, so that a request from history is never sent with a mask as credential.
struct KeptRequest {
  /// The name of the variable.
  static let placeholder = "masked secret"
  private static let template = "{{\(placeholder)}}"

  let mask: SecretMask

  /// Returns whether credentials were removed from the request.
  static func isMasked(_ request: SavedRequest) -> Bool {
    JSONValue.object(request.document).compact.containsExactly(template)
  }

  /// Whether the request is what history has of the original. A credential that was typed since is a change, so the
  /// request itself is not masked.
  func isUnchanged(_ request: SavedRequest, since original: SavedRequest) -> Bool {
    var members = request.document
    // Earlier versions recorded it.
    members[KeptDocument.member] = nil
    return masking(original).document == members
  }

  func masking(_ request: SavedRequest) -> SavedRequest {
    var kept = request
    kept.url = Self.maskingUserInfo(kept.url)
    kept.headers = kept.headers.map(Self.masking)
    kept.auth = kept.auth.map(Self.masking)
    kept.options = Self.masking(kept.options)
    var members = kept.document
    // It does not affect the sent request, and may be many times as long.
    members[KeptDocument.member] = nil
    let document = members.mappingStrings(masking)
    // Cannot fail: replacing strings keeps the document valid.
    return (try? SavedRequest(document: document)) ?? SavedRequest(method: kept.method, url: "")
  }

  // MARK: By place

  private static func masking(_ row: Parameter) -> Parameter {
    guard CredentialText.isCredentialHeader(row.name), isLiteral(row.value) else { return row }
    return with(row) { $0.value = CredentialText.parts(of: row.value).scheme + template }
  }

  private static func masking(_ auth: RequestAuth) -> RequestAuth {
    auth.kind.fields.filter(\.isSecret).reduce(into: auth) { auth, field in
      if isLiteral(auth.text(field.name)) { auth[field.name] = .string(template) }
    }
  }

  private static func masking(_ options: RequestOptions) -> RequestOptions {
    options.mapTexts { field, text in
      if field.isSecret, isLiteral(text) { return template }
      return field.name == "proxy" ? maskingUserInfo(text) : text
    }
  }

  private static func maskingUserInfo(_ url: String) -> String {
    let authority = CredentialText.authority(of: url)
    guard let end = CredentialText.userInfoEnd(authority) else { return url }
    let scalars = authority.unicodeScalars
    let password = scalars[..<end].firstIndex(of: ":").map(scalars.index(after:)) ?? authority.startIndex
    guard isLiteral(String(authority[password..<end])) else { return url }
    return url[..<password] + template + url[end...]
  }

  private static func isLiteral(_ text: String) -> Bool { !text.isEmpty && Template(text).variables.isEmpty }

  // MARK: By value

  private func masking(_ string: JSONString) -> JSONString {
    let text = string.value
    let masked = mask.masked(text, with: Self.template)
    return masked == text ? string : JSONString(masked)
  }
}
