// The messages of assertions are those of chai 4.4.
const { expect } = require("chai");

// The message that a failing assertion has.
function message(body) {
  try { body(); } catch (error) { return error.message; }
  return "(passed)";
}
function says(text, body) {
  pm.test(text, () => {
    const actual = message(body);
    if (actual !== text) throw new Error(`said: ${actual}`);
  });
}

says("expected 1 to equal 2", () => expect(1).to.equal(2));
says("expected 1 to not equal 1", () => expect(1).to.not.equal(1));
says("expected '1' to equal 1", () => expect("1").to.equal(1));
says("own: expected 1 to equal 2", () => expect(1, "own").to.equal(2));
says("late: expected 1 to equal 2", () => expect(1).to.equal(2, "late"));
says("expected { a: 1 } to deeply equal { a: 2 }", () => expect({ a: 1 }).to.eql({ a: 2 }));
says("expected { a: 1 } to deeply equal { a: 2 }", () => expect({ a: 1 }).to.deep.equal({ a: 2 }));
says("expected { a: 1 } to not deeply equal { a: 1 }", () => expect({ a: 1 }).to.not.eql({ a: 1 }));
says("expected [ 1, 2 ] to deeply equal [ 1, 3 ]", () => expect([1, 2]).to.eql([1, 3]));
says("expected 5 to be a string", () => expect(5).to.be.a("string"));
says("expected 5 not to be a number", () => expect(5).to.not.be.a("number"));
says("expected null to be an object", () => expect(null).to.be.an("object"));
says("expected [] to be an object", () => expect([]).to.be.an("object"));
says("expected +0 to be truthy", () => expect(0).to.be.ok);
says("expected 1 to be falsy", () => expect(1).to.not.be.ok);
says("expected 1 to be true", () => expect(1).to.be.true);
says("expected true to be false", () => expect(true).to.not.be.true);
says("expected +0 to be false", () => expect(0).to.be.false);
says("expected 1 to be null", () => expect(1).to.be.null);
says("expected null not to be null", () => expect(null).to.not.be.null);
says("expected 1 to be undefined", () => expect(1).to.be.undefined);
says("expected undefined not to be undefined", () => expect(undefined).to.not.be.undefined);
says("expected 1 to be NaN", () => expect(1).to.be.NaN);
says("expected NaN not to be NaN", () => expect(NaN).to.not.be.NaN);
says("expected null to exist", () => expect(null).to.exist);
says("expected +0 to not exist", () => expect(0).to.not.exist);
says("expected [ 1 ] to be empty", () => expect([1]).to.be.empty);
says("expected '' not to be empty", () => expect("").to.not.be.empty);
says(".empty was passed non-string primitive 5", () => expect(5).to.be.empty);
says(".empty was passed a weak collection", () => expect(new WeakMap()).to.be.empty);
says(".empty was passed a function f", () => expect(function f() {}).to.be.empty);
says("expected {} to be arguments but got Object", () => expect({}).to.be.arguments);
says("expected 5 to be above 10", () => expect(5).to.be.above(10));
says("expected 15 to be at most 10", () => expect(15).to.not.be.above(10));
says("expected 5 to be at least 10", () => expect(5).to.be.at.least(10));
says("expected 15 to be below 10", () => expect(15).to.not.be.at.least(10));
says("expected 15 to be below 10", () => expect(15).to.be.below(10));
says("expected 5 to be at least 10", () => expect(5).to.not.be.below(10));
says("expected 15 to be at most 10", () => expect(15).to.be.at.most(10));
says("expected 5 to be above 10", () => expect(5).to.not.be.at.most(10));
says("expected 5 to be within 6..10", () => expect(5).to.be.within(6, 10));
says("expected 7 to not be within 6..10", () => expect(7).to.not.be.within(6, 10));
says("the argument to above must be a number", () => expect(5).to.be.above("1"));
says("expected 'x' to be a number or a date", () => expect("x").to.be.above(1));
says("expected null to be a number or a date", () => expect(null).to.be.below(1));
says("the argument to least must be a date", () => expect(new Date(0)).to.be.at.least(1));
says("the arguments to within must be numbers", () => expect(5).to.be.within(1, "2"));
says("expected 'abc' to have a length above 5 but got 3", () => expect("abc").to.have.lengthOf.above(5));
says("expected [ 1 ] to have a length at least 2 but got 1", () => expect([1]).to.have.length.of.at.least(2));
says("expected 'abc' to have a length within 5..6", () => expect("abc").to.have.lengthOf.within(5, 6));
says("expected Set{ 1 } to have a size above 5 but got 1", () => expect(new Set([1])).to.have.lengthOf.above(5));
says("expected 'abc' to have a length of 5 but got 3", () => expect("abc").to.have.lengthOf(5));
says("expected 'abc' to have a length of 5 but got 3", () => expect("abc").to.have.length(5));
says("expected 'abc' to not have a length of 3", () => expect("abc").to.not.have.lengthOf(3));
says("expected Map{ 'a' => 1 } to have a size of 5 but got 1", () => expect(new Map([["a", 1]])).to.have.lengthOf(5));
says("expected 5 to have property 'length'", () => expect(5).to.have.lengthOf(1));
says("expected {} to be an instance of Map", () => expect({}).to.be.an.instanceof(Map));
says("expected Map{} to not be an instance of Map", () => expect(new Map()).to.not.be.instanceOf(Map));
says("The instanceof assertion needs a constructor but string was given.", () => expect({}).to.be.instanceof("x"));
says("expected { a: 1 } to have property 'b'", () => expect({ a: 1 }).to.have.property("b"));
says("expected { a: 1 } to not have property 'a'", () => expect({ a: 1 }).to.not.have.property("a"));
says("expected { a: 1 } to have property 'a' of 2, but got 1", () => expect({ a: 1 }).to.have.property("a", 2));
says("expected { a: 1 } to not have property 'a' of 1", () => expect({ a: 1 }).to.not.have.property("a", 1));
says("expected { a: { b: 1 } } to have nested property 'a.c'", () => expect({ a: { b: 1 } }).to.have.nested.property("a.c"));
says("expected { a: [ 1 ] } to have nested property 'a[0]' of 2, but got 1", () => expect({ a: [1] }).to.have.nested.property("a[0]", 2));
says("expected { a: { b: 1 } } to have deep property 'a' of { b: 2 }, but got { b: 1 }", () => expect({ a: { b: 1 } }).to.have.deep.property("a", { b: 2 }));
says("expected {} to have own property 'toString'", () => expect({}).to.have.own.property("toString"));
says('The "nested" and "own" flags cannot be combined.', () => expect({}).to.have.nested.own.property("a"));
says("Target cannot be null or undefined.", () => expect(null).to.have.property("a"));
says("the argument to property must be a string, number, or symbol", () => expect({}).to.have.property({}));
says("expected {} to have an own property descriptor for 'a'", () => expect({}).to.have.ownPropertyDescriptor("a"));
says("expected { a: 1 } to not have an own property descriptor for 'a'", () => expect({ a: 1 }).to.not.have.ownPropertyDescriptor("a"));
says("expected 'abc' to match /x/i", () => expect("abc").to.match(/x/i));
says("expected 'abc' not to match /b/", () => expect("abc").to.not.match(/b/));
says("expected 'abc' to contain 'x'", () => expect("abc").to.have.string("x"));
says("expected 'abc' to include 'x'", () => expect("abc").to.include("x"));
says("expected 'abc' to not include 'b'", () => expect("abc").to.not.include("b"));
says("expected [ 1, 2 ] to include 3", () => expect([1, 2]).to.include(3));
says("expected [ { a: 1 } ] to deep include { a: 2 }", () => expect([{ a: 1 }]).to.deep.include({ a: 2 }));
says("expected { a: 1, b: 2 } to have property 'a' of 2, but got 1", () => expect({ a: 1, b: 2 }).to.include({ a: 2 }));
says("the given combination of arguments (number and number) is invalid for this assertion. You can use an array, a map, an object, a set, a string, or a weakset instead of a number", () => expect(1).to.include(1));
says("expected { a: 1, b: 2 } to have keys 'a', and 'c'", () => expect({ a: 1, b: 2 }).to.have.all.keys("a", "c"));
says("expected { a: 1, b: 2 } to have key 'a'", () => expect({ a: 1, b: 2 }).to.have.keys("a"));
says("expected { a: 1 } to have keys 'b', or 'c'", () => expect({ a: 1 }).to.have.any.keys("b", "c"));
says("expected { a: 1 } to contain keys 'a', and 'b'", () => expect({ a: 1 }).to.contain.keys(["a", "b"]));
says("expected { a: 1 } to not have key 'a'", () => expect({ a: 1 }).to.not.have.keys("a"));
says("keys required", () => expect({ a: 1 }).to.have.keys());
says("when testing keys against an object or an array you must give a single Array|Object|String argument or multiple String arguments", () => expect({ a: 1 }).to.have.keys(["a"], "b"));
says("expected [Function f] to throw an error", () => expect(function f() {}).to.throw());
says("expected [Function f] to not throw an error but 'Error: x' was thrown", () => expect(function f() { throw new Error("x"); }).to.not.throw());
says("expected [Function f] to throw TypeError", () => expect(function f() {}).to.throw(TypeError));
says("expected [Function f] to throw 'TypeError' but 'Error: x' was thrown", () => expect(function f() { throw new Error("x"); }).to.throw(TypeError));
says("expected [Function f] to throw error including 'y' but got 'x'", () => expect(function f() { throw new Error("x"); }).to.throw("y"));
says("expected [Function f] to throw error matching /y/ but got 'x'", () => expect(function f() { throw new Error("x"); }).to.throw(/y/));
says("expected [Function f] to throw error not including 'x'", () => expect(function f() { throw new Error("x"); }).to.not.throw("x"));
says("expected {} to respond to 'go'", () => expect({}).to.respondTo("go"));
says("expected 1 to satisfy [Function isTwo]", () => expect(1).to.satisfy(function isTwo(value) { return value === 2; }));
says("expected 1 to be close to 2 +/- 0.5", () => expect(1).to.be.closeTo(2, 0.5));
says("expected 2 not to be close to 2 +/- 0.5", () => expect(2).to.not.be.closeTo(2, 0.5));
says("the arguments to closeTo or approximately must be numbers, and a delta is required", () => expect(1).to.be.closeTo(2));
says("expected [ 1, 2 ] to have the same members as [ 1, 3 ]", () => expect([1, 2]).to.have.members([1, 3]));
says("expected [ 1, 2 ] to have the same ordered members as [ 2, 1 ]", () => expect([1, 2]).to.have.ordered.members([2, 1]));
says("expected [ 1, 2 ] to be a superset of [ 3 ]", () => expect([1, 2]).to.include.members([3]));
says("expected [ 1, 2 ] to be an ordered superset of [ 2 ]", () => expect([1, 2]).to.include.ordered.members([2]));
says("expected [ 1 ] to not have the same members as [ 1 ]", () => expect([1]).to.not.have.members([1]));
says("expected 'x' to be an array", () => expect("x").to.have.members([1]));
says("expected 3 to be one of [ 1, 2 ]", () => expect(3).to.be.oneOf([1, 2]));
says("expected 1 to not be one of [ 1, 2 ]", () => expect(1).to.not.be.oneOf([1, 2]));
says("expected 'abc' to contain one of [ 'x' ]", () => expect("abc").to.contain.oneOf(["x"]));
says("expected .n to change", () => expect(() => {}).to.change({ n: 1 }, "n"));
says("expected .n to increase", () => expect(() => {}).to.increase({ n: 1 }, "n"));
says("expected .n to decrease", () => expect(() => {}).to.decrease({ n: 1 }, "n"));
says("expected .n to increase by 3", () => { const o = { n: 1 }; expect(() => { o.n += 2; }).to.increase(o, "n").by(3); });
says("expected .n to not change", () => { const o = { n: 1 }; expect(() => { o.n++; }).to.not.change(o, "n"); });
says("expected 1 to be extensible", () => expect(1).to.be.extensible);
says("expected {} to be sealed", () => expect({}).to.be.sealed);
says("expected {} to be frozen", () => expect({}).to.be.frozen);
says("expected Infinity to be a finite number", () => expect(Infinity).to.be.finite);
says("expect.fail()", () => expect.fail());
says("no", () => expect.fail("no"));
says("expected one", () => expect.fail(1, 2, "expected one"));
says('Invalid Chai property: equl. Did you mean "equal"?', () => expect(1).to.equl(1));
says("Invalid Chai property: somethingElse", () => expect(1).to.be.somethingElse);
says('Invalid Chai property: equal.to. See docs for proper usage of "equal".', () => expect(1).to.equal.to);

