import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

struct PostmanVersionsTests {
  static let examples = ProjectFiles.cases.appending(path: "postman-schemas/examples/draft-07")

  private func collection(_ version: String, _ name: String) throws -> PortableFolder {
    let data = try Data(contentsOf: Self.examples.appending(path: "\(version)/\(name)"))
    let result = try ImportFormat.postman.read(ImportSource(data, fileName: name))
    return try #require(result.collections.first)
  }

  @Test(.needsCases("postman-schemas"))
  func theSameCollectionBecomesTheSameFilesInEachVersion() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.examples.appending(path: "v2.1.0").path)
      .sorted()
    for name in names {
      let newest = try collection("v2.1.0", name).withoutSourceIDs.json
      if !Self.differentIn20.contains(name) {
        #expect(try collection("v2.0.0", name).withoutSourceIDs.json == newest, "v2.0.0/\(name)")
      }
      let isInV1 = FileManager.default.fileExists(atPath: Self.examples.appending(path: "v1.0.0/\(name)").path)
      if isInV1, !Self.differentInV1.contains(name) {
        #expect(try collection("v1.0.0", name).withoutSourceIDs.json == newest, "v1.0.0/\(name)")
      }
    }
  }

  /// Examples whose contents themselves differ from those of v2.1: other names, keys and values.
  private static let differentIn20: Set = [
    "apikeyAuthTest.json", "formdata-body.json", "helpers.json", "nestedEntities.json", "v2.json",
  ]
  private static let differentInV1: Set = [
    "apikeyAuthTest.json", "formdata-body.json", "hackernews.json", "helpers.json", "nestedEntities.json",
    "ntlmAuthTest.json", "reqBodyContentType.json", "responseBodyNull.json", "syncapi.json", "twitter.json",
  ]
}

extension PortableFolder {
  /// The whole folder, for messages and comparisons.
  var json: JSONValue {
    let items: [JSONValue] = items.map { item in
      switch item {
      case .folder(let folder): return folder.json
      case .request(let request): return ["request": .string(request.name), "document": .object(request.document)]
      }
    }
    return [
      "folder": .string(name), "settings": .object(settings), "items": .array(items),
      "environments": .array(environments.map { ["name": .string($0.name), "document": .object($0.document)] }),
      "secrets": .array((secrets + environments.flatMap(\.secrets)).map { [.string($0.name), .string($0.value)] }),
    ]
  }
}
