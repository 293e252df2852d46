/// How much of a body has come.
public struct TransferProgress: Hashable, Sendable {
  /// Decompressed bytes.
  public var completed: Int
  /// `nil` where the head does not say, or says it of the compressed body.
  public var total: Int?

  /// From 0 to 1, `nil` where the total is unknown.
  public var fraction: Double? { total.map { $0 == 0 ? 1 : Double(completed) / Double($0) } }
}
