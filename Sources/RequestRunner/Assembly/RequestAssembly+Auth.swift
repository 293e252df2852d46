internal import Foundation

extension RequestAssembly {
  /// The auth of the request, else of the nearest folder with auth.
  var auth: RequestAuth { request.auth ?? folders.compactMap(\.auth).last ?? RequestAuth.none }

  /// Completes the values. Returns `nil` with a warning if they contain no usable credentials: the request is then sent
  /// without.
  mutating func complete(_ values: FieldValues, _ kind: AuthKind) -> FieldValues? {
    guard let missing = kind.lacks(values) else { return values }
    warnings.append("\(kind.shape.title) has no \(missing): the request is sent without its credentials")
    return nil
  }

  /// Adds the credentials to a request from `resolve`. Headers in the request take precedence.
  package mutating func authenticate(
    _ prepared: inout PreparedRequest, _ kinds: any KindContext
  ) async throws(Failure) {
    guard let authValues else { return }
    var message = OutgoingMessage(prepared)
    message.replacesWritten = sendsAsPostman
    let url = message.url
    try await auth.kind.authenticate(authValues, &message, kinds)
    if let login = netrcLogin {
      message.addCredential(
        "Authorization", "Basic " + Data((login.name + ":" + login.password).utf8).base64EncodedString())
    }
    for header in message.credentials { credentials.noteCredentials(header) }
    for secret in message.secrets { credentials.note(secret: secret) }
    if message.url != url { prepared.url = sendsAsPostman ? PostmanURLParts(message.url).escaped : message.url }
    prepared.headers = placed(message.headers, beside: prepared.headers)
    if message.body != prepared.body?.data { prepared.body = message.body.map(HTTPBody.data) }
    prepared.login = message.login
    prepared.secrets.formUnion(secrets)
    prepared.credentialHeaders.formUnion(credentials.headers)
    prepared.maskedHeaders.formUnion(credentials.headers)
    added = message
  }

  /// Moves added headers before those of the body.
  private func placed(_ headers: [Header], beside former: [Header]) -> [Header] {
    guard headers.starts(with: former) else { return headers }
    let place = min(authPlace, former.count)
    return Array(former[..<place]) + headers[former.count...] + former[place...]
  }
}

extension OutgoingMessage {
  init(_ prepared: PreparedRequest) {
    self.init(
      method: prepared.method, url: Self.wireURL(prepared.url), headers: prepared.headers, body: prepared.body?.data)
    isBodyInFiles = prepared.body != nil && body == nil
  }

  /// The URL as the client sends it, which signatures are computed from. An invalid URL is returned unchanged, for the
  /// client to report.
  static func wireURL(_ text: String) -> String {
    guard let url = try? RequestURL(text) else { return text }
    let authority = CredentialText.authority(of: text)
    let login = CredentialText.userInfoEnd(authority).map { authority[...$0] } ?? ""
    return url.scheme + "://" + login + CredentialText.authority(of: url.description)
  }
}
