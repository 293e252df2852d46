extension String {
  /// Decodes text from the wire: UTF-8, or Latin-1 if it is not valid UTF-8.
  package init(wire bytes: UnsafeRawBufferPointer) {
    // Most of it is ASCII, which is simply copied.
    if bytes.allSatisfy({ $0 < 0x80 }) {
      self = String(decoding: bytes, as: UTF8.self)
    } else {
      self =
        String(validating: bytes, as: UTF8.self)
        ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }
}
