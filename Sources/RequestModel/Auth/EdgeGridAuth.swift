internal import Foundation

extension AuthKind {
  package static let edgeGrid = AuthKind(
    "edgegrid", "Akamai EdgeGrid", "Signs method, URL, chosen headers and the body of a POST for Akamai's APIs.",
    fields: [
      .secret("accessToken", "Access token", "The access token: akab-…", .basics),
      .secret("clientToken", "Client token", "The client token: akab-…", .basics),
      .secret("clientSecret", "Client secret", "The client secret; use a secret {{variable}}.", .basics),
      .text("headersToSign", "Signed headers", "Additional headers to sign, separated by commas.", .signature),
      Field(
        "maxBodySize", "Signed body", "How many bytes of a body are signed.", .number(.signedBytes),
        defaultValue: 131_072, note: "bytes", group: .signature),
      .text("baseURL", "Base URL", "Signed instead of the request's own scheme and host.", .signature),
      .nonce,
      .text(
        "timestamp", "Timestamp", "Such as 20140321T19:34:21+0000. If empty, the current time.", .signature, note: "now"
      ),
    ],
    isMadeForEachHop: true,
    lacks: {
      $0.firstEmpty(["accessToken": "access token", "clientToken": "client token", "clientSecret": "client secret"])
    },
    preview: { auth in
      let names = auth.text("headersToSign")
      return
        "Authorization: EG1-HMAC-SHA256 … over method, URL\(names.isEmpty ? "" : ", \(names)") and the body of a POST"
    }
  ) { values, message, context throws(Failure) in
    let timestamp = values["timestamp"].isEmpty ? UTCTime(context.now).edgeGrid : values["timestamp"]
    let nonce = values["nonce"].isEmpty ? context.randomHex(16) : values["nonce"]
    let unsigned =
      "EG1-HMAC-SHA256 client_token=\(values["clientToken"]);access_token=\(values["accessToken"]);"
      + "timestamp=\(timestamp);nonce=\(nonce);"
    let base = values["baseURL"].isEmpty ? nil : WireAddress(values["baseURL"])
    let parts = [
      message.method.uppercased(), base?.scheme ?? message.address.scheme, base?.hostAndPort ?? message.host,
      message.address.pathAndQuery, message.canonicalHeaders(values["headersToSign"]),
      try await contentHash(of: message, limit: Int(values.number("maxBodySize") ?? 131_072), context), unsigned,
    ]
    let key = try context.authenticationCode(of: Data(timestamp.utf8), key: Data(values["clientSecret"].utf8))
    let signature = try context.authenticationCode(
      of: Data(parts.joined(separator: "\t").utf8), key: Data(key.base64EncodedString().utf8)
    ).base64EncodedString()
    message.hide(signature)
    message.addCredential("Authorization", unsigned + "signature=" + signature)
  }

  private static func contentHash(
    of message: OutgoingMessage, limit: Int, _ context: any KindContext
  ) async throws(Failure) -> String {
    guard message.method.uppercased() == "POST", message.hasBody else { return "" }
    return try await context.bodyHash(HashedBody(algorithm: .sha256, limit: limit)).base64EncodedString()
  }
}

extension OutgoingMessage {
  fileprivate func canonicalHeaders(_ names: String) -> String {
    let names = names.split { $0 == "," || $0 == " " }.map { $0.lowercased() }
    let lines = names.compactMap { name in
      headers.first(name).map { name + ":" + $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }
    return lines.joined(separator: "\t")
  }
}

extension UTCTime {
  /// `20140321T19:34:21+0000`
  fileprivate var edgeGrid: String { dayText.replacingExactly("-", with: "") + "T" + timeText + "+0000" }
}

extension NumberRule {
  fileprivate static let signedBytes = NumberRule(
    0...1_073_741_824, isWhole: true, noun: "number of bytes", not: "a whole number of bytes")
}
