/// The names of the rows of a list, for labels.
struct RowNames {
  private let names: [String?]
  /// The number of each row among rows of the same name; `nil` for a unique name.
  private let numbers: [Int?]

  init(_ rows: [JSONValue]) {
    names = rows.map { RowKey($0)?.text }
    var counts: [ExactText: Int] = [:]
    let numbers = names.map { name -> Int? in
      guard let name else { return nil }
      counts[ExactText(name), default: 0] += 1
      return counts[ExactText(name)]
    }
    self.numbers = zip(names, numbers).map { name, number in
      name.flatMap { counts[ExactText($0)] } == 1 ? nil : number
    }
  }

  func label(_ index: Int, _ list: ChangeLabel) -> ChangeLabel {
    guard list.hasRows, let name = names[index] else { return list.element(index) }
    return list.row(name, occurrence: numbers[index])
  }
}
