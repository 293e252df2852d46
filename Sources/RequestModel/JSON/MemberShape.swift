/// The members that the objects of a file may have.
package indirect enum MemberShape: Sendable {
  case any
  case object([String: MemberShape])
  case list(MemberShape)
}

extension MemberShape {
  package static let request = MemberShape(RequestKind.allFields)
  package static let settings = MemberShape(FolderSettings.fields)
  package static let environment = MemberShape(Environment.fields)

  init(_ fields: [Field]) {
    self = .object(Dictionary(uniqueKeysWithValues: fields.map { ($0.name, MemberShape($0)) }))
  }

  private init(_ field: Field) {
    switch field.type {
    case .object(let fields): self.init(fields)
    case .rows(let shape, _): self = .list(MemberShape(shape.fields))
    case .kinds(let table): self.init(table)
    case .text, .scalar, .lines, .number, .flag, .choice, .file, .json, .strings, .names: self = .any
    }
  }

  private init(_ table: KindTable) {
    var members: [String: MemberShape] = [:]
    for kind in table.kinds {
      if kind.isNested {
        members[kind.name] = kind.fields.isEmpty ? .any : MemberShape(kind.fields)
      } else {
        for field in kind.fields { members[field.name] = MemberShape(field) }
      }
    }
    self = .object(members)
  }

  /// Rejects duplicate members, as only one of them would be used.
  package func checkDuplicates(in object: JSONObject) throws(DocumentError) {
    try checkDuplicates(.object(object), at: [])
  }

  private func checkDuplicates(_ value: JSONValue, at path: JSONLocation) throws(DocumentError) {
    switch (self, value) {
    case (.object(let members), .object(let object)):
      if let name = object.duplicateKey {
        throw DocumentError("\"\(name)\" appears twice: keep one of them", at: path.appending(name))
      }
      for member in object.members where member.value.isContainer {
        let name = member.key.value
        if let shape = members[name] { try shape.checkDuplicates(member.value, at: path.appending(name)) }
      }
    case (.list(let shape), .array(let elements)):
      for (index, element) in elements.enumerated() { try shape.checkDuplicates(element, at: path.appending(index)) }
    default: break
    }
  }
}

extension JSONObject {
  /// The first key that appears twice.
  fileprivate var duplicateKey: String? {
    // Most objects are small; comparing is cheaper than hashing for them.
    guard members.count > 16 else {
      let index = members.indices.dropFirst().first { index in
        members[..<index].contains { $0.key.meansTheSame(as: members[index].key) }
      }
      return index.map { members[$0].key.value }
    }
    var seen: Set<ExactText> = []
    return keys.first { !seen.insert(ExactText($0)).inserted }
  }
}

/// A member that the program does not know.
package struct UnknownMember: Equatable, Sendable {
  package let path: JSONLocation
  package let name: String
  /// A similar known name.
  package let nearest: String?
}

extension MemberShape {
  /// Returns the members that this shape does not have. Names that start with `x-` or `$` are reserved for the user.
  package func unknownMembers(in object: JSONObject) -> [UnknownMember] { unknownMembers(.object(object), at: []) }

  private func unknownMembers(_ value: JSONValue, at path: JSONLocation) -> [UnknownMember] {
    switch (self, value) {
    case (.object(let members), .object(let object)):
      return object.members.flatMap { member -> [UnknownMember] in
        let name = member.key.value
        if let shape = members[name] { return shape.unknownMembers(member.value, at: path.appending(name)) }
        guard !Self.isUsersOwn(name) else { return [] }
        let nearest = NearestName.of(name, among: members.keys.sorted())
        return [UnknownMember(path: path.appending(name), name: name, nearest: nearest)]
      }
    case (.list(let shape), .array(let elements)):
      return elements.enumerated().flatMap { shape.unknownMembers($1, at: path.appending($0)) }
    default: return []
    }
  }

  private static func isUsersOwn(_ name: String) -> Bool {
    ["x-", "X-", "$"].contains { name.startsExactly(with: $0) }
  }
}
