/// A `"key": value` pair of an object.
package struct JSONMember: Equatable, Hashable, Sendable {
  package var key: JSONString
  package var value: JSONValue

  package init(key: JSONString, value: JSONValue) {
    self.key = key
    self.value = value
  }
}

/// The members of an object in document order, including duplicate keys.
package struct JSONObject: Equatable, Hashable, Sendable {
  package var members: [JSONMember]

  package init(members: [JSONMember] = []) { self.members = members }

  /// The value of `key`. The last of several duplicates wins, as in other parsers.
  ///
  /// Setting a value replaces it in place or appends a member; setting `nil` removes every member with that key.
  /// Lookup is linear: objects here are small.
  package subscript(key: String) -> JSONValue? {
    get { members.last { $0.key.means(key) }?.value }
    set {
      guard let newValue else { return members.removeAll { $0.key.means(key) } }
      if let index = members.lastIndex(where: { $0.key.means(key) }) {
        members[index].value = newValue
      } else {
        members.append(JSONMember(key: JSONString(key), value: newValue))
      }
    }
  }

  /// Adds a member that the object does not have, unless the value is missing.
  package mutating func add(_ key: String, _ value: JSONValue?) {
    if let value { members.append(JSONMember(key: JSONString(key), value: value)) }
  }

  package var keys: [String] { members.map(\.key.value) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(members: elements.map { JSONMember(key: JSONString($0.0), value: $0.1) })
  }
}
