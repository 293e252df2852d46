internal import RequestModel

extension PortableFolder {
  /// Notes about variables of single requests, for a format without them.
  func requestVariableNotes(path: [String]) -> [InterchangeNote] {
    items.flatMap { item -> [InterchangeNote] in
      switch item {
      case .folder(let folder): return folder.requestVariableNotes(path: path + [folder.name])
      case .request(let request):
        let rows = (request.document["variables"]?.array ?? []).compactMap(\.object)
        let names = rows.compactMap { $0.text("name") }.joined(separator: ", ")
        guard !names.isEmpty else { return [] }
        let text = "Variables \(names): the format has none for a single request"
        return [InterchangeNote(.dropped, path + [request.name], text)]
      }
    }
  }
}
