extension JSON {
  /// The members of an object in their order. Looking up takes the same time however many there are.
  public struct Object: Sendable {
    /// A member.
    public typealias Element = (key: String, value: JSON)

    /// The keys in the order in which they were first set.
    public private(set) var keys: [String] = []
    private var values: [String: JSON] = [:]

    /// No members.
    public init() {}

    /// Of a repeated key the first place and the last value count.
    public init(_ members: some Sequence<(String, JSON)>) {
      for (key, value) in members { self[key] = value }
    }

    /// The value of `key`. Setting one replaces it in its place or appends it; setting `nil` removes the member,
    /// which takes time in proportion to their number.
    public subscript(key: String) -> JSON? {
      get { values[key] }
      set {
        if values.updateOrRemove(newValue, for: key) == nil {
          if newValue != nil { keys.append(key) }
        } else if newValue == nil {
          keys.removeAll { $0 == key }
        }
      }
    }

    /// Changes the value of `key` in its place, or adds what `change` makes of null. Where that throws, nothing is added.
    mutating func change(_ key: String, _ change: (inout JSON) throws(PathError) -> Void) throws(PathError) {
      if values[key] != nil { return try change(&values[key]!) }
      var value = JSON.null
      try change(&value)
      self[key] = value
    }

    /// The same members in a dictionary, without their order. Free of cost.
    public var dictionary: [String: JSON] { values }
  }
}

extension JSON.Object: Hashable {
  /// Whether both have the same members, in whatever order.
  public static func == (a: JSON.Object, b: JSON.Object) -> Bool { a.values == b.values }
  /// By the members, in whatever order.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension JSON.Object: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { keys.startIndex }
  /// How many members there are.
  public var endIndex: Int { keys.endIndex }
  /// The member at a place of the order.
  public subscript(position: Int) -> Element { (keys[position], values[keys[position]] ?? .null) }
}

extension JSON.Object: ExpressibleByDictionaryLiteral {
  /// In the order written; of a repeated key the last value counts.
  public init(dictionaryLiteral members: (String, JSON)...) { self.init(members) }
}

extension [String: JSON] {
  /// - Returns: The former value.
  fileprivate mutating func updateOrRemove(_ value: JSON?, for key: String) -> JSON? {
    if let value { updateValue(value, forKey: key) } else { removeValue(forKey: key) }
  }
}
