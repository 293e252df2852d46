public import Foundation

/// A trust policy for servers.
public indirect enum ServerTrust: Hashable, Sendable {
  /// A certificate for the host's name, from an authority that the system trusts.
  case system
  /// A certificate for the host's name, from an authority in this PEM file instead of the system's.
  case authorities(file: URL)
  /// A certificate for the host's name, from an authority that the system trusts or one in this folder, which was
  /// prepared with `openssl rehash`.
  case authorityFolder(URL)
  /// One of the public keys of the certificates in these files, PEM or DER, in addition to `system`. Renewed
  /// certificates with the same key are accepted.
  case pinnedCertificates(files: [URL])
  /// One of these public keys, each the SHA-256 digest of its DER form (SubjectPublicKeyInfo) in base64, with or
  /// without `sha256//` before it, in addition to `system`.
  case pinnedPublicKeys(sha256: [String])
  /// A stapled OCSP response (RFC 6066) saying that the certificate is not revoked, in addition to `system`. Servers
  /// without one are rejected.
  case revocation
  /// All of these.
  case composite([ServerTrust])
  /// Accepts any authority and name. In a composite, pins and revocation are still checked.
  case disabled
}

/// A trust policy as needed by the transport.
struct TrustRequirements: Hashable, Sendable {
  /// Whether the certificate's issuer and host name are verified.
  var verifiesCertificate = true
  /// `nil` for the system's authorities.
  var authorityFile: URL?
  /// A folder of further authorities.
  var authorityFolder: URL?
  /// Allowed public keys as `sha256//base64`; `nil` for any key.
  var publicKeyPins: Set<String>?
  var requiresStapledStatus = false

  /// The pins in libcurl's format, sorted.
  var pinList: String? { publicKeyPins?.sorted().joined(separator: ";") }
}

extension ServerTrust {
  /// Returns the transport's requirements. Reads the files of pinned certificates on each call.
  func requirements() throws(TrustError) -> TrustRequirements {
    var requirements = TrustRequirements()
    try addRequirements(to: &requirements)
    return requirements
  }

  private func addRequirements(to requirements: inout TrustRequirements) throws(TrustError) {
    switch self {
    case .system: break
    case .disabled: requirements.verifiesCertificate = false
    case .revocation: requirements.requiresStapledStatus = true
    case .authorities(let file):
      if let other = requirements.authorityFile, other != file { throw .twoAuthorityFiles(other, file) }
      requirements.authorityFile = file
    case .authorityFolder(let folder): requirements.authorityFolder = folder
    case .pinnedPublicKeys(let pins):
      var known: Set<String> = []
      for pin in pins { known.insert(try PublicKeyPin.canonical(pin)) }
      try requirements.narrow(to: known)
    case .pinnedCertificates(let files):
      var known: Set<String> = []
      for file in files { known.formUnion(try PublicKeyPin.pins(ofCertificatesIn: file)) }
      try requirements.narrow(to: known)
    case .composite(let parts):
      for part in parts { try part.addRequirements(to: &requirements) }
    }
  }
}

extension TrustRequirements {
  /// Intersects the pins, because a key must satisfy all lists. An empty intersection is an error: to libcurl it would
  /// mean no pinning.
  fileprivate mutating func narrow(to pins: Set<String>) throws(TrustError) {
    let left = publicKeyPins?.intersection(pins) ?? pins
    if left.isEmpty { throw .noPossiblePin }
    publicKeyPins = left
  }
}

/// Public key pins (RFC 7469) in libcurl's form `sha256//base64`.
public enum PublicKeyPin {
  /// Returns the pins of all certificates in a file, in order: PEM with any number of certificates, or DER with one.
  ///
  /// - Throws: `TrustError.unreadableFile` or `TrustError.noCertificate`.
  public static func pins(ofCertificatesIn file: URL) throws(TrustError) -> [String] {
    let keys = CertificateFile.publicKeys(in: try bytes(of: file))
    if keys.isEmpty { throw .noCertificate(file) }
    return keys.map(pin)
  }

