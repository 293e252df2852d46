internal import RequestBasics

/// A value among parameters that a format has no form for.
public struct UnencodableValue: Error, Hashable, Sendable {
  /// What a body or query is written in.
  public enum Format: Hashable, Sendable {
    /// As the encodings are called.
    case form, json, propertyList
  }

  /// The keys and indexes that lead to the value: `items[2].price`. Empty for the root.
  public var path: String
  /// The value's Swift type; for a number that the format cannot write, the number.
  public var found: String
  /// What the value cannot be written in.
  public var format: Format

  init(_ found: String, at path: JSONLocation, in format: Format) {
    self.found = found
    self.path = path.description
    self.format = format
  }
}
