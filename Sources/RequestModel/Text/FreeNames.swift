/// Names that are taken, and how far each has been numbered: thousands of things may want the same name.
package struct FreeNames: Equatable, Sendable {
  private var taken: Set<String>
  /// The next number by name.
  private var numbers: [String: Int] = [:]

  package init(taken: Set<String> = []) { self.taken = taken }

  package func contains(_ name: String) -> Bool { taken.contains(name) }

  package mutating func insert(_ name: String) { taken.insert(name) }
  package mutating func formUnion(_ names: some Sequence<String>) { taken.formUnion(names) }

  /// Claims `name`, or the first free one of those that `numbered` makes of 2, 3 and so on.
  package mutating func claim(_ name: String, numbered: (Int) -> String) -> String {
    if taken.insert(name).inserted { return name }
    var number = numbers[name] ?? 2
    var candidate = numbered(number)
    while !taken.insert(candidate).inserted {
      number += 1
      candidate = numbered(number)
    }
    numbers[name] = number + 1
    return candidate
  }

  /// Claims `stem`, or `stem 2`, `stem 3` …, the first that is free, ignoring case. The names that are taken are in lower
  /// case.
  package mutating func claimIgnoringCase(_ stem: String, suffix: String = "") -> String {
    var name = stem + suffix
    _ = claim(name.lowercased()) { number in
      name = "\(stem) \(number)\(suffix)"
      return name.lowercased()
    }
    return name
  }
}
