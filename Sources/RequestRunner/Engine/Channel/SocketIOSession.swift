internal import Foundation

/// The state of a Socket.IO connection over a WebSocket.
///
///     opening ─► connecting ─► connected
///        (0, the handshake) (40, the namespace)
struct SocketIOSession {
  enum Step: Equatable {
    /// Sends a packet of the protocol.
    case send(String)
    case report(ChannelArrival)
    /// Sends a ping each time that this has passed.
    case ping(every: Duration)
    /// Ends the connection, with the reason as a sentence if the server refused it.
    case end(String?)
  }

  private enum Phase { case opening, connecting, connected }

  private let namespace: String
  private let auth: JSONObject?
  private let engine: EngineIO
  /// Whether the server may have the auth.
  private var isTrusted = true
  private var phase = Phase.opening
  /// The head of the handshake, reported once the namespace is connected.
  private var head: Response.Head?
  /// Servers may send events before they confirm the connection.
  private var early: [ChannelMessage] = []
  private var lastID = 0
  /// The names of events that are not acknowledged yet.
  private var unacknowledged: [Int: String] = [:]
  /// A packet whose binary messages are not all there.
  private var incomplete: (packet: SocketIOPacket.Content, isEvent: Bool, parts: [Data?])?
  /// The memory of early and incomplete events, in bytes.
  private var heldSize = 0

  /// Servers may send without end before an event is complete.
  private static let mostHeld = 64 << 20
  /// Servers need not acknowledge events.
  private static let mostUnacknowledged = 10_000

  /// The time between pings of Engine.IO 3 if the server names none, or one that is too short.
  private static let usualInterval = Duration.seconds(25)
  private static let shortestInterval = Duration.milliseconds(100)

  init(namespace: String, auth: JSONObject?, _ engine: EngineIO = .four) {
    (self.namespace, self.auth, self.engine) = (namespace, auth, engine)
  }

  var isConnected: Bool { phase == .connected }

  /// - Parameter isTrusted: Whether the connection is one to the server that the request names.
  mutating func opened(_ head: Response.Head?, isTrusted: Bool = true) {
    (self.head, self.isTrusted) = (head, isTrusted)
  }

  // MARK: Out

  /// The packet of an event, which asks for an acknowledgement.
  ///
  /// - Throws: A sentence that says why it is not an event.
  mutating func packet(of message: ChannelMessage) throws(Failure) -> String {
    let arguments = try Self.arguments(of: message)
    lastID += 1
    if unacknowledged.count < Self.mostUnacknowledged { unacknowledged[lastID] = arguments[0].string }
    return SocketIOPacket.event(arguments, id: lastID, namespace)
  }

  /// The logged form of the message: the JSON of the event.
  static func normalized(_ message: ChannelMessage) throws(Failure) -> ChannelMessage {
    message.type == "ping" ? message : .text(JSONValue.array(try arguments(of: message)).compact)
  }

  private static func arguments(of message: ChannelMessage) throws(Failure) -> [JSONValue] {
    guard message.type == "text" else {
      throw Failure(.unprepared, "Events of Socket.IO are texts: bytes cannot be sent")
    }
    guard let arguments = SocketIOEvent.arguments(of: String(decoding: message.content, as: UTF8.self)) else {
      throw Failure(.unprepared, "The event has no name — write it as name 1, {\"a\": 2} or [\"name\", 1]")
    }
    return arguments
  }

  // MARK: In

  mutating func receive(_ message: ChannelMessage) -> [Step] {
    switch message.type {
    case "text": receive(String(decoding: message.content, as: UTF8.self))
    case "binary": receive(message.content)
    default: [.report(.received(message))]
    }
  }

  private mutating func receive(_ text: String) -> [Step] {
    guard let packet = SocketIOPacket(text) else {
      let isOther = phase == .opening
      return isOther
        ? [.end("The server does not speak Socket.IO")] : deliver(ChannelMessage("packet", Data(text.utf8)))
    }
    switch packet {
    case .open(let interval): return open(interval)
    case .ping:
      let (ping, pong) = (ChannelMessage("ping", Data()), ChannelMessage("pong", Data()))
      let shown: [Step] = isConnected ? [.report(.received(ping)), .report(.answered(pong))] : []
      return [.send(SocketIOPacket.pongText)] + shown
    case .pong: return engine == .three && isConnected ? [.report(.received(ChannelMessage("pong", Data())))] : []
    case .ignored: return []
    case .connected(namespace: namespace): return connected()
    case .refused(_, let data):
      let reason = data.object?["message"]?.string ?? data.string ?? data.compact
      return [.end("Socket.IO refused the connection to \(namespace): \(reason)")]
    case .end, .disconnected(namespace: namespace): return [.end(isConnected ? nil : "Socket.IO ended the connection")]
    case .event(let content): return begin(content, isEvent: true)
    case .acknowledgement(let content): return begin(content, isEvent: false)
    case .connected, .disconnected: return []
    }
  }

