internal import Foundation

/// The headers that open a WebSocket, and the check of the answer (RFC 6455, section 4.1).
struct WebSocketHandshake {
  private let key: String
  private let subprotocols: [String]
  private let offers: [WebSocketExtension]

  /// The subprotocol and the compression that both sides agreed on.
  struct Agreement: Equatable {
    var subprotocol: String?
    var compression: WebSocketCompression?
  }

  /// Adds the headers that a handshake needs to those of a message, unless they are present.
  ///
  /// - Parameter nonce: 16 bytes, random by default.
  init(
    _ headers: inout HTTPHeaders, _ settings: WebSocketOptions, nonce: Data = .random(count: 16)
  ) throws(WebSocketFailure) {
    if let name = Self.invalidSubprotocol(settings.subprotocols) { throw .invalidSubprotocol(name) }
    func add(_ name: String, _ value: String) {
      if !headers.contains(name: name) { headers.append(name: name, value: value) }
    }
    add("Upgrade", "websocket")
    add("Connection", "Upgrade")
    add("Sec-WebSocket-Version", "13")
    add("Sec-WebSocket-Key", nonce.base64EncodedString())
    if !settings.subprotocols.isEmpty { add("Sec-WebSocket-Protocol", settings.subprotocols.joined(separator: ", ")) }
    if let offer = settings.compression { add("Sec-WebSocket-Extensions", offer.offer) }
    key = headers.first("Sec-WebSocket-Key") ?? ""
    subprotocols = Self.list(headers.values(for: "Sec-WebSocket-Protocol"))
    offers = headers.values(for: "Sec-WebSocket-Extensions").flatMap { WebSocketExtension.list($0) ?? [] }
  }

  private static func invalidSubprotocol(_ names: [String]) -> String? {
    var seen: Set<String> = []
    return names.first { !$0.isToken || !seen.insert($0).inserted }
  }

  private static func list(_ values: [String]) -> [String] {
    values.flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  /// Checks an answer with status 101.
  func accept(_ head: ResponseHead) throws(WebSocketFailure) -> Agreement {
    let headers = head.headers
    // HTTP/2 has no Upgrade, and its streams need no key (RFC 8441, section 5).
    if !head.httpVersion.hasPrefix("HTTP/2") { try checkUpgrade(headers) }
    return Agreement(subprotocol: try subprotocol(headers), compression: try compression(headers))
  }

  private func checkUpgrade(_ headers: HTTPHeaders) throws(WebSocketFailure) {
    let upgrade = Self.list(headers.values(for: "Upgrade")).map { $0.lowercased() }
    guard upgrade == ["websocket"] else { throw .handshake("its Upgrade is not \"websocket\"") }
    let connection = Self.list(headers.values(for: "Connection")).map { $0.lowercased() }
    guard connection.contains("upgrade") else { throw .handshake("its Connection is not \"Upgrade\"") }
    guard headers.values(for: "Sec-WebSocket-Accept") == [Self.acceptance(of: key)] else {
      throw .handshake("its Sec-WebSocket-Accept does not fit the key")
    }
  }

  /// The value of `Sec-WebSocket-Accept` for a key.
  static func acceptance(of key: String) -> String {
    HashAlgorithm.sha1.hash(Data((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)).base64EncodedString()
  }

  private func subprotocol(_ headers: HTTPHeaders) throws(WebSocketFailure) -> String? {
    let chosen = Self.list(headers.values(for: "Sec-WebSocket-Protocol"))
    guard let first = chosen.first else { return nil }
    guard chosen.count == 1, subprotocols.contains(first) else {
      throw .handshake("it chose the subprotocol \"\(chosen.joined(separator: ", "))\", which was not offered")
    }
    return first
  }

  private func compression(_ headers: HTTPHeaders) throws(WebSocketFailure) -> WebSocketCompression? {
    var chosen: [WebSocketExtension] = []
    for value in headers.values(for: "Sec-WebSocket-Extensions") {
      guard let list = WebSocketExtension.list(value) else {
        throw .handshake("its Sec-WebSocket-Extensions \"\(value)\" is not a list of extensions")
      }
      chosen += list
    }
    if let other = chosen.first(where: { $0.name != WebSocketCompression.name || !isOffered($0.name) }) {
      throw .handshake("it chose the extension \"\(other.name)\", which was not offered")
    }
    if chosen.count > 1 { throw .handshake("it chose compression twice") }
    guard let choice = chosen.first else { return nil }
    return try WebSocketCompression(chosen: choice, of: offers)
  }

  private func isOffered(_ name: String) -> Bool { offers.contains { $0.name == name } }
}

/// An element of `Sec-WebSocket-Extensions` (RFC 6455, section 9.1).
struct WebSocketExtension: Equatable {
  var name: String
  var parameters: [Parameter] = []

  struct Parameter: Equatable {
    var name: String
    var value: String?
  }

  /// Parses a list. `nil` if the text is not one.
  static func list(_ text: String) -> [WebSocketExtension]? {
    var elements: [WebSocketExtension] = []
    for element in split(text, at: ",") {
      let parts = split(element, at: ";").map { $0.trimmingCharacters(in: .whitespaces) }
      if parts == [""] { continue }
      guard let name = parts.first, name.isToken else { return nil }
      var entry = WebSocketExtension(name: name)
      for part in parts.dropFirst() {
        guard let parameter = parameter(part) else { return nil }
        entry.parameters.append(parameter)
      }
      elements.append(entry)
    }
    return elements
  }

  private static func parameter(_ text: String) -> Parameter? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard parts[0].isToken else { return nil }
    if parts.count == 1 { return Parameter(name: parts[0]) }
    var value = parts[1]
    if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") {
      value = String(value.dropFirst().dropLast()).replacing("\\", with: "")
    }
    return value.isToken ? Parameter(name: parts[0], value: value) : nil
  }

