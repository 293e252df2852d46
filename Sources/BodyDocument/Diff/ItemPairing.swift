/// Pairs removed and added array items that are similar, in order.
struct ItemPairing {
  struct Pair { var old, new: Int }

  /// The features of an item: the hashes of its members or items.
  private struct Features {
    var isObject: Bool
    /// Sorted hashes; of members, including their keys.
    var values: [UInt64] = []
    var keys: [UInt64] = []
    /// The value of the member that identifies the item.
    var name: UInt64?
  }

  /// The number of pairs up to which all are compared; beyond it, only nearby items are.
  private static let maximumPairs = 1 << 14
  private static let window = 8
  /// The number of members of an item to consider.
  private static let maximumFeatures = 64
  private static let threshold = 0.4

  let comparison: JSONComparison

  func pairs(_ left: ArraySlice<Int>, _ right: ArraySlice<Int>) -> [Pair] {
    guard !left.isEmpty, !right.isEmpty else { return [] }
    if left.count == 1, right.count == 1 {
      return isSameKind(left[left.startIndex], right[right.startIndex])
        ? [Pair(old: left.startIndex, new: right.startIndex)] : []
    }
    let found =
      left.count * right.count <= Self.maximumPairs
      ? best(left.map(oldFeatures), right.map(newFeatures)) : near(left, right)
    return found.map { Pair(old: left.startIndex + $0.old, new: right.startIndex + $0.new) }
  }

  private func isSameKind(_ left: Int, _ right: Int) -> Bool {
    let (old, new) = (comparison.old, comparison.new)
    return old.isContainer(left) && new.isContainer(right) && old.isObject(left) == new.isObject(right)
  }

  private func oldFeatures(of item: Int) -> Features? { features(of: item, comparison.old, comparison.oldHashes) }

  private func newFeatures(of item: Int) -> Features? { features(of: item, comparison.new, comparison.newHashes) }

  private func features(of item: Int, _ nodes: JSONNodes, _ hashes: SubtreeHashes) -> Features? {
    guard nodes.isContainer(item) else { return nil }
    var features = Features(isObject: nodes.isObject(item))
    for child in nodes.children(of: item).prefix(Self.maximumFeatures) {
      let value = hashes[child]
      if features.isObject {
        let key = hashes.key(of: child)
        features.keys.append(key)
        features.values.append(ContentHash.mix(key, value))
        if comparison.nameKeys.contains(key), features.name == nil { features.name = ContentHash.mix(key, value) }
      } else {
        features.values.append(value)
      }
    }
    features.values.sort()
    features.keys.sort()
    return features
  }

  /// The similarity, from -0.5 for items with different names to 1.5.
  private func similarity(_ a: Features?, _ b: Features?) -> Double {
    guard let a, let b, a.isObject == b.isObject else { return -1 }
    let size = Double(max(a.values.count, b.values.count))
    let values = Double(common(a.values, b.values)) / size
    guard a.isObject else { return values }
    let keys = Double(common(a.keys, b.keys)) / size
    var similarity = 0.8 * values + 0.2 * keys
    if let name = a.name, let other = b.name { similarity += name == other ? 0.5 : -0.5 }
    return similarity
  }

  private func common(_ a: [UInt64], _ b: [UInt64]) -> Int {
    var (i, j, count) = (0, 0, 0)
    while i < a.count, j < b.count {
      if a[i] == b[j] { (i, j, count) = (i + 1, j + 1, count + 1) } else if a[i] < b[j] { i += 1 } else { j += 1 }
    }
    return count
  }

  /// The pairs with the greatest total similarity, found with a table of all pairs.
  private func best(_ left: [Features?], _ right: [Features?]) -> [Pair] {
    let width = right.count + 1
    var scores = [Double](repeating: 0, count: (left.count + 1) * width)
    var weights = [Double](repeating: 0, count: left.count * right.count)
    for i in left.indices.reversed() {
      for j in right.indices.reversed() {
        let weight = similarity(left[i], right[j])
        weights[i * right.count + j] = weight
        let paired = weight >= Self.threshold ? scores[(i + 1) * width + j + 1] + weight : 0
        scores[i * width + j] = max(paired, scores[(i + 1) * width + j], scores[i * width + j + 1])
      }
    }
    var pairs: [Pair] = []
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
      let (score, weight) = (scores[i * width + j], weights[i * right.count + j])
      if weight >= Self.threshold, score == scores[(i + 1) * width + j + 1] + weight {
        pairs.append(Pair(old: i, new: j))
        (i, j) = (i + 1, j + 1)
      } else if score == scores[(i + 1) * width + j] {
        i += 1
      } else {
        j += 1
      }
    }
    return pairs
  }

  /// Pairs each item with the first similar one shortly after the last pair.
  private func near(_ left: ArraySlice<Int>, _ right: ArraySlice<Int>) -> [Pair] {
    var pairs: [Pair] = []
    var next = 0
    // The features of the new items from the next one on: those of all would take more memory than the bodies.
    var window: [Features?] = []
    for (i, item) in left.enumerated() where next < right.count {
      if comparison.isStopped() { break }
      guard let features = oldFeatures(of: item) else { continue }
      while window.count < min(Self.window, right.count - next) {
        window.append(newFeatures(of: right[right.startIndex + next + window.count]))
      }
      // If items were only changed, consecutive items have consecutive partners.
      guard let step = window.firstIndex(where: { similarity(features, $0) >= Self.threshold }) else { continue }
      pairs.append(Pair(old: i, new: next + step))
      next += step + 1
      window.removeFirst(step + 1)
    }
    return pairs
  }
}
