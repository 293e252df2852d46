/// The files of the certificate authority of the user's mock servers: one with certificate and key, which only the user
/// may read, and one with the certificate, for clients.
package struct AuthorityFiles: Sendable {
  private let secret: String
  /// The path of the file that clients trust.
  package let certificate: String

  package init(_ folders: UserFolders) {
    secret = folders.data + "/mock-ca.key"
    certificate = folders.data + "/mock-ca.pem"
  }

  /// The kept certificate and its key in one text, replaced by `made` unless `isGood`. One that is not is set aside.
  ///
  /// Writes the file for clients if it is missing or differs.
  /// - Parameters:
  ///   - isGood: Whether a text has a certificate and its key that can be used.
  ///   - certificate: Returns the certificate of such a text.
  /// - Returns: The text, and a note about a file that was set aside.
  package func text(
    isGood: ([UInt8]) -> Bool, made: () -> [UInt8], certificate text: ([UInt8]) -> [UInt8]
  ) throws(StoreError) -> (text: [UInt8], note: String?) {
    try Disk.createFolder(Disk.folder(of: secret), mode: 0o700)
    return try FileLock.holding(secret) { () throws(StoreError) -> (text: [UInt8], note: String?) in
      let kept = try UserFile(path: secret).bytes()
      if let kept, isGood(kept) {
        try publish(text(kept))
        return (kept, nil)
      }
      let new = made()
      let aside = kept != nil ? try Disk.setAside(secret) : nil
      try Disk.create(secret, with: new, mode: 0o600)
      try publish(text(new))
      return (new, aside.map { "The mock server has a new authority: mock-ca.key cannot be used, and is now \($0)" })
    }
  }

  private func publish(_ text: [UInt8]) throws(StoreError) {
    if try UserFile(path: certificate).bytes() == text { return }
    try Disk.replace(certificate, with: text, mode: 0o644)
  }
}
