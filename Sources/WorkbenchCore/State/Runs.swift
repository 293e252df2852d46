package import Foundation
package import RequestLoad
package import RequestModel
package import RequestRuns

/// A run to start.
package struct RunJob: Equatable, Sendable {
  /// Events of other runs are dropped.
  package var number = 0
  /// The folder that the requests were chosen in.
  package var folder: Address
  /// What the form was opened for: the folder, or a request in it. The next form of it begins with this job.
  package var subject: Address
  /// Whether it repeats what failed in another run.
  package var isOfFailures = false
  /// The title of that folder.
  package var name: String
  /// In order.
  package var requests: [Address]
  /// The iterations in which each request is sent, from 0; `nil` for all.
  package var iterations: [Address: Set<Int>]?
  package var settings = RunSettings()
  /// The environments chosen for collections, by their paths; an empty name is none.
  package var environments: [String: String] = [:]
  /// The environment of the other collections, if they have it.
  package var preferredEnvironment: String?
  /// Requests with unsaved edits, which are sent as they are on the screen.
  package var edits: [Address: SavedRequest] = [:]

  package init(folder: Address, name: String, requests: [Address]) {
    (self.folder, self.name, self.requests, subject) = (folder, name, requests, folder)
  }

  /// How many requests are sent, unless scripts choose others.
  ///
  /// - Parameter count: The number of all iterations.
  package func expected(in count: Int) -> Int {
    guard let iterations else { return requests.count * count }
    return requests.reduce(0) { $0 + (iterations[$1]?.count ?? 0) }
  }
}

/// How often and how fast a run sends its requests.
package struct RunSettings: Equatable, Sendable {
  /// The environment shown for the run; `nil` for none, or that of each collection.
  package var environment: String?
  /// `nil` for one, or one for each row of the data file.
  package var iterations: Int?
  /// Between two requests.
  package var delay = Duration.zero
  /// The path of the data file; `nil` for none.
  package var dataFile: String?
  package var stopsAtFailure = false
  /// The load that is made and measured instead of results.
  package var load: LoadSettings?

  package init() {}
}

/// Work of runs outside of the program's state.
package enum RunEffect: FeatureEffect {
  case start(RunJob)
  /// Cancels the request that is being sent, and sends no more.
  case stop
  /// The user's answer to the question of the run.
  case answer(RunAnswer)
  /// Reads a data file for its preview.
  case readData(path: String)
  /// Reads the results of a run in history.
  case open(RecordedRun)
  /// Compares a run with another one; `nil` for the one before it with the same name.
  case compare(RecordedRun, with: RecordedRun?)
}

/// The user's answer to a question of a run.
package enum RunAnswer: Equatable, Sendable {
  /// What the collection wants is allowed, always or for this run.
  case allow(forGood: Bool)
  /// A value that a request needs.
  case value(String)
  case no
  /// No, and neither for later requests that ask for the same.
  case never
}

/// Events of the run of a number.
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
  /// The user has answered, after that time.
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
