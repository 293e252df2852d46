import RequestModel
import Testing

@testable import WorkbenchCore

@Suite struct EditedFileTests {
  private static func request(_ url: String, id: String? = nil) -> SavedFile {
    var request = SavedRequest(url: url)
    request.id = id.map { RequestID($0) }
    return .request(request)
  }

  /// History knows a request by its id, so that no step may lose it.
  @Test func theIDOfTheFirstSaveOutlivesUndoAndRedo() {
    var file = EditedFile(Self.request("http://a"))
    file.edit { $0 = Self.request("http://b") }
    file.markSaved(Self.request("http://b", id: "r1"))
    file.undo()
    #expect(file.current == Self.request("http://a", id: "r1") && file.isUnsaved)
    file.redo()
    #expect(file.current == Self.request("http://b", id: "r1") && !file.isUnsaved)
  }
}
