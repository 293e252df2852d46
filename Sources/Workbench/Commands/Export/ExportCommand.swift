import Foundation

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes requests as collections, documents and code of other tools.",
    discussion: CommandHelp.text(
      """
      Formats: \(ExportFormat.all.map { "\($0.name) (\($0.title))" }.joined(separator: ", ")). A request or folder is \
      exported with what it inherits. Secrets are left out, and placeholders such as YOUR_TOKEN stand in code, unless \
      --secrets is given. What a format has no place for is reported. The named file is replaced; files beside it or in \
      a named folder that have other contents are replaced only with --replace.
      """,
      examples: [
        "workbench export collections/shop --format openapi -o api.yaml",
        "workbench export collections/shop/orders/show.json --format curl --env local",
        "workbench export --exchange 3f2a --format python-requests",
      ]))

  @Argument(help: "A request, a folder or a collection.", completion: .file())
  var path: String?

  @Option(help: ArgumentHelp("A past exchange instead: its id, or the first letters of it.", valueName: "id"))
  var exchange: String?

  @Option(
    help: ArgumentHelp("The format to write.", valueName: "name"), completion: .list(ExportFormat.all.map(\.name)))
  var format: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The file or folder to write. (default: standard output, for formats of one file)", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    name: .customLong("env"),
    help: ArgumentHelp(
      "The environment whose values are used in code. (default: the collection's only one)", valueName: "name"))
  var environment: String?

  @OptionGroup
  var variables: VariableOption

  @Flag(help: "Writes the values of secrets, too. Files are readable only by you.")
  var secrets = false

  @Flag(help: "Replaces files that exist beside the named one or in the named folder.")
  var replace = false

  func validate() throws {
    guard (path == nil) != (exchange == nil) else {
      throw ValidationError("Name a request, folder or collection, or a past exchange with --exchange ID")
    }
    if replace, output.flatMap(NamedFile.unlessStandardOutput) == nil {
      throw ValidationError("--replace is for files, and the export is printed — name a file or folder with -o")
    }
    let hasValues = environment != nil || !variables.texts.isEmpty
    if exchange != nil, hasValues || secrets {
      throw ValidationError("A past exchange has its values, with secrets masked: leave out --env, --var and --secrets")
    }
    if hasValues, let format = ExportFormat.named(format), !format.isCode {
      throw ValidationError("\(format.title) keeps {{variables}} as they are: leave out --env and --var")
    }
  }

  func run() async throws {
    guard let format = ExportFormat.named(format) else {
      let names = ExportFormat.all.map(\.name).joined(separator: ", ")
      throw CommandExit.usageError("There is no format \"\(format)\" — choose one of \(names)")
    }
    if let output { try NamedFile.requireName(output) }
    let (result, name) = try await result(in: format)
    var place = ExportOutput(
      path: output.flatMap(NamedFile.unlessStandardOutput), format: format, name: name, isPrivate: secrets)
    if replace { place.replaceable = .all }
    if let missing = place.missingFolder(for: result) {
      throw CommandExit.usageError("\(missing.sentence) with -o")
    }
    if let folder = place.folder(for: result), let reason = NamedFile.obstacle(toFolder: folder) {
      throw CommandExit.usageError("Cannot write \(folder): \(reason)")
    }
    let paths = place.paths(of: result)
    do {
      try place.write(result)
    } catch let problem as Problem {
      throw CommandExit.fail(problem.sentence, CommandExit.unfinished)
    } catch let listed as ExportOutput.Listed {
      throw CommandExit.fail(listed.sentence, CommandExit.unfinished)
    } catch let taken as ExportOutput.Taken {
      throw CommandExit.fail(taken.sentence(inFolder: !place.namesFile(for: result)), CommandExit.unfinished)
    }
    if let output, paths.count > 1 {
      let isFile = result.files.count == 1 || place.namesFile(for: result)
      let folder = isFile ? place.folder(for: result) : output
      StandardError.write("\(Formatting.count(paths.count, "file")) written to \(folder ?? output)")
    }
    for line in result.notes.lines { StandardError.write(line) }
    if result.notes.contains(where: { $0.kind == .failed }) { throw CommandExit.broken }
  }

  private func result(in format: ExportFormat) async throws -> (ExportResult, name: String) {
    do {
      if let exchange {
        var source = ExportSource(exchange: try past(exchange))
        source.complete()
        source.fileName = output
        var result = try format.write(source)
        // Code has the bytes that were sent.
        let named = format.isCode ? [] : format.namedPaths(of: source.collection)
        result.notes = named.map(\.noteOfSavedRequest) + result.notes
        return (result, source.collection.name)
      }
      let exporting = try CollectionExport(path: path ?? "", includesSecrets: secrets)
      if let environment { try exporting.checkEnvironment(environment) }
      let overrides = try variables.values()
      let place = output.flatMap(NamedFile.unlessStandardOutput)
      return (try await exporting.result(in: format, environment, overrides, to: place), exporting.name)
    } catch let problem as Problem {
      throw CommandExit.usageError(problem.sentence)
    } catch let error as ExportError {
      let (name, sentence) = (path ?? exchange ?? "", "\(error)")
      throw CommandExit.fail(sentence.hasPrefix(name) ? sentence : "\(name): \(sentence)", CommandExit.broken)
    }
  }

  private func past(_ id: String) throws -> Exchange {
    try HistoryAccess.exchange(id, in: HistoryAccess.open())
  }
}

extension ExportOutput.Taken {
  /// The maximum number of files in a message.
  private static let most = 5

  /// - Parameter inFolder: Whether the user named a folder, and not a file.
  fileprivate func sentence(inFolder: Bool) -> String {
    let verb = paths.count == 1 ? "exists" : "exist"
    let (names, rest) = (paths.prefix(Self.most).joined(separator: ", "), paths.count - Self.most)
    let more = rest > 0 ? " and \(Formatting.count(rest, "more file"))" : ""
    let folder = inFolder ? "another folder" : "a folder for the files"
    return "Not written: \(names)\(more) already \(verb) — name \(folder) with -o, or pass --replace"
  }
}

extension NamedPath {
  /// The note about a file of a past exchange, whose request may be gone.
  fileprivate var noteOfSavedRequest: InterchangeNote {
    let text = "The path \(path) is relative to the saved request: it may name another file where the export is"
    return InterchangeNote(.changed, place, text)
  }
}

extension InterchangeNote {
  /// The note as text: `dropped: orders / create: …`.
  var line: String {
    let place = path.isEmpty ? "" : path.joined(separator: " / ") + ": "
    return "\(kind.rawValue): \(place)\(text)"
  }
}
