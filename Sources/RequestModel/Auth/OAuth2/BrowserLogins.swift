internal import Foundation

/// The authorization code grant, RFC 6749, section 4.1.
struct CodeLogin {
  let flow: OAuth2Flow

  func token() async throws(Failure) -> AccessToken {
    let verifier = flow.settings.grant == .codeWithPKCE ? flow.secret() : nil
    if let verifier { flow.context.mask(verifier) }
    let challenge = try verifier.map { (text) throws(Failure) in
      try flow.context.hash(Data(text.utf8), with: .sha256).base64ForURLs
    }
    let own = challenge.map { [("code_challenge", $0), ("code_challenge_method", "S256")] } ?? []
    let (members, redirect) = try await LoginPage(flow: flow, responseType: "code").visit(own)
    guard let code = members["code"]?.string, !code.isEmpty else {
      throw OAuth2ErrorResponse(redirect: members).failure(flow.settings.tokenHost)
    }
    flow.context.mask(code)
    let fields = [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect)]
    let resources = flow.purpose.filter { $0.0 == "resource" }
    return try await flow.token(fields + (verifier.map { [("code_verifier", $0)] } ?? []) + resources)
  }
}

/// The implicit grant, RFC 6749, section 4.2: the token is in the fragment of the redirect.
struct ImplicitLogin {
  let flow: OAuth2Flow

  func token() async throws(Failure) -> AccessToken {
    let (members, _) = try await LoginPage(flow: flow, responseType: "token").visit([])
    for name in ["access_token", "id_token"] { if let secret = members[name]?.string { flow.context.mask(secret) } }
    guard let token = AccessToken(response: members, at: flow.context.clock) else {
      throw OAuth2ErrorResponse(redirect: members).failure(flow.settings.tokenHost)
    }
    return token
  }
}

/// The authorization page, and the redirect that ends it.
private struct LoginPage {
  let flow: OAuth2Flow
  let responseType: String

  func visit(_ own: [(String, String)]) async throws(Failure) -> (members: JSONObject, redirect: String) {
    let settings = flow.settings
    let url = try settings.required("authUrl")
    let state = flow.secret(16)
    let fields = [("client_id", settings["clientId"])] + flow.purpose + [("state", state)] + own
    let further = settings.rows("authRequestParams")
    let (text, redirect) = try await flow.context.logIn(
      redirect: settings["redirect_uri"],
      page: { [responseType] redirect in
        let all = [("response_type", responseType), ("redirect_uri", redirect)] + fields
        return URLQuery.appending(all.map { Parameter($0.0, $0.1) } + further, to: url)
      },
      isRedirect: { Self.members(of: $0, state: state) != nil })
    return (Self.members(of: text, state: state) ?? JSONObject(), redirect)
  }

  /// The parameters of a redirect that belongs to this login. The user may also paste the code alone.
  private static func members(of text: String, state: String) -> JSONObject? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let scalars = text.unicodeScalars
    let start = scalars.firstIndex { $0 == "?" || $0 == "#" }.map(scalars.index(after:))
    let members = TokenEndpoint.members(
      ofForm: String(text[(start ?? text.startIndex)...]).replacingExactly("#", with: "&"))
    if let given = members["state"]?.string { return given.isExactly(state) ? members : nil }
    let isCode = start == nil && !text.isEmpty && !scalars.contains { $0 == "=" || $0 == "/" || $0 == " " || $0 == "&" }
    return isCode ? ["code": .string(text)] : nil
  }
}
