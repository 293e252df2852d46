internal import Foundation

extension AuthKind {
  /// Hawk 1.1, as its README describes it.
  package static let hawk = AuthKind(
    "hawk", "Hawk", "Signs method, URL and, if wanted, the body with a shared key.",
    fields: [
      .text("authId", "Id", "The id of the key.", .basics),
      .secret("authKey", "Key", "The key; use a secret {{variable}}.", .basics),
      Field(
        "algorithm", "Algorithm", "The digest of the signature.", .choice(["sha256", "sha1"]), defaultValue: "sha256",
        group: .basics),
      .flag("includePayloadHash", "Sign body", "Whether the body is signed too.", .signature),
      .text("extraData", "Extra data", "Data of the application that is signed: ext.", .signature),
      .text("app", "App", "The id of the application.", .signature),
      .text("delegation", "Delegation", "The id of the application that delegated: dlg.", .signature),
      .nonce,
      .timestamp,
    ],
    isMadeForEachHop: true, lacks: { $0.firstEmpty(["authId": "id", "authKey": "key"]) },
    preview: { auth in
      let body = auth["includePayloadHash"]?.bool == true ? " and body" : ""
      return "Authorization: Hawk id=\"\(auth.text("authId"))\", … over method, URL\(body)"
    }
  ) { values, message, context throws(Failure) in
    let signing = HawkSigning(values, context)
    let hash = values.flag("includePayloadHash") ? try await signing.payloadHash(of: message) : ""
    let mac = try signing.mac(of: message, hash: hash)
    message.hide(mac)
    message.addCredential("Authorization", "Hawk " + signing.attributes(hash: hash, mac: mac))
  }
}

private struct HawkSigning {
  private let values: FieldValues
  private let context: any KindContext
  private let algorithm: DigestAlgorithm
  private let timestamp: String
  private let nonce: String

  init(_ values: FieldValues, _ context: any KindContext) {
    (self.values, self.context) = (values, context)
    algorithm = values["algorithm"] == "sha1" ? .sha1 : .sha256
    timestamp =
      values["timestamp"].isEmpty ? String(Int(context.now.timeIntervalSince1970)) : values["timestamp"]
    nonce = values["nonce"].isEmpty ? context.randomHex(6) : values["nonce"]
  }

  func payloadHash(of message: OutgoingMessage) async throws(Failure) -> String {
    let type = (message.headers.first("Content-Type") ?? "").unicodeScalars.prefix { $0 != ";" }
    let name = String(type).trimmingCharacters(in: .whitespaces).lowercased()
    let (prefix, suffix) = (Data("hawk.1.payload\n\(name)\n".utf8), Data("\n".utf8))
    return try await context.bodyHash(HashedBody(algorithm: algorithm, prefix: prefix, suffix: suffix))
      .base64EncodedString()
  }

  func mac(of message: OutgoingMessage, hash: String) throws(Failure) -> String {
    let address = message.address
    let (host, port) = hostAndPort(message)
    var lines = [
      "hawk.1.header", timestamp, nonce, message.method.uppercased(), address.pathAndQuery, host, port, hash, extra,
    ]
    if !values["app"].isEmpty { lines += [values["app"], values["delegation"]] }
    let text = lines.joined(separator: "\n") + "\n"
    return try context.authenticationCode(of: Data(text.utf8), key: Data(values["authKey"].utf8), with: algorithm)
      .base64EncodedString()
  }

  /// The server reads them from `Host`.
  private func hostAndPort(_ message: OutgoingMessage) -> (String, String) {
    let address = message.address
    let named = WireAddress(address.scheme + "://" + message.host)
    return (named.host, String(named.port))
  }

  private var extra: String {
    values["extraData"].replacingExactly("\\", with: "\\\\").replacingExactly("\n", with: "\\n")
  }

  func attributes(hash: String, mac: String) -> String {
    let all = [
      ("id", values["authId"]), ("ts", timestamp), ("nonce", nonce), ("hash", hash), ("ext", values["extraData"]),
      ("mac", mac), ("app", values["app"]), ("dlg", values["app"].isEmpty ? "" : values["delegation"]),
    ]
    return all.filter { !$0.1.isEmpty }.map { "\($0.0)=\"\($0.1.quotable)\"" }.joined(separator: ", ")
  }
}
