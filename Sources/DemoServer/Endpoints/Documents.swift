/// The static documents of the server.
enum Documents {
  static let slideshow: JSON = [
    "slideshow": [
      "author": "Yours Truly",
      "date": "date of publication",
      "slides": [
        ["title": "Wake up to WonderWidgets!", "type": "all"],
        [
          "items": ["Why <em>WonderWidgets</em> are great", "Who <em>buys</em> WonderWidgets"],
          "title": "Overview", "type": "all",
        ],
      ],
      "title": "Sample Slide Show",
    ]
  ]

  static let slideshowXML = """
    <?xml version="1.0" encoding="utf-8"?>
    <!-- A sample set of slides -->
    <slideshow title="Sample Slide Show" date="Date of publication" author="Yours Truly">
      <slide type="all">
        <title>Wake up to WonderWidgets!</title>
      </slide>
      <slide type="all">
        <title>Overview</title>
        <item>Why <em>WonderWidgets</em> are great</item>
        <item/>
        <item>Who <em>buys</em> WonderWidgets</item>
      </slide>
    </slideshow>

    """

  static let page = """
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <title>Moby-Dick</title>
      </head>
      <body>
        <h1>Herman Melville - Moby-Dick</h1>
        <p>
          Call me Ishmael. Some years ago&mdash;never mind how long precisely&mdash;having little or no money in my purse,
          and nothing particular to interest me on shore, I thought I would sail about a little and see the watery part of
          the world.
        </p>
      </body>
    </html>

    """

  static let scripts = """
    <!DOCTYPE html>
    <html>
      <head><meta charset="utf-8"><title>UTF-8</title></head>
      <body>
        <h1>Unicode</h1>
        <pre>
    Latin      Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich
    Greek      Ξεσκεπάζω την ψυχοφθόρα βδελυγμία
    Cyrillic   Съешь же ещё этих мягких французских булок
    Hebrew     דג סקרן שט בים מאוכזב ולפתע מצא חברה
    Arabic     نص حكيم له سر قاطع وذو شأن عظيم
    Devanagari ऋषियों को सताने वाले दुष्ट राक्षसों के राजा
    Thai       เป็นมนุษย์สุดประเสริฐเลิศคุณค่า
    Chinese    視野無限廣，窗外有藍天
    Japanese   いろはにほへと ちりぬるを
    Korean     키스의 고유조건은 입술끼리 만나야 하고
    Math       ∀x∈ℝ: ⌈x⌉ = −⌊−x⌋, α ∧ ¬β = ¬(¬α ∨ β)
    Combining  e\u{301} o\u{308} a\u{30A} Z\u{351}\u{36B}
    Emoji      👩‍🔬 🏳️‍🌈 👍🏽
        </pre>
      </body>
    </html>

    """

  static let svg = """
    <svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">
      <rect width="96" height="96" fill="#2b6cb0"/>
      <circle cx="48" cy="48" r="32" fill="#f6e05e"/>
    </svg>

    """
}
