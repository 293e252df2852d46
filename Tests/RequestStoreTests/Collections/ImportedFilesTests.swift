import RequestModel
import Testing

@testable import RequestStore

@Suite(.timeLimit(.minutes(1))) struct ImportedFilesTests {
  @Test func itemsOfOneNameAreNumbered() {
    let request = PortableItem.request(PortableRequest(name: "A", document: [:]))
    let folder = PortableItem.folder(PortableFolder(name: "a", items: [request]))
    let files = ImportedFiles(PortableFolder(name: "c", items: [request, folder, request, folder])).files
    #expect(
      files.map(\.path) == [
        "collection.json", "A.json", "a 2/folder.json", "a 2/A.json", "A 3.json", "a 4/folder.json", "a 4/A.json",
      ])
    #expect(Set(files.map(\.id)).count == files.count)
  }

  /// Counting from the start for each takes minutes.
  @Test func thousandsOfItemsOfOneNameAreNumberedOnce() {
    let items = (0..<30_000).map { _ in PortableItem.request(PortableRequest(name: "a", document: [:])) }
    let files = ImportedFiles(PortableFolder(name: "c", items: items)).files
    #expect(files.count == 30_001 && files.last?.path == "a 30000.json")
    #expect(Set(files.map(\.path)).count == files.count)
  }
}
