internal import RequestModel

extension PortableFolder {
  /// The files whose variables are replaced when they are sent, with the names of the folders and the request.
  var filesWithVariables: [(place: [String], file: String)] { filesWithVariables(in: []) }

  private func filesWithVariables(in place: [String]) -> [(place: [String], file: String)] {
    items.flatMap { item -> [(place: [String], file: String)] in
      switch item {
      case .folder(let folder): return folder.filesWithVariables(in: place + [folder.name])
      case .request(let request):
        let body = request.document["body"]?.object ?? JSONObject()
        let rows = [body] + (body["multipart"]?.sentRows ?? [])
        return rows.filter { $0.flag("variables") }.compactMap { $0.text("file") }.map { (place + [request.name], $0) }
      }
    }
  }
}
