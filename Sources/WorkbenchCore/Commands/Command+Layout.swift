extension Command {
  /// The layout of the panes, and the row above them.
  static let layout = [
    Command(
      "request.url", "Edit URL", "Edit the URL, whichever pane has the focus; Alt+Enter sends it.",
      keywords: "address location endpoint method http websocket ws link host", in: .everywhere,
      keys: [.alt("u")], go: "u", worksWhileEditing: true, opensField: true,
      whyUnavailable: { $0.whyNoAddress },
      run: { $0.route([.commit, .focus(.request), .request(.editURL(from: $0.focusedPane))]) }),
    Command(
      "pane.grow", "Enlarge pane", "Make the focused pane larger.",
      keywords: "resize bigger wider larger increase", in: .everywhere, keys: [.character(">")],
      count: .repeats,
      whyUnavailable: { $0.whyNotArranged }, run: { $0.resizePane(by: 1) }),
    Command(
      "pane.shrink", "Reduce pane", "Make the focused pane smaller.",
      keywords: "resize smaller narrower decrease", in: .everywhere, keys: [.character("<")],
      count: .repeats,
      whyUnavailable: { $0.whyNotArranged }, run: { $0.resizePane(by: -1) }),
    Command(
      "pane.sidebar", "Toggle sidebar", "Hide or show the sidebar; a hidden sidebar opens while it has the focus.",
      keywords: "hide show explorer tree collapse",
      in: .everywhere, keys: [.character("\\")], whyUnavailable: { $0.whyNotArranged }, run: { $0.toggleSidebar() }),
    Command(
      "pane.arrange", "Response beside or below", "Put the response beside the request, or below it.",
      keywords: "layout split view two pane orientation horizontal vertical position",
      in: .everywhere, keys: [.character("_")], whyUnavailable: { $0.whyNotArranged },
      run: { $0.toggleArrangement() }),
    Command(
      "pane.reset", "Reset layout", "Reset sizes, arrangement, sidebar and zoom.",
      keywords: "default sizes restore original",
      in: .everywhere, keys: [], run: { $0.resetLayout() }),
  ]

  static let messages = [
    Command(
      "messages.open", "Messages", "Show all messages of this session in full, with their times.",
      keywords: "log notifications errors show console status output", in: .everywhere,
      keys: [.character("!")],
      whyUnavailable: { $0.messages.entries.isEmpty ? "No messages yet" : nil },
      run: { $0.route(.open($0.messages.screen($0.workspace.clock))) })
  ]
}