// Long values are shortened.
says("expected [ Array(100) ] to equal 1", () => expect(Array.from({ length: 100 }, (_, index) => index)).to.equal(1));
says("expected { first: 'aaaaaaaaaaaaaaaaaaaa', …(2) } to equal 1", () => expect({ first: "aaaaaaaaaaaaaaaaaaaa", second: "bbbbbbbbbbbbbbbbbbbb", third: 1 }).to.equal(1));
says("expected 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…' to equal 1", () => expect("a".repeat(60)).to.equal(1));
says("expected { a: [Circular] } to equal 1", () => { const o = {}; o.a = o; expect(o).to.equal(1); });
says("expected Foo{ x: 1 } to equal 1", () => { class Foo { constructor() { this.x = 1; } } expect(new Foo()).to.equal(1); });
says("expected 1970-01-01T00:00:00.000Z to equal 1", () => expect(new Date(0)).to.equal(1));
says("expected -0 to equal 1", () => expect(-0).to.equal(1));
says("expected 10n to equal 1", () => expect(10n).to.equal(1));
says("expected Symbol(s) to equal 1", () => expect(Symbol("s")).to.equal(1));
says("expected Error: x to equal 1", () => expect(new Error("x")).to.equal(1));
says("expected 'it\\'s' to equal 1", () => expect("it's").to.equal(1));
says("expected { 'a-b': 1 } to equal 1", () => expect({ "a-b": 1 }).to.equal(1));
says("expected Uint8Array[ 1, 2 ] to equal 1", () => expect(Uint8Array.of(1, 2)).to.equal(1));

// Values that write themselves: scopes of variables, and objects of scripts with a function for Node.
for (const name of ["environment", "variables", "iterationData", "globals", "collectionVariables"]) {
  says(`${name}: expected { Object (id, name, ...) } to be null`, () => expect(pm[name], name).to.be.null);
}
says("expected Box <[ 1, 'a' ]> to equal 1", () => {
  class Box { [Symbol.for("nodejs.util.inspect.custom")](depth, options, inspect) { return `Box <${inspect([1, "a"], options)}>`; } }
  expect(new Box()).to.equal(1);
});
