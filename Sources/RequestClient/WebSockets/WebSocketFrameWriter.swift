internal import Foundation

/// Makes the frames of messages and control frames, masked as a client's must be (RFC 6455, section 5.3).
enum WebSocketFrameWriter {
  /// A frame to write.
  struct Frame {
    var kind: WebSocketFrame.Kind
    var isFinal = true
    var isCompressed = false
    var payload: ArraySlice<UInt8>

    init(_ kind: WebSocketFrame.Kind, _ payload: ArraySlice<UInt8>) { (self.kind, self.payload) = (kind, payload) }

    /// The shortest header, with the masking key.
    var headerSize: Int {
      switch payload.count {
      case ..<126: 6
      case ..<65536: 8
      default: 14
      }
    }

    var wireSize: Int { headerSize + payload.count }

    func description(at time: Duration) -> WebSocketFrame {
      WebSocketFrame(
        isSent: true, kind: kind, isFinal: isFinal, isCompressed: isCompressed, payloadSize: payload.count,
        headerSize: headerSize, time: time)
    }

    /// Appends the frame, masked with an unpredictable key, so that a page cannot choose bytes on the wire.
    func write(to bytes: inout [UInt8]) {
      let key = UInt32.random(in: .min ... .max)
      bytes.append((isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | kind.rawValue)
      switch payload.count {
      case ..<126: bytes.append(0x80 | UInt8(payload.count))
      case ..<65536:
        bytes.append(0x80 | 126)
        withUnsafeBytes(of: UInt16(payload.count).bigEndian) { bytes.append(contentsOf: $0) }
      default:
        bytes.append(0x80 | 127)
        withUnsafeBytes(of: UInt64(payload.count).bigEndian) { bytes.append(contentsOf: $0) }
      }
      withUnsafeBytes(of: key) { bytes.append(contentsOf: $0) }
      let start = bytes.count
      bytes.append(contentsOf: payload)
      bytes.withUnsafeMutableBytes {
        WebSocketFrameWriter.mask(UnsafeMutableRawBufferPointer(rebasing: $0[start...]), key)
      }
    }
  }

  /// Applies the key, in the order of its bytes in memory.
  static func mask(_ bytes: UnsafeMutableRawBufferPointer, _ key: UInt32) {
    let wide = UInt64(key) << 32 | UInt64(key)
    var place = 0
    while place + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      bytes.storeBytes(of: word ^ wide, toByteOffset: place, as: UInt64.self)
      place += 8
    }
    withUnsafeBytes(of: key) { key in
      while place < bytes.count {
        bytes[place] ^= key[place & 3]
        place += 1
      }
    }
  }

  /// Returns the frames of a message.
  ///
  /// - Parameters:
  ///   - deflater: Compresses the message; `nil` to send it as it is.
  ///   - maxFrameSize: Maximum size of a frame's payload; `nil` for one frame.
  static func frames(
    of message: WebSocketMessage, _ deflater: WebSocketDeflater?, maxFrameSize: Int?
  ) -> [Frame] {
    let content = bytes(of: message, deflater)
    let kind: WebSocketFrame.Kind = message.text == nil ? .binary : .text
    let size = max(1, maxFrameSize ?? .max)
    var frames: [Frame] = []
    var start = 0
    repeat {
      let end = min(content.count, size < content.count - start ? start + size : content.count)
      var frame = Frame(start == 0 ? kind : .continuation, content[start..<end])
      frame.isFinal = end == content.count
      frame.isCompressed = start == 0 && deflater != nil
      frames.append(frame)
      start = end
    } while start < content.count
    return frames
  }

  private static func bytes(of message: WebSocketMessage, _ deflater: WebSocketDeflater?) -> [UInt8] {
    let bytes: [UInt8] =
      switch message {
      case .text(let text): Array(text.utf8)
      case .binary(let data): Array(data)
      }
    return deflater?.deflate(bytes) ?? bytes
  }

  static func close(_ code: WebSocketCloseCode?, _ reason: String) -> Frame {
    guard let code else { return Frame(.close, []) }
    let number = [UInt8(code.rawValue >> 8 & 0xFF), UInt8(code.rawValue & 0xFF)]
    return Frame(.close, ArraySlice(number + Array(reason.utf8)))
  }
}
