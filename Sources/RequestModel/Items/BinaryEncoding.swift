package import Foundation

/// A binary format whose documents mean JSON values.
package enum BinaryEncoding: CaseIterable, Sendable {
  case messagePack, cbor

  package var name: String {
    switch self {
    case .messagePack: "MessagePack"
    case .cbor: "CBOR"
    }
  }

  /// The encoding of a media type in lower case; `nil` for other types.
  package init?(mediaType type: String) {
    switch type {
    case "application/msgpack", "application/x-msgpack", "application/vnd.msgpack": self = .messagePack
    case "application/cbor", "application/cbor-seq": self = .cbor
    case _ where type.hasSuffix("+msgpack"): self = .messagePack
    case _ where type.hasSuffix("+cbor") || type.hasSuffix("+cbor-seq"): self = .cbor
    default: return nil
    }
  }

  /// The encodings that a body may have: the one that its type names or, without a type, those that may begin with its
  /// first byte.
  package static func possible(for body: Data, contentType: String?) -> [BinaryEncoding] {
    let type = mediaType(contentType)
    if let encoding = BinaryEncoding(mediaType: type) { return [encoding] }
    return type.isEmpty ? candidates(for: body) : []
  }

  /// The media type of a header in lower case, without parameters; empty if missing.
  package static func mediaType(_ contentType: String?) -> String {
    let type = (contentType ?? "").prefix { $0 != ";" }
    let hasBlanks = !type.utf8.allSatisfy { 0x20 < $0 && $0 < 0x7F }
    return (hasBlanks ? type.trimmingCharacters(in: .whitespaces) : String(type)).lowercased()
  }

  /// Whether a map, a list or the mark of CBOR may begin with this byte. No JSON in UTF-8 does.
  private func mayBegin(with byte: UInt8) -> Bool {
    switch self {
    case .messagePack: (0x80...0x9F).contains(byte) || (0xDC...0xDF).contains(byte)
    case .cbor: (0x80...0xBF).contains(byte) || byte == 0xD9
    }
  }

  package static func candidates(for body: Data) -> [BinaryEncoding] {
    guard let first = body.first else { return [] }
    return allCases.filter { $0.mayBegin(with: first) }
  }
}
