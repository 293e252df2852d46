/// A packet of Socket.IO as a text message of Engine.IO. Protocol 5 over Engine.IO 4, and protocol 4 over Engine.IO 3, which
/// Socket.IO 2 speaks.
package enum SocketIOPacket: Equatable, Sendable {
  /// The handshake of Engine.IO.
  case open(pingInterval: Duration?)
  /// Engine.IO ends the connection.
  case end
  case ping, pong
  /// A packet without a meaning for the receiver.
  case ignored
  case connected(namespace: String)
  case disconnected(namespace: String)
  case refused(namespace: String, JSONValue)
  case event(Content)
  case acknowledgement(Content)

  /// The content of an event or of an acknowledgement.
  package struct Content: Equatable, Sendable {
    package var namespace: String
    /// The name of an event is the first.
    package var arguments: [JSONValue]
    package var id: Int?
    /// The number of binary messages that follow.
    package var attachments = 0
  }

  /// - Returns: `nil` for any other text.
  package init?(_ text: String) {
    var rest = Substring(text)
    switch rest.popFirst() {
    case "0":
      let interval = (try? JSONText(String(rest)).value.object)?["pingInterval"]?.number
      self = .open(pingInterval: interval.flatMap { Int($0.text) }.map { .milliseconds($0) })
    case "1": self = .end
    case "2": self = .ping
    case "3": self = .pong
    case "6": self = .ignored
    case "4":
      guard let type = rest.popFirst(), let packet = Self.packet(type, rest) else { return nil }
      self = packet
    default: return nil
    }
  }

  private static func packet(_ type: Character, _ text: Substring) -> SocketIOPacket? {
    var rest = text
    var attachments = 0
    if type == "5" || type == "6" {
      guard let mark = rest.firstIndex(of: "-"), let count = Int(rest[..<mark]), count >= 0 else { return nil }
      attachments = count
      rest = rest[rest.index(after: mark)...]
    }
    let namespace = namespace(&rest)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(digits.count)
    let data = try? JSONText(String(rest)).value
    switch type {
    case "0": return .connected(namespace: namespace)
    case "1": return .disconnected(namespace: namespace)
    case "4": return .refused(namespace: namespace, data ?? .null)
    case "2", "5", "3", "6":
      guard let arguments = data?.array else { return nil }
      let content = Content(
        namespace: namespace, arguments: arguments, id: Int(digits), attachments: attachments)
      if type == "3" || type == "6" { return content.id == nil ? nil : .acknowledgement(content) }
      return arguments.first?.string == nil ? nil : .event(content)
    default: return nil
    }
  }

  /// Reads `/admin,`; without it, the namespace is `/`.
  private static func namespace(_ rest: inout Substring) -> String {
    guard rest.first == "/" else { return "/" }
    let name = rest.prefix { $0 != "," }
    rest = rest.dropFirst(name.count + 1)
    // Older servers repeat the query.
    return String(name.prefix { $0 != "?" })
  }

  // MARK: Writing

  /// The text of a ping, which the server sends in Engine.IO 4, and the client in 3.
  package static let pingText = "2"
  package static let pongText = "3"
  /// The first byte of a binary message in Engine.IO 3.
  package static let binaryMark: UInt8 = 4

  package static func connect(_ namespace: String, auth: JSONObject?) -> String {
    "40" + prefix(namespace) + (auth.map { JSONValue.object($0).compact } ?? "")
  }

  package static func disconnect(_ namespace: String) -> String { "41" + prefix(namespace) }

  /// - Parameter arguments: The name of the event first.
  package static func event(_ arguments: [JSONValue], id: Int, _ namespace: String) -> String {
    "42\(prefix(namespace))\(id)" + JSONValue.array(arguments).compact
  }

  private static func prefix(_ namespace: String) -> String { namespace == "/" ? "" : namespace + "," }
}

/// An event as it is typed: `["name", 1]`, `name 1, {"a": 2}` or `name some text`.
package enum SocketIOEvent {
  /// - Returns: The name and the arguments; `nil` without a name, or if a text that begins as JSON is not a list of it.
  package static func arguments(of text: String) -> [JSONValue]? {
    let text = text.trimmingWhitespace
    if let list = try? JSONText(text).value.array { return list.first?.string == nil ? nil : list }
    let name = text.prefix { !$0.isWhitespace }
    guard let first = name.first, !"[{\"".contains(first) else { return nil }
    let rest = String(text.dropFirst(name.count)).trimmingWhitespace
    if rest.isEmpty { return [.string(String(name))] }
    let values = try? JSONText("[\(rest)]").value.array
    return [.string(String(name))] + (values ?? [.string(rest)])
  }
}

/// The protocol below Socket.IO.
package enum EngineIO: Int, Sendable {
  /// Socket.IO 2: the client sends pings, the namespace `/` is connected automatically, and namespaces take no auth.
  case three = 3
  case four = 4
}

/// Where Socket.IO connects.
package struct SocketIOAddress: Equatable, Sendable {
  /// The URL of the handshake.
  package let url: String
  package let namespace: String
  package let engine: EngineIO

  /// Takes the path of a URL as the namespace, as clients of Socket.IO do, unless it is the path of the server:
  /// `/socket.io/`, also below another one.
  ///
  /// - Parameter engine: The protocol, unless the query names another one in `EIO`.
  package init(_ url: String, _ engine: EngineIO = .four) {
    let start = url.schemeMark?.upperBound ?? url.startIndex
    let end = url[start...].firstIndex { "/?#".contains($0) } ?? url.endIndex
    let path = url[end...].prefix { $0 != "?" && $0 != "#" }
    let query = url[end...].dropFirst(path.count).prefix { $0 != "#" }.dropFirst()
    let isServer = path.split(separator: "/").contains("socket.io")
    let name = path.split(separator: "/").joined(separator: "/")
    namespace = isServer ? "/" : "/" + name
    let place = isServer ? String(path) : "/socket.io/"
    let names = query.split(separator: "&").map { $0.prefix { $0 != "=" } }
    var items = query.isEmpty ? [] : [String(query)]
    let named = query.split(separator: "&").first { $0.startsExactly(with: "EIO=") }.flatMap { Int($0.dropFirst(4)) }
    self.engine = named.flatMap(EngineIO.init(rawValue:)) ?? engine
    if !names.contains("EIO") { items.append("EIO=\(engine.rawValue)") }
    if !names.contains("transport") { items.append("transport=websocket") }
    self.url = String(url[..<end]) + place + "?" + items.joined(separator: "&")
  }
}
