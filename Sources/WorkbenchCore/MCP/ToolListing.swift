import Foundation
import ResponseChecks

/// Lists the tools of the MCP server of the shown request. All pages are one exchange of the request, in one session.
enum ToolListing: WorkspaceMessage, Equatable {
  case begin
  /// The exchange has ended. The first exchange of the list identifies it, as a question may lead to another one.
  case ended(ExchangeID)

  func apply(to workspace: inout Workspace) -> [PaneOutput] {
    switch self {
    case .begin:
      guard let job = workspace.job() else { return workspace.stillReading }
      return workspace.listTools(with: job)
    case .ended: return workspace.showTools(of: SentMessage(message: self))
    }
  }
}

extension Workspace {
  fileprivate mutating func listTools(with job: SendJob) -> [PaneOutput] {
    if let alreadyRunning { return alreadyRunning }
    var job = job
    job.source = job.source ?? job.request
    job.request = job.request.withoutResponseParts.mcpCall("tools/list")
    job.basis = .edits
    job.patience = MCPToolPages.patience
    job.listsAllTools = true
    job.whenEnded = SentMessage(message: ToolListing.ended(job.id))
    return send(job)
  }

  /// Shows the list of the exchange that has just ended.
  ///
  /// - Parameter message: The message that its end delivers.
  fileprivate func showTools(of message: SentMessage) -> [PaneOutput] {
    let subject = items.subjects { $0.live?.job?.whenEnded == message }.first
    guard case .request(let address) = subject, let live = items[address].live, live.exchange?.ending != .cancelled
    else { return [] }
    // The user has moved on to another item, which a list must not cover.
    guard subject == self.subject else {
      return [.information("The tools of \(title(of: address)) were listed, but another item is shown now")]
    }
    let (pages, failure) = live.toolPages
    if let failure, pages.tools.isEmpty { return [.failure(failure)] }
    let tools = pages.tools.prefix(MCPToolPages.mostTools).compactMap(MCPTool.init)
    let end = failure.map(PaneOutput.failure) ?? pages.end.map(PaneOutput.information)
    return show(tools, of: address) + [end].compactMap(\.self)
  }

  private func show(_ tools: [MCPTool], of address: Address) -> [PaneOutput] {
    if tools.isEmpty { return [.information("The MCP server has no tools")] }
    let rows = tools.map { tool in
      let signature = String(MCPArguments.signature(of: tool.schema).prefix(MCPTool.shownInList))
      return Picker.Item(
        title: tool.title, detail: tool.summary, whyUnavailable: nil,
        action: .tell(ToolChoice(tool: tool, address: address)),
        help: signature.isEmpty ? "No arguments" : signature)
    }
    var list = Picker(title: "MCP tools", items: rows, staysOpen: true)
    list.choosing = "fill in"
    return [.open(list)]
  }
}

extension LiveExchange {
  /// The pages of its tools, and why one is missing.
  fileprivate var toolPages: (MCPToolPages, failure: String?) {
    var pages = MCPToolPages()
    do throws(Failure) {
      for texts in textsOfPages {
        guard try pages.add(texts) else { throw Failure(.protocolError, refusal) }
      }
    } catch {
      return (pages, leftOutTools ?? error.sentence)
    }
    // Scripts and cancelling keep further pages from being requested.
    let isCut = pages.next != nil && pages.end == nil
    return (pages, leftOutTools ?? (isCut ? MCPToolPages.hasMore : nil))
  }

  /// Why a further page is missing.
  private var leftOutTools: String? { exchange?.log.console.last(where: \.endsToolList)?.text }

  /// The texts of each page: of the response, then of the messages that follow a sent one.
  private var textsOfPages: [[Data]] {
    var pages: [[Data]] = [[]]
    for event in messages {
      guard case .message(let message) = event.content else { continue }
      if message.direction == .sent { pages.append([]) } else { pages[pages.count - 1].append(message.body.content) }
    }
    if pages[0].isEmpty { pages[0] = [body?.body ?? exchange?.response?.body ?? Data()] }
    return pages
  }

  /// Why the response has no page.
  private var refusal: String {
    // A stream that does not end may have one.
    if let failure = exchange?.outcome.failure { return failure.sentence }
    guard let response = exchange?.response else { return "tools/list: no response received" }
    let isAnswered = response.status == Response.Head.noStatus || 200..<300 ~= response.status
    return isAnswered
      ? "tools/list: the response has no JSON-RPC message — check the URL"
      : "tools/list: \(response.status) \(response.reason)"
  }
}
