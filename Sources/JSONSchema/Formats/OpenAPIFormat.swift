/// The formats of OpenAPI, as the package ajv-formats checks them. Ajv 6, which Postman has, knows none of them.
enum OpenAPIFormat {
  static let texts: [String: @Sendable (String) -> Bool] = [
    "byte": { isBase64($0) }, "password": { _ in true }, "binary": { _ in true },
  ]

  static let numbers: [String: @Sendable (DecimalNumber) -> Bool] = [
    "int32": { $0.isInteger && $0 >= DecimalNumber(Int(Int32.min)) && $0 <= DecimalNumber(Int(Int32.max)) },
    // In JavaScript, larger integers are not exact.
    "int64": { $0.isInteger },
    "float": { _ in true }, "double": { _ in true },
  ]

  static func isKnown(_ format: String) -> Bool { texts[format] != nil || numbers[format] != nil }

  /// Whether each line is base64 with its padding.
  private static func isBase64(_ text: String) -> Bool {
    text.utf8.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .allSatisfy { line in
        let digits = line.prefix { $0.isASCIIAlphanumeric || "+/".utf8.contains($0) }
        let padding = line.count - digits.count
        return line.count % 4 == 0 && padding <= 2 && line.suffix(padding).allSatisfy { $0 == UInt8(ascii: "=") }
      }
  }
}