  /// Returns the pins of a file for curl's `--pinnedpubkey`: a public key in PEM or DER. Certificates work, too.
  ///
  /// - Throws: `TrustError.unreadableFile` or `TrustError.noPublicKey`.
  package static func pins(ofKeyIn file: URL) throws(TrustError) -> [String] {
    let bytes = try bytes(of: file)
    let keys = CertificateFile.publicKeys(in: bytes)
    if !keys.isEmpty { return keys.map(pin) }
    guard let key = PublicKeyFile.key(in: bytes) else { throw .noPublicKey(file) }
    return [pin(key)]
  }

  private static func bytes(of file: URL) throws(TrustError) -> Data {
    do {
      return try Data(contentsOf: file)
    } catch {
      throw .unreadableFile(file, reason: error.localizedDescription)
    }
  }

  private static func pin(_ key: Data) -> String {
    "sha256//" + HashAlgorithm.sha256.hash(key).base64EncodedString()
  }

  /// - Parameter pin: `sha256//…`, `sha256/…` as used by Android, or plain base64.
  static func canonical(_ pin: String) throws(TrustError) -> String {
    let digest = ["sha256//", "sha256/"].first(where: pin.hasPrefix).map { pin.dropFirst($0.count) } ?? pin[...]
    // libcurl compares pins as text, but Foundation also decodes non-canonical base64.
    guard let bytes = Data(base64Encoded: String(digest)), bytes.count == 32, bytes.base64EncodedString() == digest
    else { throw .invalidPin(pin) }
    return "sha256//" + digest
  }
}

/// Trust policies by host.
///
/// A pattern is a host, `*.example.com` for all subdomains of `example.com`, or `*` for all hosts. An exact match wins,
/// then the longest pattern. Other hosts use `system`.
public struct ServerTrustPolicies: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  private var policies: [String: ServerTrust] = [:]

  /// Patterns are case-insensitive; of two that differ only in case, an arbitrary one is used.
  public init(_ policies: [String: ServerTrust] = [:]) {
    for (pattern, trust) in policies { self.policies[Self.canonical(pattern)] = trust }
  }

  /// The last of equal patterns wins.
  public init(dictionaryLiteral elements: (String, ServerTrust)...) {
    for (pattern, trust) in elements { policies[Self.canonical(pattern)] = trust }
  }

  /// The policy for this exact pattern.
  public subscript(pattern: String) -> ServerTrust? {
    get { policies[Self.canonical(pattern)] }
    set { policies[Self.canonical(pattern)] = newValue }
  }

  /// The policy for `host`.
  public func trust(for host: String) -> ServerTrust {
    if policies.isEmpty { return .system }
    let host = Self.canonical(host)
    if let exact = policies[host] { return exact }
    for domain in DomainName.chain(host).dropFirst() {
      if let trust = policies["*." + domain] { return trust }
    }
    return policies["*"] ?? .system
  }

  /// Lower case, without the trailing dot of a fully qualified name.
  private static func canonical(_ host: String) -> String {
    let host = host.lowercased()
    return host.hasSuffix(".") ? String(host.dropLast()) : host
  }
}

/// A version of TLS. System-wide settings may disable old ones.
public enum TLSVersion: String, CaseIterable, Comparable, Sendable {
  /// RFC 2246; deprecated since 2021.
  case v1_0 = "1.0"
  /// RFC 4346; deprecated since 2021.
  case v1_1 = "1.1"
  /// RFC 5246.
  case v1_2 = "1.2"
  /// RFC 8446.
  case v1_3 = "1.3"

  /// Whether `a` is older than `b`.
  public static func < (a: TLSVersion, b: TLSVersion) -> Bool { a.rawValue < b.rawValue }
}

/// A client certificate.
public struct ClientCertificate: Hashable, Sendable {
  /// The format of a certificate file.
  public enum Kind: String, Sendable {
    /// PEM; may also contain the key and intermediate certificates.
    case pem
    /// PKCS #12 with key and certificates.
    case p12
    /// DER: a certificate by itself, or a key.
    case der
  }

