public import Foundation

// `string` and similar accessors return `nil` for other kinds; `stringValue` and similar ones convert or return a default.
extension JSON {
  /// The text of a string.
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The text of a string, a number or a boolean; else empty.
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

  /// A boolean; a number other than 0; a string that is `true`, `yes`, `t`, `y` or `1` in any case. Else false.
  public var boolValue: Bool {
    switch self {
    case .bool(let bool): bool
    case .number(let number): number != 0
    case .string(let string): ["true", "yes", "t", "y", "1"].contains(string.lowercased())
    default: false
    }
  }

  /// The number with all of its digits.
  public var number: Number? {
    if case .number(let number) = self { number } else { nil }
  }

  /// A whole number that fits; `1.0` is one, `1.5` is not.
  public var int: Int? { number?.int }

  /// A number, or one in a string, without its fraction; 1 for true. Else, and if it does not fit, 0.
  public var intValue: Int {
    switch self {
    case .number(let number): number.int ?? Int(exactly: number.double.rounded(.towardZero)) ?? 0
    case .string(let string): Int(string) ?? Double(string).flatMap { Int(exactly: $0.rounded(.towardZero)) } ?? 0
    case .bool(let bool): bool ? 1 : 0
    default: 0
    }
  }

  /// The nearest `Double` to a number.
  public var double: Double? { number?.double }

  /// A number, or one in a string; 1 for true. Else 0.
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

  /// The elements of an array; else none.
  public var arrayValue: [JSON] { array ?? [] }

  /// The members of an object in their order.
  public var object: Object? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The members of an object without their order.
  public var dictionary: [String: JSON]? { object?.dictionary }

  /// The members of an object without their order; else none.
  public var dictionaryValue: [String: JSON] { dictionary ?? [:] }
}

extension JSON {
  /// One step of a path.
  public enum Step: Hashable, Sendable {
    /// Into the member of this key.
    case key(String)
    /// Into the element at this index, from 0.
    case index(Int)
  }

  /// A path component: a string for a key, an integer for an index.
  public protocol StepConvertible: Sendable {
    /// The step.
    var jsonStep: Step { get }
  }

  /// Why a path leads to no value.
  public struct PathError: Error, Hashable, Sendable {
    /// What is wrong with the step.
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
}

extension JSON {
  /// The member of `key`, `absent` if there is none.
  ///
  /// Setting replaces or appends it, and makes an object of null and of what is absent. On a value of another kind it
  /// does nothing, as does setting an absent value; use `set(_:at:)` to know.
  public subscript(key: String) -> JSON {
    get { value(at: .key(key), of: [.key(key)]) }
    set { self[[.key(key)]] = newValue }
  }

  /// The element at `index`, from 0; `absent` if there is none.
  ///
  /// Setting replaces it, and at the end of the array appends one. Elsewhere it does nothing, as does setting an
  /// absent value; use `set(_:at:)` to know.
  public subscript(index: Int) -> JSON {
    get { value(at: .index(index), of: [.index(index)]) }
    set { self[[.index(index)]] = newValue }
  }

  /// The value that the steps lead to, keys and indexes mixed: `json["pets", 0, "name"]`. Without steps it is the
  /// value itself.
  public subscript(path: any StepConvertible...) -> JSON {
    get { self[path.map(\.jsonStep)] }
    set { self[path.map(\.jsonStep)] = newValue }
  }

  /// The same for steps that are known only when the program runs.
  public subscript(path: [Step]) -> JSON {
    get { path.indices.reduce(self) { $0.value(at: path[$1], of: Array(path[...$1])) } }
    set {
      // Documented: a path on which nothing can be set changes nothing.
      try? set(newValue, at: path)
    }
  }

  /// Replaces or appends the value at `path`, making objects of what is null or missing on the way.
  ///
  /// - Throws: `PathError` where a step finds a value of another kind or an index beyond the end, or where `value` is
  ///   absent itself. Then nothing was changed.
  public mutating func set(_ value: JSON, at path: any StepConvertible...) throws(PathError) {
    try set(value, at: path.map(\.jsonStep))
  }

  /// The same for steps that are known only when the program runs.
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
}

extension JSON {
  /// Sets in place: no object or array on the way is copied.
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

  // These leave null behind: the caller has the only reference then, and changing it copies nothing.
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
  /// Into the member of this name.
  public var jsonStep: JSON.Step { .key(self) }
}

extension Int: JSON.StepConvertible {
  /// Into the element at this place, from 0.
  public var jsonStep: JSON.Step { .index(self) }
}

extension JSON {
  /// The kinds of two roots that cannot be merged.
  public struct MergeError: Error, Hashable, Sendable {
    /// Of the value that was to be changed.
    public var kind: Kind
    /// Of the value that was to be merged into it.
    public var otherKind: Kind
  }

  /// Merges `other` into this value: objects member by member, arrays by appending; other values are replaced.
  ///
  /// - Throws: `MergeError` where the roots are of different kinds; then nothing was changed.
  public mutating func merge(with other: JSON) throws(MergeError) {
    guard kind == other.kind else { throw MergeError(kind: kind, otherKind: other.kind) }
    self = joined(with: other)
  }

  /// Returns the value merged with `other`.
  ///
  /// - Throws: `MergeError` where the roots are of different kinds.
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
