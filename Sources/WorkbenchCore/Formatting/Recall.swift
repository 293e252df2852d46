/// Goes through the texts entered before with Up and Down, as a shell does. The typed text comes after the newest.
struct Recall: Equatable, Sendable {
  /// The number of texts newer than the shown one; `nil` while the typed text is shown.
  private var index: Int?
  private var typed = ""

  var isAtTyped: Bool { index == nil }

  func hasEarlier(than text: String, in history: [String]) -> Bool { place(of: text, in: history) + 1 < history.count }

  /// Moves to an earlier text, or a later one.
  ///
  /// - Parameters:
  ///   - history: The newest last.
  ///   - text: The text that was shown. A changed one is kept as the typed text.
  /// - Returns: The text to show; `nil` at either end.
  mutating func move(by step: Int, in history: [String], from text: String) -> String? {
    let next = place(of: text, in: history) + step
    guard next >= (index == nil ? 0 : -1), next < history.count else { return nil }
    let shown = index.flatMap { Self.text(at: $0, in: history) }
    if shown?.isExactly(text) != true { typed = text }
    index = next < 0 ? nil : next
    return Self.text(at: next, in: history) ?? typed
  }

  /// The index of the shown text, also if the newest one was typed again; -1 for another one.
  private func place(of text: String, in history: [String]) -> Int {
    index ?? (history.last?.isExactly(text) == true ? 0 : -1)
  }

  private static func text(at index: Int, in history: [String]) -> String? {
    history[ifPresent: history.count - 1 - index]
  }
}
