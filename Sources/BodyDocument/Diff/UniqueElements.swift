internal import RequestModel

/// Elements that occur once in each of two sequences and in the same order.
struct UniqueElements {
  struct Anchor { var old, new: Int }

  /// A hash with its position on both sides. The hashes are random, so they serve as keys directly.
  private struct Slot {
    var hash: UInt64 = 0
    var old: Int32 = absent
    var new: Int32 = absent
  }

  private static let absent: Int32 = -1
  private static let several: Int32 = -2

  private var slots: ContiguousArray<Slot>
  private let mask: Int

  /// The longest list of anchors that ascends on both sides.
  static func anchors(_ old: UnsafeBufferPointer<UInt64>, _ new: UnsafeBufferPointer<UInt64>) -> [Anchor] {
    var table = UniqueElements(capacity: old.count + new.count)
    for index in old.indices { table.note(old[index], index, isNew: false) }
    for index in new.indices { table.note(new[index], index, isNew: true) }
    let pairs = table.slots.filter { $0.old >= 0 && $0.new >= 0 }
      .map { Anchor(old: Int($0.old), new: Int($0.new)) }.sorted { $0.old < $1.old }
    return RisingRun.indices(of: pairs.map(\.new)).map { pairs[$0] }
  }

  /// Pairs the nth occurrences of equal elements.
  static func anchorsByOccurrence(
    _ old: UnsafeBufferPointer<UInt64>, _ new: UnsafeBufferPointer<UInt64>
  ) -> [Anchor] {
    let left = numbered(old)
    let right = numbered(new)
    return left.withUnsafeBufferPointer { left in right.withUnsafeBufferPointer { anchors(left, $0) } }
  }

  private static func numbered(_ elements: UnsafeBufferPointer<UInt64>) -> [UInt64] {
    var counts: [UInt64: UInt64] = [:]
    return elements.map { element in
      let count = counts[element, default: 0]
      counts[element] = count + 1
      return ContentHash.mix(element, count)
    }
  }

  private init(capacity: Int) {
    var size = 16
    while size < capacity + capacity / 4 { size *= 2 }
    slots = ContiguousArray(repeating: Slot(), count: size)
    mask = size - 1
  }

  private mutating func note(_ hash: UInt64, _ place: Int, isNew: Bool) {
    var index = Int(truncatingIfNeeded: hash) & mask
    while slots[index].old != Self.absent || slots[index].new != Self.absent, slots[index].hash != hash {
      index = (index + 1) & mask
    }
    slots[index].hash = hash
    if isNew {
      slots[index].new = slots[index].new == Self.absent ? Int32(place) : Self.several
    } else {
      slots[index].old = slots[index].old == Self.absent ? Int32(place) : Self.several
    }
  }
}
