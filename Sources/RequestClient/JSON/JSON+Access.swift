public import Foundation

// `string` and similar properties are `nil` for other kinds; `stringValue` and similar ones convert or return a
// default.
extension JSON {
  /// The text of a string.
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The text of a string, number or boolean, otherwise empty.
  public var stringValue: String {
    switch self {
    case .string(let string): string
    case .number(let number): number.text
    case .bool(let bool): bool ? "true" : "false"
    default: ""
    }
  }

  /// A boolean.
  public var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// `true` for true, a number other than 0, and the strings `true`, `yes`, `t`, `y` and `1` in any case.
  public var boolValue: Bool {
    switch self {
    case .bool(let bool): bool
    case .number(let number): number != 0
    case .string(let string): ["true", "yes", "t", "y", "1"].contains(string.lowercased())
    default: false
    }
  }

  /// The number with all its digits.
  public var number: Number? {
    if case .number(let number) = self { number } else { nil }
  }

  /// An integer that fits; `1.0` is an integer, `1.5` is not.
  public var int: Int? { number?.int }

  /// A number, or the number in a string, truncated to an integer; 1 for true. Otherwise, and if it does not fit, 0.
  public var intValue: Int {
    switch self {
    case .number(let number): number.int ?? Int(exactly: number.double.rounded(.towardZero)) ?? 0
    case .string(let string): Int(string) ?? Double(string).flatMap { Int(exactly: $0.rounded(.towardZero)) } ?? 0
    case .bool(let bool): bool ? 1 : 0
    default: 0
    }
  }

  /// A number, rounded to `Double`.
  public var double: Double? { number?.double }

  /// A number, or the number in a string; 1 for true; otherwise 0.
  public var doubleValue: Double {
    switch self {
    case .number(let number): number.double
    case .string(let string): Double(string) ?? 0
    case .bool(let bool): bool ? 1 : 0
    default: 0
    }
  }

  /// The exact value of a number of up to 38 digits.
  public var decimal: Decimal? { number?.decimal }

  /// The elements of an array.
  public var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The elements of an array, otherwise empty.
  public var arrayValue: [JSON] { array ?? [] }

  /// The members of an object, in order.
  public var object: Object? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The members of an object, unordered.
  public var dictionary: [String: JSON]? { object?.dictionary }

  /// The members of an object, unordered; otherwise empty.
  public var dictionaryValue: [String: JSON] { dictionary ?? [:] }

  /// One step of a path.
  public enum Step: Hashable, Sendable {
    /// The member with this key.
    case key(String)
    /// The element at this index, from 0.
    case index(Int)
  }

  /// A path component: a string for a key, an integer for an index.
  public protocol StepConvertible: Sendable {
    /// The step.
    var jsonStep: Step { get }
  }

  /// The reason a path leads to no value.
  public struct PathError: Error, Hashable, Sendable {
    /// The reason a step failed.
    public enum Reason: Hashable, Sendable {
      /// The object has no such key.
      case noMember
      /// The array has only `count` elements, or the index is negative.
      case indexOutOfRange(count: Int)
      /// A key was used on another kind of value.
      case notAnObject(Kind)
      /// An index was used on another kind of value.
      case notAnArray(Kind)
    }

    /// The steps up to the failing one. With chained subscripts, only the failing one.
    public var path: [Step]
    /// Why the last step failed.
    public var reason: Reason

    /// The step that failed.
    public var step: Step? { path.last }
  }

  /// The member of `key`, or `absent`.
  ///
  /// Setting replaces or appends the member; null and absent values become objects. It does nothing on other kinds or
  /// if the new value is absent; `set(_:at:)` throws instead.
  public subscript(key: String) -> JSON {
    get { value(at: .key(key), of: [.key(key)]) }
    set { self[[.key(key)]] = newValue }
  }

  /// The element at `index`, counted from 0, or `absent`.
  ///
  /// Setting replaces the element or, at the end of the array, appends one. Otherwise, or if the new value is absent,
  /// it does nothing; `set(_:at:)` throws instead.
  public subscript(index: Int) -> JSON {
    get { value(at: .index(index), of: [.index(index)]) }
    set { self[[.index(index)]] = newValue }
  }

  /// The value at a path of keys and indexes: `json["pets", 0, "name"]`. The empty path is the value itself.
  public subscript(path: any StepConvertible...) -> JSON {
    get { self[path.map(\.jsonStep)] }
    set { self[path.map(\.jsonStep)] = newValue }
  }

  /// The value at a path.
  public subscript(path: [Step]) -> JSON {
    get { path.indices.reduce(self) { $0.value(at: path[$1], of: Array(path[...$1])) } }
    set {
      // As documented, setting at an invalid path does nothing.
      try? set(newValue, at: path)
    }
  }

