/// A request to one part of the program, or a result for it. Only the receiver understands it; the root forwards it.
///
/// Conform to `FeatureMessage`, `PaneMessage` or `OverlayMessage`, which route it to their receivers.
package protocol Message: Sendable {
  /// The work that it is a result of; `nil` if it opens no dialog.
  var cause: Cause? { get }
  func deliver(to bench: inout Workbench) -> [Effect]
}

extension Message {
  package var cause: Cause? { nil }
}

package protocol FeatureMessage: Message {
  associatedtype Receiver: Feature
  func apply(to receiver: inout Receiver, in context: PaneContext) -> [PaneOutput]
}

extension FeatureMessage {
  package func deliver(to bench: inout Workbench) -> [Effect] {
    let context = bench.contextOnScreen
    return bench.route(apply(to: &bench.workspace.features[Receiver.self], in: context))
  }
}

package protocol PaneMessage: Message {
  associatedtype Receiver: Pane
  func apply(to receiver: inout Receiver, in context: PaneContext) -> [PaneOutput]
}

extension PaneMessage {
  package func deliver(to bench: inout Workbench) -> [Effect] {
    let context = bench.context(Receiver.scope)
    return bench.route(apply(to: &bench.panes[Receiver.self], in: context))
  }
}

/// A message for the open folder.
package protocol WorkspaceMessage: Message {
  func apply(to workspace: inout Workspace) -> [PaneOutput]
}

extension WorkspaceMessage {
  package func deliver(to bench: inout Workbench) -> [Effect] { bench.route(apply(to: &bench.workspace)) }
}

/// A message for all screens of a type that are open.
package protocol OverlayMessage: Message {
  associatedtype Receiver: OverlayScreen
  func apply(to receiver: inout Receiver) -> OverlayOutcome
  var whenNoneIsOpen: [PaneOutput] { get }
}

extension OverlayMessage {
  package var whenNoneIsOpen: [PaneOutput] { [] }

  package func deliver(to bench: inout Workbench) -> [Effect] {
    guard bench.inputs.first(Receiver.self) != nil else { return bench.route(whenNoneIsOpen) }
    return LateDialogs.awaited(in: &bench) { bench in
      bench.route(bench.inputs.update(Receiver.self) { apply(to: &$0) })
    }
  }
}

/// The path of a typed file, completed as far as it is unique, and the possible continuations.
struct CompletedPath: Message {
  let text: String
  let path: String
  let others: [String]

  func deliver(to bench: inout Workbench) -> [Effect] { bench.route(bench.inputs.complete(text, by: path, others)) }
}

extension Event {
  package static func completed(_ text: String, by path: String, others: [String]) -> Event {
    .message(CompletedPath(text: text, path: path, others: others))
  }
}

/// A message as an output, comparable in tests.
package struct SentMessage: Equatable, Sendable {
  let message: any Message & Equatable

  package static func == (a: SentMessage, b: SentMessage) -> Bool { a.message.isEqual(to: b.message) }
}

extension PaneOutput {
  package static func tell(_ message: some Message & Equatable) -> PaneOutput {
    .message(SentMessage(message: message))
  }
}

extension Equatable {
  /// Whether both are of the same type and equal.
  func isEqual(to other: any Equatable) -> Bool { (other as? Self).map { $0 == self } ?? false }
}
