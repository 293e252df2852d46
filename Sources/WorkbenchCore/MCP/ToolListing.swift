import BodyDocument
import Foundation
import RequestModel
import ResponseChecks

/// Lists the tools of the MCP server of the shown request. Each page is an exchange of the request.
enum ToolListing: WorkspaceMessage, Equatable {
  case begin
  /// The exchange of the next page has ended.
  case ended(ToolPages)

  func apply(to workspace: inout Workspace) -> [PaneOutput] {
    switch self {
    case .begin:
      var identifiers = workspace.identifiers
      defer { workspace.identifiers = identifiers }
      guard let job = workspace.job(&identifiers) else { return workspace.stillReading }
      return workspace.list(ToolPages(id: job.id), with: job)
    case .ended(let pages): return workspace.add(to: pages)
    }
  }
}

/// The pages of a list that have arrived.
struct ToolPages: Equatable, Sendable {
  /// The first exchange, which identifies the list.
  let id: ExchangeID
  var tools: [MCPTool] = []
  var count = 0
  /// Their size in bytes.
  var size = 0
  /// The cursor of the next page.
  var cursor: String?

  /// The maximum numbers of pages and tools.
  static let (mostPages, mostTools) = (100, 1_000)
  /// The time limit of a page in seconds, as a stream may never end.
  static let patience = 60.0
  /// The maximum size of all pages, in bytes.
  static let longest = 8 << 20

  /// Returns a message if the rest of the list is left out; `nil` if this was the last page or the next one is needed.
  ///
  /// - Parameter next: The cursor of the next page.
  func end(before next: String?) -> String? {
    if tools.count > Self.mostTools { return "The first \(Formatting.number(Self.mostTools)) tools are listed" }
    guard let next, next == cursor || count >= Self.mostPages else { return nil }
    return "The server has more pages of tools: the rest is left out"
  }
}

extension Workspace {
  fileprivate mutating func list(_ pages: ToolPages, with job: SendJob) -> [PaneOutput] {
    if let alreadyRunning { return alreadyRunning }
    let params: JSONObject = pages.cursor.map { ["cursor": .string(Template.escaping($0))] } ?? JSONObject()
    var job = job
    job.source = job.source ?? job.request
    job.request = job.request.withoutResponseParts.mcpCall("tools/list", params)
    job.basis = .edits
    job.patience = ToolPages.patience
    job.whenEnded = SentMessage(message: ToolListing.ended(pages))
    return send(job)
  }

  /// Adds the page of the exchange that has just ended, then requests the next one or shows the list.
  fileprivate mutating func add(to pages: ToolPages) -> [PaneOutput] {
    let message = SentMessage(message: ToolListing.ended(pages))
    let subject = items.subjects { $0.live?.job?.whenEnded == message }.first
    guard case .request(let address) = subject, let live = items[address].live, let job = live.job,
      live.exchange?.ending != .cancelled
    else { return [] }
    // The user has moved on to another item, which a list must not cover.
    guard subject == self.subject else {
      return [.information("The tools of \(title(of: address)) were listed, but another item is shown now")]
    }
    var pages = pages
    let page: ToolPage
    do throws(Problem) {
      page = try ToolPage(live, after: pages.size)
    } catch {
      let failure = PaneOutput.failure(error.sentence)
      return pages.tools.isEmpty ? [failure] : show(pages.tools, of: address) + [failure]
    }
    pages.tools += page.tools
    (pages.count, pages.size) = (pages.count + 1, pages.size + page.size)
    if let end = pages.end(before: page.next) { return show(pages.tools, of: address) + [.information(end)] }
    guard let next = page.next else { return show(pages.tools, of: address) }
    pages.cursor = next
    var following = job
    following.id = identifiers.nextExchangeID()
    return list(pages, with: following)
  }

  private func show(_ tools: [MCPTool], of address: Address) -> [PaneOutput] {
    if tools.isEmpty { return [.information("The MCP server has no tools")] }
    let rows = tools.prefix(ToolPages.mostTools).map { tool in
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

/// The part of a list that a response has.
private struct ToolPage {
  let tools: [MCPTool]
  /// In bytes.
  let size: Int
  /// The cursor of the next page.
  let next: String?

  /// - Parameter former: The size of the pages before it.
  init(_ live: LiveExchange, after former: Int) throws(Problem) {
    let texts = Self.texts(of: live)
    size = texts.reduce(0) { $0 + $1.count }
    guard former + size <= ToolPages.longest else {
      throw Problem("The list of tools is longer than \(ToolPages.longest >> 20) MB")
    }
    let messages = texts.compactMap { try? JSONText(Array($0)).value }.flatMap(JSONRPCMessage.all(in:))
    let answer = messages.first { $0.isResponse }
    // A stream that does not end may have it.
    if answer == nil, let failure = live.exchange?.outcome.failure { throw Problem(failure.sentence) }
    if let problem = answer?.problem { throw Problem("tools/list: error \(problem)") }
    guard let result = answer?.result?.object else { throw Problem(Self.refusal(live.exchange?.response)) }
    tools = (result["tools"]?.array ?? []).compactMap(\.object).compactMap(MCPTool.init)
    next = result["nextCursor"]?.string
  }

  /// The data of the events, if the response is a stream, else the body.
  private static func texts(of live: LiveExchange) -> [Data] {
    let events = live.messages.compactMap { event in
      if case .message(let message) = event.content { message.body.content } else { nil }
    }
    return events.isEmpty ? [live.body?.body ?? live.exchange?.response?.body ?? Data()] : events
  }

  private static func refusal(_ response: Response?) -> String {
    guard let response else { return "tools/list: no response received" }
    return 200..<300 ~= response.status
      ? "tools/list: the response has no JSON-RPC message — check the URL"
      : "tools/list: \(response.status) \(response.reason)"
  }
}