  /// Replaces or appends the value at `path`. Null and missing values on the way become objects.
  ///
  /// - Throws: `PathError` if a step finds a value of another kind or an index beyond the end, or if `value` is absent.
  ///   In that case nothing is changed.
  public mutating func set(_ value: JSON, at path: any StepConvertible...) throws(PathError) {
    try set(value, at: path.map(\.jsonStep))
  }

  /// Replaces or appends the value at `path`. Null and missing values on the way become objects.
  ///
  /// - Throws: `PathError` if a step finds a value of another kind or an index beyond the end, or if `value` is absent.
  ///   In that case nothing is changed.
  public mutating func set(_ value: JSON, at path: [Step]) throws(PathError) {
    if let error = value.error { throw error }
    try put(value, at: path, depth: 0)
  }

  private func value(at step: Step, of path: @autoclosure () -> [Step]) -> JSON {
    func absent(_ reason: PathError.Reason) -> JSON { .absent(PathError(path: path(), reason: reason)) }
    return switch (self, step) {
    case (.absent, _): self
    case (.object(let object), .key(let key)): object[key] ?? absent(.noMember)
    case (.array(let elements), .index(let index)):
      elements.indices.contains(index) ? elements[index] : absent(.indexOutOfRange(count: elements.count))
    case (_, .key): absent(.notAnObject(kind))
    case (_, .index): absent(.notAnArray(kind))
    }
  }

  /// Sets in place, without copying objects and arrays on the way.
  private mutating func put(_ value: JSON, at path: [Step], depth: Int) throws(PathError) {
    guard depth < path.count else { return self = value }
    switch path[depth] {
    case .key(let key):
      try changeMember(key, path[...depth]) { (member) throws(PathError) in
        try member.put(value, at: path, depth: depth + 1)
      }
    case .index(let index):
      try changeElement(index, path[...depth]) { (element) throws(PathError) in
        try element.put(value, at: path, depth: depth + 1)
      }
    }
  }

  private mutating func changeMember(
    _ key: String, _ path: ArraySlice<Step>, _ change: (inout JSON) throws(PathError) -> Void
  ) throws(PathError) {
    if var object = takeObject() {
      defer { self = .object(object) }
      return try object.change(key, change)
    }
    guard kind == .null else { throw PathError(path: Array(path), reason: .notAnObject(kind)) }
    var member = JSON.null
    try change(&member)
    self = .object([key: member])
  }

  private mutating func changeElement(
    _ index: Int, _ path: ArraySlice<Step>, _ change: (inout JSON) throws(PathError) -> Void
  ) throws(PathError) {
    guard var elements = takeArray() else { throw PathError(path: Array(path), reason: .notAnArray(kind)) }
    defer { self = .array(elements) }
    if index == elements.count {
      var element = JSON.null
      try change(&element)
      elements.append(element)
    } else if elements.indices.contains(index) {
      try change(&elements[index])
    } else {
      throw PathError(path: Array(path), reason: .indexOutOfRange(count: elements.count))
    }
  }

  // These leave null behind, so that the caller has the only reference and can change it without a copy.
  private mutating func takeObject() -> Object? {
    guard case .object(let object) = self else { return nil }
    self = .null
    return object
  }

  private mutating func takeArray() -> [JSON]? {
    guard case .array(let elements) = self else { return nil }
    self = .null
    return elements
  }
}

extension String: JSON.StepConvertible {
  /// The member with this key.
  public var jsonStep: JSON.Step { .key(self) }
}

extension Int: JSON.StepConvertible {
  /// The element at this index, from 0.
  public var jsonStep: JSON.Step { .index(self) }
}

extension JSON {
  /// Two values of kinds that cannot be merged.
  public struct MergeError: Error, Hashable, Sendable {
    /// The kind of the value to change.
    public var kind: Kind
    /// The kind of the value to merge.
    public var otherKind: Kind
  }

  /// Merges `other` into this value: objects member by member, arrays by appending; other values are replaced.
  ///
  /// - Throws: `MergeError` if the values are of different kinds; in that case nothing is changed.
  public mutating func merge(with other: JSON) throws(MergeError) {
    guard kind == other.kind else { throw MergeError(kind: kind, otherKind: other.kind) }
    self = joined(with: other)
  }

  /// Returns the value merged with `other`.
  ///
  /// - Throws: `MergeError` if the values are of different kinds.
  public func merged(with other: JSON) throws(MergeError) -> JSON {
    var merged = self
    try merged.merge(with: other)
    return merged
  }

  private func joined(with other: JSON) -> JSON {
    switch (self, other) {
    case (.object(var object), .object(let others)):
      for (key, value) in others { object[key] = object[key]?.joined(with: value) ?? value }
      return .object(object)
    case (.array(let elements), .array(let others)): return .array(elements + others)
    default: return other
    }
  }
}
