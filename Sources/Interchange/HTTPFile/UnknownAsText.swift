/// Braces around names without a value, which REST Client sends verbatim.
struct UnknownAsText {
  private(set) var notes: [InterchangeNote] = []
  /// Variables of all collections, and environments that came without a collection.
  let shared: [Variable]

  /// The result with the option on requests that have such names. In a URL they are an error.
  static func kept(in result: ImportResult) -> ImportResult {
    var result = result
    var reader = UnknownAsText(
      shared: variables(result.globals) + result.environments.flatMap { variables($0.document["variables"]?.array) })
    result.collections = result.collections.map { collection in
      let environments = collection.environments.flatMap { variables($0.document["variables"]?.array) }
      return reader.kept(in: collection, environments, path: [])
    }
    result.notes += reader.notes
    return result
  }

  private static func variables(_ rows: [JSONValue]?) -> [Variable] {
    (rows ?? []).compactMap { $0.object.map(Variable.init(document:)) }
  }

  private mutating func kept(in folder: PortableFolder, _ outer: [Variable], path: [String]) -> PortableFolder {
    var folder = folder
    let known = outer + Self.variables(folder.settings["variables"]?.array)
    let scope = VariableIndex(Self.scope(shared + known))
    for index in folder.items.indices {
      switch folder.items[index] {
      case .folder(let inner): folder.items[index] = .folder(kept(in: inner, known, path: path + [inner.name]))
      case .request(var request):
        let own = Self.variables(request.document["variables"]?.array)
        let names = Self.names(in: request, own.isEmpty ? scope : VariableIndex(Self.scope(shared + known + own)))
        guard !names.isEmpty else { continue }
        var options = request.document["options"]?.object ?? JSONObject()
        options["unknownAsText"] = true
        request.document["options"] = .object(options)
        request.document = request.document.ordered(by: JSONObject.requestOrder)
        folder.items[index] = .request(request)
        let list = names.map { "{{\($0)}}" }.joined(separator: ", ")
        notes.append(InterchangeNote(.changed, path + [request.name], "No value for \(list): sent as it is written"))
      }
    }
    return folder
  }

  private static func scope(_ variables: [Variable]) -> VariableScope {
    var scope = VariableScope()
    scope[.collection] = variables
    return scope
  }

  private static func names(in request: PortableRequest, _ variables: VariableIndex) -> [String] {
    guard let saved = try? SavedRequest(document: request.document) else { return [] }
    let texts = TemplateTexts(saved, folders: [], options: RequestOptions())
    return variables.unresolved(in: [FormTab.headers, .body, .auth].flatMap { texts.tabs[$0.name] ?? [] })
  }
}
