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
pm.test("path", () => {
  const path = require("path");
  pm.expect(path.join("/a", "../b", "c.txt")).to.equal("/b/c.txt");
  pm.expect(path.basename("/a/b.txt", ".txt")).to.equal("b");
  pm.expect(path.extname("a.tar.gz")).to.equal(".gz");
  pm.expect(path.relative("/a/b", "/a/c")).to.equal("../c");
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
pm.test("events", () => {
  const EventEmitter = require("events");
  const emitter = new EventEmitter(), seen = [];
  emitter.on("x", value => seen.push(value));
  emitter.once("x", value => seen.push(-value));
  pm.expect(emitter.emit("x", 1)).to.be.true;
  emitter.emit("x", 2);
  pm.expect(seen).to.eql([1, -1, 2]);
  pm.expect(() => emitter.emit("error", new Error("no"))).to.throw("no");
});
pm.test("querystring, url, punycode and string_decoder", () => {
  pm.expect(require("querystring").parse("a=1&b=2&a=%20")).to.include({ b: "2" }).and.have.deep.property("a", ["1", " "]);
  pm.expect(require("querystring").stringify({ a: [1, 2], b: "x y" })).to.equal("a=1&a=2&b=x%20y");
  pm.expect(require("url").parse("https://x.com:8/p?q=1").host).to.equal("x.com:8");
  pm.expect(require("punycode").toASCII("münchen.de")).to.equal("xn--mnchen-3ya.de");
  const { StringDecoder } = require("string_decoder");
  const decoder = new StringDecoder();
  pm.expect(decoder.write(Uint8Array.of(0xc3)) + decoder.end(Uint8Array.of(0xa9))).to.equal("é");
});
pm.test("assert", () => {
  const assert = require("assert");
  assert.equal(1, "1");
  assert.deepStrictEqual({ a: 1 }, { a: 1 });
  assert.throws(() => { throw new TypeError("bad"); }, TypeError);
  assert.throws(() => { throw new Error("bad"); }, /bad/);
  pm.expect(() => assert.strictEqual(1, 2)).to.throw("1 === 2");
  pm.expect(() => assert.ok(0, "own")).to.throw("own");
  pm.expect(() => assert.throws(() => {})).to.throw("Missing expected exception.");
});
pm.test("csv-parse", () => {
  const parse = require("csv-parse/lib/sync");
  pm.expect(parse('a,b\n1,"x, ""y"""\n', { columns: true })).to.eql([{ a: "1", b: 'x, "y"' }]);
  pm.expect(parse("1;2\r\n3;4", { delimiter: ";", cast: true })).to.eql([[1, 2], [3, 4]]);
  pm.expect(require("csv-parse/sync").parse("a, b\n\n1 ,2\n", { columns: true, trim: true, skip_empty_lines: true })).to.eql([{ a: "1", b: "2" }]);
  pm.expect(() => parse("a,b\n1", { columns: true })).to.throw("Invalid Record Length: expect 2, got 1 at line 2");
  pm.expect(() => parse('"a')).to.throw("Quote Not Closed");
});
