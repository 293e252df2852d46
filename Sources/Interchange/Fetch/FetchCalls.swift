internal import RequestModel

/// The calls of `fetch` in a script, with what its variables hold by then.
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
    while reader.take(".") || reader.take("?.") { path.append(reader.name() ?? "") }
    if reader.looksAt("["), reader.values[first] != nil {
      // name["member"] = value
      let start = reader.index
      let member = try reader.list("]")
      if member.count == 1, case .text(let name) = member[0] { path.append(name) } else { reader.index = start + 1 }
    }
    reader.skipSpaces()
    if reader.looksAt("="), !reader.looksAt("=="), !reader.looksAt("=>") {
      reader.index += 1
      set(path, try reader.expression())
    } else if reader.looksAt("(") {
      try call(path)
    }
  }

  private mutating func set(_ path: [String], _ value: ScriptValue) {
    if path.count == 1 {
      reader.values[path[0]] = value
    } else if let owner = reader.values[path[0]] {
      reader.values[path[0]] = Self.setting(owner, path.dropFirst(), value)
    }
  }

  private static func setting(_ owner: ScriptValue, _ path: ArraySlice<String>, _ value: ScriptValue) -> ScriptValue {
    guard let name = path.first else { return value }
    let inner = path.count > 1 ? setting(owner[name] ?? .object([]), path.dropFirst(), value) : value
    return owner.adding(name, inner, replaces: true)
  }

  private mutating func call(_ path: [String]) throws(ScriptReader.Problem) {
    let name = path[path.count - 1]
    if name == "fetch" { return try reader.readCall(name) }
    guard path.count > 1, ["append", "set"].contains(name), let owner = reader.values[path[0]] else {
      reader.index += 1
      return
    }
    reader.index += 1
    let arguments = try reader.list(")", isOpen: true)
    guard arguments.count > 1 else { return }
    let added: ScriptValue
    if case .list(let kind, let rows) = owner, arguments.count > 2 {
      let row = ScriptMember(arguments[0].text, arguments[1], fileName: arguments[2].text)
      added = .list(kind, rows + [row])
    } else {
      added = owner.adding(arguments[0].text, arguments[1], replaces: name == "set")
    }
    // The rows of a member, such as `url.searchParams`, are not those of the object.
    if path.count == 2 { reader.values[path[0]] = added }
  }
}
