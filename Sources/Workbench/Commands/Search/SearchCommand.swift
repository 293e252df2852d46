struct SearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Finds a text in the files of a collection, and replaces it.",
    discussion: CommandHelp.text(
      """
      Prints file (relative to the current folder, if it is in it), line and column, the name of the value, and the line with the match; with --replace also the line after \
      it. Files change with --write only. Values are searched one by one; credentials are found, but masked.

      Without capitals, the text is found in any case. Unsaved edits of the workbench are not searched.
      """,
      examples: [
        "workbench search api.example.com", "workbench search v1 collections/shop --in urls --replace v2 --write",
      ],
      exits: """
        0 found or replaced, 1 not found, 2 a wrong pattern or path, 3 a file is broken or was not \
        written, 5 interrupted.
        """))

  @Argument(help: "The text to find, or a Perl-compatible regular expression with --regex.")
  var text: String

  @Argument(help: "A folder or a file of a collection. (default: ./collections)", completion: .file())
  var path: String?

  @Flag(name: .shortAndLong, help: "TEXT is a regular expression; $1 in --replace is its first group.")
  var regex = false

  @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Shows what each match becomes.", valueName: "text"))
  var replace: String?

  @Flag(help: "Writes the replacement to the files.")
  var write = false

  @Flag(name: [.customShort("w"), .long], help: "Finds whole words only.")
  var word = false

  @Flag(inversion: .prefixedNo, help: "Matches case, or ignores it. (default: matches it only if TEXT has a capital)")
  var matchCase: Bool?

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp("Where to search; may be repeated.", valueName: "place"))
  var places: [SearchPlace] = []

  func validate() throws {
    if write, replace == nil { throw ValidationError("--write needs --replace TEXT: what the matches become") }
  }

  func run() async throws {
    let interruption = Interruption()
    let target = try LaunchTarget(path)
    let store = target.store
    guard let matcher = try matcher() else { throw CommandExit.usageError("TEXT is empty") }
    let search = FileSearch(matcher, in: places.isEmpty ? Set(SearchPlace.allCases) : Set(places))
    let result = try LongReading.run(interruption) { (reading) throws(StoreError) in
      try store.search(search, matcher, in: target.address, reading)
    }
    StandardError.write(lines: result.unread.map(\.problem))
    let isComplete = try write ? replaceAll(in: result, of: target, store, search) : list(result, of: target)
    if result.hasBases { StandardError.write(SearchResult.remarkOnBases) }
    if !result.unread.isEmpty {
      StandardError.write("\(Formatting.count(result.unread.count, "file")) could not be searched")
    }
    if !isComplete || !result.unread.isEmpty { throw CommandExit.broken }
    if result.files.isEmpty { throw CommandExit.checkFailed }
  }

  private func matcher() throws -> PatternMatcher? {
    do {
      return try TextPattern(
        text, replacement: replace, isRegularExpression: regex, matchesCase: matchCase, matchesWords: word
      ).matcher()
    } catch {
      throw CommandExit.usageError("\(text) — \(error.sentence)")
    }
  }

  /// - Returns: Whether all matches are listed.
  private func list(_ result: SearchResult, of target: LaunchTarget) throws -> Bool {
    for file in result.files {
      let path = target.shownPath(of: file.address)
      try StandardOutput.write(rows: file.matches.map { fields(of: $0, in: path) })
    }
    let matches = Formatting.count(result.matchCount, "match", plural: "matches")
    StandardError.write(
      "\(matches) in \(Formatting.count(result.files.count, "file")) of \(Formatting.number(result.searched)) searched")
    if result.isCut { StandardError.write("There are more: narrow the search") }
    return !result.isCut
  }

  private func fields(of match: FoundText, in file: String) -> [String] {
    let place = match.position.map { "\(file):\($0)" } ?? "\(file)"
    return [place, match.label, match.line] + (match.replaced.map { [$0] } ?? [])
  }

  /// - Returns: Whether all matches were replaced.
  private func replaceAll(
    in result: SearchResult, of target: LaunchTarget, _ store: CollectionStore, _ search: FileSearch
  ) throws -> Bool {
    // Running it again could replace in what was replaced.
    guard !result.isCut else {
      let limit = Formatting.number(CollectionStore.mostMatches)
      throw CommandExit.fail(
        "Nothing was replaced: there are more than \(limit) matches — narrow the search", CommandExit.broken)
    }
    let readOnly = result.files.filter { $0.whyReadOnly != nil }
    let chosen = result.files.filter { $0.whyReadOnly == nil }.compactMap { file in
      file.version.map { ChosenMatches(file.address, version: $0, Set(file.matches.indices)) }
    }
    let outcome = store.replace(chosen, with: search)
    try StandardOutput.write(lines: outcome.files.map { target.shownPath(of: $0.address) })
    StandardError.write(
      lines: readOnly.map { "\(target.shownPath(of: $0.address)) — \($0.whyReadOnly ?? "")" } + outcome.problems)
    let matches = Formatting.count(outcome.count, "match", plural: "matches")
    StandardError.write("Replaced \(matches) in \(Formatting.count(outcome.files.count, "file"))")
    return readOnly.isEmpty && outcome.problems.isEmpty
  }
}

extension SearchPlace: ExpressibleByArgument {}
