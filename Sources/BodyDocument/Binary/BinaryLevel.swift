/// A container that is being read.
struct BinaryLevel {
  enum Kind: Equatable {
    case array
    /// A map as an object of JSON, with its number among the maps.
    case object(Int)
    /// A map as a list of keys with their values.
    case pairs
    /// A tag, which has one item.
    case tag

    var opening: StaticString {
      switch self {
      case .array: "["
      case .object: "{"
      case .pairs: "{\"$map\":["
      case .tag: ""
      }
    }

    var closing: StaticString {
      switch self {
      case .array: "]"
      case .object, .tag: "}"
      case .pairs: "]}"
      }
    }
  }

  let kind: Kind
  /// The number of entries that are missing; `nil` up to a break.
  private(set) var left: Int?
  private var isFirst = true
  /// Whether a key has been read whose value is missing.
  private(set) var expectsValue = false

  init(kind: Kind, left: Int?) { (self.kind, self.left) = (kind, left) }

  private var isMap: Bool {
    switch kind {
    case .object, .pairs: true
    case .array, .tag: false
    }
  }

  var expectsKey: Bool { isMap && !expectsValue }

  /// The text written before the next item.
  var separator: StaticString {
    switch kind {
    case .array: isFirst ? "" : ","
    case .object: expectsValue ? ":" : isFirst ? "" : ","
    case .pairs: expectsValue ? "," : isFirst ? "[" : ",["
    case .tag: ""
    }
  }

  /// Counts an item.
  ///
  /// - Returns: Whether it ends a pair, which has a bracket of its own.
  mutating func countItem() -> Bool {
    isFirst = false
    if isMap {
      expectsValue.toggle()
      if expectsValue { return false }
    }
    left = left.map { $0 - 1 }
    return kind == .pairs
  }
}
