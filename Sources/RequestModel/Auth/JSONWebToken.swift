package import Foundation

/// A signed JSON Web Token in its compact form (RFC 7515, RFC 7519).
package struct JSONWebToken {
  package var header: JSONObject
  package var claims: JSONValue

  /// The names of the algorithms that sign with a shared secret, and of those that need a private key.
  package static let algorithms =
    ["HS256", "HS384", "HS512"] + SignatureAlgorithm.allCases.filter { $0 != .rsaSHA1 }.map(\.rawValue)

  /// The token, signed with `secret` by HMAC or with the private key of the PEM text `key`.
  package func signed(
    _ algorithm: String, secret: Data, key: String, _ context: any KindContext
  ) throws(Failure) -> String {
    var whole: JSONObject = ["alg": .string(algorithm), "typ": "JWT"]
    for member in header.members where member.key.value != "alg" { whole[member.key.value] = member.value }
    let text = [JSONValue.object(whole), claims].map { Data($0.compact.utf8).base64ForURLs }.joined(separator: ".")
    let signature = try Self.signature(of: Data(text.utf8), algorithm, secret: secret, key: key, context)
    return text + "." + signature.base64ForURLs
  }

  private static func signature(
    of data: Data, _ algorithm: String, secret: Data, key: String, _ context: any KindContext
  ) throws(Failure) -> Data {
    switch algorithm {
    case "HS256": try context.authenticationCode(of: data, key: secret, with: .sha256)
    case "HS384": try context.authenticationCode(of: data, key: secret, with: .sha384)
    case "HS512": try context.authenticationCode(of: data, key: secret, with: .sha512)
    default:
      if let scheme = SignatureAlgorithm(rawValue: algorithm) {
        try context.signature(of: data, key: key, with: scheme)
      } else {
        throw Failure(.unprepared, "\"\(algorithm)\" is not an algorithm of JSON Web Tokens")
      }
    }
  }
}

extension FieldValues {
  /// An object that the file holds as JSON, or as text that is JSON now that its variables are replaced.
  func object(_ name: String, called label: String) throws(Failure) -> JSONObject {
    let value = json(name) ?? [:]
    if let object = value.object { return object }
    if value == .null || value.string?.allSatisfy(\.isWhitespace) == true { return JSONObject() }
    guard let text = value.string, let object = (try? JSONText(text))?.value.object else {
      throw Failure(.unprepared, "The \(label) is not a JSON object — correct it in the Auth tab")
    }
    return object
  }
}
