/// Dialogs that events open, such as the questions of a run.
///
/// A key that was meant for something else must not answer one. It opens at once only if the last key began the work
/// that it is about; otherwise it waits for a key of its own.
package struct LateDialogs: Equatable, Sendable {
  private struct Entry: Equatable, Sendable {
    var overlay: Overlay
    let cause: Cause?
  }

  /// The origin of the event being handled.
  private enum Origin: Equatable {
    /// A key or the mouse.
    case user
    /// A result of work; `nil` if it is unknown which.
    case work(Cause?)
  }

  /// The oldest first.
  private var entries: [Entry] = []
  private var origin = Origin.user
  /// The work that the last key began, with follow-up work; `nil` before the first key.
  private var expected: Set<Cause>?

  /// The dialogs that wait, the oldest first.
  var waiting: [any OverlayScreen] { entries.map(\.overlay.screen) }

  // MARK: Events

  mutating func begin(_ event: Event) {
    guard case .input(let input) = event else {
      origin = .work(event.cause)
      return
    }
    origin = .user
    note(input)
  }

  /// Notes that the user has gone on, so that what was begun before is no longer expected.
  mutating func note(_ input: TerminalInput) { if input.isAction { expected = [] } }

  /// - Parameter file: The file that is sent once it is read.
  mutating func end(_ effects: [Effect], reading file: Address?) {
    if isExpected {
      expect(effects)
      if let file { expected?.insert(.reading(file)) }
    }
    origin = .user
  }

  /// Adds work that the user has begun.
  mutating func expect(_ effects: [Effect]) { expected?.formUnion(effects.compactMap(\.cause)) }

  mutating func expect(_ cause: Cause) { expected?.insert(cause) }

  func expects(_ cause: Cause) -> Bool { expected?.contains(cause) ?? true }

  private var isExpected: Bool {
    switch origin {
    case .user: true
    case .work(let cause): cause.map(expects) ?? (expected == nil)
    }
  }

  /// Routes the outputs of an open dialog, in which the user waits for them.
  static func awaited(in bench: inout Workbench, _ change: (inout Workbench) -> [Effect]) -> [Effect] {
    let origin = bench.late.origin
    bench.late.origin = .user
    defer { bench.late.origin = origin }
    return change(&bench)
  }

  // MARK: Dialogs

  /// - Parameter isBusy: Whether something else would take the next key.
  func opensAtOnce(whileBusy isBusy: Bool) -> Bool { origin == .user || !isBusy && isExpected }

  /// Keeps a dialog until its key is pressed, once if the same is asked again.
  mutating func hold(_ overlay: Overlay) {
    guard case .work(let cause) = origin else { return }
    entries.removeAll { $0.overlay == overlay }
    entries.append(Entry(overlay: overlay, cause: cause))
  }

  mutating func takeFirst() -> Overlay? { entries.isEmpty ? nil : entries.removeFirst().overlay }

  /// Drops the dialogs about work that has ended or restarted.
  mutating func drop(_ cause: Cause) { entries.removeAll { $0.cause == cause } }

  mutating func drop(login id: ExchangeID) { entries.removeAll { $0.overlay.screen.login == id } }

  mutating func follow(_ change: Relocation, in workspace: Workspace) {
    for index in entries.indices { entries[index].overlay.screen.follow(change, in: workspace) }
  }
}

extension TerminalInput {
  /// Whether it may begin other work than the last action did.
  fileprivate var isAction: Bool {
    switch self {
    case .key, .paste: true
    case .mouse(let mouse): mouse.action == .press
    case .bytes: false
    }
  }
}
