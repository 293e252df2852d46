extension AuthKind {
  /// RFC 6749, with PKCE (RFC 7636), the device grant (RFC 8628), client certificates (RFC 8705) and resource indicators
  /// (RFC 8707).
  package static let oauth2 = AuthKind(
    "oauth2", "OAuth 2", "Gets an access token, keeps it with the secrets, refreshes it and sends it.",
    fields: [
      Field(
        "grant_type", "Grant", "How the token is obtained.", .choice(OAuth2Settings.Grant.allCases.map(\.rawValue)),
        defaultValue: .string(OAuth2Settings.Grant.clientCredentials.rawValue), group: .basics),
      Field(
        "authUrl", "Authorization URL", "The page on which the user logs in.",
        condition: .init("grant_type", OAuth2Settings.Grant.withPage), group: .basics),
      Field(
        "deviceAuthUrl", "Device URL", "The device authorization endpoint.",
        condition: .init("grant_type", [.device]), group: .basics),
      Field(
        "accessTokenUrl", "Token URL", "The token endpoint.",
        condition: .init("grant_type", OAuth2Settings.Grant.allCases.filter { $0 != .implicit }), group: .basics),
      Field(
        "redirect_uri", "Redirect URL",
        "Where the browser returns after the login. The program listens on a loopback address; without a port it takes a free one.",
        defaultValue: .string(OAuth2Settings.standardRedirect),
        condition: .init("grant_type", OAuth2Settings.Grant.withPage), group: .login),
      Field("clientId", "Client ID", "The client ID, issued by the server.", group: .basics),
      Field(
        "clientSecret", "Client secret", "The client's secret; use a {{variable}} that is secret.", isSecret: true,
        condition: .init("client_authentication", ["header", "body"]), group: .basics),
      Field(
        "client_authentication", "Client auth",
        "How the client authenticates: by Basic auth, in the body, with its TLS client certificate for the token URL's host, or with a signed JWT.",
        .choice(OAuth2Settings.ClientAuthentication.allCases.map(\.rawValue)),
        defaultValue: .string(OAuth2Settings.ClientAuthentication.header.rawValue), group: .client),
      Field(
        "privateKey", "Private key", "The PEM key that signs the client's JWT; use a {{variable}} that is secret.",
        isSecret: true, condition: .init("client_authentication", [.privateKeyJWT]), group: .client),
      Field(
        "alg", "Algorithm", "The algorithm of the client's JWT.",
        .choice(SignatureAlgorithm.allCases.filter { $0 != .rsaSHA1 }.map(\.rawValue)), defaultValue: "RS256",
        condition: .init("client_authentication", [.privateKeyJWT]), group: .client),
      Field(
        "kid", "Key ID", "The name of the key in the client's JWT.",
        condition: .init("client_authentication", [.privateKeyJWT]), group: .client),
      Field("username", "Username", "The user's name.", condition: .init("grant_type", [.password]), group: .basics),
      Field(
        "password", "Password", "The user's password; use a {{variable}} that is secret.", isSecret: true,
        condition: .init("grant_type", [.password]), group: .basics),
      Field("scope", "Scope", "The requested scopes, separated by spaces.", group: .basics),
      Field("audience", "Audience", "The API that the token is for, as Auth0 names it.", group: .token),
      Field(
        "resource", "Resource", "The URL of the API that the token is for; several are separated by spaces.",
        group: .token),
      Field(
        "addTokenTo", "Send in", "Where the token is sent.", .choice(["header", "queryParams"]),
        defaultValue: "header", group: .token),
      Field(
        "headerPrefix", "Prefix", "The word before the token in the Authorization header.", defaultValue: "Bearer",
        condition: .init("addTokenTo", ["header"]), group: .token),
      Field(
        "refreshTokenUrl", "Refresh URL", "The endpoint that refreshes tokens, if it is not the token URL.",
        isInForm: false, group: .token),
      Field(
        "accessToken", "Access token", "A fixed access token, sent as it is; none is requested.", isSecret: true,
        isInForm: false, group: .token),
      Field(
        "authRequestParams", "Authorization parameters", "Further parameters of the authorization URL.",
        .rows(.parameter, adding: "add a parameter of the authorization URL"),
        condition: .init("grant_type", OAuth2Settings.Grant.withPage), group: .login),
      Field(
        "tokenRequestParams", "Token parameters", "Further parameters of the token request.",
        .rows(.parameter, adding: "add a parameter of the token request"), group: .token),
    ],
    lacks: { values in
      let hasSource = ["accessToken", "accessTokenUrl", "authUrl", "deviceAuthUrl", "clientId"].contains {
        !values[$0].isEmpty
      }
      return hasSource ? nil : "access token"
    },
    preview: { auth in
      let endpoint = auth.text("accessTokenUrl").isEmpty ? auth.text("authUrl") : auth.text("accessTokenUrl")
      let token = "<token from \(endpoint.isEmpty ? "the token URL" : URLHost.text(of: endpoint))>"
      return auth.text("addTokenTo") == "queryParams"
        ? "Query: access_token=\(token)" : "Authorization: \(auth.text("headerPrefix")) \(token)"
    }
  ) { values, message, context throws(Failure) in
    let settings = try OAuth2Settings(values)
    settings.add(try await OAuth2Flow(settings: settings, context: context).accessToken(), to: &message)
  }
}

extension FieldCondition {
  fileprivate init(_ field: String, _ grants: [OAuth2Settings.Grant]) { self.init(field, grants.map(\.rawValue)) }

  fileprivate init(_ field: String, _ authentications: [OAuth2Settings.ClientAuthentication]) {
    self.init(field, authentications.map(\.rawValue))
  }
}
