import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

struct PostmanSchemaTests {
  private static let folder = ProjectFiles.cases.appending(path: "postman-schemas")
  private static let schema = folder.appending(path: "compiled-v2.1.0.schema.json")
  private static let python = TestServers.folder.appending(path: "venv/bin/python").path

  private static var hasValidator: Bool {
    let library = TestServers.folder.appending(path: "venv/lib")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: library.path)) ?? []
    return versions.contains {
      FileManager.default.fileExists(atPath: library.appending(path: "\($0)/site-packages/jsonschema").path)
    }
  }

  /// Prints the name of each file that is not valid.
  private static let script = """
    import json, sys, pathlib, jsonschema
    validator = jsonschema.Draft7Validator(json.load(open(sys.argv[1])))
    names = [p.name for p in sorted(pathlib.Path(sys.argv[2]).iterdir()) if not validator.is_valid(json.load(open(p)))]
    print(*names, sep="\\n", file=sys.stderr)
    sys.exit(len(names) > 0)
    """

  @Test(.needsCases("postman-schemas"), .enabled(if: hasValidator, "needs jsonschema, which `make test` installs"))
  func exportsAreValid() async throws {
    let outputs = FileManager.default.temporaryDirectory.appending(path: "postman-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: outputs, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: outputs) }
    var limits = PortableLimits()
    // The schema is older than these kinds, which Postman itself writes.
    limits.auths.subtract(["jwt", "asap"])
    for seed in Seeds.some(of: 200) {
      var generator = PortableGenerator(seed: seed, limits: limits)
      try write(generator.collection(), to: outputs.appending(path: "seed-\(seed).json"))
    }
    for version in ["v1.0.0", "v2.0.0", "v2.1.0"] {
      let inputs = Self.folder.appending(path: "examples/draft-07/\(version)")
      for name in try FileManager.default.contentsOfDirectory(atPath: inputs.path) {
        let source = ImportSource(try Data(contentsOf: inputs.appending(path: name)), fileName: name)
        let collection = try #require(try ImportFormat.postman.read(source).collections.first)
        try write(collection, to: outputs.appending(path: "\(version)-\(name)"))
      }
    }
    let check = try ChildProcess([Self.python, "-c", Self.script, Self.schema.path, outputs.path], error: 2)
    #expect(await check.status == 0)
  }

  private func write(_ collection: PortableFolder, to file: URL) throws {
    let files = try ExportFormat.postman.write(ExportSource(collection)).files
    try #require(files.first).bytes.write(to: file)
  }
}
