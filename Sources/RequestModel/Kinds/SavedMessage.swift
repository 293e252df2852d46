internal import Foundation

/// A message stored with a request, as a row of its file.
package struct SavedMessage: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case text, json, binary
  }

  package var document: JSONObject

  package init(document: JSONObject) { self.document = document }

  package var name: String { document["name"]?.string ?? "" }
  package var kind: Kind? { document["type"]?.string.flatMap(Kind.init) }
  package var file: String? { document["file"]?.string }
  package var isOff: Bool { document["off"]?.bool ?? false }
  /// The text with its variables unexpanded; base64 of a binary message.
  package var text: String { document["value"].map { $0.string ?? $0.compact } ?? "" }

  /// The messages of a request, saved and in its steps, with their locations. Those that are off are left out.
  static func written(in document: JSONObject) -> [(place: JSONLocation, message: SavedMessage)] {
    let saved = document.enabledRows("messages").map { (place: $0.place, message: SavedMessage(document: $0.row)) }
    let sent = document.enabledRows("steps").compactMap { step in
      step.row["send"]?.object.map { (place: step.place.appending("send"), message: SavedMessage(document: $0)) }
    }
    return saved + sent
  }

  /// The message with other texts: its content and the path of its file.
  package func mapTexts(_ change: (String) -> String) -> SavedMessage {
    var message = self
    if let file { message.document["file"] = .string(change(file)) }
    if document["value"] != nil { message.document["value"] = .string(change(text)) }
    return message
  }

  /// The message to send. Its variables are replaced when its turn comes.
  package var outgoing: ChannelMessage { .template(text, kind, file: file) }
}

/// How the content of a message is made when the message is sent.
package struct MessageTemplate: Equatable, Sendable {
  /// `nil` is text, or what the content of the file is.
  package var kind: SavedMessage.Kind?
  /// The path of a file, relative to the request file, in place of a text.
  package var file: String?
}

extension ChannelMessage {
  package static func text(_ text: String) -> ChannelMessage { ChannelMessage("text", Data(text.utf8)) }

  /// A message whose variables are replaced when its turn comes.
  package static func template(
    _ text: String, _ kind: SavedMessage.Kind? = nil, file: String? = nil
  ) -> ChannelMessage {
    var message = ChannelMessage(kind == .binary ? "binary" : "text", Data(text.utf8))
    message.template = MessageTemplate(kind: kind, file: file)
    return message
  }
}

extension SavedRequest {
  /// The saved messages that are offered.
  package var messages: [SavedMessage] {
    (document["messages"]?.array ?? []).compactMap { $0.object.map(SavedMessage.init(document:)) }.filter { !$0.isOff }
  }

  package mutating func addMessage(_ message: SavedMessage) {
    document["messages"] = .array((document["messages"]?.array ?? []) + [.object(message.document)])
  }

  /// As written, separated by commas.
  package var subprotocols: String { document["subprotocols"]?.string ?? "" }

  /// Whether the messages of a WebSocket are events of Socket.IO.
  package var speaksSocketIO: Bool { engineIO != nil }

  /// The protocol of Socket.IO; `nil` if the messages are those of the WebSocket itself.
  package var engineIO: EngineIO? {
    switch document["protocol"]?.string {
    case Self.socketIO: .four
    case Self.socketIO2: .three
    default: nil
    }
  }

  package static let socketIO = "socket.io"
  package static let socketIO2 = "socket.io-2"

  /// The JSON object that Socket.IO connects with, with its templates.
  package var socketAuth: String { document["socketAuth"]?.string ?? "" }

  package func message(named name: String) -> SavedMessage? { messages.first { $0.name.isExactly(name) } }

  package func hasMessageOff(_ name: String) -> Bool {
    (document["messages"]?.array ?? []).contains { row in
      row.object.map(SavedMessage.init(document:)).map { $0.isOff && $0.name.isExactly(name) } ?? false
    }
  }
}
