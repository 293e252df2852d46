internal import CTls

/// Issues the certificates of mock servers, so that a client that trusts the authority trusts all of them.
package struct CertificateAuthority {
  private let certificate: Certificate
  private let key: PrivateKey

  private static let name = "Workbench mock server"
  private static let days = 3650
  /// The minimum remaining validity in days, so that an issued certificate never outlives its authority.
  private static let daysLeft = 100
  private static let daysOfServers = 90

  /// An authority with a new key.
  package init() throws(TLSError) {
    key = try .make()
    certificate = try Self.certificate(
      for: key, named: Self.name, days: Self.days,
      [
        (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"), (NID_key_usage, "critical,keyCertSign,cRLSign"),
        (NID_subject_key_identifier, "hash"),
      ], issuer: nil)
  }

  /// - Returns: `nil` if the texts are not a certificate with its key, or if it expires soon.
  package init?(_ identity: PEMIdentity) {
    guard let certificate = Certificate.all(in: identity.certificates).first, let key = PrivateKey(pem: identity.key),
      X509_check_private_key(certificate.pointer, key.pointer) == 1, Self.isUsable(certificate)
    else {
      ERR_clear_error()
      return nil
    }
    (self.certificate, self.key) = (certificate, key)
  }

  private static func isUsable(_ certificate: Certificate) -> Bool {
    var (days, seconds): (Int32, Int32) = (0, 0)
    return X509_check_ca(certificate.pointer) == 1
      && ASN1_TIME_diff(&days, &seconds, nil, X509_get0_notAfter(certificate.pointer)) == 1 && days >= daysLeft
  }

  package var identity: PEMIdentity { PEMIdentity(certificates: certificate.pem, key: key.pem) }

  /// Issues a certificate with a new key for a server.
  ///
  /// - Parameter names: Host names and IP addresses.
  package func issue(for names: [ServerName]) throws(TLSError) -> PEMIdentity {
    let key = try PrivateKey.make()
    let issued = try Self.certificate(
      for: key, named: names.first?.text ?? "localhost", days: Self.daysOfServers,
      [
        (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
        (NID_ext_key_usage, "serverAuth"), (NID_subject_key_identifier, "hash"),
        (NID_authority_key_identifier, "keyid"),
        (NID_subject_alt_name, names.map(\.entry).joined(separator: ",")),
      ], issuer: self)
    return PEMIdentity(certificates: issued.pem + certificate.pem, key: key.pem)
  }

  /// - Parameter issuer: `nil` for a self-signed certificate.
  private static func certificate(
    for key: PrivateKey, named name: String, days: Int, _ extensions: [(kind: Int32, value: String)],
    issuer: CertificateAuthority?
  ) throws(TLSError) -> Certificate {
    guard let pointer = X509_new() else { throw .cannot("make a certificate") }
    let made = Certificate(pointer)
    let issuerPointer = issuer?.certificate.pointer ?? pointer
    let subject = X509_get_subject_name(pointer)
    // A common name has at most 64 characters.
    guard X509_set_version(pointer, 2) == 1,
      ASN1_INTEGER_set_uint64(X509_get_serialNumber(pointer), .random(in: 1...UInt64(Int64.max))) == 1,
      X509_gmtime_adj(X509_getm_notBefore(pointer), -86_400) != nil,
      X509_gmtime_adj(X509_getm_notAfter(pointer), days * 86_400) != nil,
      X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, String(name.prefix(64)), -1, -1, 0) == 1,
      X509_set_issuer_name(pointer, X509_get_subject_name(issuerPointer)) == 1,
      X509_set_pubkey(pointer, key.pointer) == 1,
      extensions.allSatisfy({ tls_add_extension(pointer, issuerPointer, $0.kind, $0.value) == 1 }),
      X509_sign(pointer, (issuer?.key ?? key).pointer, EVP_sha256()) > 0
    else { throw .cannot("make a certificate for \(name)") }
    return made
  }

  private static let MBSTRING_UTF8: Int32 = 0x1000
}
