package import Foundation
internal import RequestModel

/// A charset by its name, as the WHATWG Encoding standard has it.
package struct Charset: Sendable {
  package let name: String
  private let encodings: [String.Encoding]

  /// - Returns: `nil` for one that is not known here.
  package init?(_ name: String) {
    self.name = name
    let label = name.trimmingWhitespace.lowercased()
    if ["utf-8", "utf8"].contains(label) {
      encodings = [.utf8]
    } else if ["us-ascii", "ascii", "iso-8859-1", "iso8859-1", "iso88591", "latin1", "l1"].contains(label) {
      // That standard reads these as windows-1252, which has no letters for five bytes.
      encodings = [.windowsCP1252, .isoLatin1]
    } else if let encoding = BodyText.encodings[label] {
      encodings = [encoding]
    } else {
      return nil
    }
  }

  /// - Returns: `nil` for bytes that are no text in it.
  package func text(_ bytes: Data) -> String? { encodings.lazy.compactMap { String(data: bytes, encoding: $0) }.first }
}
