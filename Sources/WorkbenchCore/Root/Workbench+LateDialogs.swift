// Dialogs that events open, and the key that opens those that wait.
extension Workbench {
  /// Whether the next key belongs to something that is open, or to keys that were typed before it.
  var isBusy: Bool { !overlays.isEmpty || isEditingText || !pending.isEmpty || jump != nil }

  /// Opens a dialog, or holds it until its key is pressed and shows a message.
  mutating func open(_ overlay: Overlay) {
    guard late.opensAtOnce(whileBusy: isBusy) else {
      late.hold(overlay)
      return show(Notice(.information, "\(keys.name(of: Self.opener)) shows: \(overlay.screen.headline)"))
    }
    inputs.push(overlay, over: workspace.subject)
  }

  /// Opens the dialog that has waited longest.
  mutating func openWaiting() -> [Effect] {
    if let overlay = late.takeFirst() { inputs.push(overlay, over: workspace.subject) }
    return []
  }

  /// Whether a key pressed in a dialog opens the waiting one.
  func opensWaiting(_ key: Key) -> Bool {
    waitingHint != nil && !key.isTyped && keys.command(for: key, in: .everywhere)?.name == Self.opener
  }

  /// The footer's hint about waiting dialogs; `nil` without any.
  var waitingHint: (String, String)? {
    let waiting = late.waiting
    guard let first = waiting.first, overlays.last?.screen.takesEveryKey != true else { return nil }
    let label = waiting.count > 1 ? "show \(waiting.count) waiting" : first.isQuestion ? "answer" : "show"
    return (keys.name(of: Self.opener), label)
  }

  private static let opener = "dialog.waiting"

  /// Whether a workspace that could not be closed may be shown instead of this one.
  var awaitsLeaving: Bool { late.expects(.leaving) && !isBusy }
}

extension Command {
  static let lateDialogs = [
    Command(
      "dialog.waiting", "Answer waiting question",
      "Open the question or list that arrived while you were doing something else.",
      keywords: "dialog pending permission consent prompt late", in: .everywhere, keys: [.function(12)], go: "A",
      worksWhileEditing: true, whyUnavailable: { $0.late.waiting.isEmpty ? "No question is waiting" : nil },
      run: { $0.openWaiting() })
  ]
}
