extension ImportFormat {
  /// HTTP Archives 1.2 of browsers and proxies.
  static let har = ImportFormat("har", "HTTP Archive (HAR)", hasFilter: true) { source in
    source.json?.object.map(HARReader.isArchive) ?? false
  } read: { source throws(ImportError) in
    guard let object = source.json?.object else {
      throw ImportError("Not an HTTP Archive: \(source.jsonProblem ?? "its JSON is not an object")")
    }
    guard HARReader.isArchive(object) else {
      throw ImportError("Not an HTTP Archive: it has no \"log\" with entries")
    }
    var reader = HARReader(filter: source.filter)
    return reader.read(object, stem: source.stem)
  }
}

extension ExportFormat {
  /// Past exchanges as an HTTP Archive 1.2, and requests that were never sent as entries without a response.
  static let har = ExportFormat("har", "HTTP Archive (HAR)", fileExtension: "har", needs: .exchanges) {
    source throws(ExportError) in
    guard !source.exchanges.isEmpty || !source.unsent.isEmpty else { throw ExportError("There are no requests") }
    let unsent = source.unsent.map { HARUnsentEntry($0, at: source.date) }
    let archive = HARExport.archive(of: source.exchanges, unsent: unsent.map(\.value), version: source.version)
    return ExportResult(archive.rendered() + "\n", notes: unsent.flatMap(\.notes))
  }
}
