import RequestModel
import Testing

@Suite struct AddressTests {
  @Test(arguments: [
    ("/work/a", ""), ("/work/a/shop/list.json", "shop/list.json"), ("/work/ab.json", "../ab.json"),
    ("/work/environments/dev.json", "../environments/dev.json"), ("/dev.json", "../../dev.json"),
  ])
  func everyAbsolutePathHasOneAddressAlsoAboveTheRoot(path: String, address: String) {
    #expect(Address(ofPath: path, root: "/work/a") == Address(address))
  }

  @Test func aRelativePathHasNone() { #expect(Address(ofPath: "work/a", root: "/work/a") == nil) }
}
