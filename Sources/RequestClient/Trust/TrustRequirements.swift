internal import Foundation

/// A trust policy in the terms of the transport.
struct TrustRequirements: Hashable, Sendable {
  /// Whether an authority must have signed the certificate, and whether that must name the host.
  var verifiesCertificate = true
  /// `nil` for the system's.
  var authorityFile: URL?
  /// `sha256//base64`, one of which must be the server's key; `nil` for any key.
  var publicKeyPins: Set<String>?
  var requiresStapledStatus = false

  /// As libcurl takes them, in a fixed order.
  var pinList: String? { publicKeyPins?.sorted().joined(separator: ";") }
}

extension ServerTrust {
  /// What the transport has to check. Reads the files of pinned certificates, each time it is asked.
  func requirements() throws(TrustError) -> TrustRequirements {
    var requirements = TrustRequirements()
    try add(to: &requirements)
    return requirements
  }

  private func add(to requirements: inout TrustRequirements) throws(TrustError) {
    switch self {
    case .system: break
    case .disabled: requirements.verifiesCertificate = false
    case .revocation: requirements.requiresStapledStatus = true
    case .authorities(let file):
      if let other = requirements.authorityFile, other != file { throw .twoAuthorityFiles(other, file) }
      requirements.authorityFile = file
    case .pinnedPublicKeys(let pins):
      var known: Set<String> = []
      for pin in pins { known.insert(try PublicKeyPin.canonical(pin)) }
      try requirements.narrow(to: known)
    case .pinnedCertificates(let files):
      var known: Set<String> = []
      for file in files { known.formUnion(try PublicKeyPin.pins(ofCertificatesIn: file)) }
      try requirements.narrow(to: known)
    case .composite(let parts):
      for part in parts { try part.add(to: &requirements) }
    }
  }
}

extension TrustRequirements {
  /// A key must be in every list of pins; that no key can is a mistake, and must not turn pinning off.
  fileprivate mutating func narrow(to pins: Set<String>) throws(TrustError) {
    let left = publicKeyPins?.intersection(pins) ?? pins
    if left.isEmpty { throw .noPossiblePin }
    publicKeyPins = left
  }
}
