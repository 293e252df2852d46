/// The colour settings.
package struct ThemeChoice: Equatable, Sendable {
  /// The number of colours to use; `nil` uses as many as the terminal has.
  package enum Depth: String, Sendable { case none, sixteen = "16", many = "256" }

  /// The colours of the theme; `nil` uses the terminal's sixteen.
  package private(set) var colours: ThemeColours?
  package private(set) var depth: Depth?

  /// The terminal's colours.
  package init() {}

  /// Reads the theme of the settings, and reports mistakes in it.
  package init(_ settings: inout Settings) {
    depth = settings["colours"]?.string.flatMap(Depth.init(rawValue:))
    var own: [String: ThemeColours?] = [:]
    if let themes = settings["themes"] {
      if themes.object == nil { settings.report("\"themes\" is not an object of themes", at: [.key("themes")]) }
      for member in themes.object?.members ?? [] {
        own[member.key.value] = Self.read(member.key.value, member.value, &settings)
      }
    }
    let name = settings["theme"]?.string ?? "auto"
    if let theme = own[name] {
      colours = theme
    } else if let theme = ThemeColours.all.first(where: { $0.name == name }) {
      colours = theme.colours
    } else if name != "auto" {
      let known = own.keys.sorted() + ["auto"] + ThemeColours.all.map(\.name)
      settings.report("unknown theme \"\(name)\": use one of \(known.joined(separator: ", "))", at: [.key("theme")])
    }
  }

  private static func read(_ name: String, _ value: JSONValue, _ settings: inout Settings) -> ThemeColours {
    let place = JSONLocation([.key("themes"), .key(name)])
    let base = value.object?["base"]?.string ?? "dark"
    var theme = ThemeColours.all.first { $0.name == base }?.colours
    if theme == nil {
      let known = ThemeColours.all.filter { $0.colours != nil }.map(\.name).joined(separator: ", ")
      settings.report("unknown base \"\(base)\": use one of \(known)", at: place.appending("base"))
    }
    for member in value.object?["colours"]?.object?.members ?? [] {
      let place = place.appending("colours").appending(member.key.value)
      guard let colour = member.value.string.flatMap(Colour.init) else {
        settings.report("\(member.value.rendered()) is not a colour: #ff8800, \"208\" or a name such as red", at: place)
        continue
      }
      if theme?.set(member.key.value, to: colour) == false {
        let known = ThemeColours.names.joined(separator: ", ")
        settings.report("unknown part \"\(member.key.value)\": use one of \(known)", at: place)
      }
    }
    return theme ?? ThemeColours([:])
  }
}
