package import Foundation
package import RequestClient
package import RequestModel

/// Sends requests, each as a run of the same stages, and records every exchange.
package struct SendEngine: Sendable {
  let services: RunServices
  private let stages: [Stage]
  /// The variables that runs set for those after them.
  package let session = SessionVariables()

  /// Runs a line of the shell for its output.
  package typealias Command =
    @Sendable (_ line: String, _ folder: String, _ timeout: Duration) async throws -> String
  /// Finds the newest exchange of history with a good response, not older than that, for a job like this.
  package typealias Recent = @Sendable (Job, _ since: Date) -> Exchange?

  /// - Parameters:
  ///   - client: Sends where `jars` are missing.
  ///   - jars: Keeps the client's cookies on disk.
  ///   - record: Keeps a finished exchange, whose response body may be in a file. What it throws is reported with the end
  ///     of the run.
  package init(
    client: Session, jars: WorkspaceJars? = nil, hooks: RunHooks = RunHooks(), stages: [Stage] = Stage.all,
    command: @escaping Command = { line, _, _ in throw Failure(.unprepared, "No commands are run here: \(line)") },
    recent: @escaping Recent = { _, _ in nil },
    record: @escaping @Sendable (Exchange, _ bodyFile: AnonymousFile?) throws -> Void
  ) {
    services = RunServices(
      client: client, jars: jars, hooks: hooks, commands: CommandValues(run: command), recent: recent,
      record: record)
    self.stages = stages
  }

  /// Makes a run that does nothing until it is started.
  package func run(_ job: Job) -> Run { Run(job, stages: stages, services: services, session: session) }
}

extension SendEngine {
  /// One request to send.
  package struct Job: Sendable {
    package var id: ExchangeID
    package var request: SavedRequest
    package var origin: Exchange.Origin?
    package var environment: String?
    /// Reads what surrounds the request, as the first step of the run. It may replace the context's request.
    package var inputs: @Sendable (RunContext) async throws -> RunInputs
    package var startedAt: Date
    /// Whether the body is published while it arrives.
    package var publishesPartialBodies: Bool
    /// Takes the body instead of its being kept whole.
    package var sink: BodySink?
    /// Whether nothing may be sent.
    var isPreview = false

    package init(
      id: ExchangeID = ExchangeID(), request: SavedRequest, origin: Exchange.Origin? = nil, environment: String? = nil,
      startedAt: Date = Date(), publishesPartialBodies: Bool = false, sink: BodySink? = nil,
      inputs: @escaping @Sendable (RunContext) async throws -> RunInputs
    ) {
      self.id = id
      self.request = request
      self.origin = origin
      self.environment = environment
      self.inputs = inputs
      self.startedAt = startedAt
      self.publishesPartialBodies = publishesPartialBodies
      self.sink = sink
    }
  }
}

/// What all runs of an engine share.
struct RunServices: Sendable {
  let client: Session
  let jars: WorkspaceJars?
  let hooks: RunHooks
  let commands: CommandValues
  let responses = ResponseFetches()
  let recent: SendEngine.Recent
  let record: @Sendable (Exchange, _ bodyFile: AnonymousFile?) throws -> Void
}

/// Code that runs before a request is assembled and after its response arrived, such as scripts and checks.
package struct RunHooks: Sendable {
  package typealias Hook = @Sendable (RunContext) async throws -> Void

  package var preRequest: [Hook]
  package var postResponse: [Hook]

  package init(preRequest: [Hook] = [], postResponse: [Hook] = []) {
    self.preRequest = preRequest
    self.postResponse = postResponse
  }
}
