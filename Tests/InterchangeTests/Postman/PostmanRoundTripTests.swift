import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

struct PostmanRoundTripTests {
  /// The parts of a collection that Postman can represent.
  static var limits: PortableLimits {
    var limits = PortableLimits()
    limits.allowsEqualNames = true
    limits.collectionMembers.subtract(["headers", "checks"])
    limits.folderMembers.subtract(["headers", "checks"])
    limits.requestMembers.subtract(["checks", "captures", "tags"])
    limits.auths.subtract(["header", "negotiate", "wsse"])
    limits.allowsAuthMember = { kind, member in
      // Postman has neither cookies nor a query for these, and reads a list in another shape.
      !["apikey", "oauth1"].contains(kind) || member != "in"
    }
    limits.options = [
      "followRedirects", "maxRedirects", "verifyTLS", "http", "followAuthorization", "followMethod", "cookies",
      "urlAsIs",
    ]
    limits.httpVersions = ["auto", "1.1", "2"]
    // Text that is JSON becomes a JSON body.
    limits.textTypes = ["text/plain", "application/xml", "text/html", "application/javascript"]
    limits.allowsTemplatesInJSON = false
    limits.fileBodiesHaveTypes = false
    limits.exampleMembers.remove("description")
    return limits
  }

  private func reimported(_ collection: PortableFolder, isComplete: Bool) throws -> ImportResult {
    var source = ExportSource(collection)
    source.includesSecrets = true
    let export = try ExportFormat.postman.write(source)
    if isComplete {
      #expect(export.notes == [])
      #expect(!String(decoding: export.files[0].bytes, as: UTF8.self).contains(PostmanRemainder.member))
    }
    var result = ImportResult()
    for file in export.files {
      let source = ImportSource(file.bytes, fileName: file.path.isEmpty ? "a.json" : file.path)
      let part = try #require(ImportFormat.of(source)).read(source)
      result.collections += part.collections
      result.environments += part.environments
      result.globals += part.globals
    }
    return result
  }

  @Test func whatPostmanHasAPlaceForIsImportedAsItWas() throws { try check(Self.limits, isComplete: true) }

  /// Parts that Postman cannot represent are in a member that it ignores.
  @Test func everythingElseIsImportedAsItWasToo() throws { try check(PortableLimits(), isComplete: false) }

  private func check(_ limits: PortableLimits, isComplete: Bool) throws {
    var failures = 0
    for seed in Seeds.some(of: 1000) {
      var generator = PortableGenerator(seed: seed, limits: limits)
      let collection = generator.collection()
      let result = try reimported(collection, isComplete: isComplete)
      var expected = collection
      expected.environments = []
      expected = expected.movingSecrets
      guard result.collections != [expected] || result.environments != collection.environments else { continue }
      failures += 1
      if failures < 4 {
        let found = result.collections.first?.json.rendered() ?? "none"
        let difference = Self.difference(expected.json.rendered(), found)
        Issue.record("seed \(seed): \(difference)")
      }
    }
    #expect(failures == 0)
  }

  static func difference(_ expected: String, _ found: String) -> String {
    let (old, new) = (expected.split(separator: "\n"), found.split(separator: "\n"))
    let index = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(old.count, new.count)
    let range = max(0, index - 6)..<(index + 4)
    func part(_ lines: [Substring]) -> String { lines[range.clamped(to: 0..<lines.count)].joined(separator: "\n") }
    return "expected\n\(part(old))\nfound\n\(part(new))"
  }
}
