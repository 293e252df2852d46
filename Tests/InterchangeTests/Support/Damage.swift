import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

/// Damaged versions of a source, which a reader has to survive.
enum Damage {
  /// The JSON with one value replaced, for each value in it and each of a few of the wrong type; a tenth of them outside a
  /// soak.
  static func wrongTypes(_ value: JSONValue) -> [JSONValue] {
    let all = replacements(of: value)
    return Seeds.places(in: all.indices).map { all[$0] }
  }

  private static let wrong: [JSONValue] = [.null, 1, "x", [], [:]]

  private static func replacements(of value: JSONValue) -> [JSONValue] {
    switch value {
    case .array(let elements):
      return wrong
        + elements.indices.flatMap { index in
          replacements(of: elements[index]).map { replacement in
            var changed = elements
            changed[index] = replacement
            return .array(changed)
          }
        }
    case .object(let object):
      return wrong
        + object.members.indices.flatMap { index in
          replacements(of: object.members[index].value).map { replacement in
            var changed = object
            changed.members[index].value = replacement
            return .object(changed)
          }
        }
    default: return wrong
    }
  }

  /// Reads every damaged version; what is imported has to be sound.
  static func check(_ format: ImportFormat, _ fixture: JSONValue, fileName: String) throws {
    for damaged in wrongTypes(fixture) {
      try check(format, Data(damaged.compact.utf8), fileName: fileName)
    }
  }

  /// Reads the source cut off at every byte: a result or an error, never a crash.
  static func checkTruncations(_ format: ImportFormat, _ data: Data, fileName: String) throws {
    for length in Seeds.places(in: 0..<data.count) { try check(format, data.prefix(length), fileName: fileName) }
  }

  private static func check(_ format: ImportFormat, _ data: Data, fileName: String) throws {
    do {
      let result = try format.read(ImportSource(Data(data), fileName: fileName))
      for collection in result.collections { try collection.checkSound() }
      for environment in result.environments {
        var folder = PortableFolder(name: "")
        folder.environments = [environment]
        try folder.checkSound()
      }
    } catch let error as ImportError {
      #expect(!error.description.isEmpty)
    }
  }
}
