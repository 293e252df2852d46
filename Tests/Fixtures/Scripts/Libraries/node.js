// Modules of Node that are Debian's packages.
pm.test("path", () => {
  const path = require("path");
  pm.expect(path.join("/a", "../b", "c.txt")).to.equal("/b/c.txt");
  pm.expect(path.basename("/a/b.txt", ".txt")).to.equal("b");
  pm.expect(path.extname("a.tar.gz")).to.equal(".gz");
  pm.expect(path.relative("/a/b", "/a/c")).to.equal("../c");
  pm.expect(path.resolve("a", "..", "b")).to.equal("/b");
  pm.expect(path.parse("/a/b.txt")).to.eql({ root: "/", dir: "/a", base: "b.txt", ext: ".txt", name: "b" });
  pm.expect(require("path/posix")).to.equal(path);
});
pm.test("events", async () => {
  const EventEmitter = require("events"), emitter = new EventEmitter(), seen = [];
  emitter.on("x", value => seen.push(value));
  emitter.once("x", value => seen.push(-value));
  pm.expect(emitter.emit("x", 1)).to.be.true;
  emitter.emit("x", 2);
  pm.expect(seen).to.eql([1, -1, 2]);
  pm.expect(emitter.rawListeners("x")).to.have.lengthOf(1);
  pm.expect(() => emitter.emit("error", new Error("no"))).to.throw("no");
  const ended = EventEmitter.once(emitter, "end");
  emitter.emit("end", 3);
  pm.expect(await ended).to.eql([3]);
  pm.expect(() => EventEmitter.errorMonitor).to.throw("events.errorMonitor of Node is not available in scripts");
});
pm.test("an emitter of an old class", () => {
  const { EventEmitter } = require("events"), { inherits } = require("util");
  function Door() { EventEmitter.call(this); }
  inherits(Door, EventEmitter);
  let isOpen = false;
  new Door().on("open", () => { isOpen = true; }).emit("open");
  pm.expect([isOpen, Door.super_ === EventEmitter]).to.eql([true, true]);
});
pm.test("querystring", () => {
  const querystring = require("querystring");
  pm.expect(Object.entries(querystring.parse("a=1&b=2&a=%20+"))).to.eql([["a", ["1", "  "]], ["b", "2"]]);
  pm.expect(querystring.stringify({ a: [1, 2], b: "x y", c: true, d: null })).to.equal("a=1&a=2&b=x%20y&c=true&d=");
  pm.expect(querystring.parse("a:1;b:2", ";", ":")).to.include({ a: "1", b: "2" });
  pm.expect(querystring.escape("ä&")).to.equal("%C3%A4%26");
});
pm.test("url", () => {
  const url = require("url");
  pm.expect(url.parse("https://u:p@x.com:8/p?q=1#f", true)).to.deep.include(
    { host: "x.com:8", auth: "u:p", hash: "#f", pathname: "/p", path: "/p?q=1" });
  pm.expect(url.resolve("https://x.com/a/b", "../c?d")).to.equal("https://x.com/c?d");
  pm.expect(url.format({ protocol: "https", hostname: "x.com", pathname: "/a b", query: { c: "d" } })).to.equal("https://x.com/a b?c=d");
  pm.expect(new url.URL("http://x.com/?a=1").searchParams.get("a")).to.equal("1");
});
pm.test("assert", async () => {
  const assert = require("assert");
  assert.equal(1, "1");
  assert.deepStrictEqual({ a: new Map([[1, { b: 2 }]]) }, { a: new Map([[1, { b: 2 }]]) });
  assert.throws(() => { throw new TypeError("bad"); }, TypeError);
  assert.throws(() => { throw new Error("bad"); }, { message: "bad" });
  await assert.rejects(async () => { throw new Error("bad"); }, /bad/);
  assert.match("abc", /b/);
  pm.expect(() => assert.strictEqual(1, 2)).to.throw("Expected values to be strictly equal:\n\n1 !== 2\n");
  pm.expect(() => assert.strictEqual(1, 2)).to.throw(assert.AssertionError).with.property("code", "ERR_ASSERTION");
  pm.expect(() => assert.deepStrictEqual([1], ["1"])).to.throw("Expected values to be strictly deep-equal:");
  pm.expect(() => assert.ok(0, "own")).to.throw("own");
  pm.expect(() => assert.throws(() => {})).to.throw("Missing expected exception.");
  pm.expect(() => assert.strict.doesNotMatch("abc", /b/)).to.throw("The input was expected to not match the regular expression /b/");
  pm.expect(require("assert/strict").equal).to.equal(assert.strictEqual);
});
pm.test("stream", async () => {
  const { Readable, Transform, Writable, pipeline, Stream } = require("stream"), seen = [];
  const upper = new Transform({ transform(chunk, encoding, done) { done(null, chunk.toString().toUpperCase()); } });
  const sink = new Writable({ write(chunk, encoding, done) { seen.push(chunk.toString()); done(); } });
  await require("util").promisify(pipeline)(Readable.from(["a", "b"]), upper, sink);
  pm.expect(seen).to.eql(["A", "B"]);
  const parts = [];
  for await (const part of Readable.from([Buffer.from("x"), Buffer.from("y")])) parts.push(String(part));
  pm.expect(parts).to.eql(["x", "y"]);
  pm.expect(upper).to.be.an.instanceOf(Stream);
  pm.expect(() => require("stream").promises).to.throw("stream.promises of Node is not available in scripts");
  pm.expect(() => require("stream/promises")).to.throw("use util.promisify with the functions of stream");
});
pm.test("a module is made once", () => pm.expect(require("node:events")).to.equal(require("events")));
