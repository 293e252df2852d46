/// A part of the program with state of its own: git, a run, imports.
///
/// A feature is a folder. It changes itself and reads the workspace; it asks the rest of the program for anything else
/// through outputs. Messages reach it through `FeatureMessage`, and its work outside of the state is a `FeatureEffect`.
/// To add one, conform a type to this protocol and add it to `Features.order`.
package protocol Feature: Equatable, Sendable {
  /// Its commands that act everywhere. Those of its panes are declared there.
  static var commands: [PaneCommand<Self>] { get }

  /// The work under way, for the footer; `nil` without any.
  var progress: String? { get }
  /// Its text beside the URL, or in the header.
  func fact(in workspace: Workspace) -> ClickableText?
  /// Cancels the work under way; `nil` if there is nothing to cancel.
  func cancel() -> [PaneOutput]?
  /// Updates addresses after a file or folder was moved or deleted.
  mutating func follow(_ change: Relocation, in workspace: Workspace)

  /// Takes places beside the panes.
  func arrange(_ layout: inout Layout, beside neighbours: PaneNeighbours)
  /// Draws on the whole screen, into its places.
  func draw(into canvas: inout Canvas, in context: PaneContext)
  /// Handles the mouse in its places; `nil` if it is elsewhere. Moving the mouse belongs to the place where it was
  /// pressed.
  mutating func handle(_ mouse: Mouse, in context: PaneContext) -> [PaneOutput]?
  /// Forgets the text that was selected with the mouse.
  mutating func clearMark()
}

extension Feature {
  package static var commands: [PaneCommand<Self>] { [] }

  package var progress: String? { nil }
  package func fact(in workspace: Workspace) -> ClickableText? { nil }
  package func cancel() -> [PaneOutput]? { nil }
  package mutating func follow(_ change: Relocation, in workspace: Workspace) {}

  package func arrange(_ layout: inout Layout, beside neighbours: PaneNeighbours) {}
  package func draw(into canvas: inout Canvas, in context: PaneContext) {}
  package mutating func handle(_ mouse: Mouse, in context: PaneContext) -> [PaneOutput]? { nil }
  package mutating func clearMark() {}
}

/// Work of a feature outside of the program's state, which only its runner understands.
package protocol FeatureEffect: Equatable, Sendable {
  /// Whether its result may open a dialog.
  var opensDialog: Bool { get }
}

extension FeatureEffect {
  package var opensDialog: Bool { true }
}

/// An effect of any feature.
package struct FeatureWork: Equatable, Sendable {
  package let effect: any FeatureEffect

  init(_ effect: some FeatureEffect) { self.effect = effect }

  package static func == (a: FeatureWork, b: FeatureWork) -> Bool { a.effect.isEqual(to: b.effect) }
}

extension Effect {
  package func work<Work: FeatureEffect>(_ type: Work.Type) -> Work? {
    guard case .feature(let work) = self else { return nil }
    return work.effect as? Work
  }
}
