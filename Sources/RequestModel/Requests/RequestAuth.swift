/// How a stored request is authenticated. A key of the file's `auth` object selects the kind.
package typealias RequestAuth = KindContent<AuthKind>

extension RequestAuth {
  /// Reads credentials. Rejects unknown kinds, so that no request is sent without its credentials.
  static func readAuth(_ reader: ObjectReader) throws(DocumentError) -> RequestAuth? {
    if let auth = try read(reader) { return auth }
    guard let unknown = reader.object.keys.first else { return nil }
    let known = AuthKind.all.map(\.name).joined(separator: ", ")
    throw DocumentError("\"auth\" has \"\(unknown)\", which is not one of \(known)", at: reader.path)
  }
}
