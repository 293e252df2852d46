import ResponseChecks

/// The form for the arguments of a tool, made from its schema.
package struct ToolForm: OverlayScreen {
  let tool: MCPTool
  private var address: Address
  private(set) var fields: [ToolField]
  /// The number of arguments in the schema without a field.
  let leftOut: Int
  /// Arguments in the request without a field.
  private let others: JSONObject
  private(set) var window = ListWindow()
  /// Why the tool was not called, until the user goes on.
  private(set) var problem: String?

  /// - Parameters:
  ///   - address: The request with the URL of the server.
  ///   - arguments: Those of the request, if it calls this tool.
  init(_ tool: MCPTool, of address: Address, _ arguments: JSONObject?) {
    (self.tool, self.address) = (tool, address)
    let required = Set((tool.schema["required"]?.array ?? []).compactMap(\.string))
    var others = arguments ?? JSONObject()
    let properties = tool.schema["properties"]?.object?.members ?? []
    leftOut = max(0, properties.count - MCPTool.mostArguments)
    fields = properties.prefix(MCPTool.mostArguments).map { member in
      let name = member.key.value
      return ToolField(
        name, member.value.object ?? JSONObject(), isRequired: required.contains(name),
        former: arguments?[Template.escaping(name)])
    }
    if !others.members.isEmpty { for field in fields { others[Template.escaping(field.name)] = nil } }
    self.others = others
  }

  var selected: ToolField? { fields.indices.contains(window.selected) ? fields[window.selected] : nil }

  // MARK: Calling

  /// Calls the tool with a request, unless an argument is missing, is broken JSON or does not match.
  private mutating func call(on screen: Size) -> OverlayOutcome {
    if let missing = fields.firstIndex(where: { $0.isRequired && $0.value(escapes: false) == nil }) {
      return refused("Not called: \(fields[missing].name) is required", .information, at: missing, on: screen)
    }
    for (index, field) in fields.enumerated() {
      guard let mistake = field.mistake else { continue }
      return refused("Not called: \(field.name) is not JSON: \(mistake)", at: index, on: screen)
    }
    let note: String?
    do throws(Failure) {
      note = try MCPArguments.check(arguments(escapes: false), by: tool.schema, of: tool.name)
    } catch {
      return refused(error.sentence, on: screen)
    }
    let call = ToolCall(tool: tool.name, arguments: arguments(escapes: true), address: address)
    return .closed([.tell(ToolListEnd()), .tell(call)] + (note.map { [PaneOutput.information($0)] } ?? []))
  }

  /// Shows the reason in the form, which has room for all of it.
  ///
  /// - Parameter index: The field to correct.
  private mutating func refused(
    _ sentence: String, _ kind: Notice.Kind = .failure, at index: Int? = nil, on screen: Size
  ) -> OverlayOutcome {
    problem = sentence
    select(index ?? window.selected, on: screen)
    return .stays([.notice(Notice(kind, sentence))])
  }

  private func arguments(escapes: Bool) -> JSONObject {
    var values = others
    for field in fields {
      guard let value = field.value(escapes: escapes) else { continue }
      values[escapes ? Template.escaping(field.name) : field.name] = value
    }
    return values
  }

  // MARK: Keys

  package var takesSend: Bool { true }
  package var enterHint: String? { "call" }
  package var escapeHint: String? { "back" }

  package var hints: [(key: String, label: String)] {
    (selected?.choices == nil ? [] : [("← →", "change")]) + (fields.count > 1 ? [("Tab", "next")] : [])
  }

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key, .paste: problem = nil
    case .scrolled: break
    }
    switch event {
    case .key(.escape): return .closed([])
    case .key(.enter), .key(.function(5)): return call(on: screen)
    case .key(.tab), .key(.down): move(by: 1, on: screen)
    case .key(.backTab), .key(.up): move(by: -1, on: screen)
    case .key(let key): return .stays(edit(with: key))
    case .paste where selected?.choices != nil:
      return .stays([.information("Not pasted: ← and → change the value")])
    case .paste(let text): if selected != nil { fields[window.selected].editor.insert(text) }
    case .scrolled(let rows): window.scroll(by: rows, of: fields.count, height: places(on: screen).list.rows)
    }
    return .stays()
  }

  private mutating func edit(with key: Key) -> [PaneOutput] {
    guard let selected else { return [] }
    switch key {
    case _ where selected.choices == nil: _ = fields[window.selected].editor.handle(key)
    case .left: fields[window.selected].choose(by: -1)
    case .right, .character(" "): fields[window.selected].choose(by: 1)
    // The root says that there is nothing to undo.
    case .control("z"), .control("y"): break
    default: return [.information("\(key) does nothing here: ← and → change the value")]
    }
    return []
  }

  private mutating func move(by step: Int, on screen: Size) {
    guard !fields.isEmpty else { return }
    select((window.selected + step + fields.count) % fields.count, on: screen)
  }

  private mutating func select(_ index: Int, on screen: Size) {
    window.select(index, of: fields.count, height: places(on: screen).list.rows)
  }

  // MARK: The mouse

  package mutating func point(_ pointer: FieldPointer) {
    if let selected, selected.choices == nil { fields[window.selected].editor.point(pointer) }
  }

  package mutating func click(_ point: Point, on screen: Size) -> Key? {
    let list = places(on: screen).list
    let index = window.first + point.row - list.row
    guard list.contains(point), fields.indices.contains(index) else { return nil }
    problem = nil
    // A second click changes a choice.
    if index == window.selected { fields[index].choose(by: 1) }
    select(index, on: screen)
    return nil
  }

  package mutating func follow(_ change: Relocation, in workspace: Workspace) { address = change(address) ?? address }
}
