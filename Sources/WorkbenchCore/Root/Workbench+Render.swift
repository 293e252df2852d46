extension Workbench {
  /// Renders the whole screen.
  package func render() -> Frame {
    let frame = draw(markingPlaces: jump != nil)
    return accessibility.isPlain ? frame.plain : frame
  }

  func draw(markingPlaces: Bool) -> Frame {
    var canvas = Canvas(Frame(size: size, markingPlaces: markingPlaces, title: windowTitle))
    let layout = layout
    guard !layout.isTooSmall else {
      canvas.write("Window too small", column: 0, row: 0, style: Style(.warning), limit: size.columns)
      canvas.write("Needs 20×6", column: 0, row: 1, style: Style(.hint), limit: size.columns)
      return canvas.frame
    }
    canvas.draw(in: layout.header) { drawHeader(into: &$0) }
    if let address = layout.address, !drawnPanes.isEmpty { canvas.draw(in: address) { drawAddress(into: &$0) } }
    workspace.features.draw(into: &canvas, in: contextOnScreen)
    for pane in drawnPanes {
      guard let area = layout[pane.place] else { continue }
      if layout.isSidebarOver { canvas.fill(area) }
      canvas.draw(in: area) { canvas in
        canvas.markPlace(column: 2, row: 0, isMajor: true)
        draw(pane, into: &canvas)
      }
    }
    canvas.draw(in: layout.footer) { drawFooter(into: &$0) }
    drawContinuations(into: &canvas)
    if let jump { JumpLabels.draw(after: jump, into: &canvas) }
    drawCompletion(into: &canvas)
    for overlay in overlays {
      canvas.cover()
      overlay.screen.draw(into: &canvas)
    }
    return canvas.frame
  }

  /// Draws the completion list over the panes.
  private func drawCompletion(into canvas: inout Canvas) {
    guard overlays.isEmpty, scope == .request, let completion = requestPane.completion else { return }
    CompletionPopup(completion: completion, variables: workspace.variables.value).draw(into: &canvas)
  }

  private var crumbs: [String] {
    if let crumbs = panes[leftPane]?.crumbs(in: context(leftPane)) { return crumbs }
    switch workspace.subject {
    case .request(let address): return workspace.breadcrumbs(of: address)
    case .past: return ["History"]
    case .folder(let address):
      return address.path.isEmpty ? [workspace.folderTitle(address)] : workspace.breadcrumbs(of: address)
    case .environment(let address): return ["Environments", address.stem]
    case .globals: return workspace.shownEnvironmentFile.map { ["Environments", $0.stem] } ?? ["Workspace globals"]
    case .nothing: return ["Workbench"]
    }
  }

  private var windowTitle: String {
    (["workbench"] + (others.map { [$0.ownTitle] } ?? []) + crumbs).joined(separator: " ▸ ")
  }

  /// The columns of the title that stay beside other texts: of a long one, and of any.
  private static let titleColumns = 3...12

  /// The texts at the end of the header.
  func headerFacts(columns: Int) -> [ClickableText] {
    let count = workspace.unsaved.count
    let unsaved = count > 0 ? [Span("  ● \(count) unsaved", .warning)] : []
    // An environment belongs to a collection, so the header names it only with a selection. A run names its own.
    var fact = ClickableText([])
    if !isList, !addressShowsFact { fact = featureFact ?? fact }
    let others = ClickableText(columns >= 60 ? newsOfOthers : [], command: "workspaces.open")
    let news = [others] + panes.news(except: shownPanes)
    let title = min(max(crumbs.last?.columns ?? 0, Self.titleColumns.lowerBound), Self.titleColumns.upperBound)
    let left = max(0, columns - title - news.spans.columns - unsaved.columns - 5)
    fact.spans = fact.spans.truncated(to: left)
    var summary: [Span] = []
    if layout.response == nil, !isList, let live = workspace.exchange {
      // Show the response's status here while its pane is hidden, beside the request's name.
      let half = columns / 2
      summary = ResponsePane.summary(live, now: workspace.now, columns: min(half, left))
      let both = summary.columns + fact.spans.columns
      if both > half || both + 2 > left { fact.spans = [] } else { summary.append(Span("  ")) }
    }
    return news + [ClickableText(summary), fact, ClickableText(unsaved + [Span(" ")])]
  }

  private func drawHeader(into canvas: inout Canvas) {
    canvas.fill(Rect(canvas.size), Style(on: .bar))
    let trailing = headerFacts(columns: canvas.size.columns).spans
    let room = canvas.size.columns - trailing.columns - 2
    let path = Breadcrumbs(workspace: others?.ownTitle, crumbs: crumbs).spans(columns: max(0, room - 1))
    canvas.write([Span(" ")] + path, column: 0, row: 0, on: .bar)
    if room > 4 { canvas.writeTrailing(trailing, endingAt: canvas.size.columns, row: 0, on: .bar) }
  }
}
