/// The decoded bytes of a JSON string in UTF-8.
enum JSONTextBytes {
  /// Bytes of the body itself.
  case plain(UnsafeRawBufferPointer)
  case decoded([UInt8])

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch self {
    case .plain(let bytes): body(bytes)
    case .decoded(let bytes): bytes.withUnsafeBytes(body)
    }
  }

  /// Compares by Unicode scalar value, which is also the byte order of UTF-8.
  static func == (a: JSONTextBytes, b: JSONTextBytes) -> Bool {
    a.withBytes { a in b.withBytes { a.elementsEqual($0) } }
  }

  static func < (a: JSONTextBytes, b: JSONTextBytes) -> Bool {
    a.withBytes { a in b.withBytes { a.lexicographicallyPrecedes($0) } }
  }
}
