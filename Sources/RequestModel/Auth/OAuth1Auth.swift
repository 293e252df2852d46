internal import Foundation

extension AuthKind {
  /// RFC 5849.
  package static let oauth1 = AuthKind(
    "oauth1", "OAuth 1.0", "Signs the request as OAuth 1.0a does, in the header, the query or the form.",
    fields: [
      .text("consumerKey", "Consumer key", "The key of the application.", .basics),
      .secret(
        "consumerSecret", "Consumer secret", "The secret of the application; use a secret {{variable}}.", .basics),
      .secret("token", "Token", "The access token, or the one to exchange.", .basics),
      .secret("tokenSecret", "Token secret", "The secret of the token.", .basics),
      Field(
        "signatureMethod", "Signature", "How the request is signed.", .choice(OAuth1Signing.methods),
        defaultValue: "HMAC-SHA1", group: .basics),
      .secret(
        "privateKey", "Private key", "The private key in PEM for RSA-SHA1 and RSA-SHA256.", .basics,
        note: "PEM, for RSA"),
      Field(
        "in", "Sent in", "Where the parameters are sent: in the query, too, where no form can hold them.",
        .choice(["header", "query", "body"]), defaultValue: "header", group: .basics),
      .text("callback", "Callback", "oauth_callback of a request for a token.", .token),
      .text("verifier", "Verifier", "oauth_verifier of the exchange of a token.", .token),
      .text("realm", "Realm", "Sent in the header and not signed.", .signature),
      .nonce,
      .timestamp,
      Field("version", "Version", "oauth_version; not sent if empty.", defaultValue: "1.0", group: .signature),
      .flag("includeBodyHash", "Body hash", "Whether a body that is not a form is signed by its digest.", .signature),
      .flag("addEmptyParamsToSign", "Sign empty", "Whether empty parameters are sent and signed too.", .signature),
    ],
    isMadeForEachHop: true,
    lacks: { values in
      values["signatureMethod"].hasPrefix("RSA")
        ? values.firstEmpty(["consumerKey": "consumer key", "privateKey": "private key"])
        : values.firstEmpty(["consumerKey": "consumer key", "consumerSecret": "consumer secret"])
    },
    preview: { auth in
      let what = "oauth_signature by \(auth.text("signatureMethod"))"
      return switch auth.text("in") {
      case "query": "Query: \(what) and its parameters"
      case "body": "Form, or query: \(what) and its parameters"
      default: "Authorization: OAuth \(what) over method, URL and form"
      }
    }
  ) { values, message, context throws(Failure) in
    let signing = OAuth1Signing(values, context)
    let parameters = try await signing.parameters(for: message)
    let signature = try signing.signature(of: message, parameters)
    message.hide(signature)
    message.hide(PercentEncoding.component(signature))
    message.addOAuthParameters(parameters + [("oauth_signature", signature)], in: values["in"], realm: values["realm"])
  }
}

extension OutgoingMessage {
  fileprivate mutating func addOAuthParameters(
    _ parameters: [OAuth1Signing.Pair], in place: String, realm: String
  ) {
    switch place {
    case "body" where isForm && (!replacesWritten || takesOAuth1InForm): addToForm(parameters)
    case "query", "body":
      for (name, value) in parameters {
        addCredentialQuery(name, value, isSecret: name == "oauth_token" || name == "oauth_signature")
      }
    default:
      let shown =
        (realm.isEmpty ? [] : ["realm=\"\(realm.quotable)\""])
        + parameters.map { "\(PercentEncoding.component($0.name))=\"\(PercentEncoding.component($0.value))\"" }
      addCredential("Authorization", "OAuth " + shown.joined(separator: ", "))
    }
  }

  private mutating func addToForm(_ parameters: [OAuth1Signing.Pair]) {
    let form = body ?? Data()
    let pairs = parameters.map { PercentEncoding.component($0.name) + "=" + PercentEncoding.component($0.value) }
    let added = pairs.joined(separator: "&")
    body = form + (form.isEmpty ? "" : "&").utf8 + added.utf8
  }

  /// Whether Postman adds the parameters to a form: with other methods, to the query.
  package var takesOAuth1InForm: Bool { method.containsExactly("POST") || method.containsExactly("PUT") }

  /// Whether the body is a form in memory, whose fields are signed.
  var isForm: Bool {
    let type = (headers.first("Content-Type") ?? "").lowercased()
    return body != nil && type.startsExactly(with: "application/x-www-form-urlencoded")
  }
}
