/// The label of a value in a file: `Header Accept`, `Body › user.name`, `Auth › Token`.
struct ChangeLabel: Equatable {
  private var words: [String] = []
  /// The rest of the path, in a value without fields.
  private var rest = JSONLocation()
  /// Whether the rows of a table here need no noun: those of a body or an auth.
  private var isSection = false
  /// Whether the value may be any JSON. Its rows are identified by index.
  private var isJSON = false

  var text: String { (words + (rest.steps.isEmpty ? [] : [rest.description])).joined(separator: " › ") }

  /// The label of a member of an object that has this label.
  func member(_ name: String, in shape: FieldShape, isRow: Bool) -> ChangeLabel {
    var label = self
    label.isSection = false
    label.isJSON = if case .json = shape.member(name) { true } else { false }
    if case .kinds(let table) = shape, table.kinds.contains(where: { $0.name.isExactly(name) }) {
      label.isSection = true
    } else if isRow, name.isExactly("value") {
      return self
    } else if let field = shape.field(name) {
      label.words.append(field.label)
      if case .kinds = field.type { label.isSection = true }
    } else if words.isEmpty {
      label.words.append(name)
    } else {
      label.rest = rest.appending(name)
    }
    return label
  }

  /// The label of a row.
  ///
  /// - Parameter occurrence: Which of the rows of that name it is, if there are several.
  func row(_ name: String, occurrence: Int?) -> ChangeLabel {
    var label = self
    let name = name + (occurrence.map { " (\($0))" } ?? "")
    label.isSection = false
    if isSection {
      label.words.append(name)
    } else if let noun = label.words.popLast() {
      label.words.append(Self.singular(noun) + " " + name)
    }
    return label
  }

  /// Whether it labels a field, whose rows are identified by name.
  var hasRows: Bool { rest.steps.isEmpty && !isJSON }

  func element(_ index: Int) -> ChangeLabel {
    var label = self
    label.rest = rest.appending(index)
    return label
  }

  private static func singular(_ noun: String) -> String {
    noun.endsExactly(with: "s") ? String(noun.dropLast()) : noun
  }
}
