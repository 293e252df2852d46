/// Variables of different names, in the order in which their names were first set. Setting one takes the same time
/// however many there are.
package struct NamedVariables: Equatable, Sendable {
  package private(set) var all: [Variable] = []
  private var places: [ExactText: Int] = [:]

  package init() {}

  package mutating func set(_ variable: Variable) {
    let name = ExactText(variable.name)
    if let place = places[name] {
      all[place] = variable
    } else {
      places[name] = all.count
      all.append(variable)
    }
  }

  package mutating func remove(_ name: String) {
    guard let place = places.removeValue(forKey: ExactText(name)) else { return }
    all.remove(at: place)
    for (index, variable) in all.enumerated().dropFirst(place) { places[ExactText(variable.name)] = index }
  }

  /// Masks the secrets in the values.
  package mutating func conceal(_ concealed: (Variable) -> Variable) {
    for index in all.indices { all[index] = concealed(all[index]) }
  }
}
