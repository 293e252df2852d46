/// A frame on the pipes of the script host: the length of type and payload as a little-endian `UInt32`, the type, and
/// the payload. `Sources/CScriptHost/frames.h` has the same types.
struct HostFrame: Sendable {
  enum Kind: UInt8, Sendable {
    /// The host's description of itself; the first frame.
    case hello = 0x48  // H
    /// The body of the response, for the next job.
    case body = 0x42  // B
    case job = 0x52  // R
    /// A message of the running job, in both directions.
    case message = 0x4A  // J
    /// A question for whose response the host waits.
    case question = 0x53  // S
    case answer = 0x41  // A
  }

  let kind: Kind
  let payload: [UInt8]

  /// The maximum length of a frame from the host; a longer one is invalid.
  static let longest = (64 << 20) + 1
  /// The maximum length that the host accepts: see `frames.c`.
  static let longestSent = 1 << 30

  init(_ kind: Kind, _ payload: [UInt8]) { (self.kind, self.payload) = (kind, payload) }

  init(_ kind: Kind, _ json: JSONValue) {
    var bytes: [UInt8] = []
    json.writeCompact(to: &bytes)
    self.init(kind, bytes)
  }

  func write(to bytes: inout [UInt8]) {
    // A frame that is too long ends the host.
    withUnsafeBytes(of: UInt32(clamping: payload.count + 1).littleEndian) { bytes += $0 }
    bytes.append(kind.rawValue)
    bytes += payload
  }
}

/// Assembles bytes into frames.
struct HostFrameReader {
  private var bytes: [UInt8] = []
  private var start = 0

  mutating func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

  var isWithinFrame: Bool { start < bytes.count }

  mutating func next() throws(ScriptError) -> HostFrame? {
    guard bytes.count - start >= 5 else {
      compact()
      return nil
    }
    let length = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) }
    guard length >= 1, length <= HostFrame.longest else { throw .invalidMessage("a frame of \(length) bytes") }
    guard let kind = HostFrame.Kind(rawValue: bytes[start + 4]) else {
      throw .invalidMessage("a frame of type \(bytes[start + 4])")
    }
    let end = start + 4 + Int(length)
    guard bytes.count >= end else {
      compact()
      return nil
    }
    defer { start = end }
    return HostFrame(kind, Array(bytes[start + 5..<end]))
  }

  private mutating func compact() {
    guard start > 0 else { return }
    bytes.removeFirst(start)
    start = 0
  }
}
