/// The options of `run` for its iterations and its pace.
struct RunIterationOptions: ParsableArguments {
  @Option(
    name: [.customShort("n"), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "Number of iterations. (default: once, or once for each row; beyond the last row, that row is used again)",
      valueName: "count"))
  var iterations: Int?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Number of iterations that run at once.", valueName: "count"))
  var jobs = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The time between requests, such as 500ms, 2s or 0.5 for seconds.", valueName: "time"))
  var delay = WrittenTime(argument: "0")

  @Flag(help: "Ends the run at the first failure.")
  var bail = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum number of retries of a failed request. (default: 0)", valueName: "count"))
  var retry: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The time before a retry, with --retry. (default: 1s)", valueName: "time"))
  var retryDelay: WrittenTime?

  @Flag(name: .shortAndLong, help: "A status of 400 or more fails.")
  var fail = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum number of requests in an iteration, in case its scripts loop.", valueName: "count"))
  var maxRequests = RunCursor.standardLimit

  func validate() throws {
    for (name, value) in [("--iterations", iterations ?? 1), ("--jobs", jobs), ("--max-requests", maxRequests)]
    where value < 1 {
      throw ValidationError("\(name) takes a number from 1 on, not \(value)")
    }
    try delay.checkUnit(of: "--delay", from: 100)
    try retryDelay?.checkUnit(of: "--retry-delay", from: 100)
    if let retry, retry < 0 { throw ValidationError("--retry takes a number from 0 on, not \(retry)") }
    _ = try pause()
    _ = try retryDelay?.seconds(of: "--retry-delay")
  }

  /// Rejects `--retry-delay` without `--retry`. A load rejects both by itself.
  func checkRetries() throws {
    guard retryDelay != nil, retry == nil else { return }
    throw ValidationError(
      "--retry-delay needs a number of retries — add --retry N, or --retry 0 for those of the requests")
  }

  /// The time between requests.
  func pause() throws -> Duration { .seconds(try delay.seconds(of: "--delay")) }

  func options(_ what: RunContentOptions) throws -> CollectionRun.Options {
    var options = CollectionRun.Options()
    options.iterations = iterations
    options.jobs = jobs
    options.delay = try pause()
    options.retries = retry ?? 0
    if let retryDelay { options.retryDelay = .seconds(try retryDelay.seconds(of: "--retry-delay")) }
    options.bails = bail
    options.failsOnStatus = fail
    options.requestLimit = maxRequests
    let changes = try what.changes()
    options.change = changes.applyingOptions(to:)
    return options
  }
}
