import ArgumentParser
import Foundation
import RequestModel
import RequestStore

/// The collections that a command without a path means: the one around the current folder, else those in `./collections`.
struct CurrentCollections {
  private let services: Services

  init(_ services: Services) { self.services = services }

  /// The path of the only collection with an environment of that name.
  func declaring(_ environment: String) throws -> String {
    var known: [String] = []
    var found: [String] = []
    for path in try paths() {
      let files = try services.rooted(at: path).collections.environments(for: Address(""))
      known += files.map(\.name)
      if let file = files.first(where: { $0.name.isExactly(environment) }) {
        _ = try file.content.get()
        found.append(path)
      }
    }
    guard let path = found.first else { throw UnknownEnvironment.exit(environment, known) }
    guard found.count == 1 else {
      let folders = found.joined(separator: " and ")
      throw CommandExit.fail(
        "\(folders) have an environment \"\(environment)\" — change to one of these folders", CommandExit.usage)
    }
    return path
  }

  private func paths() throws -> [String] {
    if let own = LaunchTarget.collectionAround(services.collections.root) { return [own] }
    let shared = services.rooted(at: services.collections.root + "/collections").collections
    guard FileManager.default.fileExists(atPath: shared.root) else { return [] }
    let nested = try shared.load().nodes.filter { $0.kind == .folder(isCollection: true) }
    return [shared.root] + nested.map { shared.path(of: $0.address) }
  }
}

enum UnknownEnvironment {
  static func exit(_ name: String, _ known: [String]) -> ExitCode {
    var names: [String] = []
    for name in known where !names.contains(name) { names.append(name) }
    let choice = names.isEmpty ? "there are none here" : "choose one of \(names.joined(separator: ", "))"
    return CommandExit.fail("There is no environment \"\(name)\" — \(choice)", CommandExit.usage)
  }
}
