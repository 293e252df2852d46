/// Visits the texts of a file: strings, texts of several lines, and the names and numbers of JSON.
///
/// A text is changed where it is, so that everything else stays as it was written.
struct FileTexts {
  /// Returns the new text; `nil` leaves it.
  typealias Body = (FileText) throws(FileSearchProblem) -> String?

  let places: Set<SearchPlace>
  let body: Body

  func visit(_ document: JSONObject, role: FileRole) throws(FileSearchProblem) -> JSONObject {
    var document = document
    let root = FieldSpot(shape: FieldShape(role))
    for index in document.members.indices {
      let name = document.members[index].key.value
      guard let place = SearchPlace(member: name), places.contains(place) || place != .docs && places.contains(.docs)
      else { continue }
      document.members[index].value = try visit(
        document.members[index].value, root.member(name, rowName: nil), in: place)
    }
    return document
  }

  private func visit(
    _ value: JSONValue, _ spot: FieldSpot, in place: SearchPlace
  ) throws(FileSearchProblem) -> JSONValue {
    switch value {
    case .null, .bool: return value
    case .number(let number): return try visit(number, value, spot, in: place)
    case .string(let string):
      guard let text = try text(string.value, spot, in: place) else { return value }
      if case .lines = spot.shape { return .lines(text, like: value) }
      return .string(text)
    case .array(let elements):
      if case .lines = spot.shape, let joined = value.wholeLines {
        return try text(joined, spot, in: place).map { .lines($0, like: value) } ?? value
      }
      return .array(try visit(elements, spot, in: place))
    case .object(let object): return .object(try visit(object, spot, in: place))
    }
  }

  private func visit(
    _ elements: [JSONValue], _ spot: FieldSpot, in place: SearchPlace
  ) throws(FileSearchProblem) -> [JSONValue] {
    let names = RowNames(elements)
    var result = elements
    for (index, element) in elements.enumerated() {
      result[index] = try visit(element, spot.element(index, names.label(index, spot.label)), in: place)
    }
    return result
  }

  private func visit(
    _ object: JSONObject, _ spot: FieldSpot, in place: SearchPlace
  ) throws(FileSearchProblem) -> JSONObject {
    var object = object
    let rowName = spot.isRow ? object["name"]?.string : nil
    for index in object.members.indices {
      let name = object.members[index].key.value
      var member = spot.member(name, rowName: rowName)
      if name == "value", object["secret"]?.bool == true { member.isSecret = true }
      if spot.hasOwnKeys, let text = try text(name, member, isName: true, in: place) {
        object.members[index].key = JSONString(text)
      }
      object.members[index].value = try visit(
        object.members[index].value, member, in: name == "description" ? .docs : place)
    }
    return object
  }

  private func visit(
    _ number: JSONNumber, _ value: JSONValue, _ spot: FieldSpot, in place: SearchPlace
  ) throws(FileSearchProblem) -> JSONValue {
    guard let text = try text(number.text, spot, in: place) else { return value }
    guard let new = try? JSONText(text).value, new.number != nil else {
      throw FileSearchProblem("\(spot.label.text) would be \(text), which is not a number")
    }
    return new
  }

  private func text(
    _ text: String, _ spot: FieldSpot, isName: Bool = false, in place: SearchPlace
  ) throws(FileSearchProblem) -> String? {
    guard places.contains(place) else { return nil }
    return try body(FileText(text: text, spot: spot, place: place, isName: isName))
  }
}

struct FileText {
  let text: String
  let spot: FieldSpot
  let place: SearchPlace
  /// Whether it is the name of a member.
  let isName: Bool
}

extension FieldSpot {
  /// Whether the names of its members are the user's.
  fileprivate var hasOwnKeys: Bool {
    switch shape {
    case .json, .strings, .texts: true
    case .members, .kinds, .rows, .words, .lines, .plain: false
    }
  }
}
