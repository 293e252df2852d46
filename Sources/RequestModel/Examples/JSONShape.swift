package import Foundation

/// The kinds of values at each place of a JSON text. The elements of a list are merged.
package struct JSONShape: Equatable, Sendable {
  /// The kinds of values that occur: `a string`, `a number` …
  private var kinds: Set<String> = []
  private var members: [Member] = []
  /// The elements of all lists; empty for those of empty lists.
  private var elements: [JSONShape] = []

  private struct Member: Equatable, Sendable {
    let name: String
    var shape: JSONShape
    var isRequired: Bool
  }

  package init(_ value: JSONValue) {
    kinds = [value.kindName]
    switch value {
    case .object(let object):
      for member in object.members where self[member.key.value] == nil {
        members.append(Member(name: member.key.value, shape: JSONShape(member.value), isRequired: true))
      }
    case .array(let values):
      guard var shape = values.first.map(JSONShape.init) else { return }
      for value in values.dropFirst() { shape.merge(JSONShape(value)) }
      elements = [shape]
    default: break
    }
  }

  private subscript(name: String) -> JSONShape? { members.first { $0.name.isExactly(name) }?.shape }

  /// Accepts the values of both. A member that only one has is optional.
  private mutating func merge(_ other: JSONShape) {
    let bothAreObjects = members.isEmpty == false && other.members.isEmpty == false
    kinds.formUnion(other.kinds)
    for index in members.indices where other[members[index].name] == nil && other.kinds.contains("an object") {
      members[index].isRequired = false
    }
    for member in other.members {
      if let index = members.firstIndex(where: { $0.name.isExactly(member.name) }) {
        members[index].shape.merge(member.shape)
        members[index].isRequired = members[index].isRequired && member.isRequired
      } else {
        members.append(Member(name: member.name, shape: member.shape, isRequired: member.isRequired && !bothAreObjects))
      }
    }
    if let own = elements.first, let others = other.elements.first {
      var merged = own
      merged.merge(others)
      elements = [merged]
    } else {
      elements += other.elements
    }
  }

  /// Where a value is not of this shape, each place once: `$.items[*].price is missing`.
  package func differences(from value: JSONValue) -> [String] {
    var found: [String] = []
    var seen: Set<String> = []
    check(value, "$") { if seen.insert($0).inserted { found.append($0) } }
    return found
  }

  private func check(_ value: JSONValue, _ path: String, _ report: (String) -> Void) {
    // An example of null says nothing about other values.
    guard kinds != ["null"] else { return }
    guard kinds.contains(value.kindName) else {
      let expected = kinds.subtracting(kinds.count > 1 ? ["null"] : []).sorted().joined(separator: " or ")
      return report("\(path) is \(value.kindName), not \(expected)")
    }
    switch value {
    case .object(let object): check(object, path, report)
    case .array(let values):
      guard let shape = elements.first else { return }
      for value in values { shape.check(value, path + "[*]", report) }
    default: break
    }
  }

  private func check(_ object: JSONObject, _ path: String, _ report: (String) -> Void) {
    for member in members where member.isRequired && object[member.name] == nil {
      report("\(path + Self.step(member.name)) is missing")
    }
    for member in object.members {
      let place = path + Self.step(member.key.value)
      guard let shape = self[member.key.value] else {
        report("\(place) is new: \(member.value.kindName)")
        continue
      }
      shape.check(member.value, place, report)
    }
  }

  /// As in a JSONPath.
  private static func step(_ name: String) -> String {
    let isWord =
      !name.isEmpty
      && name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0) }
    return isWord ? ".\(name)" : "['\(name)']"
  }
}

extension SavedExample {
  /// How a response differs from the example in status, headers and the shape of its JSON.
  ///
  /// - Parameters:
  ///   - body: The example's body, which may be in a file.
  ///   - meaning: Bytes that mean JSON have the shape of it.
  package func differences(
    from response: Response, body: [UInt8], meaning: (Data, String?) -> Data? = { _, _ in nil }
  ) -> [String] {
    var found: [String] = []
    if let status, status != response.status { found.append("The status is \(response.status), not \(status)") }
    let (type, sent) = (Self.mediaType(headers), Self.mediaType(response.headers))
    if let type, type != sent { found.append("The content type is \(sent ?? "missing"), not \(type)") }
    found += missingHeaders(in: response).map { "The header \($0) is missing" }
    func json(_ body: Data, _ headers: [Header]) -> JSONText? {
      try? JSONText([UInt8](meaning(body, headers.first("Content-Type")) ?? body))
    }
    guard let expected = json(Data(body), headers) else { return found }  // Other bodies have no shape.
    guard let actual = json(response.body, response.headers) else { return found + ["The body is not JSON"] }
    return found + JSONShape(expected.value).differences(from: actual.value)
  }

  /// Those that `ExampleDraft` keeps: other headers belong to one connection or one moment.
  private func missingHeaders(in response: Response) -> [String] {
    let names = headers.map(\.name).filter { name in
      name.lowercased() != "content-type" && ExampleDraft.isKept(name) && response.headers.first(name) == nil
    }
    var seen: Set<String> = []
    return names.filter { seen.insert($0.lowercased()).inserted }
  }

  private static func mediaType(_ headers: [Header]) -> String? {
    headers.first("Content-Type")?.split(separator: ";").first.map { $0.filter { $0 != " " }.lowercased() }
  }
}
