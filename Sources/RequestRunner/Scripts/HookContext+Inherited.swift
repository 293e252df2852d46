// What requests inherit, and scripts of Bruno see as theirs.
extension HookContext {
  /// The request before it is sent, with the headers of the folders.
  var requestToSend: ScriptRequest {
    var made = ScriptRequest(request)
    var rows: [Parameter] = []
    for folder in resolved.inputs.folders {
      let names = Set(folder.headers.filter { !$0.isOff }.map { $0.name.lowercased() })
      rows.removeAll { names.contains($0.name.lowercased()) }
      rows += folder.headers
    }
    made.inheritedHeaders = rows.map(ScriptRow.init)
    return made
  }

  /// The kind of the auth, which may be that of a folder.
  var authKind: String? { (request.auth ?? resolved.inputs.folders.compactMap(\.auth).last)?.kind.name }

  /// Leaves out headers that a script has removed, beside those that are left out already.
  mutating func omitHeaders(_ names: [String]) {
    guard !names.isEmpty else { return }
    let layers = resolved.inputs.folders.map(\.options.omittedHeaders) + [request.options.omittedHeaders]
    request.options.omittedHeaders = (layers.last { !$0.isEmpty } ?? []) + names
  }
}
