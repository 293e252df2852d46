/// The positions of the cells in a table's rows. Columns count from the left edge of the form.
struct TableColumns: Equatable {
  let name: Range<Int>
  let value: Range<Int>
  let description: Range<Int>

  /// The width of the mark that shows whether a row is on.
  static let mark = 2
  /// The width below which a selected description replaces the value.
  private static let leastForDescriptions = 60
  private static let leastDescription = 16

  /// - Parameters:
  ///   - nameWidth: The columns for names, a gap included.
  ///   - hasDescriptions: Whether rows of the table may have a description.
  ///   - areDescribed: Whether a row has one.
  ///   - isDescribing: Whether a description is selected.
  init(available: Int, nameWidth: Int, hasDescriptions: Bool, areDescribed: Bool, isDescribing: Bool) {
    let start = Self.mark + nameWidth
    let end = max(start, available)
    name = Self.mark..<start
    guard hasDescriptions else {
      (value, description) = (start..<end, end..<end)
      return
    }
    guard available >= Self.leastForDescriptions else {
      (value, description) = isDescribing ? (start..<start, start..<end) : (start..<end, end..<end)
      return
    }
    let room = end - start
    let wanted = areDescribed ? room * 2 / 5 : room / 4
    let split = end - min(room, max(Self.leastDescription, wanted))
    (value, description) = (start..<split, split..<end)
  }
}

extension Range<Int> {
  /// The part of a row that these columns are.
  var part: Rect { Rect(column: lowerBound, row: 0, columns: count, rows: 1) }
}
