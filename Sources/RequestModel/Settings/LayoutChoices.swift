/// The user's layout choices. Missing ones depend on the size of the screen.
package struct LayoutChoices: Equatable, Sendable {
  /// Where the response is.
  package enum Arrangement: String, Sendable {
    case below, beside
  }

  package var response: Arrangement?
  package var showsSidebar: Bool?
  /// The columns of the sidebar on every screen, as the settings have them.
  package var sidebarColumns: Int?
  /// The sidebar's part of the columns of the screen, in thousandths. It takes precedence.
  package var sidebarPart: Int?
  /// The same of a list that has the columns that it needs by default.
  package var listPart: Int?
  /// The request's part of the rows it shares with the response, in thousandths, so that it suits every screen.
  package var requestRows: Int?
  /// The same of the columns, if the response is beside it.
  package var requestColumns: Int?

  package init() {}

  /// These choices, with missing ones from `others`.
  package func over(_ others: LayoutChoices) -> LayoutChoices {
    var choices = self
    choices.response = response ?? others.response
    choices.showsSidebar = showsSidebar ?? others.showsSidebar
    if sidebarPart == nil {
      choices.sidebarColumns = sidebarColumns ?? others.sidebarColumns
      if sidebarColumns == nil { choices.sidebarPart = others.sidebarPart }
    }
    choices.listPart = listPart ?? others.listPart
    choices.requestRows = requestRows ?? others.requestRows
    choices.requestColumns = requestColumns ?? others.requestColumns
    return choices
  }

  /// These choices without those for which `new` has another value than `old`.
  package func dropping(changesFrom old: LayoutChoices, to new: LayoutChoices) -> LayoutChoices {
    var choices = self
    if old.response != new.response { choices.response = nil }
    if old.showsSidebar != new.showsSidebar { choices.showsSidebar = nil }
    if old.sidebarColumns != new.sidebarColumns { (choices.sidebarColumns, choices.sidebarPart) = (nil, nil) }
    if old.requestRows != new.requestRows { choices.requestRows = nil }
    if old.requestColumns != new.requestColumns { choices.requestColumns = nil }
    return choices
  }
}

// MARK: As settings, and as kept between runs

extension LayoutChoices {
  /// Reads the settings of the layout, which have percentages.
  package init(settings: Settings) { self.init(settings["layout"]?.object ?? JSONObject(), thousandths: 10) }

  /// Reads the members written by `document`. Members of the wrong type are ignored.
  package init(kept document: JSONObject) {
    self.init(document, thousandths: 1)
    sidebarPart = Self.number(document["sidebarPart"])
    listPart = Self.number(document["listPart"])
  }

  private init(_ document: JSONObject, thousandths: Int) {
    response = document["response"]?.string.flatMap(Arrangement.init(rawValue:))
    showsSidebar = document["sidebar"]?.bool
    sidebarColumns = Self.number(document["sidebarColumns"])
    requestRows = Self.number(document["requestRows"]).map { $0 * thousandths }
    requestColumns = Self.number(document["requestColumns"]).map { $0 * thousandths }
  }

  private static func number(_ value: JSONValue?) -> Int? {
    value?.number?.int.flatMap { (1...1000).contains($0) ? $0 : nil }
  }

  package var document: JSONObject {
    var document = JSONObject()
    document["response"] = response.map { .string($0.rawValue) }
    document["sidebar"] = showsSidebar.map(JSONValue.bool)
    document["sidebarColumns"] = sidebarColumns.map { .number($0) }
    document["sidebarPart"] = sidebarPart.map { .number($0) }
    document["listPart"] = listPart.map { .number($0) }
    document["requestRows"] = requestRows.map { .number($0) }
    document["requestColumns"] = requestColumns.map { .number($0) }
    return document
  }
}
