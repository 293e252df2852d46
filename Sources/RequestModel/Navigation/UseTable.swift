package import Foundation

/// How much things were used, and how recently, for ranking them.
///
/// A use counts half as much after a week. Weights are binary logarithms of the count at the epoch, so that they never have
/// to be aged: the order of two of them is the same at any time.
package struct UseTable: Equatable, Sendable {
  package private(set) var weights: [String: Double]
  private var top: Double

  /// The number of things that are remembered.
  package static let limit = 500
  private static let halfLife = 7.0 * 24 * 3600

  /// - Parameter weights: The weights of an earlier table. Infinite and excess ones are ignored.
  package init(weights: [String: Double] = [:]) {
    self.weights = weights.filter { $0.value.isFinite }
    top = self.weights.values.max() ?? 0
    limit()
  }

  package var isEmpty: Bool { weights.isEmpty }

  package mutating func add(_ name: String, at time: Date) {
    let use = time.timeIntervalSince1970 / Self.halfLife
    let known = weights[name] ?? -.infinity
    let (high, low) = (max(known, use), min(known, use))
    let weight = high + log2(1 + exp2(low - high))
    guard weight.isFinite else { return }
    weights[name] = weight
    top = max(top, weight)
    limit()
  }

  /// Renames a name, and all paths below it.
  package mutating func rename(_ old: String, to new: String) {
    for (name, weight) in weights where name.isExactly(old) || name.startsExactly(with: old + "/") {
      weights[name] = nil
      weights[new + String(Substring(name.utf8.dropFirst(old.utf8.count)))] = weight
    }
  }

  private mutating func limit() {
    guard weights.count > Self.limit else { return }
    let kept = weights.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(Self.limit)
    weights = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
  }

  /// The bonus of the most used name.
  package static let highestBonus = 40

  /// The bonus that a match's score gets for its use: four points less for each halving.
  package func bonus(_ name: String) -> Int {
    guard let weight = weights[name] else { return 0 }
    return max(0, Self.highestBonus - Int(min(10, top - weight) * 4))
  }

  /// The names, most used first.
  package var ranked: [String] { weights.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map(\.key) }
}
