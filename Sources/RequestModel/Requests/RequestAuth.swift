/// How a stored request is authenticated. One key of the file's `auth` object says the kind.
package typealias RequestAuth = KindContent<AuthKind>

extension RequestAuth {
  /// Reads credentials; an object that names only kinds we do not know is refused, lest it be sent without any.
  static func readAuth(_ reader: ObjectReader) throws(DocumentError) -> RequestAuth? {
    if let auth = try read(reader) { return auth }
    guard let unknown = reader.object.keys.first else { return nil }
    let known = AuthKind.all.map(\.name).joined(separator: ", ")
    throw DocumentError("\"auth\" has \"\(unknown)\", which is not one of \(known)", at: reader.path)
  }
}
