struct Pet: Codable, Hashable, Sendable {
  var id: Int
  var name: String

  static let rex = Pet(id: 1, name: "Rex")
  static let ada = Pet(id: 2, name: "Ada")
}
