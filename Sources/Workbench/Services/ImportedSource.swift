import Foundation

/// A source that has been read, whose files can be planned and written.
struct ImportedSource: Sendable {
  let format: ImportFormat
  let result: ImportResult

  /// - Parameter name: The source's name in messages.
  init(_ source: ImportSource, called name: String) throws(Problem) {
    guard let format = ImportFormat.of(source) else { throw Self.unknown(source, name) }
    try self.init(source, called: name, format)
  }

  init(_ source: ImportSource, called name: String, _ format: ImportFormat) throws(Problem) {
    do {
      (self.format, result) = (format, try format.readWithFiles(source))
    } catch {
      throw Problem("Cannot import \(name): \(error)")
    }
  }

  /// The problem of a source in an unknown format.
  static func unknown(_ source: ImportSource, _ name: String) -> Problem {
    if let problem = source.problem { return Problem("Cannot import \(name): \(problem)") }
    let titles = ImportFormat.all.map(\.title).joined(separator: ", ")
    return Problem("Cannot import \(name): it is not in any of the known formats: \(titles)")
  }

  /// Whether it consists only of requests, which fit into any folder, and is not a whole collection.
  var isFewRequests: Bool {
    guard result.environments.isEmpty, result.globals.isEmpty, result.collections.count == 1,
      let collection = result.collections.first
    else { return false }
    let secrets = Set(collection.secrets.map(\.name))
    let variables = collection.settings["variables"]?.array ?? []
    let hasNoSettings =
      collection.settings.keys.allSatisfy { $0 == "variables" } && collection.environments.isEmpty
      && variables.allSatisfy { secrets.contains($0.object?["name"]?.string ?? "") }
    return hasNoSettings && (1...20).contains(collection.items.count)
      && collection.items.allSatisfy { if case .request = $0 { true } else { false } }
  }
}
