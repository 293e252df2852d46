/// Opens the connections of a load.
struct ConversationSending: Sendable {
  let plan: RunPlan
  let iterations: LoadIterations
  let options: LoadRun.Options
  /// The requests by their position in the plan, and the messages of each.
  private let requests: [SavedRequest]
  let messages: [[ChannelMessage]]

  init(_ plan: RunPlan, _ iterations: LoadIterations, _ options: LoadRun.Options) {
    self.plan = plan
    self.iterations = iterations
    self.options = options
    requests = plan.items.map { options.change($0.request ?? SavedRequest(url: "")) }
    messages = requests.map { $0.messages.map(\.outgoing) }
  }

  var names: [String] { plan.items.map { $0.address.path.visibleLine } }

  /// Opens a connection and waits for its end. `control` can cancel it.
  func send(
    _ position: Int, _ senders: [String: WorkspaceSender], _ control: RunControl, willStart: (Run) -> Void,
    observe: (RunEvent) -> Void
  ) async -> Exchange? {
    let item = plan.items[position]
    guard var sender = senders[item.root] else { return nil }
    // Messages are counted and forgotten.
    (sender.options.takesMessages, sender.messageLimit) = (true, 0)
    return await sender.send(
      requests[position], at: item.address, sink: nil, control, willStart: willStart, observe: observe
    ).0
  }

  /// Why a load of these requests is refused, as a sentence; `nil` if it is not.
  static func refusal(of plan: RunPlan, _ settings: LoadSettings) -> String? {
    for item in plan.items {
      guard let request = item.request else { continue }
      let path = item.address.path.visibleLine
      let kind = request.kind.requestWithArticle
      switch (settings.connections, request.kind.takesMessages) {
      case (nil, true):
        return "\(path) is \(kind), whose load holds connections — use workbench run --connections"
      case (_?, false): return "\(path) is \(kind), and --connections is for conversations over WebSockets"
      case (_?, true) where request.messages.isEmpty:
        return "\(path) has no saved messages to send — add one to its \"messages\""
      default: break
      }
    }
    return nil
  }

  /// Which checks and captures a load leaves out, as sentences: it counts messages and does not keep them.
  static func notes(of plan: RunPlan) -> [String] {
    plan.items.compactMap { item in
      guard let request = item.request, looksAtMessages(request) else { return nil }
      return "\(item.address.path.visibleLine): checks and captures of messages are not evaluated in a load"
    }
  }

  private static func looksAtMessages(_ request: SavedRequest) -> Bool {
    (request.checks + request.captures).contains { row in
      row["off"]?.bool != true && MessageQueries.areMeant(by: row) && row["query"]?.string != "close"
    }
  }
}
