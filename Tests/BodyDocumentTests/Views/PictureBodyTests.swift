import BodyDocument
import Foundation
import TestSupport
import Testing

@Suite struct PictureBodyTests {
  @Test(arguments: [
    (ImageFile.png(3, 4) { _, _ in ImageFile.red }, "PNG image, 3 × 4, 120 bytes"),
    (ImageFile.jpeg, "JPEG image, 16 × 16, 533 bytes"),
    (ImageFile.gif(2, 2) { _, _ in 0 }, "GIF image, 2 × 2, 50 bytes"),
    (ImageFile.webP, "WebP image, 4 × 2, 42 bytes"),
  ])
  func aPictureIsNamedByItsKindAndSize(body: Data, caption: String) {
    let document = BodyDocument(body, contentType: "application/octet-stream")
    #expect(document.format == .image)
    #expect(document.screen == caption + " — V shows hex, w saves")
  }

  @Test func aBitmapIsNamedButNotShown() {
    let document = BodyDocument(Data("BM".utf8) + Data(count: 56), contentType: "image/bmp")
    #expect(document.screen == "BMP image, 58 bytes — V shows hex, w saves")
    #expect(document.notice == "Not a PNG, JPEG, GIF or WebP image — V shows hex, w saves")
    #expect(document.picture == nil)
  }

  @Test func textThatBeginsLikeABitmapStaysText() {
    #expect(BodyDocument("BM is what a bitmap begins with, and so does BMW.", as: "text/plain").format == .text)
  }
}
