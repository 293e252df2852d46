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

  /// Sets or removes many members in turn, as the subscript does, in time proportional to them.
  package mutating func set(_ changes: [(key: String, value: JSONValue?)]) {
    guard changes.count > 8 else {
      for change in changes { self[change.key] = change.value }
      return
    }
    var slots: [JSONMember?] = members
    var places: [ExactText: [Int]] = [:]
    for (place, member) in members.enumerated() { places[ExactText(member.key.value), default: []].append(place) }
    for (key, value) in changes {
      let name = ExactText(key)
      if let value, let place = places[name]?.last {
        slots[place]?.value = value
      } else if let value {
        places[name] = [slots.count]
        slots.append(JSONMember(key: JSONString(key), value: value))
      } else {
        for place in places.removeValue(forKey: name) ?? [] { slots[place] = nil }
      }
    }
    members = slots.compactMap(\.self)
  }

  /// Adds a member that the object does not have, unless the value is missing.
  package mutating func add(_ key: String, _ value: JSONValue?) {
    if let value { members.append(JSONMember(key: JSONString(key), value: value)) }
  }

  package var keys: [String] { members.map(\.key.value) }

  package func mapValues(_ change: (JSONValue) -> JSONValue) -> JSONObject {
    JSONObject(members: members.map { JSONMember(key: $0.key, value: change($0.value)) })
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(members: elements.map { JSONMember(key: JSONString($0.0), value: $0.1) })
  }
}
