// Assertions that hold.
const { expect, assert, should, AssertionError } = require("chai");
const passes = (name, body) => pm.test(name, body);

passes("equality", () => {
  expect(1).to.equal(1).and.not.equal(2);
  expect({ a: [1, { b: 2 }] }).to.eql({ a: [1, { b: 2 }] });
  expect([1, 2]).to.deep.equal([1, 2]).and.have.lengthOf(2);
  expect(NaN).to.eql(NaN);
  expect(-0).to.not.eql(0);
  expect(new Date(5)).to.eql(new Date(5));
  expect(/a/g).to.eql(/a/g).but.not.eql(/a/);
  expect(new Map([["a", { b: 1 }]])).to.eql(new Map([["a", { b: 1 }]]));
  expect(new Set([1, 2])).to.eql(new Set([2, 1]));
  expect(new Error("x")).to.eql(new Error("x"));
  expect(Uint8Array.of(1, 2)).to.eql(Uint8Array.of(1, 2)).and.not.eql(Int8Array.of(1, 2));
  const one = { n: 1 }, other = { n: 1 };
  one.self = one;
  other.self = other;
  expect(one).to.eql(other);
});
passes("types", () => {
  expect("x").to.be.a("string");
  expect({}).to.be.an("Object");
  expect([]).to.be.an("array");
  expect(null).to.be.a("null");
  expect(undefined).to.be.an("undefined");
  expect(new Map()).to.be.a("map");
  expect(Promise.resolve()).to.be.a("promise");
  expect(() => {}).to.be.a("function");
  expect(async () => {}).to.be.a("function");
  (function () { expect(arguments).to.be.arguments; })();
});
passes("truth and existence", () => {
  expect(1).to.be.ok;
  expect(true).to.be.true;
  expect(false).to.be.false;
  expect(null).to.be.null;
  expect(undefined).to.be.undefined;
  expect(NaN).to.be.NaN;
  expect(0).to.exist;
  expect("").to.be.empty;
  expect({}).to.be.empty;
  expect(new Set()).to.be.empty;
  expect([1]).to.not.be.empty;
});
passes("comparisons", () => {
  expect(5).to.be.above(4).and.below(6).and.at.least(5).and.at.most(5).and.within(5, 5);
  expect(5).to.be.gt(4).and.gte(5).and.lt(6).and.lte(5).and.greaterThan(4).and.lessThan(6);
  expect(new Date(5)).to.be.above(new Date(4));
  expect("abc").to.have.lengthOf.above(2).and.lengthOf(3);
  expect([1, 2]).to.have.length(2).and.to.have.length.within(1, 2);
  expect(new Map([[1, 2]])).to.have.lengthOf(1);
  expect(1.5).to.be.closeTo(1, 0.5).and.approximately(1.4, 0.2);
});
passes("inclusion", () => {
  expect("foobar").to.include("foo").and.contain("bar").and.have.string("oba");
  expect([1, 2, 3]).to.include(2).and.not.include(4);
  expect([{ a: 1 }]).to.deep.include({ a: 1 });
  expect([{ a: 1 }]).to.not.include({ a: 1 });
  expect({ a: 1, b: 2 }).to.include({ a: 1 });
  expect({ a: { b: 1 } }).to.deep.include({ a: { b: 1 } });
  expect({ a: { b: [1, 2] } }).to.nested.include({ "a.b[1]": 2 });
  expect({ a: 1 }).to.own.include({ a: 1 });
  expect(new Set([1])).to.include(1);
  expect(new Map([["a", 1]])).to.include(1);
  expect([1, 2, 3]).to.have.members([3, 2, 1]).and.include.members([1]).and.have.ordered.members([1, 2, 3]);
  expect([{ a: 1 }]).to.have.deep.members([{ a: 1 }]);
  expect([1, 2, 3]).to.include.ordered.members([1, 2]);
  expect(1).to.be.oneOf([1, 2]);
  expect("a b").to.contain.oneOf(["b", "c"]);
});
passes("properties and keys", () => {
  const value = { a: { b: [1, { c: 2 }] }, "x.y": 3 };
  expect(value).to.have.property("a").that.is.an("object").with.property("b").with.lengthOf(2);
  expect(value).to.have.nested.property("a.b[1].c", 2);
  expect(value).to.have.nested.property("x\\.y", 3);
  expect(value).to.have.own.property("a");
  expect(value).to.not.have.own.property("toString");
  expect(value).to.have.deep.property("a", { b: [1, { c: 2 }] });
  expect({ a: 1 }).to.have.ownPropertyDescriptor("a", { value: 1, writable: true, enumerable: true, configurable: true });
  expect({ a: 1, b: 2 }).to.have.all.keys("a", "b").and.any.keys("a", "z").and.include.keys("b");
  expect({ a: 1, b: 2 }).to.have.keys(["a", "b"]).and.have.keys({ a: 0, b: 0 });
  expect(new Map([[{ k: 1 }, 2]])).to.have.deep.keys([{ k: 1 }]);
});
passes("functions", () => {
  const fail = () => { throw new TypeError("a bad thing"); };
  expect(fail).to.throw();
  expect(fail).to.throw(TypeError);
  expect(fail).to.throw(Error, "bad");
  expect(fail).to.throw(/bad/).with.property("message", "a bad thing");
  expect(fail).to.not.throw(RangeError);
  expect(() => 1).to.not.throw();
  expect([]).to.respondTo("map");
  expect(Map).to.respondTo("get").and.itself.to.not.respondTo("get");
  expect(4).to.satisfy(value => value % 2 === 0);
  const object = { n: 1 };
  expect(() => { object.n += 2; }).to.change(object, "n").by(2);
  expect(() => { object.n += 2; }).to.increase(object, "n").by(2);
  expect(() => { object.n -= 2; }).to.decrease(() => object.n).by(2);
  expect(() => {}).to.not.change(object, "n");
});
passes("objects that cannot change", () => {
  expect(Object.freeze({})).to.be.frozen.and.sealed.and.not.extensible;
  expect({}).to.be.extensible.and.not.frozen.and.not.sealed;
  expect(1).to.be.finite;
  expect(new (class A {})()).to.be.an.instanceof(Object);
});
passes("assert", () => {
  assert(true);
  assert.equal(1, "1");
  assert.strictEqual(1, 1);
  assert.deepEqual({ a: 1 }, { a: 1 });
  assert.isTrue(true);
  assert.isArray([]);
  assert.isString("x");
  assert.typeOf(1, "number");
  assert.include([1], 1);
  assert.property({ a: 1 }, "a");
  assert.propertyVal({ a: 1 }, "a", 1);
  assert.lengthOf("abc", 3);
  assert.match("abc", /b/);
  assert.throws(() => { throw new Error("x"); }, "x");
  assert.closeTo(1, 1.1, 0.2);
  assert.isAbove(2, 1);
  assert.sameMembers([1, 2], [2, 1]);
  assert.hasAllKeys({ a: 1 }, ["a"]);
  assert.isNull(null);
  assert.isUndefined(undefined);
  assert.notEqual(1, 2);
  expect(() => assert.equal(1, 2)).to.throw("expected 1 to equal 2");
  expect(() => assert(false, "no")).to.throw("no");
  expect(() => assert.fail("no")).to.throw("no");
  expect(() => assert.isTrue(1, "own")).to.throw("own: expected 1 to be true");
});
passes("the properties of an AssertionError", () => {
  try { expect({ a: 1 }).to.eql({ a: 2 }); } catch (error) {
    expect(error).to.be.an.instanceof(Error).and.an.instanceof(AssertionError);
    expect(error.name).to.equal("AssertionError");
    expect(error.actual).to.eql({ a: 1 });
    expect(error.expected).to.eql({ a: 2 });
    expect(error.showDiff).to.equal(true);
  }
  const operator = check => { try { check(); } catch (error) { return error.operator; } return "passed"; };
  expect([
    operator(() => expect({ a: 1 }).to.eql({ a: 2 })), operator(() => expect({}).to.not.eql({})),
    operator(() => expect(1).to.equal(2)), operator(() => expect(1).to.not.equal(1)),
    operator(() => expect({}).to.have.property("a")),
  ]).to.eql(["deepStrictEqual", "notDeepStrictEqual", "strictEqual", "notStrictEqual", undefined]);
});
passes("a comparison of one's own", () => {
  const { config, util } = require("chai");
  const comparator = (left, right) => typeof left === "number" ? Math.abs(left - right) < 10 : null;
  expect(util.eql({ a: [1] }, { a: [9] }, { comparator })).to.be.true;
  expect(util.eql({ a: ["b"] }, { a: ["c"] }, { comparator })).to.be.false;
  config.deepEqual = (expected, actual) => util.eql(expected, actual, { comparator });
  expect({ a: 1 }).to.eql({ a: 9 });
  expect([{ a: 1 }]).to.deep.include({ a: 9 });
  assert.notDeepEqual({ a: 1 }, { a: 11 });
  config.deepEqual = null;
  expect({ a: 1 }).to.not.eql({ a: 9 });
});
