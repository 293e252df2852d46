/// The names in the shown request that have no value, known before it is sent.
package struct MissingValues: Equatable, Sendable {
  package struct Key: Equatable, Sendable {
    let request: SavedRequest?
    let variables: VisibleVariables
  }

  /// Each once, in the order of the form.
  package private(set) var names: [String] = []
  /// The names of the tabs that show such names.
  private(set) var tabs: Set<String> = []

  init() {}

  init(_ key: Key) {
    guard let request = key.request, !key.variables.isUnknown else { return }
    let texts = TemplateTexts(request, folders: key.variables.folders, options: key.variables.options)
    names = key.variables.unresolved(in: texts.url + request.formTabs.flatMap { texts.tabs[$0.name] ?? [] })
    if names.isEmpty { return }
    tabs = Set(texts.tabs.filter { !key.variables.unresolved(in: $0.value).isEmpty }.keys)
  }

  /// `2 unresolved`
  var remark: String? { names.isEmpty ? nil : "\(names.count) unresolved" }
}
