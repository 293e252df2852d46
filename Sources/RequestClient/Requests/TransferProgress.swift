/// How much of a body has been carried.
public struct TransferProgress: Hashable, Sendable {
  /// Bytes; of a body that comes, decompressed ones.
  public var completed: Int
  /// `nil` where nobody says how much it will be: a body of unknown length, or a compressed one.
  public var total: Int?

  /// From 0 to 1, `nil` where the total is unknown.
  public var fraction: Double? { total.map { $0 == 0 ? 1 : Double(completed) / Double($0) } }
}
