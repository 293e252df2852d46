internal import Foundation

/// Sends the requests of a plan at a rate, or for concurrent users, and measures them.
///
/// At a rate, each request is started when it is due, without waiting for others; the requests of the plan take turns.
/// A user sends them one after another, repeatedly. Bodies are dropped once they have been checked.
///
/// The requests may also be WebSockets: then connections are held, and messages on them are measured.
package struct LoadRun: Sendable {
  package struct Options: Sendable {
    /// The delay between two requests of a user.
    package var delay = Duration.zero
    /// Changes each request before it is sent.
    package var change: @Sendable (SavedRequest) -> SavedRequest = { $0 }
    /// Finds the answers to messages; `nil` takes the next received message for the answer.
    package var match: AnswerMatch?

    package init() {}
  }

  /// Receives the figures so far and the number of requests in flight.
  package typealias Progress = @Sendable (LoadReport, _ inFlight: Int) -> Void

  private let plan: RunPlan
  private let senders: [String: WorkspaceSender]
  private let data: DataFile?
  private let settings: LoadSettings
  private let options: Options

  /// - Parameters:
  ///   - senders: Keyed by the root of the items. They record nothing.
  ///   - data: Rows for the iterations, repeated from the beginning after the last one.
  package init(
    _ plan: RunPlan, senders: [String: WorkspaceSender], data: DataFile? = nil, _ settings: LoadSettings,
    _ options: Options
  ) {
    self.plan = plan
    self.senders = senders
    self.data = data
    self.settings = settings
    self.options = options
  }

  /// Runs until the end of the settings, or until `control` ends the run.
  ///
  /// - Parameter progress: Called every second, on a private queue.
  package func run(_ control: RunControl, progress: @escaping Progress) async -> LoadReport {
    if let refusal { return with(LoadReport(settings)) { $0.problem = refusal } }
    let senders = senders.mapValues { sender in with(sender.withoutHistory) { $0.options.change = options.change } }
    let iterations = LoadIterations(senders, data)
    if settings.connections != nil {
      let work = ConversationWork(settings, ConversationSending(plan, iterations, options), control)
      await runOnThread(control, cancel: work.cancel) { work.run(reporting: progress) }
      return work.report
    }
    let work = LoadWork(settings, LoadSending(plan, iterations, options), control)
    await runOnThread(control, cancel: work.cancel) { work.run(reporting: progress) }
    return work.report
  }

  /// Why the requests cannot be sent with these settings, as a sentence; `nil` if they can.
  package var refusal: String? { ConversationSending.refusal(of: plan, settings) }

  /// The parts of the requests that are left out, as sentences.
  package var notes: [String] { settings.connections == nil ? [] : ConversationSending.notes(of: plan) }

  /// A sentence for after the run, if requests of a rate have shared what scripts set.
  package var sharingNote: String? {
    senders.values.contains(where: \.engine.session.scopes.isShared)
      ? "The requests of a rate share what scripts set in the environment, the collection and the globals — with --users, "
        + "each user has its own" : nil
  }

  private func runOnThread(
    _ control: RunControl, cancel: @escaping @Sendable () -> Void, _ work: @escaping @Sendable () -> Void
  ) async {
    let registration = control.begin(cancel)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      // A thread sleeps more precisely than a queue.
      Thread.detachNewThread {
        work()
        continuation.resume()
      }
    }
    control.finished(registration)
  }
}
