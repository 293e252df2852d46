extension PortableFolder {
  /// Notes about files whose variables are replaced when they are sent, for a format without a mark for it.
  var fileVariableNotes: [InterchangeNote] {
    notes { request in
      let body = request["body"]?.object ?? JSONObject()
      let rows = [body] + (body["multipart"]?.sentRows ?? [])
      return rows.filter { $0.flag("variables") }.compactMap { $0.text("file") }.map {
        "The variables in \($0) are not replaced"
      }
    }
  }

  /// Notes about variables of single requests, for a format without them.
  var requestVariableNotes: [InterchangeNote] {
    notes { request in
      let rows = request["variables"].objects
      let names = rows.compactMap { $0.text("name") }.joined(separator: ", ")
      return names.isEmpty ? [] : ["Variables \(names): the format has none for a single request"]
    }
  }

  /// Notes about WebSockets, of which a format has the handshake alone.
  var socketNotes: [InterchangeNote] {
    notes(.changed) { request in
      request.isSocket ? ["A WebSocket: exported as the GET that opens it, without its messages"] : []
    }
  }

  /// Notes about events of Socket.IO, which no format has.
  var socketIONotes: [InterchangeNote] {
    notes(.changed) { request in
      request.isSocketIO ? ["Socket.IO: the format has no events, so other programs open a plain WebSocket"] : []
    }
  }

  /// Notes about the steps of conversations, for a format of templates.
  ///
  /// - Parameter holds: Whether the format has the steps of a request.
  func stepNotes(unless holds: (JSONObject) -> Bool) -> [InterchangeNote] {
    notes { request in
      let isEmpty = request["steps"]?.array?.isEmpty ?? true
      return isEmpty || holds(request) ? [] : ["Steps: the format has no conversations"]
    }
  }

  /// Notes about scripts, checks and captures, for a load test without them.
  func testNotes(at place: [String] = []) -> [InterchangeNote] {
    func note(_ title: String, at place: [String]) -> InterchangeNote {
      InterchangeNote(.dropped, place, title + ": left out of the load test")
    }
    return settings.testMembers.map { note($0 + " for all requests", at: place) }
      + items.flatMap { item -> [InterchangeNote] in
        switch item {
        case .folder(let folder): return folder.testNotes(at: place + [folder.name])
        case .request(let request):
          guard !request.document.isSocket else { return [] }
          return request.document.testMembers.map { note($0, at: place + [request.name]) }
        }
      }
  }

  /// Notes with the places of the requests that `texts` has something to say about.
  private func notes(_ kind: InterchangeNote.Kind = .dropped, _ texts: (JSONObject) -> [String]) -> [InterchangeNote] {
    requests.flatMap { folders, request in
      texts(request.document).map { InterchangeNote(kind, folders.dropFirst().map(\.name) + [request.name], $0) }
    }
  }
}

extension JSONObject {
  /// The titles of the members that test a response or need a script.
  fileprivate var testMembers: [String] {
    [("scripts", "Scripts"), ("checks", "Checks"), ("captures", "Captures")].compactMap { name, title in
      self[name].map { $0.isEmpty } ?? true ? nil : title
    }
  }
}
