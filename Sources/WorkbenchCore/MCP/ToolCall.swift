/// Opens the form of the chosen tool.
struct ToolChoice: WorkspaceMessage, Equatable {
  let tool: MCPTool
  let address: Address

  func apply(to workspace: inout Workspace) -> [PaneOutput] {
    guard let request = workspace.items[address].draft?.current.request else { return [.failure(ToolCall.gone)] }
    return [.open(ToolForm(tool, of: address, request.arguments(ofTool: tool.name)))]
  }
}

/// Closes the list of tools below the form after a call.
struct ToolListEnd: OverlayMessage, Equatable {
  func apply(to list: inout Picker) -> OverlayOutcome { .closed([]) }
}

/// Calls a tool with the request if it is a call of this tool, else with a new request.
struct ToolCall: WorkspaceMessage, Equatable {
  let tool: String
  let arguments: JSONObject
  /// The request with the URL of the server.
  let address: Address

  static let gone = "The request with the URL of the MCP server no longer exists"

  func apply(to workspace: inout Workspace) -> [PaneOutput] {
    guard let request = workspace.items[address].draft?.current.request else { return [.failure(Self.gone)] }
    let sending: [PaneOutput] = [.tell(SendRequest.send), .focus(.response)]
    if request.arguments(ofTool: tool) != nil {
      let shown: [PaneOutput] = workspace.subject == .request(address) ? [] : [.reveal(address)]
      let call = request.mcpCall(ofTool: tool, arguments)
      return shown + workspace.apply(.replace(.request(call)), to: address) + [.request(.fit)] + sending
    }
    var call = request.withoutResponseParts.without("docs", "tags").mcpCall(ofTool: tool, arguments)
    call.name = String(tool.prefix(MCPTool.shownInList))
    return workspace.newRequests([call], in: address.parent) + sending
  }
}
