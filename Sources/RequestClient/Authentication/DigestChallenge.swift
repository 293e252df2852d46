/// A Digest challenge that we can answer (RFC 7616, section 3.3).
struct DigestChallenge: Equatable, Sendable {
  enum Protection: Sendable {
    /// `qop` is absent: the scheme of RFC 2069.
    case legacy
    /// The method and the target are protected.
    case authentication
    /// The body too.
    case integrity
  }

  var realm: String
  var nonce: String
  var opaque: String?
  var algorithm: DigestAlgorithm
  /// Whether the challenge named its algorithm, so that the answer names it too.
  var namesAlgorithm: Bool
  var protection: Protection
  /// Whether the credentials were right and only the nonce is too old.
  var isStale: Bool
  var hashesUsername: Bool
  var isUTF8: Bool

  /// `nil` for another scheme, and for an algorithm or a `qop` that we do not know.
  init?(_ challenge: AuthenticationChallenge) {
    let parameters = challenge.parameters
    guard challenge.isScheme("Digest"), let realm = parameters["realm"], let nonce = parameters["nonce"],
      let algorithm = DigestAlgorithm(name: parameters["algorithm"]), algorithm.hash.isAvailable,
      let protection = Self.protection(parameters["qop"])
    else { return nil }
    // These are sent back; a control character would not get past our own check of headers.
    guard ![realm, nonce, parameters["opaque"] ?? ""].contains(where: \.hasControlCharacter) else { return nil }
    self.realm = realm
    self.nonce = nonce
    opaque = parameters["opaque"]
    self.algorithm = algorithm
    namesAlgorithm = parameters["algorithm"] != nil
    self.protection = protection
    isStale = Self.isTrue(parameters["stale"])
    hashesUsername = Self.isTrue(parameters["userhash"])
    isUTF8 = parameters["charset"]?.lowercased() == "utf-8"
  }

  /// The one with the strongest algorithm, the first of equals.
  static func strongest(of challenges: [AuthenticationChallenge]) -> DigestChallenge? {
    challenges.lazy.compactMap(DigestChallenge.init).reduce(nil) { best, next in
      if let best, best.algorithm >= next.algorithm { best } else { next }
    }
  }

  private static func protection(_ offered: String?) -> Protection? {
    guard let offered else { return .legacy }
    let names = offered.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
    if names.contains("auth") { return .authentication }
    return names.contains("auth-int") ? .integrity : nil
  }

  private static func isTrue(_ text: String?) -> Bool { text?.lowercased() == "true" }
}

extension String {
  /// Whether a header's value cannot hold the text; a tab may stand there.
  var hasControlCharacter: Bool { utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }
}
