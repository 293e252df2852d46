import RequestModel
import TerminalUI

/// Lists the tools of an MCP server and calls them with a form.
package struct MCPTools: Feature {
  package init() {}

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
    guard case .request = subject else { return "Select a request with the URL of an MCP server first" }
    if let whyNothingToSend { return whyNothingToSend }
    guard let request, request.kind != .http else { return nil }
    return "This is \(request.kind.titleWithArticle), and MCP needs an HTTP request"
  }
}

/// A tool of an MCP server. Texts and lists of a server may have any size, and each frame measures what is shown.
struct MCPTool: Equatable, Sendable {
  /// The number of characters shown of a text, in the form and in a list.
  static let (shown, shownInList) = (1_000, 200)
  /// The maximum number of arguments in a form.
  static let mostArguments = 500

  let name: String
  let description: String
  /// The JSON Schema of its arguments.
  let schema: JSONObject

  /// - Returns: `nil` without a name.
  init?(_ object: JSONObject) {
    guard let name = object["name"]?.string, !name.isEmpty else { return nil }
    self.name = name
    description = String((object["description"]?.string ?? object["title"]?.string ?? "").prefix(Self.shown))
    schema = object["inputSchema"]?.object ?? JSONObject()
  }

  /// The name, shortened.
  var title: String { String(name.prefix(Self.shownInList)) }

  /// The first line of the description.
  var summary: String {
    description.split(whereSeparator: \.isNewline).first.map { String($0.prefix(Self.shownInList)) } ?? ""
  }
}

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

  static let gone = "The request of the MCP server is gone"

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
