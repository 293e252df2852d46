/// An algorithm of Digest access authentication, the weakest first (RFC 7616, section 6.1).
enum DigestAlgorithm: Int, CaseIterable, Comparable, Sendable {
  case md5, md5Session, sha256, sha256Session, sha512To256, sha512To256Session

  /// - Parameter name: As the challenge writes it, in any case; `nil` where it names none, which means MD5.
  init?(name: String?) {
    guard let name else {
      self = .md5
      return
    }
    guard let algorithm = Self.allCases.first(where: { $0.name.lowercased() == name.lowercased() }) else { return nil }
    self = algorithm
  }

  var name: String {
    switch self {
    case .md5: "MD5"
    case .md5Session: "MD5-sess"
    case .sha256: "SHA-256"
    case .sha256Session: "SHA-256-sess"
    case .sha512To256: "SHA-512-256"
    case .sha512To256Session: "SHA-512-256-sess"
    }
  }

  var hash: HashAlgorithm {
    switch self {
    case .md5, .md5Session: .md5
    case .sha256, .sha256Session: .sha256
    case .sha512To256, .sha512To256Session: .sha512To256
    }
  }

  /// Whether the secret is bound to the first nonces of a session.
  var isSession: Bool { self == .md5Session || self == .sha256Session || self == .sha512To256Session }

  static func < (a: DigestAlgorithm, b: DigestAlgorithm) -> Bool { a.rawValue < b.rawValue }
}
