internal import Foundation

/// A private JSON Web Key (RFC 7517, RFC 7518, RFC 8037) as PEM.
struct JSONWebKey {
  let pem: String

  /// - Parameter object: A key, or a set of keys, whose first private one counts.
  init(_ object: JSONObject) throws(SigningScheme.Problem) {
    let keys = object["keys"]?.array?.compactMap(\.object) ?? []
    let key = keys.first { $0["d"] != nil } ?? keys.first ?? object
    switch key["kty"]?.string {
    case "RSA": pem = PrivateKeyText.written("RSA PRIVATE KEY", try Self.rsa(key))
    case "EC": pem = PrivateKeyText.written("EC PRIVATE KEY", try Self.ellipticCurve(key))
    case "OKP": pem = PrivateKeyText.written("PRIVATE KEY", try Self.edwards(key))
    case "oct": throw .unusableJWK("it is a shared secret, kty \"oct\"")
    case let kind?: throw .unusableJWK("its kty is \"\(kind)\"")
    case nil: throw .unusableJWK("it has no \"kty\"")
    }
  }

  /// RSAPrivateKey, RFC 8017, A.1.2.
  private static func rsa(_ key: JSONObject) throws(SigningScheme.Problem) -> Data {
    var numbers = [DER.integer(Data([0]))]
    for name in ["n", "e", "d", "p", "q", "dp", "dq", "qi"] { numbers.append(DER.integer(try Self.bytes(name, key))) }
    return DER.sequence(numbers)
  }

  /// ECPrivateKey, RFC 5915.
  private static func ellipticCurve(_ key: JSONObject) throws(SigningScheme.Problem) -> Data {
    let curves: [String: (size: Int, identifier: [UInt8])] = [
      "P-256": (32, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]), "P-384": (48, [0x2B, 0x81, 0x04, 0x00, 0x22]),
      "P-521": (66, [0x2B, 0x81, 0x04, 0x00, 0x23]),
    ]
    let name = key["crv"]?.string ?? ""
    guard let curve = curves[name] else { throw .unusableJWK("its curve is \"\(name)\"") }
    let secret = try padded("d", key, curve.size)
    var elements = [
      DER.integer(Data([1])), DER.element(0x04, secret),
      DER.element(0xA0, DER.element(0x06, Data(curve.identifier))),
    ]
    if key["x"] != nil, key["y"] != nil {
      let point = Data([0x04]) + (try padded("x", key, curve.size)) + (try padded("y", key, curve.size))
      elements.append(DER.element(0xA1, DER.element(0x03, Data([0]) + point)))
    }
    return DER.sequence(elements)
  }

  /// OneAsymmetricKey, RFC 8410.
  private static func edwards(_ key: JSONObject) throws(SigningScheme.Problem) -> Data {
    let name = key["crv"]?.string ?? ""
    guard name == "Ed25519" else { throw .unusableJWK("its curve is \"\(name)\"") }
    let algorithm = DER.sequence([DER.element(0x06, Data([0x2B, 0x65, 0x70]))])
    return DER.sequence([
      DER.integer(Data([0])), algorithm, DER.element(0x04, DER.element(0x04, try padded("d", key, 32))),
    ])
  }

  // MARK: Members

  private static func bytes(_ name: String, _ key: JSONObject) throws(SigningScheme.Problem) -> Data {
    guard let text = key[name]?.string, !text.isEmpty else { throw .unusableJWK("it has no \"\(name)\"") }
    guard let bytes = Data(base64ForURLs: text.replacingExactly("=", with: "")) else {
      throw .unusableJWK("its \"\(name)\" is not base64url")
    }
    return bytes
  }

  private static func padded(
    _ name: String, _ key: JSONObject, _ size: Int
  ) throws(SigningScheme.Problem) -> Data {
    let bytes = Data(try Self.bytes(name, key).drop { $0 == 0 })
    guard bytes.count <= size else { throw .unusableJWK("its \"\(name)\" is longer than \(size) bytes") }
    return Data(count: size - bytes.count) + bytes
  }
}
