struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Checks the files of a collection.",
    discussion: CommandHelp.text(
      """
      Prints file, line and column of each error, and exits with 3 if there is one. Warnings, such as for unknown \
      members, do not change the exit code.
      """, examples: ["workbench check", "workbench check collections/shop"],
      exits: "0 no errors, 2 usage, 3 a file has an error, 5 interrupted."))

  @Argument(help: "A folder or a file of a collection. (default: ./collections)", completion: .file())
  var path: String?

  func run() async throws {
    let interruption = Interruption()
    let place = try LaunchTarget(path)
    let store = place.store
    let problems = try problems(place, store, interruption)
    try StandardOutput.write(lines: problems.map(\.description))
    if problems.contains(where: { !$0.isWarning }) { throw CommandExit.broken }
    let subject =
      try place.selection.map { _ in "1 file" } ?? Formatting.count(requestCount(store, interruption), "request")
    let result = problems.isEmpty ? "all sound" : Formatting.count(problems.count, "warning")
    StandardError.write("\(subject) checked, \(result)")
  }

  private func requestCount(_ store: CollectionStore, _ interruption: Interruption) throws -> Int {
    try LongReading.run(interruption) { (reading) throws(StoreError) in try store.requestCount(reading) }
  }

  private func checkAll(_ store: CollectionStore, _ interruption: Interruption) throws -> [Finding] {
    try LongReading.run(interruption) { (reading) throws(StoreError) in
      // `--demo` defines this variable.
      try store.check(reading, known: ["demo": ""], review: CheckMistake.all)
    }
  }

  /// Reads a file of a collection together with the others, as its id may be used twice.
  private func problems(_ place: LaunchTarget, _ store: CollectionStore, _ interruption: Interruption) throws
    -> [Finding]
  {
    guard let file = place.selection else { return try checkAll(store, interruption) }
    let isRequest = file.name.endsExactly(with: ".json") && store.role(of: file) == .request
    guard isRequest, CollectionStore.collection(around: place.root) != nil else {
      return try store.check(file, review: CheckMistake.all)
    }
    return try checkAll(store, interruption).filter { $0.file == file }
  }
}
