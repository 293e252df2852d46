/// A value on its way into a form. It is a reference because the containers of an encoder fill it bit by bit.
final class FormNode {
  enum Content {
    /// Nothing was encoded yet.
    case unset
    case null
    case text(String)
    case array([FormNode])
    case object(Members)
  }

  /// The members of an object in the order of their first encoding.
  struct Members {
    private(set) var list: [(key: String, node: FormNode)] = []
    private var places: [String: Int] = [:]

    subscript(key: String) -> FormNode? { places[key].map { list[$0].node } }

    mutating func set(_ node: FormNode, for key: String) {
      if let place = places[key] {
        list[place].node = node
      } else {
        places[key] = list.count
        list.append((key, node))
      }
    }
  }

  private(set) var content: Content

  init(_ content: Content) { self.content = content }

  func setText(_ text: String?) { content = text.map(Content.text) ?? .null }

  /// Makes it an object, unless it is one: a class and its superclass encode into the same.
  func becomeObject() {
    if case .object = content { return }
    content = .object(Members())
  }

  /// Makes it an array, unless it is one.
  func becomeArray() {
    if case .array = content { return }
    content = .array([])
  }

  func set(_ node: FormNode, for key: String) {
    var members = members
    content = .unset
    members.set(node, for: key)
    content = .object(members)
  }

  /// The member of that key as it is, a new one where there is none.
  func member(for key: String) -> FormNode {
    if let member = members[key] { return member }
    let member = FormNode(.unset)
    set(member, for: key)
    return member
  }

  func append(_ node: FormNode) {
    var elements = elements
    content = .unset
    elements.append(node)
    content = .array(elements)
  }

  var elementCount: Int { elements.count }

  // A type that asks for containers of two kinds is wrong; of what it encodes, the last kind stays.
  private var members: Members {
    if case .object(let members) = content { members } else { Members() }
  }

  private var elements: [FormNode] {
    if case .array(let elements) = content { elements } else { [] }
  }
}
