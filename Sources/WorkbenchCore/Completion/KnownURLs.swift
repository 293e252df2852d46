/// The URLs of history and of the collections as they can be typed here.
enum KnownURLs {
  /// Lists each URL without its query: first in terms of the variables whose values it begins with, then in full. The
  /// complete URLs follow.
  static func list(_ found: [CompletionItem], _ variables: VisibleVariables) -> CompletionList {
    let bases = bases(variables)
    var seen: Set<String> = []
    var items: [CompletionItem] = []
    func add(_ text: String, _ detail: CompletionItem.Detail) {
      if seen.insert(text).inserted { items.append(CompletionItem(text, detail)) }
    }
    // A command line has no query, and is not cut.
    for item in found where RequestKind.implied(by: item.text) != .program {
      let plain = String(item.text.prefix { $0 != "?" && $0 != "#" })
      for base in bases {
        if let rest = plain.removingExactly(prefix: base.value) { add("{{\(base.name)}}" + rest, item.detail) }
      }
      add(plain, item.detail)
    }
    for item in found { add(item.text, item.detail) }
    return CompletionList(items)
  }

  /// The variables whose values begin a URL.
  private static func bases(_ variables: VisibleVariables) -> [(name: String, value: String)] {
    variables.names.compactMap { name in
      guard let found = variables.index[name], !variables.index.isSecret(name) else { return nil }
      let value = variables.value(of: found)
      return value.contains("://") && !value.contains("{{") ? (name, value) : nil
    }
  }
}

extension VisibleVariables {
  /// The names of the variables in scope.
  var names: [String] {
    var seen: Set<ExactText> = []
    return scope.all.lazy.filter { !$0.variable.isOff && seen.insert(ExactText($0.variable.name)).inserted }
      .map(\.variable.name).sorted()
  }

  /// The variables of files, then those with a new value for each use.
  var completions: CompletionList {
    CompletionList((names + DynamicVariables.names).map { CompletionItem($0, .variable) })
  }
}
