import CBinaryItems
import Foundation

/// A binary format whose documents mean JSON values.
enum BinaryEncoding: CaseIterable {
  case messagePack, cbor

  var name: String {
    switch self {
    case .messagePack: "MessagePack"
    case .cbor: "CBOR"
    }
  }

  var format: BodyFormat {
    switch self {
    case .messagePack: .messagePack
    case .cbor: .cbor
    }
  }

  var code: binary_format {
    switch self {
    case .messagePack: BINARY_MESSAGE_PACK
    case .cbor: BINARY_CBOR
    }
  }

  /// The encoding of a media type in lower case; `nil` for other types.
  init?(mediaType type: String) {
    switch type {
    case "application/msgpack", "application/x-msgpack", "application/vnd.msgpack": self = .messagePack
    case "application/cbor", "application/cbor-seq": self = .cbor
    case _ where type.hasSuffix("+msgpack"): self = .messagePack
    case _ where type.hasSuffix("+cbor") || type.hasSuffix("+cbor-seq"): self = .cbor
    default: return nil
    }
  }

  /// Whether a map, a list or the mark of CBOR may begin with this byte. No JSON in UTF-8 does.
  func mayBegin(with byte: UInt8) -> Bool {
    switch self {
    case .messagePack: (0x80...0x9F).contains(byte) || (0xDC...0xDF).contains(byte)
    case .cbor: (0x80...0xBF).contains(byte) || byte == 0xD9
    }
  }

  static func candidates(for body: Data) -> [BinaryEncoding] {
    guard let first = body.first else { return [] }
    return allCases.filter { $0.mayBegin(with: first) }
  }

  /// Why documents of this encoding cannot be read; `nil` if the library is there.
  var problem: String? {
    guard let reason = binary_load(code) else { return nil }
    return String(cString: reason)
  }
}
