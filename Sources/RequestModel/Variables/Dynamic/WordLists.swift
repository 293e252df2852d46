/// The building blocks of random values. Lists are short: a value only needs to look right.
enum WordLists {
  static let digits = letters("0123456789")
  static let hexDigits = letters("0123456789abcdef")
  static let capitals = letters("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  static let alphanumerics = letters("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
  static let base58 = letters("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")

  static let firstNames = list("Ada Alan Barbara Dennis Edsger Frances Grace Ken Margaret Niklaus")
  static let lastNames = list("Allen Dijkstra Hamilton Hopper Liskov Lovelace Ritchie Thompson Turing Wirth")
  static let namePrefixes = list("Mr. Mrs. Ms. Miss Dr.")
  static let nameSuffixes = list("Jr. Sr. I II III IV V MD DDS PhD DVM")
  static let jobDescriptors = list(
    "Lead Senior Direct Corporate Dynamic Future National Regional Global Internal Chief")
  static let jobAreas = list("Solutions Program Brand Security Research Marketing Quality Mobility Data Operations")
  static let jobTypes = list("Supervisor Engineer Developer Designer Analyst Architect Planner Manager Consultant")

  static let cities = ["Berlin", "Bogotá", "Cairo", "Kyoto", "Lagos", "Lisbon", "Mumbai", "Oslo", "Quito", "Toronto"]
  static let streets = list("Street Avenue Road Lane Square Alley Court Drive Hill Park")
  static let countries: [(name: String, code: String)] = [
    ("Brazil", "BR"), ("Canada", "CA"), ("Egypt", "EG"), ("France", "FR"), ("India", "IN"), ("Japan", "JP"),
    ("Kenya", "KE"), ("Norway", "NO"), ("Peru", "PE"), ("Spain", "ES"),
  ]
  static let locales = list("en de fr es it ja ko nl pl pt ru sv tr zh")

  static let colors = list("red green blue yellow orange purple teal silver olive plum")
  static let adjectives = list("auxiliary primary digital virtual open neural wireless redundant mobile online")
  static let nouns = list(
    "amber bridge canyon delta ember forest garden harbor island juniper kettle lantern meadow needle orchard pebble "
      + "quarry river summit timber valley willow")
  static let verbs = list("back bypass hack override compress copy navigate index connect generate quantify parse")
  static let ingVerbs = list("backing bypassing hacking overriding compressing copying navigating indexing parsing")
  static let abbreviations = list("TCP HTTP SDD RAM GB CSS SSL AGP SQL FTP PCI AI ADP RSS XML EXE COM HDD THX SMTP USB")
  static let lorem = list(
    "lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor incididunt labore magna aliqua enim "
      + "minim veniam quis nostrud ullamco laboris nisi aliquip commodo")

  static let departments = list(
    "Books Movies Music Games Electronics Computers Home Garden Tools Grocery Health Toys Sports")
  static let productAdjectives = list("Small Ergonomic Rustic Intelligent Gorgeous Incredible Practical Sleek Handmade")
  static let materials = list("Steel Wooden Concrete Plastic Cotton Granite Rubber Metal Soft Fresh Frozen")
  static let products = list(
    "Chair Car Computer Keyboard Mouse Bike Ball Gloves Pants Shirt Table Shoes Hat Towels Soap")
  static let companySuffixes = ["Inc", "and Sons", "LLC", "Group"]
  static let catchAdjectives = ["Adaptive", "Balanced", "Cross-platform", "Decentralized", "Ergonomic", "Managed"]
  static let catchDescriptors = ["24 hour", "bifurcated", "client-driven", "dedicated", "real-time", "zero defect"]
  static let catchNouns = ["ability", "adapter", "alliance", "archive", "benchmark", "help-desk", "matrix", "protocol"]
  static let buzzVerbs = list("implement utilize integrate streamline optimize evolve transform embrace enable scale")
  static let buzzAdjectives = ["clicks-and-mortar", "value-added", "vertical", "proactive", "robust", "open-source"]
  static let buzzNouns = list("synergies paradigms markets partnerships infrastructures platforms initiatives channels")

  static let databaseColumns = list(
    "id title name email phone token group category password comment avatar status createdAt")
  static let databaseTypes = list(
    "int varchar text date datetime tinyint time timestamp smallint bigint decimal float double")
  static let databaseCollations = list("utf8_unicode_ci utf8_general_ci utf8_bin ascii_bin ascii_general_ci cp1250_bin")
  static let databaseEngines = list("InnoDB MyISAM MEMORY CSV BLACKHOLE ARCHIVE")

  static let accountNames = [
    "Checking", "Savings", "Money Market", "Investment", "Home Loan", "Credit Card", "Auto Loan",
  ]
  static let transactionTypes = list("deposit withdrawal payment invoice")
  static let currencies: [(name: String, code: String, symbol: String)] = [
    ("Euro", "EUR", "€"), ("US Dollar", "USD", "$"), ("Pound Sterling", "GBP", "£"), ("Yen", "JPY", "¥"),
    ("Swiss Franc", "CHF", "CHF"), ("Indian Rupee", "INR", "₹"), ("Swedish Krona", "SEK", "kr"), ("Zloty", "PLN", "zł"),
  ]

  static let domainSuffixes = list("com biz info name net org")
  static let systems = [
    "X11; Linux x86_64", "Windows NT 10.0; Win64; x64", "Macintosh; Intel Mac OS X 10_15_7",
    "X11; Ubuntu; Linux x86_64",
  ]
  static let imageSubjects = [
    "$randomAvatarImage": "avatar", "$randomImageUrl": "any", "$randomAbstractImage": "abstract",
    "$randomAnimalsImage": "animals", "$randomBusinessImage": "business", "$randomCatsImage": "cats",
    "$randomCityImage": "city", "$randomFoodImage": "food", "$randomNightlifeImage": "nightlife",
    "$randomFashionImage": "fashion", "$randomPeopleImage": "people", "$randomNatureImage": "nature",
    "$randomSportsImage": "sports", "$randomTransportImage": "transport",
  ]

  static let directories = ["/usr/bin", "/usr/share", "/etc", "/home", "/opt", "/srv", "/tmp", "/var/log", "/var/mail"]
  static let commonFileTypes: [(kind: String, suffix: String)] = [
    ("video", "mpeg"), ("video", "mp4"), ("audio", "mp3"), ("audio", "wav"), ("image", "png"), ("image", "jpg"),
    ("image", "gif"), ("text", "html"), ("text", "htm"), ("application", "pdf"),
  ]
  static let fileTypes =
    commonFileTypes + [
      ("font", "ttf"), ("model", "stl"), ("application", "json"), ("application", "zip"), ("text", "csv"),
      ("text", "css"), ("image", "svg"), ("audio", "ogg"), ("message", "eml"),
    ]
  static let mimeTypes = list(
    "application/json application/pdf application/zip audio/mpeg font/ttf image/png image/jpeg image/svg+xml text/css "
      + "text/csv text/html text/plain video/mp4 video/webm")

  static let months = list("January February March April May June July August September October November December")
  static let weekdays = list("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")

  /// The variables that are a word of a list.
  static let named: [String: [String]] = [
    "$randomDepartment": departments, "$randomProductAdjective": productAdjectives,
    "$randomProductMaterial": materials, "$randomProduct": products, "$randomCompanySuffix": companySuffixes,
    "$randomCatchPhraseAdjective": catchAdjectives, "$randomCatchPhraseDescriptor": catchDescriptors,
    "$randomCatchPhraseNoun": catchNouns, "$randomBsAdjective": buzzAdjectives, "$randomBsBuzz": buzzVerbs,
    "$randomBsNoun": buzzNouns, "$randomDatabaseColumn": databaseColumns, "$randomDatabaseType": databaseTypes,
    "$randomDatabaseCollation": databaseCollations, "$randomDatabaseEngine": databaseEngines,
    "$randomTransactionType": transactionTypes, "$randomDomainSuffix": domainSuffixes, "$randomDomainWord": nouns,
    "$randomDirectoryPath": directories, "$randomMimeType": mimeTypes, "$randomAbbreviation": abbreviations,
    "$randomLocale": locales, "$randomFirstName": firstNames, "$randomLastName": lastNames,
    "$randomNamePrefix": namePrefixes, "$randomNameSuffix": nameSuffixes, "$randomJobDescriptor": jobDescriptors,
    "$randomJobArea": jobAreas, "$randomJobType": jobTypes, "$randomCity": cities, "$randomColor": colors,
    "$randomWord": nouns, "$randomAdjective": adjectives, "$randomNoun": nouns, "$randomVerb": verbs,
    "$randomIngverb": ingVerbs, "$randomLoremWord": lorem, "$randomMonth": months, "$randomWeekday": weekdays,
  ]

  private static func list(_ words: String) -> [String] { words.split(separator: " ").map(String.init) }
  private static func letters(_ letters: String) -> [String] { letters.map { String($0) } }
}
