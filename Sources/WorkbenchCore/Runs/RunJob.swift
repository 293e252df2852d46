package import Foundation

/// A run to start.
package struct RunJob: Equatable, Sendable {
  /// Events of other runs are dropped.
  package var number = 0
  /// The folder in which the requests were chosen.
  package var folder: Address
  /// The item that the form was opened for: the folder, or a request in it. Its next form starts with this job.
  package var subject: Address
  /// Whether it repeats the failures of another run.
  package var isOfFailures = false
  /// The title of that folder.
  package var name: String
  /// The requests in order.
  package var requests: [Address]
  /// The iterations in which each request is sent, from 0; `nil` for all.
  package var iterations: [Address: Set<Int>]?
  package var settings = RunSettings()
  /// The environments chosen for collections, by their paths; an empty name means no environment.
  package var environments: [String: String] = [:]
  /// The environment of the other collections that have it.
  package var preferredEnvironment: String?
  /// Requests with unsaved edits, which are sent with their edits.
  package var edits: [Address: SavedRequest] = [:]

  package init(folder: Address, name: String, requests: [Address]) {
    (self.folder, self.name, self.requests, subject) = (folder, name, requests, folder)
  }

  /// The number of requests to send, unless scripts choose others.
  ///
  /// - Parameter count: The number of all iterations.
  package func expected(in count: Int) -> Int {
    guard let iterations else { return requests.count * count }
    return requests.reduce(0) { $0 + (iterations[$1]?.count ?? 0) }
  }
}

/// How often and how fast a run sends its requests.
package struct RunSettings: Equatable, Sendable {
  /// The environment shown for the run; `nil` for none, or for the individual environments of several collections.
  package var environment: String?
  /// The number of iterations; `nil` for one, or for one per row of the data file.
  package var iterations: Int?
  /// The delay between two requests.
  package var delay = Duration.zero
  /// The path of the data file; `nil` for none.
  package var dataFile: String?
  package var stopsAtFailure = false
  /// The load to generate and measure, instead of a run with results.
  package var load: LoadSettings?
}

/// Work of runs outside of the program's state.
package enum RunEffect: FeatureEffect {
  case start(RunJob)
  /// Cancels the request being sent, and sends no more.
  case stop
  /// The user's answer to the question of the run.
  case answer(RunAnswer)
  /// Reads a data file for its preview.
  case readData(path: String)
  /// Reads the results of a run in history.
  case open(RecordedRun)
  /// Compares a run with another one; `nil` for the previous run with the same name.
  case compare(RecordedRun, with: RecordedRun?)
}

/// The user's answer to a question of a run.
package enum RunAnswer: Equatable, Sendable {
  /// Allows the outside resources: permanently, or for this run.
  case allow(Consent)
  /// A value that a request needs.
  case value(String)
  case no
  /// Refuses, also for later requests that ask for the same value.
  case never
}

/// Events of the run with a number.
package enum RunUpdate: Sendable {
  /// All files were read.
  case started(RecordedRun, iterations: Int)
  case results([RunResult], now: Date)
  case ended(RunTotals, now: Date)
  /// The figures of a load so far.
  case load(LoadReport, inFlight: Int, now: Date)
  case loadEnded(LoadReport, now: Date)
  /// Nothing was sent.
  case failed(Problem)
  /// The run waits for the user's permission.
  case asks(PermissionRequest)
  /// The run waits for a value.
  case prompts(PromptQuestion)
  /// The user has responded, after that time.
  case resumed(after: Duration)
  /// The run waits for a login.
  case login(ExchangeID, Login)
  case loginEnded(ExchangeID)
}

/// Findings about runs in history.
package enum RunFinding: Sendable {
  /// Some of the results of a run, in order.
  case opened(RecordedRun, [RunResult], isLast: Bool)
  case compared(old: RecordedRun, [RunResult], new: RecordedRun, [RunResult])
  case failed(Problem)
}
