/// How the messages and control frames of a WebSocket were transferred, for the wire log of its connection: a line for each
/// of the first ones, and the sums of all.
struct FrameLog {
  private struct Sums {
    var messages = 0
    var frames = 0
    var pings = 0
    var pongs = 0
    /// The bytes of messages, and those of their frames on the wire.
    var content = 0
    var wire = 0

    var all: Int { messages + pings + pongs }
  }

  private var lines: [WireLine] = []
  private var sent = Sums()
  private var received = Sums()
  private var lastTime = Duration.zero

  static let lineLimit = 1000

  /// - Parameter content: The size of the content in bytes.
  mutating func addMessage(_ type: String, _ content: Int, _ details: WebSocketDetails, isSent: Bool) {
    change(isSent) { sums in
      switch type {
      case "ping": sums.pings += 1
      case "pong": sums.pongs += 1
      default:
        sums.messages += 1
        sums.frames += details.frameCount
        sums.content += content
        sums.wire += details.wireSize
      }
    }
    lastTime = max(lastTime, details.time)
    guard lines.count < Self.lineLimit else { return }
    var text = "\(type), \(Self.count(content, "byte"))"
    if details.frameCount > 1 { text += " in \(details.frameCount) frames" }
    if details.isCompressed { text += Self.compressed(content, details.wireSize) }
    let kind: WireLine.Kind = isSent ? .sentBody : .receivedBody
    lines.append(WireLine(time: details.time, kind: kind, text: text, byteCount: details.wireSize))
  }

  private mutating func change(_ isSent: Bool, _ work: (inout Sums) -> Void) {
    if isSent { work(&sent) } else { work(&received) }
  }

  /// `, 1200 on the wire (27 %)`
  private static func compressed(_ content: Int, _ wire: Int) -> String {
    ", \(wire) on the wire" + (content > 0 ? " (\((wire * 100 + content / 2) / content) %)" : "")
  }

  private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  /// The wire log of the connection with messages in place of reads and writes.
  func merged(into log: WireLog) -> WireLog {
    let rest = log.filter { $0.kind != .sentBody && $0.kind != .receivedBody }
    // Lines of libcurl after the handshake are between the messages.
    let head = rest.lastIndex { $0.kind == .receivedHead }.map { $0 + 1 } ?? rest.count
    let later = (rest[head...] + lines).sorted { $0.time < $1.time }
    return WireLog(rest[..<head] + later + notes)
  }

  private var notes: [WireLine] {
    var texts = [Self.text("Sent", sent), Self.text("Received", received)].compactMap(\.self)
    if sent.all + received.all > lines.count { texts.append("The first \(lines.count) of them are listed") }
    return texts.map { WireLine(time: lastTime, kind: .note, text: $0, byteCount: 0) }
  }

  private static func text(_ name: String, _ sums: Sums) -> String? {
    if sums.all == 0 { return nil }
    var parts: [String] = []
    if sums.messages > 0 {
      let frames = sums.frames > sums.messages ? " in \(sums.frames) frames" : ""
      let size = count(sums.content, "byte") + compressed(sums.content, sums.wire)
      parts.append("\(count(sums.messages, "message"))\(frames), \(size)")
    }
    if sums.pings > 0 { parts.append(count(sums.pings, "ping")) }
    if sums.pongs > 0 { parts.append(count(sums.pongs, "pong")) }
    return "\(name): " + parts.joined(separator: ", ")
  }
}
