import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

struct InsomniaRoundTripTests {
  private func written(_ collection: PortableFolder) throws -> (text: String, notes: [InterchangeNote]) {
    var source = ExportSource(collection)
    source.includesSecrets = true
    let result = try ExportFormat.insomnia.write(source)
    return (String(decoding: result.files[0].bytes, as: UTF8.self), result.notes)
  }

  private func read(_ text: String) throws -> PortableFolder {
    let source = ImportSource(Data(text.utf8), fileName: "c.yaml")
    #expect(ImportFormat.of(source)?.name == "insomnia")
    return try #require(try ImportFormat.insomnia.read(source).collections.first)
  }

  @Test func whatIsExportedIsImportedTheSame() throws {
    for seed in Seeds.some(of: 1000) {
      var generator = PortableGenerator(seed: seed)
      let collection = generator.collection()
      let text = try written(collection).text
      let copy = try read(text).withoutSourceIDs
      try #require(copy.asJSON == collection.movingSecrets.asJSON, "seed \(seed)\n\(text)")
    }
  }

  /// Of what Insomnia has a place for, nothing is left to the members that it ignores.
  @Test func whatInsomniaHasAPlaceForIsWrittenAsInsomniaReadsIt() throws {
    for seed in Seeds.some(of: 200) {
      var generator = PortableGenerator(seed: seed, limits: .insomnia)
      let collection = generator.collection()
      let (text, notes) = try written(collection)
      try #require(!text.contains("x-workbench"), "seed \(seed)\n\(collection.asJSON.rendered())\n\(text)")
      try #require(notes == [], "seed \(seed)")
      let copy = try read(text).withoutSourceIDs
      try #require(copy.asJSON == collection.movingSecrets.asJSON, "seed \(seed)\n\(text)")
    }
  }
}

extension PortableLimits {
  /// The parts of a collection that Insomnia can represent.
  fileprivate static var insomnia: PortableLimits {
    var limits = PortableLimits()
    limits.collectionMembers = ["docs", "variables"]
    limits.folderMembers = ["docs", "variables", "headers", "auth", "scripts"]
    limits.requestMembers = ["path", "query", "headers", "body", "auth", "options", "docs", "scripts"]
    limits.options = ["followRedirects"]
    limits.auths = [
      "none", "basic", "bearer", "apikey", "digest", "ntlm", "awsv4", "oauth1", "hawk", "asap",
    ]
    limits.allowsAuthMember = { kind, member in
      let missing = [
        "awsv4": ["addAuthDataToQuery", "expires", "unsignedPayload"],
        "oauth1": ["in", "addEmptyParamsToSign", "signatureMethod"],
        "hawk": ["app", "delegation", "nonce", "timestamp", "algorithm"], "asap": ["alg", "exp"], "ntlm": ["domain"],
        "apikey": ["in"],
      ]
      return missing[kind]?.contains(member) != true
    }
    limits.formMembers = ["off", "description"]
    limits.partMembers = ["off", "description", "file"]
    limits.variableMembers = []
    // JSON is read as JSON, unless it has templates in it.
    limits.textTypes = ["text/plain", "application/xml", "text/html"]
    limits.allowsTemplatesInJSON = false
    limits.adapt = { document in
      // A parameter without a value is a bare name.
      document["query"] = document["query"]?.array.map { rows in
        .array(
          rows.map { row in
            var row = row.object ?? JSONObject()
            if row["value"] == "" { row["value"] = nil }
            return .object(row)
          })
      }
    }
    return limits
  }
}
