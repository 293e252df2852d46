internal import CTls

/// The certificate and the settings of a TLS server, shared by its connections.
package final class TLSContext: Sendable {
  /// The address of an `SSL_CTX`, which is reference-counted and may be used by several threads at once.
  private let address: UInt

  /// - Throws: If the texts are not a certificate with its key.
  package init(_ identity: PEMIdentity) throws(TLSError) {
    let chain = Certificate.all(in: identity.certificates)
    guard let first = chain.first else { throw TLSError("The certificate is not a PEM file with a certificate") }
    guard let key = PrivateKey(pem: identity.key) else {
      throw TLSError("The key is not a PEM file with a private key, or it is encrypted — decrypt it with openssl pkey")
    }
    guard let context = SSL_CTX_new(TLS_server_method()) else { throw .cannot("start TLS") }
    address = UInt(bitPattern: context)
    ERR_clear_error()
    guard SSL_CTX_use_certificate(context, first.pointer) == 1 else { throw .cannot("use the certificate") }
    guard SSL_CTX_use_PrivateKey(context, key.pointer) == 1, SSL_CTX_check_private_key(context) == 1 else {
      ERR_clear_error()
      throw TLSError("The key does not belong to the certificate — pass the key that the certificate was made for")
    }
    guard tls_set_oldest_version(context) == 1 else { throw .cannot("start TLS") }
    for issuer in chain.dropFirst() {
      X509_up_ref(issuer.pointer)
      if tls_add_chain(context, issuer.pointer) != 1 { throw .cannot("use the certificates of the issuers") }
    }
    tls_offer_http(context)
  }

  deinit { SSL_CTX_free(OpaquePointer(bitPattern: address)) }

  /// - Returns: `nil` if there is no memory.
  func makeConnection() -> OpaquePointer? { SSL_new(OpaquePointer(bitPattern: address)) }
}
