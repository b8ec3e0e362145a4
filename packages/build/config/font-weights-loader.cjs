const subsetFont = require('subset-font');

/** The name table's copyright and license, which every copy of the font keeps. */
const legalNames = [0, 13, 14];

/**
 * A webpack loader for a variable font: removes the weights outside `min` to `max`, which no screen shows. Every character and
 * feature stays.
 */
module.exports = function (font) {
  return subsetFont(font, undefined, {
    keepAllGlyphs: true,
    preserveNameIds: legalNames,
    variationAxes: { wght: this.getOptions() },
  });
};
module.exports.raw = true;
