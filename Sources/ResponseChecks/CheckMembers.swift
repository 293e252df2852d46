/// The members of checks and captures.
enum CheckMembers {
  /// Refuses a member that has no effect: with `values` instead of `value`, a check would pass.
  static func refuseUnknown(in row: JSONObject, of shape: RowShape) throws(CheckProblem) {
    let names = shape.fields.map(\.name)
    for member in row.members {
      let name = member.key.value
      if names.contains(name) || ["x-", "X-", "$"].contains(where: name.hasPrefix) { continue }
      throw CheckProblem.unknown("member", name, among: names)
    }
  }
}
