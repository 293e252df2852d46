internal import RequestModel

extension PortableFolder {
  /// The folder with its JSON-RPC bodies as the JSON that they are sent as, since no format has this kind of body.
  func withPlainBodies(_ notes: inout [InterchangeNote], in place: [String] = []) -> PortableFolder {
    var folder = self
    for (index, item) in items.enumerated() {
      switch item {
      case .folder(let inner):
        folder.items[index] = .folder(inner.withPlainBodies(&notes, in: place + [inner.name]))
      case .request(var request):
        guard let body = request.document["body"], body.object?["jsonrpc"] != nil else { continue }
        let (plain, note) = Self.plain(body)
        request.document["body"] = plain
        notes.append(InterchangeNote(plain == nil ? .dropped : .changed, place + [request.name], note))
        folder.items[index] = .request(request)
      }
    }
    return folder
  }

  private static func plain(_ body: JSONValue) -> (JSONValue?, note: String) {
    guard var file = try? SavedRequest(document: ["url": "", "body": body]), let json = file.body?.jsonrpcAsJSON else {
      return (nil, "A JSON-RPC body that cannot be sent")
    }
    let session = file.body?.opensMCPSession == true ? ", without the MCP session that the call needs" : ""
    file.body = json
    return (file.document["body"], "A JSON-RPC body: exported as its JSON\(session)")
  }
}
