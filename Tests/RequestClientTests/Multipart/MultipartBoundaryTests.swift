import Testing

@testable import RequestClient

struct MultipartBoundaryTests {
  @Test func everyFormHasABoundaryOfItsOwn() {
    let boundaries = Set((0..<1000).map { _ in MultipartFormData().boundary })
    #expect(boundaries.count == 1000)
    #expect(boundaries.allSatisfy { $0.count == 36 && MultipartBoundary.isValid($0) })
  }

  @Test(arguments: ["a", "a b", "'()+_,-./:=?Z9", String(repeating: "x", count: 70)])
  func anExplicitBoundaryIsUsed(_ boundary: String) async throws {
    let form = MultipartFormData(boundary: boundary)
    #expect(form.boundary == boundary)
    _ = try await form.encode()
  }

  @Test(arguments: ["", "a ", " ", "a\r\nb", "grün", "a\"b", "a*b", String(repeating: "x", count: 71)])
  func anInvalidBoundaryIsTheFormsError(_ boundary: String) async {
    let form = MultipartFormData(boundary: boundary)
    #expect(form.boundary != boundary && form.contentLength == nil)
    await #expect(throws: MultipartEncodingFailure.invalidBoundary(boundary)) { try await form.encodeUnwrapped() }
  }

  @Test func theParameterIsQuotedWhereItMustBe() {
    #expect(MultipartFormData(boundary: "----a9").contentType == "multipart/form-data; boundary=----a9")
    #expect(MultipartFormData(boundary: "a b").contentType == "multipart/form-data; boundary=\"a b\"")
    #expect(MultipartFormData(boundary: "a=b").contentType == "multipart/form-data; boundary=\"a=b\"")
  }
}

extension MultipartFormData {
  /// Encodes the form and throws its failure.
  func encodeUnwrapped() async throws {
    do {
      _ = try await encode()
    } catch {
      if case .multipartEncodingFailed(let failure) = error { throw failure }
      throw error
    }
  }
}
