/// Compares schemas of two versions of a document.
final class OpenAPISchemaDiff {
  /// Whether values are sent or received.
  enum Direction: Hashable {
    case request, response
  }

  struct Change {
    /// The properties that lead to the value: `owner.tags[]`.
    var path: String
    var isBreaking: Bool
    var predicate: String

    /// - Parameter title: The owner of the schema: `The body`.
    func sentence(_ title: String) -> String {
      guard !path.isEmpty else { return "\(title) \(predicate)" }
      let name = path.hasPrefix(".") ? String(path.dropFirst()) : path
      let start = title.hasPrefix("The ") ? "the " + title.dropFirst(4) : title
      return "The property \"\(name)\" of \(start) \(predicate)"
    }
  }

  private struct Pair: Hashable {
    var old: OpenAPIAddress
    var new: OpenAPIAddress
    var direction: Direction
  }

  private let schemas = OpenAPISchemas(sizeOfDocument: 1_000_000)
  private var known: [Pair: [Change]] = [:]
  private var open: Set<Pair> = []
  private var depth = 0

  private static let depthLimit = 24
  /// The maximum number of changes per schema; a component is used in many places.
  private static let changeLimit = 50

  func changes(_ old: OpenAPINode?, _ new: OpenAPINode?, _ direction: Direction) -> [Change] {
    guard let old = old?.resolved, let new = new?.resolved, depth < Self.depthLimit else { return [] }
    depth += 1
    defer { depth -= 1 }
    guard let oldPlace = old.address, let newPlace = new.address, old.siblings == nil, new.siblings == nil else {
      return found(old, new, direction)
    }
    let pair = Pair(old: oldPlace, new: newPlace, direction: direction)
    if let changes = known[pair] { return changes }
    guard open.insert(pair).inserted else { return [] }
    defer { open.remove(pair) }
    let changes = found(old, new, direction)
    known[pair] = changes
    return changes
  }

  private func found(_ old: OpenAPINode, _ new: OpenAPINode, _ direction: Direction) -> [Change] {
    let comparison = Comparison(old: schemas.schema(old), new: schemas.schema(new), direction: direction)
    var changes = comparison.own
    // Of values of another kind, nothing else can be compared.
    if comparison.hasOtherType { return changes }
    changes += properties(comparison)
    if let before = comparison.old.items, let after = comparison.new.items {
      changes += moved(self.changes(before, after, direction), "[]")
    }
    if let before = comparison.old.additional, let after = comparison.new.additional {
      changes += moved(self.changes(before, after, direction), ".*")
    }
    changes += alternatives(comparison)
    return Array(changes.prefix(Self.changeLimit))
  }

  private func moved(_ changes: [Change], _ step: String) -> [Change] {
    changes.map { Change(path: step + $0.path, isBreaking: $0.isBreaking, predicate: $0.predicate) }
  }

  private func properties(_ comparison: Comparison) -> [Change] {
    let (old, new, direction) = (comparison.old, comparison.new, comparison.direction)
    let isSent = direction == .request
    var changes: [Change] = []
    func addChange(_ name: String, _ isBreaking: Bool, _ predicate: String) {
      changes.append(Change(path: "." + name, isBreaking: isBreaking, predicate: predicate))
    }
    for property in old.properties where !isHidden(property.node, direction) {
      let name = property.key
      guard let now = new.property(name) else {
        addChange(name, true, "was removed")
        continue
      }
      guard !isHidden(now, direction) else {
        addChange(name, isSent, isSent ? "is read-only now" : "is write-only now")
        continue
      }
      let (was, isNow) = (old.required.contains(name), new.required.contains(name))
      if isNow, !was { addChange(name, isSent, isSent ? "is required now" : "is always there now") }
      if was, !isNow { addChange(name, !isSent, isSent ? "is optional now" : "may be missing now") }
      changes += moved(self.changes(property.node, now, direction), "." + name)
    }
    for property in new.properties where old.property(property.key) == nil && !isHidden(property.node, direction) {
      let isNeeded = isSent && new.required.contains(property.key)
      addChange(property.key, isNeeded, isNeeded ? "was added and is required" : "was added")
    }
    return changes
  }

  private func isHidden(_ node: OpenAPINode, _ direction: Direction) -> Bool {
    schemas.schema(node).flag(direction == .request ? "readOnly" : "writeOnly")
  }

