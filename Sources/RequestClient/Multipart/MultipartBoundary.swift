/// The syntax of RFC 2046, section 5.1.1.
enum MultipartBoundary {
  static func random() -> String {
    let characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    return "----" + String((0..<32).compactMap { _ in characters.randomElement() })
  }

  static func isValid(_ text: String) -> Bool {
    (1...70).contains(text.utf8.count) && !text.hasSuffix(" ")
      && text.utf8.allSatisfy { isAlphanumeric($0) || "'()+_,-./:=? ".utf8.contains($0) }
  }

  /// As the value of a parameter: some of the characters are allowed in quotes only (RFC 2045, section 5.1).
  static func parameter(_ boundary: String) -> String {
    boundary.utf8.allSatisfy { isAlphanumeric($0) || "'+_-.".utf8.contains($0) } ? boundary : "\"\(boundary)\""
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
