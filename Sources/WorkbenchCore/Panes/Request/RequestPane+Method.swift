// The method: its list, and how it goes with the body.
extension RequestPane {
  static let methodCommands: [PaneCommand<RequestPane>] = [
    PaneCommand(
      "request.method", "Choose method", "Choose the method from a list, or type one.",
      keywords: "verb http get post put patch delete head options ws socket kind", keys: [.character("m")],
      opensField: true, whyUnavailable: { $0.whyNoMethod(in: $1) }, run: { $0.chooseMethod(in: $1) })
  ]

  private func whyNoMethod(in context: PaneContext) -> String? {
    context.workspace.whyNotEditable ?? (context.workspace.request == nil ? "Only a request has a method" : nil)
  }

  func chooseMethod(in context: PaneContext) -> [PaneOutput] {
    guard let request = context.workspace.request else { return [] }
    return [.open(request.kind.listedMethod == nil ? Picker.methods(request) : Picker.kinds(request.kind))]
  }

  /// Says that GraphQL or JSON-RPC has changed the method, or offers POST for the body of a GET.
  func noteMethod(after former: SavedRequest?, in context: PaneContext) -> [PaneOutput] {
    guard let request = context.workspace.request, let former, request != former else { return [] }
    if request.method != former.method {
      let title = request.body.map { $0.kind.impliesPost ? $0.kind.shape.title : "GraphQL" } ?? "GraphQL"
      let reason = SavedRequest.usuallyHasNoBody(former.method) ? "now: \(title) is sent with it" : "again"
      return [.information("\(request.method) is the method \(reason)")]
    }
    guard request.hasUnusualBody else { return [] }
    let key = context.workspace.keys.name(of: "request.method")
    let keys = isTyping ? "Esc, \(key)" : key
    return [.information("A \(request.method) usually has no body: \(keys) and Enter change it to POST")]
  }
}

extension Picker {
  /// The kinds of a request, in place of the methods that other kinds than HTTP do not have.
  fileprivate static func kinds(_ kind: RequestKind) -> Picker {
    let name = kind.titleWithArticle
    let isProgram = kind == .program
    let use = isProgram ? "runs its command line" : "sends messages"
    let items = [
      Item(
        title: kind.title, detail: isProgram ? "a command line" : "messages in both directions",
        action: .information("It is \(name): it \(use), and has no method")),
      // A command line cannot become a URL of HTTP, which has to be typed.
      Item(
        title: "HTTP", detail: isProgram ? "type its URL" : "a request with a method",
        action: isProgram ? .run("request.url") : .request(.method("GET"))),
    ]
    return Picker(title: name.capitalizedFirst + " has no method; its kind", items: items)
  }

  /// The methods to choose from. POST is selected for a GET with a body.
  fileprivate static func methods(_ request: SavedRequest) -> Picker {
    let standard = SavedRequest.standardMethods
    let socket = SavedRequest.webSocketMethod
    let known = standard + [socket]
    let methods = (known.contains(request.shownMethod) ? [] : [request.method]) + known
    let items = methods.map { method in
      Item(title: method, detail: method == socket ? "WebSocket" : "", action: .request(.method(method)))
    }
    let selected = methods.firstIndex(of: request.hasUnusualBody ? "POST" : request.shownMethod) ?? 0
    return Picker(title: "Method (or type your own)", items: items, selected: selected, allowsOther: true)
  }
}