  /// Compares alternatives with the same name, or without names, at the same index.
  private func alternatives(_ comparison: Comparison) -> [Change] {
    let (old, new) = (comparison.old.alternatives, comparison.new.alternatives)
    guard !old.isEmpty || !new.isEmpty else { return [] }
    var changes: [Change] = []
    let names = Set(new.compactMap { $0.address?.name })
    for (index, node) in old.enumerated() {
      guard let name = node.address?.name else {
        if old.count == new.count, new[index].address == nil {
          changes += self.changes(node, new[index], comparison.direction)
        }
        continue
      }
      if let now = new.first(where: { $0.address?.name == name }) {
        changes += self.changes(node, now, comparison.direction)
      } else {
        let isBreaking = comparison.direction == .request
        changes.append(Change(path: "", isBreaking: isBreaking, predicate: "can no longer be \"\(name)\""))
      }
    }
    for name in names.subtracting(old.compactMap { $0.address?.name }).sorted() {
      changes.append(Change(path: "", isBreaking: false, predicate: "can be \"\(name)\" too"))
    }
    return changes
  }
}

extension OpenAPISchemaDiff {
  /// Compares two schemas themselves, without their properties and items.
  struct Comparison {
    let old: OpenAPISchema
    let new: OpenAPISchema
    let direction: Direction

    private var isSent: Bool { direction == .request }

    var own: [Change] {
      var changes: [Change] = []
      if hasOtherType {
        let isWider = isSent ? Self.accepts(newTypes, oldTypes) : Self.accepts(oldTypes, newTypes)
        changes.append(change(!isWider, "is \(Self.title(newTypes)) and no longer \(Self.title(oldTypes))"))
      }
      if old.isNullable, !new.isNullable { changes.append(change(isSent, "can no longer be null")) }
      if !old.isNullable, new.isNullable { changes.append(change(!isSent, "can be null now")) }
      changes += enumeration + format
      if isSent { changes += bounds }
      return changes
    }

    private func change(_ isBreaking: Bool, _ predicate: String) -> Change {
      Change(path: "", isBreaking: isBreaking, predicate: predicate)
    }

    // MARK: Types

    private var oldTypes: Set<String> { Self.types(old) }
    private var newTypes: Set<String> { Self.types(new) }

    var hasOtherType: Bool { oldTypes != newTypes && !oldTypes.isEmpty && !newTypes.isEmpty }

    private static func types(_ schema: OpenAPISchema) -> Set<String> {
      let types = Set(schema.types.filter { $0 != "null" })
      return types.isEmpty ? Set([schema.type].compactMap(\.self)) : types
    }

    /// Whether all values of some types are values of others.
    private static func accepts(_ wide: Set<String>, _ narrow: Set<String>) -> Bool {
      narrow.allSatisfy { wide.contains($0) || $0 == "integer" && wide.contains("number") }
    }

    private static func title(_ types: Set<String>) -> String {
      types.sorted().map { "aeiou".contains($0.first ?? "x") ? "an \($0)" : "a \($0)" }.joined(separator: " or ")
    }

    // MARK: Values

    private var enumeration: [Change] {
      let before = Self.choices(old)
      let after = Self.choices(new)
      if before.isEmpty, after.isEmpty { return [] }
      if before.isEmpty { return [change(isSent, "allows only \(after.joined(separator: ", ")) now")] }
      if after.isEmpty { return [change(!isSent, "allows any value now")] }
      let (known, kept) = (Set(before), Set(after))
      let removed = before.filter { !kept.contains($0) }
      let added = after.filter { !known.contains($0) }
      return removed.map { change(isSent, "no longer allows \($0)") } + added.map { change(false, "allows \($0) too") }
    }

    private static func choices(_ schema: OpenAPISchema) -> [String] {
      (schema.keywords["const"].map { [$0] } ?? schema.enumeration).map(\.compact)
    }

    private var format: [Change] {
      guard let before = old.text("format"), let after = new.text("format"), before != after else { return [] }
      return [change(true, "has the format \(after) and no longer \(before)")]
    }

    // MARK: Bounds

    private var bounds: [Change] {
      var changes: [Change] = []
      for name in ["minimum", "minLength", "minItems", "minProperties"] { changes += bound(name, isLower: true) }
      for name in ["maximum", "maxLength", "maxItems", "maxProperties"] { changes += bound(name, isLower: false) }
      let (before, after) = (old.text("pattern"), new.text("pattern"))
      if before != after {
        changes.append(change(after != nil, after.map { "has to match \($0) now" } ?? "need not match a pattern now"))
      }
      return changes
    }

    private func bound(_ name: String, isLower: Bool) -> [Change] {
      let (before, after) = (old.number(name), new.number(name))
      guard before != after else { return [] }
      guard let after, let text = new.text(name) else { return [change(false, "has no \(name) now")] }
      let isTighter = before.map { isLower ? after > $0 : after < $0 } ?? true
      return [change(isTighter, "has the \(name) \(text)" + (old.text(name).map { " and no longer \($0)" } ?? " now"))]
    }
  }
}
