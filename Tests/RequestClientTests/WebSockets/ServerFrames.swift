import Foundation

/// The bytes of frames as a server sends them, without masks.
enum ServerFrames {
  static func frame(
    _ opcode: UInt8, _ payload: [UInt8] = [], isFinal: Bool = true, reserved: UInt8 = 0
  ) -> [UInt8] {
    let head: [UInt8] = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
    let count = payload.count
    if count < 126 { return head + [UInt8(count)] + payload }
    if count < 65536 { return head + [126, UInt8(count >> 8), UInt8(count & 0xFF)] + payload }
    return head + [127] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) } + payload
  }

  static func text(_ text: String, isFinal: Bool = true) -> [UInt8] { frame(1, Array(text.utf8), isFinal: isFinal) }
  static func binary(_ bytes: [UInt8], isFinal: Bool = true) -> [UInt8] { frame(2, bytes, isFinal: isFinal) }
  static func rest(_ bytes: [UInt8], isFinal: Bool = true) -> [UInt8] { frame(0, bytes, isFinal: isFinal) }
  static func close(_ code: Int, _ reason: String = "") -> [UInt8] {
    frame(8, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
  }
}
