internal import Foundation

/// The `WebSocket` of browsers and of Node 22 and newer.
struct JavaScriptWebSocket {
  let request: CodeRequest
  private let socket: CodeSocket
  private var notes: [String] = []

  init(_ request: CodeRequest) {
    (self.request, socket) = (request, request.socket ?? CodeSocket())
    if !request.headers.isEmpty { notes.append("Node's WebSocket takes headers; a browser sends none of them.") }
    for setting in request.settings {
      switch setting {
      case .redirects, .noRedirects, .version(.http1): break
      default: notes.append(setting.missing("WebSocket"))
      }
    }
  }

  /// The second argument: the subprotocols, or options of Node.
  private var options: String {
    let protocols = "[" + socket.subprotocols.map(JavaScript.text.quoted).joined(separator: ", ") + "]"
    guard request.headers.isEmpty else {
      let own = socket.subprotocols.isEmpty ? "" : "  protocols: \(protocols),\n"
      return ", {\n\(own)  headers: \(JavaScript.object(request.headers)),\n}"
    }
    return socket.subprotocols.isEmpty ? "" : ", " + protocols
  }

  var program: CodeProgram {
    let values = socket.messages.map { "  \(Self.value(of: $0)),\n" }.joined()
    let messages = values.isEmpty ? "" : "const messages = [\n\(values)];\n"
    let sends =
      values.isEmpty
      ? ""
      : """
      socket.addEventListener("open", () => {
        for (const message of messages) socket.send(message);
      });

      """
    let code =
      messages + """
        const socket = new WebSocket(\(JavaScript.text.quoted(request.url))\(options));
        socket.binaryType = "arraybuffer";
        \(sends)socket.addEventListener("message", (event) => console.log(event.data));
        socket.addEventListener("close", (event) => console.log("closed", event.code, event.reason));
        """
    return CodeProgram(start: JavaScript.imports([], for: code), text: code, notes: notes)
  }

  private static func value(of message: CodeSocket.Message) -> String {
    switch message {
    case .text(let text): JavaScript.text.quoted(text)
    case .binary(let data): "Uint8Array.from(atob(\"\(data.base64EncodedString())\"), (c) => c.charCodeAt(0))"
    case .file(let path, true): "await readFile(\(JavaScript.text.quoted(path)))"
    case .file(let path, false): "await readFile(\(JavaScript.text.quoted(path)), \"utf8\")"
    }
  }
}