  private mutating func open(_ pingInterval: Duration?) -> [Step] {
    guard phase == .opening else { return [] }
    phase = .connecting
    guard isTrusted || auth == nil else { return [.end(Self.withheld)] }
    if engine == .four { return [.send(SocketIOPacket.connect(namespace, auth: auth))] }
    let pings = Step.ping(every: max(pingInterval ?? Self.usualInterval, Self.shortestInterval))
    return namespace == "/" ? [pings] : [pings, .send(SocketIOPacket.connect(namespace, auth: nil))]
  }

  private static let withheld =
    "A redirect led to another server, which does not get the auth of Socket.IO — use its URL, or set followAuthorization"

  private mutating func connected() -> [Step] {
    guard !isConnected else { return [] }
    phase = .connected
    heldSize = 0
    defer { early = [] }
    return [.report(.opened(head))] + early.map { .report(.received($0)) }
  }

  private mutating func begin(_ content: SocketIOPacket.Content, isEvent: Bool) -> [Step] {
    guard content.namespace == namespace else { return [] }
    let cutOff = deliverIncomplete()
    if content.attachments > 0 {
      incomplete = (content, isEvent, [])
      return cutOff
    }
    return cutOff + deliver(content, isEvent: isEvent)
  }

  private mutating func receive(_ message: Data) -> [Step] {
    let isMarked = engine == .three && message.first == SocketIOPacket.binaryMark
    let bytes = isMarked ? Data(message.dropFirst()) : message
    guard let count = incomplete?.packet.attachments else { return deliver(ChannelMessage("binary", bytes)) }
    guard hold(bytes.count) else { return [.end(Self.tooMuch)] }
    // In place: a copy of the list for each part would be slow.
    incomplete?.parts.append(bytes)
    return incomplete?.parts.count == count ? deliverIncomplete() : []
  }

  /// Delivers the packet that waits for bytes, with those that came.
  private mutating func deliverIncomplete() -> [Step] {
    guard let waiting = incomplete else { return [] }
    incomplete = nil
    if isConnected { heldSize = 0 }
    var (content, parts) = (waiting.packet, waiting.parts)
    content.arguments = content.arguments.map { Self.filled($0, with: &parts) }
    return deliver(content, isEvent: waiting.isEvent)
  }

  /// - Returns: Whether there is room.
  private mutating func hold(_ size: Int) -> Bool {
    heldSize += size + 200
    guard heldSize > Self.mostHeld else { return true }
    (early, incomplete) = ([], nil)
    return false
  }

  private static let tooMuch = "Socket.IO sent more than \(mostHeld >> 20) MB before an event was complete"

  /// Replaces the placeholders of bytes by their base64. Bytes have one place, so that a packet cannot multiply them.
  private static func filled(_ value: JSONValue, with parts: inout [Data?]) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map { filled($0, with: &parts) })
    case .object(let object):
      if object["_placeholder"]?.bool == true, let index = object["num"]?.number.flatMap({ Int($0.text) }),
        parts.indices.contains(index), let part = parts[index]
      {
        parts[index] = nil
        return ["base64": .string(part.base64EncodedString())]
      }
      return .object(object.mapValues { filled($0, with: &parts) })
    default: return value
    }
  }

  /// An event is its name and arguments, an acknowledgement the name of the acknowledged event and its arguments.
  private mutating func deliver(_ content: SocketIOPacket.Content, isEvent: Bool) -> [Step] {
    var arguments = content.arguments
    if !isEvent {
      let name = content.id.flatMap { unacknowledged.removeValue(forKey: $0) }
      arguments.insert(name.map { .string($0) } ?? .null, at: 0)
    }
    var message = ChannelMessage.text(JSONValue.array(arguments).compact)
    if !isEvent { message.type = "ack" }
    return deliver(message)
  }

  private mutating func deliver(_ message: ChannelMessage) -> [Step] {
    if isConnected { return [.report(.received(message))] }
    guard hold(message.content.count) else { return [.end(Self.tooMuch)] }
    early.append(message)
    return []
  }
}
