internal import Foundation

/// Puts the files of an import in their places, and takes them back if one cannot be.
struct ImportPlacing {
  private enum Step {
    case folder(String)
    /// A placed file, and the path of the file that it replaced.
    case file(String, former: String?)
    /// A folder created for placed files.
    case made(String)
  }

  private let staging: String
  private let target: String
  private var steps: [Step] = []

  init(from staging: String, in target: String) { (self.staging, self.target) = (staging, target) }

  /// A new collection appears at once; into an existing one, files are moved one by one.
  mutating func place(_ files: [ImportPlan.File]) throws(StoreError) {
    let byName = Dictionary(grouping: files) { ImportPlan.top($0.path) }
    for (name, files) in byName.sorted(by: { $0.key < $1.key }) {
      if Disk.place(staging + "/" + name, at: target + "/" + name) == 0 {
        steps.append(.folder(name))
        continue
      }
      for file in files { try place(file) }
    }
  }

  private mutating func place(_ file: ImportPlan.File) throws(StoreError) {
    let path = target + "/" + file.path
    // A link may have taken the place of a folder since the files were planned.
    try Disk.checkFolders(of: file.path, in: target)
    try makeFolder(Disk.folder(of: path))
    guard file.fate == .replace, Disk.exists(path) else {
      // Another program may have made it since the files were planned.
      switch Disk.place(staging + "/" + file.path, at: path) {
      case 0: return steps.append(.file(file.path, former: nil))
      case EEXIST: throw .exists(path: path)
      case let code: throw .system(.write, path: path, code: code)
      }
    }
    let former = staging + "/" + Leftover.name()
    let code = link(path, former) == 0 ? 0 : Disk.copyAll(path, former)
    guard code == 0 else { throw .system(.read, path: path, code: code) }
    try Disk.replace(path, by: staging + "/" + file.path)
    steps.append(.file(file.path, former: former))
  }

  private mutating func makeFolder(_ path: String) throws(StoreError) {
    if Disk.exists(path) { return try Disk.createFolder(path) }
    try makeFolder(Disk.folder(of: path))
    try Disk.createFolder(path)
    steps.append(.made(path))
  }

  /// Undoes all steps, the last one first.
  func takeBack() {
    for step in steps.reversed() {
      switch step {
      case .folder(let name): rename(target + "/" + name, staging + "/" + name)
      case .file(let path, let former?): rename(former, target + "/" + path)
      case .file(let path, nil): unlink(target + "/" + path)
      case .made(let path): rmdir(path)
      }
    }
  }
}
