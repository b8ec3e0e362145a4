/**
 * A webpack loader for a library of React components in one file: marks the calls that make a component or an element as free of
 * side effects, and removes the names for developer tools, so that the minimizer drops what nobody imports. webpack's
 * `sideEffects` drops whole files only. Without it, one import of react-router brings all of its components.
 */
module.exports = (source) =>
  source
    .replace(/^\w+\.displayName = .*;$/gm, '')
    .replace(/\b\w+\.(?:createContext|createElement|forwardRef|lazy|memo)\(/g, '/* @__PURE__ */ $&');
