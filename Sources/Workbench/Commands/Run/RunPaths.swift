import ArgumentParser
import Foundation
import Glibc
import RequestClient
import RequestModel
import RequestRunner
import RequestRuns
import RequestStore

/// The requests that the arguments of `run` name.
struct RunPaths {
  /// The requests of one argument.
  struct Source {
    let services: Services
    let items: [RunItem]
  }

  let sources: [Source]

  init(
    _ paths: [String], builtIn: [String: String], cookies: CookieJar?, _ interruption: Interruption
  ) throws {
    var opened: [String: Services] = [:]
    sources = try paths.map { path in
      let (root, address) = try Self.place(path)
      let services = try opened[root] ?? Self.services(root, builtIn, cookies, beside: opened.values.first)
      opened[root] = services
      return Source(services: services, items: try Self.items(at: address, services, interruption).map(Self.named))
    }
  }

  /// Several workspaces share their history.
  private static func services(
    _ root: String, _ builtIn: [String: String], _ cookies: CookieJar?, beside other: Services?
  ) throws -> Services {
    if let other, cookies == nil { return other.beside(root: root) }
    return try Services(root: root, builtIn: builtIn, cookies: cookies)
  }

  /// The workspace of a path: the collection around it, so that all paths in a collection share cookies.
  private static func place(_ path: String) throws -> (root: String, Address) {
    let folders = try UserFolders(environment: ProcessInfo.processInfo.environment)
    let target = try LaunchTarget(path, folders)
    let selection = target.selection ?? Address("")
    guard let collection = CollectionStore.collection(around: target.root), collection != target.root,
      let inner = target.root.removingExactly(prefix: collection + "/")
    else { return (target.root, selection) }
    return (collection, selection.path.isEmpty ? Address(inner) : Address(inner).appending(selection.path))
  }

  private static func items(
    at address: Address, _ services: Services, _ interruption: Interruption
  ) throws -> [RunItem] {
    let collections = services.collections
    if !address.path.isEmpty, address.name.endsExactly(with: ".json") {
      guard collections.role(of: address) == .request else {
        throw CommandExit.fail(
          "\(address.name) is not a request — run the folder: workbench run \(collections.path(of: address.parent))",
          CommandExit.usage)
      }
      return [collections.runItem(address)]
    }
    let tree = try LongReading.run(interruption) { (reading) throws(StoreError) in try collections.load(reading) }
    if let remark = tree.remark { StandardError.write(remark) }
    return tree.runItems(in: address, collections)
  }

  /// Reports name files relative to the current folder.
  private static func named(_ item: RunItem) -> RunItem {
    var item = item
    let current = FileManager.default.currentDirectoryPath + "/"
    item.file = item.path.removingExactly(prefix: current) ?? item.path
    return item
  }

  static func checkFolder(_ path: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
      throw CommandExit.fail("There is no folder \"\(path)\" — check --working-dir", CommandExit.usage)
    }
  }

  /// The absolute path with links resolved.
  static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
