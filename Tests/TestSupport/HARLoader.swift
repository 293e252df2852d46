package import Foundation

/// The Python library haralyzer, a reader of HTTP Archives.
package enum HARLoader {
  /// Whether `scripts/setup-test-servers` has installed it.
  package static var isInstalled: Bool {
    let libraries = TestServers.folder.appending(path: "venv/lib")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: libraries.path)) ?? []
    return versions.contains {
      FileManager.default.fileExists(atPath: libraries.appending(path: "\($0)/site-packages/haralyzer").path)
    }
  }

  /// The entries that it reads: method, URL, status and time of each, separated by commas.
  package static func entries(of archive: URL) async throws -> String {
    try await ServerProcess(python: script, arguments: [archive.path]).ready
  }

  private static let script = """
    import json, sys
    from haralyzer import HarEntry, HarParser
    with open(sys.argv[1]) as file:
        entries = HarParser(json.load(file)).har_data["entries"]
    entries = [HarEntry(entry) for entry in entries]
    print(", ".join(f"{entry.request.method} {entry.url} {entry.status} {entry.time}" for entry in entries), flush=True)
    """
}
