/// Shown in place of a screen while its content is read or computed.
///
/// The result opens only while this screen is open, so that it does not cover what the user has turned to since.
package struct WaitingScreen: OverlayScreen {
  let title: String
  let text: String
  /// The work whose result is awaited.
  let work: Effect
  /// Ends the work early; `nil` if it is over soon.
  let ending: Effect?
  /// Keys and pastes typed ahead for the result.
  private(set) var typed: [OverlayEvent] = []

  /// Starts work whose result opens a screen.
  static func start(_ work: Effect, title: String, text: String, ending: Effect? = nil) -> [PaneOutput] {
    [.open(WaitingScreen(title: title, text: text, work: work, ending: ending)), .effect(work)]
  }

  /// The end of the work, and what it opens.
  struct Completion: Message, Equatable {
    let work: Effect
    var outputs: [PaneOutput] = []

    func deliver(to bench: inout Workbench) -> [Effect] {
      var typed: [OverlayEvent] = []
      let results = bench.inputs.update(WaitingScreen.self) { screen in
        guard screen.work == work else { return .stays() }
        typed = screen.typed
        return .closed(outputs)
      }
      return LateDialogs.awaited(in: &bench) { bench in
        let former = bench.messages
        let effects = bench.route(results)
        // Without a result, or with a message instead, the keys typed for it would reach the panes.
        return results.isEmpty || bench.messages != former ? effects : effects + bench.replay(typed)
      }
    }
  }

  package var enterHint: String? { nil }
  package var escapeHint: String? { "cancel" }
  package var endOutputs: [PaneOutput] { ending.map { [.effect($0)] } ?? [] }
  // The result gets it, as all typed keys.
  package var takesSend: Bool { true }

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(.escape): return .closed(endOutputs)
    case .key, .paste: typed.append(event)
    case .scrolled: break
    }
    return .stays()
  }

  /// A small box, as most work is over after a moment.
  package func draw(into canvas: inout Canvas) {
    let list = LineList(title: title, hint: "Esc cancels", emptyText: text, first: 0)
    let columns = max(text.columns + 4, title.columns + list.hint.columns + 8)
    list.draw([], in: Rect(canvas.size).centered(Size(columns: columns, rows: 3)), &canvas)
  }
}

extension Event {
  /// Work that a screen may wait for has ended without a result.
  package static func ended(_ work: Effect) -> Event { .message(WaitingScreen.Completion(work: work)) }
}
