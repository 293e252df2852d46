/// The values that stay in a pack and that their names call credentials.
struct PackDoubts {
  private var count = 0
  /// The files and members of the first ones.
  private var places: [String] = []

  private static let mostPlaces = 3

  mutating func add(_ values: [LikelySecret], in path: String) {
    count += values.count
    for value in values.prefix(Self.mostPlaces - places.count) {
      // The name of a row, or of a member in a text, is not in its place.
      let isNamed = value.place.steps.last == .key(value.name)
      places.append("\(PackPaths.quoted(path)): \(value.place)" + (isNamed ? "" : " (\(value.name))"))
    }
  }

  /// One sentence about all of them; `nil` without any.
  var note: String? {
    switch count {
    case 0: return nil
    case 1:
      return "\(places[0]) may be a credential and is in the pack — make it a secret variable, or list it "
        + Self.listing
    default:
      let rest = count - places.count
      let list = places.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
      return "\(Formatting.number(count)) values may be credentials and are in the pack: \(list) — make them secret "
        + "variables, or list them \(Self.listing)"
    }
  }

  private static let listing = "under \"notSecret\" in collection.json"
}
