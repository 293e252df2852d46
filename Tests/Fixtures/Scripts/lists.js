// Lists of headers, cookies and parameters.
const { PropertyList, Header, HeaderList, QueryParam, Cookie, Url } = require("postman-collection");
const headers = () => new HeaderList(null, [{ key: "Accept", value: "a" }, { key: "X-Two", value: "1" }, { key: "x-two", value: "2" }]);

pm.test("names of headers are compared without case; the last of several counts", () => {
  const list = headers();
  pm.expect(list.get("accept")).to.equal("a");
  pm.expect(list.get("X-TWO")).to.equal("2");
  pm.expect(list.one("x-two")).to.be.an.instanceof(Header).with.property("value", "2");
  pm.expect(list.has("ACCEPT")).to.be.true;
  pm.expect(list.has("X-Two", "1")).to.be.true;
  pm.expect(list.has("X-Two", "3")).to.be.false;
  pm.expect(list.get("none")).to.be.undefined;
});
pm.test("names of query parameters are compared with case", () => {
  const { query } = new Url("https://x/?a=1&A=2");
  pm.expect(query.get("a")).to.equal("1");
  pm.expect(query.get("A")).to.equal("2");
  pm.expect(query.has("b")).to.be.false;
});
pm.test("reading", () => {
  const list = headers();
  pm.expect(list.count()).to.equal(3);
  pm.expect(list.all()).to.have.lengthOf(3);
  pm.expect(list.idx(0).key).to.equal("Accept");
  pm.expect(list.indexOf("Accept")).to.equal(0);
  pm.expect(list.indexOf(list.idx(1))).to.equal(1);
  pm.expect(list.find(header => header.value === "1").key).to.equal("X-Two");
  pm.expect(list.filter(header => header.key.toLowerCase() === "x-two")).to.have.lengthOf(2);
  pm.expect(list.map(header => header.value)).to.eql(["a", "1", "2"]);
  pm.expect(list.reduce((text, header) => text + header.value, "")).to.equal("a12");
  const seen = [];
  list.each(header => seen.push(header.value));
  pm.expect(seen).to.eql(["a", "1", "2"]);
  pm.expect([...list].length).to.equal(3);
});
pm.test("as an object and as text", () => {
  const list = headers();
  pm.expect(list.toObject()).to.eql({ accept: "a", "x-two": ["1", "2"] });
  pm.expect(list.toObject(false, true)).to.eql({ Accept: "a", "X-Two": "1", "x-two": "2" });
  pm.expect(list.toObject(false, false, true)).to.eql({ accept: "a", "x-two": ["1", "2"] });
  pm.expect(list.toString()).to.equal("Accept: a\nX-Two: 1\nx-two: 2");
  list.idx(0).disabled = true;
  pm.expect(list.toObject(true)).to.eql({ "x-two": ["1", "2"] });
});
pm.test("adding", () => {
  const list = headers();
  list.add({ key: "B", value: "b" });
  list.add("C: c");
  list.append({ key: "D", value: "d" });
  list.prepend({ key: "First", value: "f" });
  list.insert({ key: "Before", value: "1" }, "B");
  list.insertAfter({ key: "After", value: "2" }, "B");
  pm.expect(list.map(header => header.key)).to.eql(["First", "Accept", "X-Two", "x-two", "Before", "B", "After", "C", "D"]);
  pm.expect(list.upsert({ key: "ACCEPT", value: "z" })).to.be.false;
  pm.expect(list.get("Accept")).to.equal("z");
  pm.expect(list.upsert({ key: "New", value: "n" })).to.be.true;
});
pm.test("removing and replacing", () => {
  const list = headers();
  list.remove("x-TWO");
  pm.expect(list.count()).to.equal(1);
  list.populate([{ key: "A", value: "1" }, { key: "B", value: "2" }]);
  list.remove(header => header.key === "A");
  list.remove(list.one("B"));
  pm.expect(list.count()).to.equal(1);
  list.repopulate({ one: "1", two: "2" });
  pm.expect(list.toObject()).to.eql({ one: "1", two: "2" });
  list.assimilate([{ key: "two", value: "22" }, { key: "three", value: "3" }], true);
  pm.expect(list.toObject()).to.eql({ two: "22", three: "3" });
  list.clear();
  pm.expect(list.count()).to.equal(0);
  pm.expect(PropertyList.isPropertyList(list)).to.be.true;
});
pm.test("query parameters are written as they are", () => {
  pm.expect(QueryParam.parse("a=1&b&c=&d=x=y")).to.eql([{ key: "a", value: "1" }, { key: "b", value: null }, { key: "c", value: "" }, { key: "d", value: "x=y" }]);
  pm.expect(QueryParam.unparse([{ key: "a", value: "1" }, { key: "b", value: null }, { key: "c", value: "" }, { key: "d", value: "e", disabled: true }])).to.equal("a=1&b&c=");
});
pm.test("cookies", () => {
  const cookie = new Cookie("sid=abc%20d; Domain=example.com; Path=/; Secure; HttpOnly; Max-Age=60");
  pm.expect(cookie.name).to.equal("sid");
  pm.expect(cookie.valueOf()).to.equal("abc d");
  pm.expect(cookie).to.include({ domain: "example.com", path: "/", secure: true, httpOnly: true, maxAge: 60 });
});
