/// Lists the tools of an MCP server and calls them with a form.
package struct MCPTools: Feature {
  package static let commands = [
    PaneCommand<MCPTools>(
      "mcp.tools", "MCP tools", "List the tools of the request's MCP server, and call one with a form.",
      keywords: "model context protocol jsonrpc agent function",
      keys: [], whyUnavailable: { _, context in context.workspace.whyNoTools },
      run: { _, _ in [.commit, .tell(ToolListing.begin)] })
  ]
}

extension Workspace {
  fileprivate var whyNoTools: String? {
    guard case .request = subject else { return "Select a request with the URL or command line of an MCP server first" }
    if let whyNothingToSend { return whyNothingToSend }
    guard let request, request.kind.takesMessages else { return nil }
    return "This is \(request.kind.titleWithArticle), and MCP needs an HTTP request or a stdio program"
  }
}