  /// Splits the text at a separator outside quotes.
  private static func split(_ text: String, at separator: Character) -> [String] {
    var parts = [""]
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == separator, !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }
}

extension WebSocketCompression {
  static let name = "permessage-deflate"

  /// The offer as a header's value.
  var offer: String {
    var parts = [Self.name]
    if serverNoContextTakeover { parts.append("server_no_context_takeover") }
    if clientNoContextTakeover { parts.append("client_no_context_takeover") }
    if let bits = serverMaxWindowBits { parts.append("server_max_window_bits=\(bits)") }
    parts.append(clientMaxWindowBits.map { "client_max_window_bits=\($0)" } ?? "client_max_window_bits")
    return parts.joined(separator: "; ")
  }

  /// Reads the server's choice (RFC 7692, section 7.1).
  init(chosen: WebSocketExtension, of offers: [WebSocketExtension]) throws(WebSocketFailure) {
    self.init()
    var seen: Set<String> = []
    for parameter in chosen.parameters {
      guard seen.insert(parameter.name).inserted else {
        throw .handshake("it gave the parameter \"\(parameter.name)\" of compression twice")
      }
      switch parameter.name {
      case "server_no_context_takeover" where parameter.value == nil: serverNoContextTakeover = true
      case "client_no_context_takeover" where parameter.value == nil: clientNoContextTakeover = true
      case "server_max_window_bits": serverMaxWindowBits = try Self.bits(parameter, of: offers)
      case "client_max_window_bits" where Self.isOffered(parameter.name, offers):
        clientMaxWindowBits = try Self.bits(parameter, of: offers)
      default: throw Self.unusable(parameter)
      }
    }
  }

  private static func isOffered(_ name: String, _ offers: [WebSocketExtension]) -> Bool {
    offers.contains { $0.parameters.contains { $0.name == name } }
  }

  /// A window may be smaller than the offered one, not larger.
  private static func bits(
    _ parameter: WebSocketExtension.Parameter, of offers: [WebSocketExtension]
  ) throws(WebSocketFailure) -> Int {
    guard let text = parameter.value, let bits = Int(text), String(bits) == text, (8...15).contains(bits) else {
      throw unusable(parameter)
    }
    let largest = offers.map { offer in
      offer.parameters.first { $0.name == parameter.name }?.value.flatMap { Int($0) } ?? 15
    }.max()
    if let largest, bits > largest { throw unusable(parameter) }
    return bits
  }

  private static func unusable(_ parameter: WebSocketExtension.Parameter) -> WebSocketFailure {
    let value = parameter.value.map { "=\($0)" } ?? ""
    return .handshake("the parameter \"\(parameter.name)\(value)\" of compression cannot be used")
  }
}
