// The environments and variables of the shown item, available everywhere.
extension EnvironmentsPane {
  package static let commandsEverywhere = [
    PaneCommand<EnvironmentsPane>(
      "collection.open", "Collection settings", "Show the collection's variables, headers and auth.",
      keywords: "properties configure variables headers auth inherit defaults base url",
      keys: [.character("I")],
      whyUnavailable: { _, context in
        context.workspace.collectionFolder == nil ? "Select a request or folder of a collection first" : nil
      },
      run: { _, context in reveal(context.workspace.collectionFolder) }),
    PaneCommand<EnvironmentsPane>(
      "environments.toggle", "Environments", "Toggle the list of environments.",
      keywords: "env manage variables stages list sidebar", keys: [.function(9)], go: "E",
      whyUnavailable: { _, context in
        context.workspace.environmentsFolder == nil ? context.workspace.whyNoCollection : nil
      },
      run: { _, context in
        [.commit, .focus(.sidebar), .show(context.leftPane == .environments ? .collections : .environments)]
      }),
    PaneCommand<EnvironmentsPane>(
      "globals.open", "Workspace globals", "Show the variables of all collections, kept in workspace.json.",
      keywords: "global variables shared env",
      keys: [.function(10)], go: "G",
      whyUnavailable: { _, context in
        context.workspace.globalsFile == nil ? context.workspace.whyNoCollection : nil
      },
      run: { _, context in reveal(context.workspace.globalsFile) }),
    PaneCommand<EnvironmentsPane>(
      "variables.open", "Variables in scope", "List all variables, their origins and what each overrides.",
      keywords: "scope resolved env values list inspect",
      keys: [.function(3)], go: "$",
      whyUnavailable: { _, context in context.workspace.scope == nil ? "Select a request or folder first" : nil },
      run: { _, context in context.workspace.listVariables() }),
  ]

  /// Shows the form of a folder or file. The root has no row in the tree.
  private static func reveal(_ address: Address?) -> [PaneOutput] {
    address.map { [.reveal($0), .focus(.request)] } ?? []
  }
}

/// Switching the environment.
package struct EnvironmentChoice: Feature {
  package init() {}

  package static let commands = [
    PaneCommand<EnvironmentChoice>(
      "environment.switch", "Switch environment",
      "Choose the environment that sets the variables, or create one.",
      keywords: "select choose variables stage staging production env",
      keys: [.character("v"), .function(6)], footer: "env", isHinted: { !$1.isList }, opensField: true,
      whyUnavailable: { _, context in
        context.workspace.environmentsFolder == nil ? context.workspace.whyNoCollection : nil
      },
      run: { _, context in context.workspace.chooseEnvironment() })
  ]

  package func fact(in workspace: Workspace) -> ClickableText? {
    guard workspace.scope != nil else { return nil }
    let gone = workspace.goneEnvironment.map { Span("\($0) (gone)", .error) }
    let name = gone ?? Span(workspace.environment ?? "none", .variable)
    return ClickableText([Span("env ", .label), name], command: "environment.switch")
  }
}

extension Workspace {
  fileprivate func chooseEnvironment() -> [PaneOutput] {
    let environments = scope?.environments ?? []
    if environments.isEmpty, goneEnvironment == nil { return promptNewEnvironment(title: "No environments yet") }
    let none = Picker.Item(title: "No environment", action: .workspace(.environment(nil)))
    let items = environments.map { environment in
      let names = environment.variables.prefix(4).map(\.name).joined(separator: ", ")
      let mark = environment.name == self.environment ? "✓ " : "  "
      let origin = origin(ofEnvironment: environment.name).map { $0 + ", " } ?? ""
      return Picker.Item(
        title: mark + environment.name, detail: "\(origin)sets \(names)",
        whyUnavailable: scope?.environmentProblems[environment.name]?.sentence,
        action: .workspace(.environment(environment.name)))
    }
    let selected = environments.firstIndex { $0.name == environment } ?? items.count
    let edit = Picker.Item(
      title: "Edit environments", detail: keys.name(of: "environments.toggle"), action: .run("environments.toggle"))
    let new = Picker.Item(title: "New environment", action: .run("environments.new"))
    return [.open(Picker(title: "Environment", items: items + [none, edit, new], selected: selected))]
  }

  /// Lists the variables that the shown request may use; Enter goes to the file that declares one.
  fileprivate func listVariables() -> [PaneOutput] {
    let title = "Variables in scope" + (environment.map { " · environment \($0)" } ?? "")
    var table = TableScreen(title: title, columns: ["Name", "Value", "Origin", "Overrides"], rows: variableRows)
    table.showsVariables = true
    table.shortcuts = [
      .init(key: .enter, label: "those of the collection", action: .run("collection.open"), isForEmpty: true)
    ]
    table.whenEmpty = "No variables yet. Enter shows those of the collection"
    if scope?.environments.isEmpty == true {
      table.whenEmpty += ", Ctrl+N creates an environment"
      table.shortcuts.append(
        .init(key: .control("n"), label: "new environment", action: .run("environments.new"), isForEmpty: true))
    }
    return [.open(table)]
  }

  var variableRows: [TableScreen.Row] {
    let variables = variables.value
    return variables.scope.inForce.map { found in
      TableScreen.Row(
        cells: [
          Span(found.name, variables.style(of: found.name)), Span(variables.value(of: found.winner.variable)),
          Span(variables.origin(of: found.winner)),
          Span(found.overridden.map(variables.origin).joined(separator: ", "), .hint),
        ], action: output(showing: found.winner))
    }
  }
}
