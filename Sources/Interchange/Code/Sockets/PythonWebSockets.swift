internal import Foundation

/// The library `websockets`, 14 or newer.
struct PythonWebSockets {
  private let socket: CodeSocket
  private var arguments: [String]
  private var context: [String] = []
  private var notes: [String] = []

  init(_ request: CodeRequest) {
    socket = request.socket ?? CodeSocket()
    arguments = [Python.text.quoted(request.url)]
    if !request.headers.isEmpty {
      let rows = request.headers.map { "(\(Python.text.quoted($0.name)), \(Python.text.quoted($0.value)))" }
      arguments.append("additional_headers=[\(rows.joined(separator: ", "))]")
    }
    if !socket.subprotocols.isEmpty {
      arguments.append("subprotocols=[\(socket.subprotocols.map(Python.text.quoted).joined(separator: ", "))]")
    }
    for setting in request.settings { addSetting(setting) }
    if !request.url.lowercased().hasPrefix("wss:") { context = [] }
    if context.isEmpty { return }
    context.insert("context = ssl.create_default_context()", at: 0)
    arguments.append("ssl=context")
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    switch setting {
    case .redirects, .noRedirects, .version(.http1): break
    case .connectTimeout(let seconds): arguments.append("open_timeout=" + CodeSetting.number(seconds))
    case .proxy(let url?): arguments.append("proxy=" + Python.text.quoted(url))
    case .proxy(nil): arguments.append("proxy=None")
    case .unverified: context += ["context.check_hostname = False", "context.verify_mode = ssl.CERT_NONE"]
    case .authorities(let path): context.append("context.load_verify_locations(\(Python.text.quoted(path)))")
    case .certificate(let certificate) where !certificate.isPKCS12:
      let files = [certificate.path, certificate.key, certificate.passphrase].map { file in
        file.map(Python.text.quoted) ?? "None"
      }
      context.append("context.load_cert_chain(\(files.joined(separator: ", ")))")
    default: notes.append(setting.missing("websockets"))
    }
  }

  var program: CodeProgram {
    let sends = socket.messages.map { "        await socket.send(\(Self.value(of: $0)))\n" }.joined()
    let setUp = context.map { $0 + "\n" }.joined() + (context.isEmpty ? "" : "\n")
    let code =
      setUp + """
        async def main():
            async with connect(
        \(arguments.map { "        \($0),\n" }.joined())    ) as socket:
        \(sends)        async for message in socket:
                    print(message)

        asyncio.run(main())
        """
    let names = ["asyncio"] + (context.isEmpty ? [] : ["ssl"])
    let start = Python.imports(names, for: code) + "\nfrom websockets.asyncio.client import connect"
    return CodeProgram(start: start, text: code, notes: notes)
  }

  private static func value(of message: CodeSocket.Message) -> String {
    switch message {
    case .text(let text): Python.text.quoted(text)
    case .binary(let data): "base64.b64decode(\"\(data.base64EncodedString())\")"
    case .file(let path, true): "open(\(Python.text.quoted(path)), \"rb\").read()"
    case .file(let path, false): "open(\(Python.text.quoted(path)), encoding=\"utf-8\").read()"
    }
  }
}
