/// The calls of `fetch` in a script, with the current values of its variables.
struct FetchCalls {
  var calls: [ScriptReader.Call] { reader.calls }
  private(set) var problem: String?
  private(set) var reader: ScriptReader

  init(_ source: String) {
    reader = ScriptReader(source)
    do throws(ScriptReader.Problem) {
      while reader.index < reader.text.count { try step() }
    } catch {
      problem = reader.position(error.offset) + ": " + error.text
    }
  }

  private mutating func step() throws(ScriptReader.Problem) {
    reader.skipSpaces()
    guard let scalar = reader.peek else { return }
    if "\"'`".unicodeScalars.contains(scalar) {
      _ = try reader.quoted()
    } else if let name = reader.name() {
      try statement(name)
    } else {
      reader.index += 1
    }
  }

  private mutating func statement(_ first: String) throws(ScriptReader.Problem) {
    if ["const", "let", "var", "await", "return", "export", "default", "async", "new"].contains(first) { return }
    var path = [first]
    while reader.consume(".") || reader.consume("?.") { path.append(reader.name() ?? "") }
    if reader.looksAt("["), reader.values[first] != nil {
      // name["member"] = value
      let member = try reader.list("]")
      guard member.count == 1, case .text(let name) = member[0] else { return }
      path.append(name)
    }
    reader.skipSpaces()
    if reader.looksAt("="), !reader.looksAt("=="), !reader.looksAt("=>") {
      reader.index += 1
      try set(path)
    } else if reader.looksAt("(") {
      try call(path)
    }
  }

  private mutating func set(_ path: [String]) throws(ScriptReader.Problem) {
    guard path.count > 1 else {
      return try reader.set(path[0]) { (reader) throws(ScriptReader.Problem) in try reader.expression() }
    }
    let start = reader.index + reader.spent
    let value = try reader.expression()
    let (end, size) = (reader.index, reader.index + reader.spent - start)
    try reader.change(path[0], by: size) { (owner) throws(ScriptReader.Problem) in
      try Self.set(path.dropFirst(), value, in: &owner, at: end)
    }
  }

  private static func set(
    _ path: ArraySlice<String>, _ value: ScriptValue, in owner: inout ScriptValue, at offset: Int
  ) throws(ScriptReader.Problem) {
    guard let name = path.first else { return owner = value }
    guard path.count < 100 else { throw ScriptReader.Problem(text: "values are nested too deep", offset: offset) }
    var inner = path.count > 1 ? owner[name] ?? .object([]) : value
    if path.count > 1 { try set(path.dropFirst(), value, in: &inner, at: offset) }
    try owner.set(ScriptMember(name, inner), at: offset)
  }

  private mutating func call(_ path: [String]) throws(ScriptReader.Problem) {
    let name = path[path.count - 1]
    if name == "fetch" { return try reader.readCall(name) }
    guard path.count > 1, ["append", "set"].contains(name), reader.values[path[0]] != nil else {
      reader.index += 1
      return
    }
    let start = reader.index + reader.spent
    reader.index += 1
    let arguments = try reader.list(")", isOpen: true)
    // The rows of a member, such as `url.searchParams`, are not those of the object.
    guard arguments.count > 1, path.count == 2 else { return }
    let (end, size) = (reader.index, reader.index + reader.spent - start)
    var row = ScriptMember(arguments[0].text, arguments[1])
    try reader.change(path[0], by: size) { (owner) throws(ScriptReader.Problem) in
      if arguments.count > 2, owner.isList {
        row.fileName = arguments[2].text
        owner.append(row)
      } else if name == "set" {
        try owner.set(row, at: end)
      } else {
        owner.append(row)
      }
    }
  }
}
