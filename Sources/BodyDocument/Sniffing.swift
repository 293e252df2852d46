import Foundation

/// What bytes are where no header says it.
enum Sniffing {
  static func textFormat(of text: Data) -> BodyFormat {
    switch text.first(where: { !$0.isJSONSpace }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["): .json
    default: .text
    }
  }
}
