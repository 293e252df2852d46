extension ExportSource {
  /// Leaves out the requests to programs, which other formats and code have not.
  ///
  /// - Throws: A sentence if there are no others.
  mutating func leaveOutPrograms() throws(ExportError) -> [InterchangeNote] {
    var notes: [InterchangeNote] = []
    collection = collection.withoutPrograms(in: [], &notes)
    requests.removeAll { RequestKind.implied(by: $0.url) == .program }
    exchanges.removeAll { $0.request.kind == .program }
    unsent.removeAll { RequestKind.implied(by: $0.url) == .program }
    guard let first = notes.first, collection.requests.isEmpty else { return notes }
    let names = notes.map { $0.path.joined(separator: " / ") }
    guard names.count > 1 else { throw ExportError("\(names[0]): \(first.text)") }
    let more = names.count > 3 ? " and \(names.count - 3) more" : ""
    throw ExportError(
      "All \(names.count) requests call programs on this machine, which an export leaves out: "
        + names.prefix(3).joined(separator: ", ") + more)
  }
}

extension PortableFolder {
  fileprivate func withoutPrograms(in place: [String], _ notes: inout [InterchangeNote]) -> PortableFolder {
    var result = self
    result.items = []
    for item in items {
      switch item {
      case .folder(let folder):
        result.items.append(.folder(folder.withoutPrograms(in: place + [folder.name], &notes)))
      case .request(let request) where request.document.isProgram:
        let text = "A program on this machine is called, and no server: it is left out"
        notes.append(InterchangeNote(.dropped, place + [request.name], text))
      case .request: result.items.append(item)
      }
    }
    return result
  }
}

extension JSONObject {
  /// Whether the request is a call to a program.
  var isProgram: Bool {
    text("kind").map { $0 == RequestKind.program.name } ?? (RequestKind.implied(by: text("url") ?? "") == .program)
  }
}
