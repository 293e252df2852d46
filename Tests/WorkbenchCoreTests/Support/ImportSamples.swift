import RequestModel

@testable import WorkbenchCore

extension ImportPreview {
  /// A collection of a few requests with everything that a preview can show.
  static func shop(
    target: Address = "", places: [String] = ["Shop"], existing: [String] = [], notes: [InterchangeNote] = notes,
    isUpdate: Bool = false, removed: [String] = []
  ) -> ImportPreview {
    var result = ImportResult()
    var orders = PortableFolder(name: "Orders")
    orders.items = [
      .request(PortableRequest(name: "List", document: ["url": "{{base}}/orders"])),
      .request(PortableRequest(name: "Create", document: ["method": "POST", "url": "{{base}}/orders"])),
    ]
    var shop = PortableFolder(name: "Shop")
    shop.items = [
      .folder(orders),
      .request(PortableRequest(name: "Log out", document: ["method": "DELETE", "url": "{{base}}/me"])),
    ]
    shop.environments = [PortableEnvironment(name: "staging", document: ["variables": []])]
    result.collections = [shop]
    result.globals = [["name": "region", "value": "eu"]]
    result.notes = notes
    return ImportPreview(
      result, format: "Postman collection", target: target, places: places, existing: existing, secretCount: 2,
      isUpdate: isUpdate, removed: removed)
  }

  static let notes = [
    InterchangeNote(.changed, ["Shop", "Orders", "List"], "The header Accept stands twice: both are kept"),
    InterchangeNote(.dropped, ["Shop", "Orders", "List"], "There is no place for the setting tlsCipherSelection"),
    InterchangeNote(.dropped, ["Shop", "Log out"], "There is no place for the setting tlsCipherSelection"),
    InterchangeNote(.failed, ["Shop", "Broken"], "It has no URL"),
  ]

  static let environment: ImportPreview = {
    var result = ImportResult()
    result.environments = [PortableEnvironment(name: "staging", document: ["variables": []])]
    return ImportPreview(
      result, format: "Postman environment", target: "shop", places: ["environments/staging.json"], existing: [],
      secretCount: 0)
  }()
}

extension Harness {
  /// Opens the palette and calls `import` with a path.
  mutating func startImport(_ path: String) {
    press(":")
    type("import \(path)")
    press("<Enter>")
  }

  /// Shows the preview of the first import of this test.
  mutating func showImport(_ preview: ImportPreview = .shop()) {
    startImport("shop.json")
    receive(.imported(1, .ready(preview)))
  }
}
