/// The decoded bytes of a string: in UTF-8 if it is a text.
enum StringBytes {
  /// Bytes of the body itself.
  case plain(UnsafeRawBufferPointer)
  /// Those of escapes or of several chunks.
  case copied([UInt8])

  var count: Int { withBytes { $0.count } }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch self {
    case .plain(let bytes): body(bytes)
    case .copied(let bytes): bytes.withUnsafeBytes(body)
    }
  }

  /// Compares by Unicode scalar value, which is also the byte order of UTF-8.
  static func == (a: StringBytes, b: StringBytes) -> Bool {
    a.withBytes { a in b.withBytes { a.elementsEqual($0) } }
  }

  static func < (a: StringBytes, b: StringBytes) -> Bool {
    a.withBytes { a in b.withBytes { a.lexicographicallyPrecedes($0) } }
  }
}
