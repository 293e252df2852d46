// Requests that call methods of the Model Context Protocol.
extension SavedRequest {
  /// The request without its body and the parts about its response, for other messages to the same server.
  package var withoutResponseParts: SavedRequest {
    var request = without("body", "checks", "captures", "examples", "steps")
    if var scripts = request.document["scripts"]?.object {
      for name in ["postResponse", "postResponseFile"] { scripts[name] = nil }
      request.document["scripts"] = scripts.members.isEmpty ? nil : .object(scripts)
    }
    return request
  }

  /// The request with a call as its body.
  package func mcpCall(_ method: String, _ params: JSONObject = JSONObject()) -> SavedRequest {
    var request = self
    let id: JSONValue = (body?.kind == .jsonrpc ? body?["id"] : nil) ?? 1
    if kind == .http { request.method = "POST" }
    request.body = .jsonrpc(method, params: params.members.isEmpty ? nil : .object(params), id: id, mcp: true)
    return request
  }

  /// The request with a call of a tool as its body. Other params of a call of the same tool stay.
  ///
  /// - Parameter tool: The name that the server has for it.
  package func mcpCall(ofTool tool: String, _ arguments: JSONObject) -> SavedRequest {
    var params = self.arguments(ofTool: tool).flatMap { _ in body?["params"]?.object } ?? JSONObject()
    params["name"] = .string(Template.escaping(tool))
    params["arguments"] = .object(arguments)
    return mcpCall("tools/call", params)
  }

  /// The arguments of the call of a tool.
  ///
  /// - Returns: `nil` if the request calls something else, or if its arguments are a single text.
  package func arguments(ofTool tool: String) -> JSONObject? {
    guard let body, body.opensMCPSession, body.text("method") == "tools/call", let params = body["params"]?.object,
      params["name"]?.string.map({ Template.unescaping($0).isExactly(tool) }) == true
    else { return nil }
    guard let arguments = params["arguments"] else { return JSONObject() }
    return arguments.object
  }
}
