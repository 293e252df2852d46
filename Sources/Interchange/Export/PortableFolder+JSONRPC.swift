extension PortableFolder {
  /// The folder with its JSON-RPC bodies as the JSON that they are sent as, since no format has this kind of body.
  func withPlainBodies(_ notes: inout [InterchangeNote]) -> PortableFolder {
    changingRequests { request, place in
      guard let body = request.document["body"], body.object?["jsonrpc"] != nil else { return }
      let (plain, note) = Self.plain(body)
      request.document["body"] = plain
      notes.append(InterchangeNote(plain == nil ? .dropped : .changed, place, note))
    }
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
