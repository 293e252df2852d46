extension BodyTab {
  package func check(in context: PaneContext) throws(Refusal) -> JSONObject {
    if message != nil { throw Refusal(MessagesTab.whereChecksAre) }
    guard shown.filtered == nil, shown.comparison == nil, let body = shown.document else {
      throw Refusal("Paths in a filtered body differ: show the whole body first")
    }
    let line = min(line, body.lineCount - 1)
    guard let query = try? JSONPathQuery(body.path(at: line)), let found = try? body.select(query).body,
      let value = (try? JSONText([UInt8](found)).value)?.array?.first
    else { throw Refusal("This row has no JSON value") }
    if let text = body.value(at: line), let reason = whyMasked(text, in: context) { throw Refusal(reason) }
    if body.value(at: line).map({ containsSecret($0, body.ownBytes(ofLine: line), in: context) }) ?? false {
      throw Refusal("This value is a secret and would be written to the file: check it with a {{variable}}")
    }
    var row: JSONObject = ["query": "jsonpath", "expression": .string(query.text)]
    // The content of a container changes more often than its type.
    row["predicate"] = value.isContainer ? "isType" : "equals"
    row["value"] = value.array != nil ? "array" : value.object != nil ? "object" : value
    return row
  }
}
