internal import Foundation

extension Disk {
  /// Removes the temporary files of programs that were killed while they wrote.
  static func removeLeftovers(in folder: String) {
    guard let entries = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
    for name in entries {
      // Its writer's number is in the name; that it is the number of another program by now keeps the file for a while.
      let parts = name.split(separator: "-")
      guard name.hasPrefix(".workbench-"), name.hasSuffix(".tmp"), parts.count == 3, let writer = pid_t(parts[1]),
        kill(writer, 0) != 0, errno == ESRCH
      else { continue }
      unlink(folder + "/" + name)
    }
  }
}
