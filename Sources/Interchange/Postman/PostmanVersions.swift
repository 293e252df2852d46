/// The versions of Postman's collections in one file.
package enum PostmanVersions {
  /// Whether requests and folders are in flat lists, as in the first version.
  package static func isFirst(_ document: JSONObject) -> Bool {
    PostmanV1.isCollection(PostmanCollection.unwrapped(document))
  }

  /// The collection in the format of v2.1, without the wrapper of Postman's API.
  package static func current(_ document: JSONObject) -> JSONObject {
    let collection = PostmanCollection.unwrapped(document)
    return PostmanV1.isCollection(collection) ? PostmanV1.converted(collection) : collection
  }
}
