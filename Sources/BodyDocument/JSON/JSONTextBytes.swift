/// The letters of a JSON string in UTF-8, without escapes.
enum JSONTextBytes {
  /// Those of the body itself.
  case plain(UnsafeRawBufferPointer)
  case decoded([UInt8])

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch self {
    case .plain(let bytes): body(bytes)
    case .decoded(let bytes): bytes.withUnsafeBytes(body)
    }
  }

  /// By Unicode scalar values, which is the order of UTF-8's bytes too.
  static func == (a: JSONTextBytes, b: JSONTextBytes) -> Bool {
    a.withBytes { a in b.withBytes { a.elementsEqual($0) } }
  }

  static func < (a: JSONTextBytes, b: JSONTextBytes) -> Bool {
    a.withBytes { a in b.withBytes { a.lexicographicallyPrecedes($0) } }
  }
}
