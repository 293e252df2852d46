// What extends the objects of the runtime or of the language.
const { expect, should, AssertionError } = require("chai");
const passes = pm.test;

passes("should", () => {
  should();
  (5).should.equal(5);
  "abc".should.have.lengthOf(3).and.not.be.empty;
  ({ a: 1 }).should.have.property("a");
  delete Object.prototype.should;
});
passes("plugins", () => {
  const chai = require("chai");
  chai.use((given, util) => {
    given.Assertion.addMethod("even", function () {
      this.assert(util.flag(this, "object") % 2 === 0, "expected #{this} to be even", "expected #{this} to be odd");
    });
    given.Assertion.addProperty("positive", function () {
      this.assert(this._obj > 0, "expected #{this} to be positive", "expected #{this} to not be positive");
    });
    given.Assertion.overwriteMethod("even", old => function (...values) { old.apply(this, values); });
    given.Assertion.addChainableMethod("about", function (value) { new given.Assertion(this._obj).to.be.closeTo(value, 1); }, function () { util.flag(this, "about", true); });
  });
  expect(4).to.be.even().and.positive.and.about(4.5);
  expect(() => expect(3).to.be.even()).to.throw(AssertionError, "expected 3 to be even");
  expect(() => expect(4).to.not.be.even()).to.throw("expected 4 to be odd");
});
