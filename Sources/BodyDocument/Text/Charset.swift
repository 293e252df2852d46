package import Foundation
internal import RequestModel

/// A charset by its name, as the WHATWG Encoding standard has it.
package struct Charset: Sendable {
  package let name: String
  private let encodings: [TextEncoding]

  /// - Returns: `nil` for one that is not known here.
  package init?(_ name: String) {
    self.name = name
    let label = name.trimmingWhitespace.lowercased()
    if ["us-ascii", "ascii", "iso-8859-1", "iso8859-1", "iso88591", "latin1", "l1"].contains(label) {
      // That standard reads these as windows-1252, which has no letters for five bytes.
      encodings = [.table("CP1252"), .latin1]
    } else if let encoding = TextEncoding(label: label) {
      encodings = [encoding]
    } else {
      return nil
    }
  }

  /// - Returns: `nil` for bytes that are no text in it.
  package func text(_ bytes: Data) -> String? {
    encodings.lazy.compactMap { $0.utf8(bytes) }.first.map { String(decoding: $0, as: UTF8.self) }
  }
}
