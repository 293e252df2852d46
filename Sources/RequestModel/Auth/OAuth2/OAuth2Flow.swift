internal import Foundation

/// Gets an access token: a kept one, a refreshed one, or a new one.
struct OAuth2Flow {
  let settings: OAuth2Settings
  let context: any KindContext

  func accessToken() async throws(Failure) -> AccessToken {
    let fixed = settings["accessToken"]
    if !fixed.isEmpty { return AccessToken(value: fixed, obtained: context.clock) }
    let name = try settings.tokenName(context)
    return try await context.token(name) { kept throws(Failure) in try await renewed(kept) }
  }

  private func renewed(_ kept: AccessToken?) async throws(Failure) -> AccessToken {
    if let token = try await refreshed(kept) { return token }
    switch settings.grant {
    case .clientCredentials: return try await token([("grant_type", "client_credentials")] + purpose)
    case .password:
      let user = [("username", try settings.required("username")), ("password", settings["password"])]
      return try await token([("grant_type", "password")] + user + purpose)
    case .code, .codeWithPKCE: return try await CodeLogin(flow: self).token()
    case .implicit: return try await ImplicitLogin(flow: self).token()
    case .device: return try await DeviceLogin(flow: self).token()
    }
  }

  /// - Returns: `nil` without a refresh token, or if the server refuses it. The grant then starts anew.
  private func refreshed(_ kept: AccessToken?) async throws(Failure) -> AccessToken? {
    guard let kept, let refreshToken = kept.refreshToken else { return nil }
    let fields = [("grant_type", "refresh_token"), ("refresh_token", refreshToken)]
    let endpoint = try endpoint(settings["refreshTokenUrl"].isEmpty ? "accessTokenUrl" : "refreshTokenUrl")
    guard case .token(var token) = try await endpoint.request(fields) else { return nil }
    // The server may omit an unchanged refresh token.
    token.refreshToken = token.refreshToken ?? refreshToken
    token.idToken = token.idToken ?? kept.idToken
    return token
  }

  /// The endpoint that a setting has the URL of.
  func endpoint(_ setting: String) throws(Failure) -> TokenEndpoint {
    TokenEndpoint(settings: settings, context: context, url: try settings.required(setting))
  }

  /// Sends a token request that has to succeed.
  func token(_ fields: [(String, String)]) async throws(Failure) -> AccessToken {
    let endpoint = try endpoint("accessTokenUrl")
    switch try await endpoint.request(fields) {
    case .token(let token): return token
    case .error(let response): throw response.failure(endpoint.name)
    }
  }

  /// The parameters for the purpose of the token: scope, audience and resources.
  var purpose: [(String, String)] {
    let named = [("scope", settings["scope"]), ("audience", settings["audience"])].filter { !$0.1.isEmpty }
    return named + settings["resource"].split(separator: " ").map { ("resource", String($0)) }
  }

  /// A random value in base64url.
  func secret(_ count: Int = 32) -> String { context.random(count).base64ForURLs }
}
