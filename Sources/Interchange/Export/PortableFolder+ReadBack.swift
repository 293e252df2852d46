extension PortableFolder {
  /// The items of another program's file of the folder, changed with their documents here and in a copy read from it.
  /// They stay as they are if the copy has other ones.
  ///
  /// - Parameter key: The member for the items of a folder in that file.
  func comparing(
    _ items: JSONValue?, in key: String, with copy: PortableFolder,
    _ change: (_ own: JSONObject, _ read: JSONObject, _ item: inout JSONObject) -> Void
  ) -> JSONValue? {
    guard let values = items?.array, values.count == self.items.count, values.count == copy.items.count else {
      return items
    }
    return .array(
      values.indices.map { index in
        guard var item = values[index].object else { return values[index] }
        switch (self.items[index], copy.items[index]) {
        case (.request(let own), .request(let copy)): change(own.document, copy.document, &item)
        case (.folder(let own), .folder(let copy)):
          change(own.settings, copy.settings, &item)
          item[key] = own.comparing(item[key], in: key, with: copy, change)
        default: break
        }
        return .object(item)
      })
  }
}
