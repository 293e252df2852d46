import Foundation

struct PackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack", abstract: "Packs a folder of collections into one file, to share it.",
    discussion: CommandHelp.text(
      """
      The file has an index with checksums. Credentials in files are replaced by variables that are declared secret; \
      values of your secrets are never in it. Hidden files, links and private keys are left out.
      """, examples: ["workbench pack collections/shop", "workbench pack collections/shop -o shop.workbench"]))

  @Argument(help: "The folder to pack.", completion: .directory)
  var folder: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The file to write. (default: the folder's name with .workbench)", valueName: "file"))
  var output: String?

  @Flag(help: "Replaces a file that exists.")
  var replace = false

  func run() throws {
    try NamedFile.requireWritable([output])
    let pack: CollectionPack
    do {
      pack = try CollectionPack(folder: folder)
    } catch let problem as PackProblem {
      throw CommandExit.fail("Cannot pack \(folder): \(problem)", CommandExit.broken)
    }
    let path = output ?? pack.manifest.name + ".workbench"
    if NamedFile.isStandardOutput(path) {
      try StandardOutput.write(Data(pack.bytes))
      return StandardError.write(lines: pack.notes)
    }
    try write(pack, to: path)
    let count = Formatting.count(pack.manifest.files.count, "file")
    StandardError.write(lines: pack.notes + ["Packed \(count) into \(path), \(Formatting.bytes(pack.bytes.count))"])
  }

  private func write(_ pack: CollectionPack, to path: String) throws {
    // A device is written to, not replaced.
    if output != nil, NamedFile.isSpecial(path) { return try NamedFile.write(Data(pack.bytes), to: path) }
    do {
      try pack.write(to: path, replace: replace)
    } catch {
      if case .exists = error {
        throw CommandExit.usageError("\(path) exists already — pass --replace, or -o with another name")
      }
      throw CommandExit.fail("\(error)", CommandExit.unfinished)
    }
  }
}

struct UnpackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpack", abstract: "Unpacks a file that workbench pack wrote.",
    discussion: CommandHelp.text(
      """
      Verifies the checksums, prints what it writes, and writes all files or none. Nothing is written outside of the \
      pack's folder, through links, or over files that exist.
      """,
      examples: ["workbench unpack shop.workbench --dry-run", "workbench unpack shop.workbench --into collections"]))

  @Argument(help: "The pack.", completion: .file())
  var file: String

  @Option(help: ArgumentHelp("The folder to create the pack's folder in.", valueName: "folder"), completion: .directory)
  var into = "."

  @Flag(help: "Replaces files that exist.")
  var replace = false

  @Flag(help: "Prints what would be written, and writes nothing.")
  var dryRun = false

  func run() throws {
    let plan: UnpackPlan
    do {
      plan = try UnpackPlan(pack: file, into: into, replace: replace)
    } catch let problem as PackProblem {
      throw CommandExit.fail("Cannot unpack \(file): \(problem)", CommandExit.broken)
    } catch StoreError.exists(let path) {
      throw CommandExit.usageError("\(path) is in the way — pass --replace, or --into with another folder")
    }
    // Without a home, only the record of the temporary folder is missing.
    let folders = try? UserFolders(environment: ProcessInfo.processInfo.environment)
    if !dryRun { try plan.write(trash: folders?.trash) }
    try StandardOutput.write(
      rows: plan.files.map { [$0.replaces ? "replace" : "create", $0.path, Formatting.bytes($0.bytes.count)] })
    let count = Formatting.count(plan.files.count, "file")
    StandardError.write(dryRun ? "Would write \(count) to \(plan.target)" : "Wrote \(count) to \(plan.target)")
    for name in plan.manifest.secrets {
      StandardError.write("{{\(name)}} is a secret without a value — run: workbench secret set")
    }
  }
}
