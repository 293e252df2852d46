extension BodyKind {
  /// The request object of JSON-RPC 2.0.
  package static let jsonrpc = BodyKind(
    "jsonrpc", "JSON-RPC", "A call of JSON-RPC 2.0, a notification, or a batch of them.",
    mediaType: "application/json", isNested: true,
    fields: [
      Field("method", "Method", "The name of the method.", defaultValue: ""),
      Field(
        "id", "ID", "The identifier that the response repeats. A call without one is a notification.", .scalar,
        initial: "1", missingNote: "a notification: no response"),
      Field(
        "mcp", "MCP session",
        "Whether the call is one of the Model Context Protocol: a session is opened before it and ended after it.",
        .flag, note: "initialize is sent first", missingNote: ""),
      Field(
        "params", "Params",
        "The parameters: a list or an object, or a string that is parsed as JSON after its {{variables}} are replaced.",
        .json(keepsBrokenText: true)),
      Field(
        "batch", "More calls",
        "More calls, sent as a batch: a list of objects with method, params and id. Also a string, as in params.",
        .json(keepsBrokenText: true)),
    ]
  ) { values, _ throws(Failure) in
    let calls = try JSONRPCCalls(values)
    return .text(calls.text, contentType: "application/json")
  }
}

extension RequestBody {
  /// - Parameters:
  ///   - id: `nil` makes it a notification.
  ///   - mcp: Whether the call needs a session of the Model Context Protocol.
  package static func jsonrpc(
    _ method: String, params: JSONValue? = nil, id: JSONValue? = 1, mcp: Bool = false
  ) -> RequestBody {
    RequestBody(.jsonrpc, ["method": .string(method), "id": id, "params": params, "mcp": mcp ? true : nil])
  }

  /// Whether the call needs a session of the Model Context Protocol.
  package var opensMCPSession: Bool { kind == .jsonrpc && self["mcp"]?.bool == true }

  /// The JSON that a body of the kind `jsonrpc` is sent as, with its templates; a text if it is not JSON yet.
  ///
  /// - Returns: `nil` for other kinds, and for a body that cannot be sent.
  package var jsonrpcAsJSON: RequestBody? {
    guard kind == .jsonrpc else { return nil }
    var written: [String: JSONValue] = [:]
    for field in kind.fields { written[field.name] = self[field.name] }
    let values = FieldValues(written)
    if let calls = try? JSONRPCCalls(values) { return .json(calls.document) }
    return JSONRPCCalls.draft(values).map { .text($0, type: "application/json") }
  }
}

/// The calls of a body, one or a batch.
private struct JSONRPCCalls {
  let document: JSONValue

  var text: String { document.compact }

  init(_ values: FieldValues) throws(Failure) {
    var calls: [JSONValue] = []
    for call in try Self.batch(values) { calls.append(try Self.call(call, in: calls.count)) }
    let isBatch = values.json("batch") != nil && !calls.isEmpty
    if !values["method"].isEmpty || values.json("params") != nil || !isBatch {
      var first: JSONObject = ["method": .string(values["method"])]
      if let params = try Self.parsed(values.json("params"), "params") { first["params"] = params }
      if let id = values.json("id") { first["id"] = id }
      calls.insert(try Self.call(.object(first), in: nil), at: 0)
    }
    document = isBatch ? .array(calls) : calls[0]
  }

  private static func batch(_ values: FieldValues) throws(Failure) -> [JSONValue] {
    guard let batch = try parsed(values.json("batch"), "batch") else { return [] }
    guard let calls = batch.array else {
      throw Failure(.unprepared, "The batch of JSON-RPC is \(batch.kindName), not a list of calls")
    }
    return calls
  }

  /// - Parameter index: The place in the batch; `nil` for the call of the form.
  private static func call(_ value: JSONValue, in index: Int?) throws(Failure) -> JSONValue {
    let name = index.map { "Call \($0 + 1) of the batch" } ?? "The JSON-RPC call"
    guard let source = value.object else {
      throw Failure(.unprepared, "\(name) is \(value.kindName), not an object with a method")
    }
    guard let method = source["method"]?.string, !method.isEmpty else {
      throw Failure(.unprepared, "\(name) has no method")
    }
    if let params = source["params"], params.array == nil, params.object == nil {
      throw Failure(.unprepared, "\(name) has params that are \(params.kindName) — give a list or an object")
    }
    if let id = source["id"], id.string == nil, id.number == nil, id != .null {
      throw Failure(.unprepared, "\(name) has an id that is \(id.kindName) — give a string or a number, or none")
    }
    return .object(ordered(source))
  }

  /// The members in the order of the specification's examples.
  private static func ordered(_ source: JSONObject) -> JSONObject {
    var call: JSONObject = ["jsonrpc": "2.0"]
    for name in ["method", "params", "id"] { if let value = source[name] { call[name] = value } }
    for member in source.members where call[member.key.value] == nil { call[member.key.value] = member.value }
    return call
  }

  private static func parsed(_ value: JSONValue?, _ name: String) throws(Failure) -> JSONValue? {
    guard let text = value?.string else { return value }
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    do {
      return try JSONText(JSONComments.removed(from: text) ?? text).value
    } catch {
      throw Failure(.unprepared, "\"\(name)\" of the JSON-RPC body is not valid JSON: \(error)")
    }
  }

  /// A call whose params are not JSON before their variables are replaced.
  static func draft(_ values: FieldValues) -> String? {
    guard let params = values.json("params")?.string, values.json("batch") == nil else { return nil }
    let id = values.json("id").map { ", \"id\": \($0.compact)" } ?? ""
    let method = JSONValue.string(values["method"]).compact
    return "{\"jsonrpc\": \"2.0\", \"method\": \(method), \"params\": \(params)\(id)}"
  }
}
