import Foundation

extension ImportFormat {
  /// Calls of `fetch` in JavaScript, as browsers copy them.
  static let fetch = ImportFormat("fetch", "calls of fetch") { source in
    guard source.json == nil, source.data.count < 4_000_000, source.text.contains("fetch") else { return false }
    let text = source.text
    guard text.firstMatch(of: /\bfetch\s*\(/) != nil, !text.contains(/^[ \t]*(\$ )?curl\b/.anchorsMatchLineEndings())
    else {
      return false
    }
    let script = FetchCalls(text)
    return !script.calls.isEmpty
      || script.problem != nil && text.contains(/^\s*(await |return |const \w+ = await )?fetch\s*\(/)
  } read: { source throws(ImportError) in
    let script = FetchCalls(source.text)
    if script.calls.isEmpty { throw ImportError(script.problem ?? "There is no call of fetch in it") }
    var context = InterchangeContext()
    if let problem = script.problem { context.note(.failed, "what follows line and column " + problem) }
    var uses = CommandVariables()
    var items: [PortableItem] = []
    for call in script.calls {
      var request = FetchRequest(call)
      let name = request.suggestedName
      context.enter(name)
      let marked = request.document(&context)
      var document = uses.finished(marked, keepsBraces: false, &context)
      // A browser copies the handshake of a WebSocket as a call, too.
      if document.isSocket || SocketDocument.isUpgrade(document) {
        document = SocketDocument.made(of: document, &context)
      }
      items.append(.request(PortableRequest(name: name, document: document)))
      context.leave()
    }
    let used = Set(uses.names)
    for name in script.reader.unknown.unique where used.contains(name) {
      context.note(.changed, "the value of \(name) is unknown: it is a variable")
    }
    var collection = PortableFolder(name: source.stem ?? "fetch", items: items)
    let (rows, secrets) = uses.declarations(script.reader.variables)
    if !rows.isEmpty { collection.settings["variables"] = .array(rows) }
    collection.secrets = secrets
    return ImportResult([collection], notes: context.notes)
  }
}
