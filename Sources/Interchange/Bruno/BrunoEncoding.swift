/// Without `encodeUrl`, Bruno sends the URL verbatim, and only escapes invalid characters, as Postman does.
enum BrunoEncoding {
  /// Rewrites the parameters to send the same bytes. Sets `urlAsIs` if necessary, unless they contain templates.
  static func keepBytes(
    of document: inout JSONObject, _ options: inout JSONObject, _ context: inout InterchangeContext
  ) {
    var isExact = true
    var hasTemplate = false
    _ = mapped(document) { text, part in
      isExact = isExact && PostmanEncoding.read(text, part).isExact
      hasTemplate = hasTemplate || PostmanEncoding.hasTemplate(text)
      return text
    }
    let isAsIs = !isExact && !hasTemplate
    if isAsIs { options["urlAsIs"] = true }
    if !isExact, hasTemplate {
      context.note(.changed, "URL: reserved characters in its parameters are percent-encoded")
    }
    document = mapped(document) { text, part in
      isAsIs ? PostmanEncoding.escaped(text, part) : PostmanEncoding.read(text, part).text
    }
  }

  private static func mapped(
    _ source: JSONObject, _ change: (String, PostmanEncoding.Part) -> String
  ) -> JSONObject {
    var document = source
    if let rows = source["query"]?.array {
      document["query"] = .array(
        rows.map { value in
          guard var row = value.object, row["off"] != true else { return value }
          if let name = row["name"]?.string { row["name"] = .string(change(name, .name)) }
          if let text = row["value"]?.string { row["value"] = .string(change(text, .value)) }
          return .object(row)
        })
    }
    if var path = source["path"]?.object {
      for index in path.members.indices {
        path.members[index].value = .string(change(path.members[index].value.string ?? "", .path))
      }
      document["path"] = .object(path)
    }
    return document
  }
}
