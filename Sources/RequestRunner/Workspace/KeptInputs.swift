internal import Synchronization

/// The inputs that the requests of a run read from files, kept until one of the files changes.
///
/// A run sends the same requests thousands of times, and its scripts and captures may change the files in between.
package final class KeptInputs: Sendable {
  /// The parameters that inputs depend on, in addition to files.
  struct Key: Hashable {
    let address: Address
    let environment: String?
    let allowed: Set<OutsideSource>
    let answers: [String: String]
  }

  private struct Entry {
    let inputs: RunInputs
    let versions: [String: FileStamp]

    var isCurrent: Bool { versions.allSatisfy { FileStamp(of: $0.key) == $0.value } }
  }

  private struct State {
    var inputs: [Key: Entry] = [:]
    var environments: [Address: String?] = [:]
  }

  private let state = Mutex(State())
  private let files: [String]

  /// - Parameter folders: The user's files, which are checked for changes, too.
  package init(_ folders: UserFolders) { files = [folders.secrets, folders.consents] }

  /// The inputs as of the current files.
  func inputs(
    for key: Key, _ workspace: RequestWorkspace, _ read: () throws(Failure) -> RunInputs
  ) throws(Failure) -> RunInputs {
    if let entry = state.withLock({ $0.inputs[key] }), entry.isCurrent { return entry.inputs }
    // Taken before reading, so that a change meanwhile is noticed the next time.
    let known = Self.versions(of: files)
    let inputs = try read()
    let paths = Set(inputs.variables.all.compactMap(\.path) + inputs.folders.compactMap(\.path))
    let places = paths.map { Address($0).parent.path } + workspace.collections.environmentFolders(for: key.address)
    let versions = Self.versions(of: paths.union(places)).merging(known) { $1 }
    state.withLock { $0.inputs[key] = Entry(inputs: inputs, versions: versions) }
    return inputs
  }

  /// The only environment of a request's collection, as of the first call.
  func onlyEnvironment(for address: Address, _ workspace: RequestWorkspace) -> String? {
    if let kept = state.withLock({ $0.environments[address] }) { return kept }
    let only = workspace.onlyEnvironment(for: address)
    state.withLock { $0.environments[address] = .some(only) }
    return only
  }

  private static func versions(of paths: some Sequence<String>) -> [String: FileStamp] {
    Dictionary(paths.map { ($0, FileStamp(of: $0)) }) { first, _ in first }
  }
}