  /// The certificate file.
  public var certificate: URL
  /// The key file, in PEM or DER; `nil` if `certificate` contains the key.
  public var key: URL?
  /// The password of the key.
  public var password: String?
  /// The format of `certificate`.
  public var kind: Kind
  /// The format of `key`: PEM or DER.
  public var keyKind: Kind

  /// Creates a client certificate.
  ///
  /// - Parameters:
  ///   - kind: `nil` to use the file extension: `.p12` and `.pfx` are PKCS #12, `.der` is DER.
  ///   - keyKind: `nil` to use the file extension.
  public init(
    certificate: URL, key: URL? = nil, password: String? = nil, kind: Kind? = nil, keyKind: Kind? = nil
  ) {
    self.certificate = certificate
    self.key = key
    self.password = password
    self.kind = kind ?? Self.kind(byExtensionOf: certificate)
    self.keyKind = keyKind ?? (key?.pathExtension.lowercased() == "der" ? .der : .pem)
  }

  private static func kind(byExtensionOf file: URL) -> Kind {
    switch file.pathExtension.lowercased() {
    case "p12", "pfx": .p12
    case "der": .der
    default: .pem
    }
  }
}

extension ClientCertificate.Kind {
  /// The format of a file by its first bytes: of what begins as ASN.1, PKCS #12 and keys go on with a version, and
  /// certificates with a sequence. All other text is PEM. `nil` for an empty file, and for one that cannot be read.
  package init?(contentOf file: URL) {
    guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }  // The transport reports it.
    defer { try? handle.close() }  // It was only read.
    guard let head = try? handle.read(upToCount: 8), head.count > 4 else { return nil }
    guard head[0] == 0x30 else {
      self = .pem
      return
    }
    let isLong = head[1] >= 0x80
    let content = isLong ? 2 + Int(head[1] & 0x7F) : 2
    guard content < head.count else { return nil }
    self = head[content] == 0x02 ? .p12 : .der
  }
}

extension ClientCertificate: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The certificate's file.
  public var description: String { "client certificate \(certificate.path)" }
  /// Same as `description`.
  public var debugDescription: String { description }
  /// The files without the password, so that `dump` does not print it.
  public var customMirror: Mirror {
    Mirror(self, children: ["certificate": certificate, "key": key as Any, "kind": kind, "keyKind": keyKind])
  }
}

/// The reason a trust policy cannot be used.
public enum TrustError: Error, Hashable, Sendable {
  /// The reason is the system's error text.
  case unreadableFile(URL, reason: String)
  /// The file contains no certificate in PEM or DER.
  case noCertificate(URL)
  /// The file contains no public key in PEM or DER.
  case noPublicKey(URL)
  /// The text is not a SHA-256 digest in base64.
  case invalidPin(String)
  /// No key can match: a list of pins is empty, or two lists have no common pin.
  case noPossiblePin
  /// A policy can have only one file of authorities.
  case twoAuthorityFiles(URL, URL)
}

extension TrustError: DescribedError {
  /// A message saying what failed and what to do about it.
  public var description: String {
    switch self {
    case .unreadableFile(let file, let reason): "Cannot read the certificate \"\(file.path)\": \(reason)"
    case .noCertificate(let file): "There is no certificate in \"\(file.path)\" — give a PEM or DER file"
    case .noPublicKey(let file): "There is no public key in \"\(file.path)\" — give a PEM or DER file"
    case .invalidPin(let pin):
      "\"\(pin)\" is not a public key's pin — give its SHA-256 digest in base64, 44 characters"
    case .noPossiblePin: "No public key can match the pins — give at least one, and the same in each list"
    case .twoAuthorityFiles(let first, let second):
      "\"\(first.path)\" and \"\(second.path)\" cannot both be the authorities — put them into one file"
    }
  }
}
