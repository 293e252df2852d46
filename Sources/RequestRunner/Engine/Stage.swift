/// A step of a send.
package struct Stage: Sendable {
  package let name: String
  /// Whether the stage also runs after an earlier one failed or the run was cancelled.
  package let runsAlways: Bool
  let run: @Sendable (RunContext) async throws -> Void

  package init(
    _ name: String, runsAlways: Bool = false, run: @escaping @Sendable (RunContext) async throws -> Void
  ) {
    self.name = name
    self.runsAlways = runsAlways
    self.run = run
  }

  /// The stages of every send, in order.
  package static let all: [Stage] = [
    .resolve, .preRequest, .fetch, .assemble, .authenticate, .transport, .respond, .postResponse,
    .record,
  ]

  /// The stages up to the token of a request.
  static let fetchingToken: [Stage] = [.resolve, .preRequest, .fetch, .assemble, .authenticate]
}
