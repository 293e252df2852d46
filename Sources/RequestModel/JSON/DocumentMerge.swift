/// Merges two changes of a document by members, and rows by their names.
package struct DocumentMerge: Equatable, Sendable {
  /// The result. Where both sides changed the same value, it has ours.
  package private(set) var value: JSONValue
  /// The values that both sides changed, each in its own way.
  package private(set) var conflicts: [JSONLocation] = []

  package init(base: JSONValue, ours: JSONValue, theirs: JSONValue) {
    value = ours
    value = merged(base, ours, theirs, []) ?? ours
  }

  /// - Returns: `nil` for a value that is gone.
  private mutating func merged(
    _ base: JSONValue?, _ ours: JSONValue?, _ theirs: JSONValue?, _ place: JSONLocation
  ) -> JSONValue? {
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    if let ours = ours?.object, let theirs = theirs?.object {
      return .object(merged(base?.object ?? JSONObject(), ours, theirs, place))
    }
    if let rows = rows(base ?? .array([]), ours, theirs, place) { return .array(rows) }
    conflicts.append(place)
    return ours
  }

  private mutating func merged(
    _ base: JSONObject, _ ours: JSONObject, _ theirs: JSONObject, _ place: JSONLocation
  ) -> JSONObject {
    var result = JSONObject()
    for key in Self.united(ours.keys, theirs.keys) {
      result[key] = merged(base[key], ours[key], theirs[key], place.appending(key))
    }
    return result
  }

  /// Rows are the same if they have the same name, and texts if they are equal; `nil` where names are missing or repeated.
  private mutating func rows(
    _ base: JSONValue, _ ours: JSONValue?, _ theirs: JSONValue?, _ place: JSONLocation
  ) -> [JSONValue]? {
    guard let base = Self.named(base), let ours = Self.named(ours), let theirs = Self.named(theirs) else { return nil }
    let (bases, own, other) = (Dictionary(base), Dictionary(ours), Dictionary(theirs))
    return Self.united(ours.map(\.0), theirs.map(\.0)).compactMap { name in
      merged(bases[name], own[name], other[name], place.appending(name))
    }
  }

  private static func named(_ value: JSONValue?) -> [(String, JSONValue)]? {
    guard let elements = value?.array else { return nil }
    let rows = elements.compactMap { row in (row.object?["name"]?.string ?? row.string).map { ($0, row) } }
    return rows.count == elements.count && Set(rows.map(\.0)).count == rows.count ? rows : nil
  }

  /// The names of both, ours first, each of theirs after the one that it follows there.
  private static func united(_ ours: [String], _ theirs: [String]) -> [String] {
    var result = ours
    var known = Set(ours)
    var place = 0
    for name in theirs {
      if known.insert(name).inserted {
        result.insert(name, at: min(place, result.count))
        place += 1
      } else if let index = result.firstIndex(of: name) {
        place = index + 1
      }
    }
    return result
  }
}

extension Dictionary {
  fileprivate init(_ pairs: [(Key, Value)]) { self.init(pairs) { $1 } }
}
