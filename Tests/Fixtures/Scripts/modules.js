// `require`: modules of Node, of the collection and of the program.
pm.test("a module of the collection", () => {
  const lib = require("./lib.js");
  pm.expect(lib.twice(4)).to.equal(8);
  pm.expect(require("./lib.js")).to.equal(lib);
  pm.expect(lib.other).to.equal("data");
});
pm.test("a module with an error", () => pm.expect(() => require("./broken.js")).to.throw(SyntaxError));
pm.test("a module of the program", () => {
  pm.expect(require("shoplib").VERSION).to.equal("4");
  pm.expect(pm.require("npm:shoplib@1.13.6").VERSION).to.equal("4");
  pm.expect(() => pm.require("lodash")).to.throw("npm:");
});
pm.test("Buffer", () => {
  pm.expect(Buffer.from("héllo").toString("base64")).to.equal("aMOpbGxv");
  pm.expect(Buffer.from("aMOpbGxv", "base64").toString()).to.equal("héllo");
  pm.expect(Buffer.from("ff00", "hex").readUInt16BE(0)).to.equal(0xff00);
  pm.expect(Buffer.concat([Buffer.from("a"), Buffer.from("b")]).toString()).to.equal("ab");
  pm.expect(Buffer.byteLength("é")).to.equal(2);
  pm.expect(Buffer.isBuffer(Buffer.alloc(2))).to.be.true;
  pm.expect(JSON.stringify(Buffer.from("a"))).to.equal('{"type":"Buffer","data":[97]}');
  pm.expect(require("util").inspect(Buffer.from("ab"))).to.equal("<Buffer 61 62>");
});
pm.test("util", () => {
  const util = require("util");
  pm.expect(util.format("%s is %d", "a", 1, { b: 2 })).to.equal("a is 1 { b: 2 }");
  pm.expect(util.inspect({ a: { b: { c: { d: 1 } } }, e: [1, , 2], f: new Map([[1, "x"]]), g: new Error("no").message })).to.equal(
    "{\n  a: { b: { c: [Object] } },\n  e: [ 1, <1 empty item>, 2 ],\n  f: Map(1) { 1 => 'x' },\n  g: 'no'\n}");
  const loop = { name: "loop" };
  loop.self = loop;
  pm.expect(util.inspect(loop)).to.equal("<ref *1> { name: 'loop', self: [Circular *1] }");
  pm.expect(util.inspect([class A {}, function f() {}, () => {}, Symbol("s"), 5n, -0, null, undefined])).to.equal(
    "[\n  [class A],\n  [Function: f],\n  [Function (anonymous)],\n  Symbol(s),\n  5n,\n  -0,\n  null,\n  undefined\n]");
  pm.expect(util.isDeepStrictEqual({ a: [1] }, { a: [1] })).to.be.true;
});
pm.test("util of promises and callbacks", async () => {
  const util = require("util"), later = util.callbackify(async value => value * 2);
  pm.expect(await util.promisify(later)(2)).to.equal(4);
  pm.expect(await util.promisify(setTimeout)(1, "late")).to.equal("late");
  pm.expect(() => util.promisify("x")).to.throw("util.promisify needs a function, not 'x'");
});
pm.test("util of types and old names", () => {
  const util = require("util");
  pm.expect([util.types.isDate(new Date()), util.types.isNumberObject(1), util.types.isBoxedPrimitive(Object(1))]).to.eql([true, false, true]);
  pm.expect([util.types.isTypedArray(Buffer.alloc(1)), util.types.isArrayBufferView(new DataView(new ArrayBuffer(1)))]).to.eql([true, true]);
  pm.expect([util.isString("a"), util.isNullOrUndefined(null), util.isError(new TypeError())]).to.eql([true, true, true]);
  pm.expect(util.stripVTControlCharacters("\u001b[31mred\u001b[0m")).to.equal("red");
  pm.expect(require("util/")).to.equal(util);
});
pm.test("a member that Node has and a module has not is named", () => {
  pm.expect(() => require("util").parseArgs).to.throw("util.parseArgs of Node is not available in scripts");
  pm.expect(() => require("buffer").transcode).to.throw("buffer.transcode of Node is not available in scripts");
  pm.expect(() => require("postman-collection").ProxyConfig).to.throw("ProxyConfig of postman-collection is not available in scripts");
  pm.expect(() => require("timers/promises").scheduler).to.throw("timers.promises.scheduler of Node is not available in scripts");
});
pm.test("punycode and string_decoder", () => {
  pm.expect(require("punycode").toASCII("münchen.de")).to.equal("xn--mnchen-3ya.de");
  const { StringDecoder } = require("string_decoder");
  const decoder = new StringDecoder(), base64 = new StringDecoder("base64"), utf16 = new StringDecoder("utf16le");
  pm.expect(decoder.write(Uint8Array.of(0xc3)) + decoder.end(Uint8Array.of(0xa9))).to.equal("é");
  pm.expect([base64.write(Buffer.from("ab")), base64.write(Buffer.from("cd")), base64.end()]).to.eql(["", "YWJj", "ZA=="]);
  pm.expect([utf16.write(Buffer.from("3dd8", "hex")), utf16.end(Buffer.from("00de", "hex"))]).to.eql(["", "😀"]);
  pm.expect(() => new StringDecoder("none")).to.throw("Unknown encoding: none");
});
pm.test("modules of Node that cannot be here", () => {
  for (const [name, reason] of [["zlib", "scripts have no compression"], ["perf_hooks", "use the global performance"],
    ["async_hooks", "this module of Node is not available in scripts"], ["node:tty", "scripts have no terminal"]]) {
    pm.expect(() => require(name)).to.throw(`Cannot find module '${name}' — ${reason}`);
  }
});
pm.test("csv-parse", () => {
  const parse = require("csv-parse/lib/sync");
  pm.expect(parse('a,b\n1,"x, ""y"""\n', { columns: true })).to.eql([{ a: "1", b: 'x, "y"' }]);
  pm.expect(parse("1;2\r\n3;4", { delimiter: ";", cast: true })).to.eql([[1, 2], [3, 4]]);
  pm.expect(require("csv-parse/sync").parse("a, b\n\n1 ,2\n", { columns: true, trim: true, skip_empty_lines: true })).to.eql([{ a: "1", b: "2" }]);
  pm.expect(() => parse("a,b\n1", { columns: true })).to.throw("Invalid Record Length: expect 2, got 1 at line 2");
  pm.expect(() => parse('"a')).to.throw("Quote Not Closed");
});
