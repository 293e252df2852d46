import Foundation

/// The output files of a newman command line, checked before the run.
struct NewmanFiles: Sendable {
  let environment, globals, collection, cookies: String?
  /// The report files, keyed by the names of their reporters.
  let reports: [String: String]

  /// Creates the folders of the files, as newman does. If a path is a folder, the file in it is named by the time.
  init(_ line: NewmanLine) throws {
    let time = UTCTime.milliseconds(Date()).map { $0.isNumber ? String($0) : "-" }.joined()
    func file(_ path: String?, _ stem: String, _ ending: String = "json") throws -> String? {
      try path.map { try Self.file($0, "\(stem)-\(time)0.\(ending)") }
    }
    environment = try file(line.exportEnvironment, "newman-environment")
    globals = try file(line.exportGlobals, "newman-globals")
    collection = try file(line.exportCollection, "newman-collection")
    cookies = try file(line.exportCookieJar, "newman-cookie-jar")
    var reports: [String: String] = [:]
    for (reporter, ending) in [("json", "json"), ("junit", "xml")] where line.reporters.contains(reporter) {
      let path = line.option("export", of: reporter).flatMap { $0.isEmpty ? nil : $0 }
      reports[reporter] =
        try file(path, "newman-run-report", ending) ?? Self.file("newman/newman-run-report-\(time)0.\(ending)", "")
    }
    self.reports = reports
  }

  private static func file(_ path: String, _ name: String) throws -> String {
    let namesFolder = path.endsExactly(with: "/")
    if FileManager.default.fileExists(atPath: path) {
      return CollectionStore.isFolder(path) ? (namesFolder ? path + name : path + "/" + name) : path
    }
    if namesFolder { return try file(path + name, "") }
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    } catch {
      throw CommandExit.usageError("Cannot write \(path): \(FileProblem.reason(error))")
    }
    return path
  }
}
