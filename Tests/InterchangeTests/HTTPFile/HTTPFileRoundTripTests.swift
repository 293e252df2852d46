import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

struct HTTPFileRoundTripTests {
  /// Examples have no place. Environments are written without descriptions and rows that are off.
  private var limits: PortableLimits {
    var limits = PortableLimits()
    limits.requestMembers.remove("examples")
    limits.maxEnvironments = 0
    limits.hasSecretValues = false
    return limits
  }

  @Test func everyCollectionComesBack() throws {
    for seed in Seeds.some(of: 1000) {
      var generator = PortableGenerator(seed: seed, limits: limits)
      let collection = generator.collection()
      let expected = collection.movingSecrets
      let result = try ExportFormat.http.write(ExportSource(collection))
      let source = ImportSource(result.files[0].bytes, fileName: "x.http")
      let read = try ImportFormat.http.read(source)
      guard read.collections[0].withoutSourceIDs != expected else { continue }
      Issue.record(
        "seed \(seed)\n\(String(decoding: result.files[0].bytes, as: UTF8.self))\n\(difference(read.collections[0], expected))"
      )
      break
    }
  }

  @Test func environmentsComeBackWithTheirSecrets() throws {
    var limits = limits
    limits.maxEnvironments = 3
    limits.variableMembers = ["secret", "type"]
    for seed in Seeds.some(of: 300) {
      var generator = PortableGenerator(seed: seed, limits: limits)
      let collection = generator.collection()
      var source = ExportSource(collection)
      source.includesSecrets = true
      let result = try ExportFormat.http.write(source)
      guard result.files.count > 1 else { continue }
      let files = SourceFiles(Dictionary(uniqueKeysWithValues: result.files.map { ($0.path, $0.bytes) }))
      let read = try ImportFormat.http.read(ImportSource(folder: files, name: "x"))
      #expect(
        read.collections.first?.environments.map(\.withSecretsLast) == collection.environments.map(\.withSecretsLast))
      #expect(read.collections.first?.name == collection.name)
    }
  }
}

/// The first items that differ, as JSON.
func difference(_ read: PortableFolder, _ expected: PortableFolder) -> String {
  if read.name != expected.name { return "name \(read.name) ≠ \(expected.name)" }
  if read.settings != expected.settings {
    return "settings \(JSONValue.object(read.settings).rendered())\n≠ \(JSONValue.object(expected.settings).rendered())"
  }
  if read.items.map(\.name) != expected.items.map(\.name) {
    return "\(read.items.map(\.name)) ≠ \(expected.items.map(\.name))"
  }
  for (a, b) in zip(read.items, expected.items) {
    switch (a, b) {
    case (.folder(let a), .folder(let b)):
      let inner = difference(a, b)
      if !inner.isEmpty { return a.name + "/" + inner }
    case (.request(let a), .request(let b)):
      if a.document != b.document {
        return "\(a.name) \(JSONValue.object(a.document).rendered())\n≠ \(JSONValue.object(b.document).rendered())"
      }
    default: return "\(a.name) is another kind"
    }
  }
  return ""
}

extension PortableEnvironment {
  /// The variables with the secret ones at the end, as two files have them.
  fileprivate var withSecretsLast: PortableEnvironment {
    var environment = self
    let rows = document["variables"]?.array ?? []
    let secret = rows.filter { $0.object?["secret"] == true }
    environment.document["variables"] = .array(rows.filter { $0.object?["secret"] != true } + secret)
    return environment
  }
}
