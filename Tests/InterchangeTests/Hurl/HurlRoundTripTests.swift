import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

struct HurlRoundTripTests {
  /// Hurl has neither examples nor environments.
  private var limits: PortableLimits {
    var limits = PortableLimits()
    limits.requestMembers.remove("examples")
    limits.methods.removeAll { $0.contains("-") }
    limits.maxEnvironments = 0
    limits.hasSecretValues = false
    return limits
  }

  @Test func everyCollectionComesBack() throws {
    for seed in Seeds.some(of: 1000) {
      var generator = PortableGenerator(seed: seed, limits: limits)
      let collection = generator.collection()
      let expected = collection.movingSecrets
      guard !collection.isWithoutRequests else { continue }
      let result = try ExportFormat.hurl.write(ExportSource(collection))
      let read = try ImportFormat.hurl.read(ImportSource(result.files[0].bytes, fileName: "x.hurl"))
      let failures = (result.notes + read.notes).filter { $0.kind == .failed }
      guard read.collections[0].withoutSourceIDs != expected || !failures.isEmpty else { continue }
      Issue.record(
        "seed \(seed)\n\(String(decoding: result.files[0].bytes, as: UTF8.self))\n\(difference(read.collections[0], expected))\n\(failures)"
      )
      break
    }
  }
}

extension PortableFolder {
  var isWithoutRequests: Bool {
    items.allSatisfy { item in
      if case .folder(let inner) = item { inner.isWithoutRequests } else { false }
    }
  }
}
