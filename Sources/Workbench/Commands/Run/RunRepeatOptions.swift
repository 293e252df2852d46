import Foundation

/// The options of `run` that repeat it.
struct RunRepeatOptions: ParsableArguments {
  @Flag(help: "Runs again when a file of the collections or the data file changes.")
  var watch = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Runs again and again, at intervals such as 5m, and prints a line for each run.", valueName: "time"))
  var every: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A command for the shell after a run that failed. Variables WORKBENCH_RUN_… tell it what failed.",
      valueName: "command"))
  var onFailure: String?

  func validate() throws {
    if watch, every != nil { throw ValidationError("--watch and --every cannot be combined — use one of them") }
    if let interval = try interval(), interval < .seconds(1) {
      throw ValidationError("--every takes a second or more, not \"\(every ?? "")\"")
    }
  }

  func interval() throws -> Duration? { try every.map { try RunLoadOptions.span($0, of: "--every") } }

  /// Rejects options that repeated runs do not support.
  func validate(with load: RunLoadOptions, _ output: RunOutputOptions, _ what: RunContentOptions) throws {
    guard watch || every != nil else { return }
    let name = watch ? "--watch" : "--every"
    if load.isUsed { throw ValidationError("\(name) repeats checks, and a load test has none — use one of them") }
    if what.data == "-" { throw ValidationError("\(name) cannot read the data again from standard input — use a file") }
    if every != nil, let report = try output.reports().first(where: { $0.path == nil && $0.format != .cli }) {
      throw ValidationError(
        "--every writes a line for each run to standard output — write the report to a file: "
          + "\(report.format.rawValue)=report")
    }
  }
}
