import CBinaryItems
import RequestModel

extension BinaryEncoding {
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

  /// Why documents of this encoding cannot be read; `nil` if the library is there.
  var problem: String? {
    guard let reason = binary_load(code) else { return nil }
    return String(cString: reason)
  }
}
