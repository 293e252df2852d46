package import Foundation
internal import RequestModel

/// The part of a WebSocket that code needs besides the handshake.
package struct CodeSocket: Equatable, Sendable {
  package enum Message: Equatable, Sendable {
    case text(String)
    case binary(Data)
    /// A path, relative to the collection.
    case file(String, isBinary: Bool)
  }

  package var subprotocols: [String]
  package var messages: [Message]
  /// Whether the messages are events of Socket.IO, which no code here speaks.
  package var isSocketIO = false
  /// Whether the request has steps, of which code has none.
  package var hasSteps = false

  package init(subprotocols: [String] = [], messages: [Message] = []) {
    (self.subprotocols, self.messages) = (subprotocols, messages)
  }
}

extension CodeRequest {
  /// Whether a format that opens WebSockets alone, or none, has code for the protocol of the request.
  func isSpoken(forSockets: Bool) -> Bool { (socket != nil) == forSockets && socket?.isSocketIO != true }

  /// The note about a request whose protocol a format does not speak.
  func refusal(by format: String) -> InterchangeNote {
    if socket?.isSocketIO == true {
      let text = "Left out: Socket.IO, which the format \(format) does not speak — use a client of Socket.IO"
      return InterchangeNote(.dropped, [name], text)
    }
    let text =
      socket == nil
      ? "Left out: the format \(format) opens WebSockets alone"
      : "Left out: a WebSocket, which the format \(format) does not speak — use \(SocketTarget.names)"
    return InterchangeNote(.dropped, [name], text)
  }
}

/// A tool or a library that opens WebSockets.
struct SocketTarget: Sendable {
  let name: String
  let title: String
  let fileExtension: String
  /// The prefix of a line comment.
  let comment: String
  /// Whether all requests are one file, such as a script of commands.
  var isScript = false
  let write: @Sendable (CodeRequest, CodeSocket) -> CodeProgram

  static let all: [SocketTarget] = [.websocat, .pythonWebSockets, .javascriptWebSocket]

  /// For sentences.
  static let names = "websocat, python-websockets or javascript-websocket"

  /// The program for one WebSocket: it sends the messages and prints what arrives.
  func text(_ original: CodeRequest) -> String {
    let request = original.plain
    let socket = request.socket ?? CodeSocket()
    var program = write(request, socket)
    if socket.hasSteps {
      program.notes.append("The steps are left out: the messages are sent one after another.")
    }
    return program.file(of: request, comment: comment)
  }
}

extension ExportFormat {
  /// A file for each WebSocket, or a single one without a path.
  static func socket(_ target: SocketTarget) -> ExportFormat {
    ExportFormat(target.name, target.title, fileExtension: target.fileExtension, needs: .sockets) {
      source throws(ExportError) in
      ExportResult.code(source.requests, fileExtension: target.fileExtension, isScript: target.isScript, target.text)
    }
  }
}
