struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Merges two versions of a file by fields.",
    discussion: CommandHelp.text(
      """
      Changes of different fields, rows and members of a body never conflict. The result replaces OURS. What both sides \
      changed is between git's conflict markers, and the exit code is 1. `workbench git-setup` lets git use it.
      """, examples: ["workbench merge base.json ours.json theirs.json -o merged.json"],
      exits: "0 merged, 1 conflicts, 2 usage, 3 a file cannot be read or written."))

  @Argument(help: "The version that both sides changed.", completion: .file())
  var base: String

  @Argument(help: "Our version.", completion: .file())
  var ours: String

  @Argument(help: "Their version.", completion: .file())
  var theirs: String

  @Option(
    name: [.short, .long], help: ArgumentHelp("The file to write instead of OURS.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("The file's path in the repository, which says what it is. (default: OURS)", valueName: "file"))
  var path: String?

  @Option(help: ArgumentHelp("The length of conflict markers.", valueName: "count"))
  var markerSize = 7

  func run() throws {
    guard (1...200).contains(markerSize) else {
      throw CommandExit.usageError("--marker-size must be from 1 to 200")
    }
    try NamedFile.requireWritable([output])
    let path = path ?? output ?? ours
    let merged = try FileMerge.run(
      base: base, ours: ours, theirs: theirs, into: output, path: path, markers: ConflictMarkers(size: markerSize))
    guard !merged.conflicts.isEmpty else { return }
    StandardError.write(lines: merged.conflicts.map { "\(path): \($0)" })
    throw CommandExit.checkFailed
  }
}
