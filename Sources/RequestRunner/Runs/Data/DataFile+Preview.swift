extension DataFile {
  /// The first rows.
  package func preview(limit: Int = 100) throws(DataFileError) -> DataPreview {
    var (source, first) = (rows, [JSONObject]())
    while first.count < limit, let row = try source.next() { first.append(row) }
    return DataPreview(first, of: count)
  }
}
