/// Variables of different names, in the order in which their names were first set. Setting or removing one takes the same
/// time however many there are.
package struct NamedVariables: Equatable, Sendable {
  /// `nil` in place of a removed one.
  private var slots: [Variable?] = []
  private var places: [ExactText: Int] = [:]

  package init() {}

  package var all: [Variable] { slots.compactMap(\.self) }

  package subscript(name: String) -> Variable? { places[ExactText(name)].flatMap { slots[$0] } }

  package static func == (a: NamedVariables, b: NamedVariables) -> Bool { a.all == b.all }

  package mutating func set(_ variable: Variable) {
    let name = ExactText(variable.name)
    if let place = places[name] {
      slots[place] = variable
    } else {
      places[name] = slots.count
      slots.append(variable)
    }
  }

  package mutating func remove(_ name: String) {
    guard let place = places.removeValue(forKey: ExactText(name)) else { return }
    slots[place] = nil
    if slots.count > 2 * places.count + 16 { dropEmptySlots() }
  }

  private mutating func dropEmptySlots() {
    slots.removeAll { $0 == nil }
    for (index, variable) in slots.enumerated() {
      if let variable { places[ExactText(variable.name)] = index }
    }
  }

  /// Masks the secrets in the values.
  package mutating func conceal(_ concealed: (Variable) -> Variable) {
    for index in slots.indices { slots[index] = slots[index].map(concealed) }
  }
}
