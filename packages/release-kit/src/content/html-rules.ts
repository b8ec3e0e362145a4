import { isCleanPagePath } from './clean-paths.ts';

/** The owner of the markup, as far as the rules depend on it. */
export interface MarkupOwner {
  /** The base URL of the build's own files, with a trailing slash. */
  readonly base: string;
  /** Whether it is the shell, whose layouts have slots and the element around the screens. */
  readonly isShell: boolean;
}

type Allows = (value: string, owner: MarkupOwner) => boolean;

const anything: Allows = () => true;
const oneOf =
  (...values: readonly string[]): Allows =>
  (value) =>
    values.includes(value.toLowerCase());

/** Scripts find their root and data by these ids. Markup must not use them, because the first element is found. */
const documentIds = ['root', 'release-set', 'public-config'];
const id: Allows = (value, { isShell }) =>
  !documentIds.includes(value) &&
  // The global name of a container, which scripts would find as this element.
  !/^[a-z][a-z0-9_]*_\d+_\d+_\d+/.test(value) &&
  (isShell || value !== 'stage') &&
  /^[\w:.«»-]+$/.test(value);

/** A page of this site, optionally with a query and a fragment. */
const isPageUrl = (url: string) => {
  const [, path = '', rest = ''] = /^([^?#]*)([?#].*)?$/.exec(url) ?? [];
  return isCleanPagePath(path) && /^[\w?&=%#.~-]*$/.test(rest);
};
const link: Allows = (value, { isShell }) =>
  isPageUrl(value) ||
  // An empty one loads the same page again.
  /^(?:#[\w-]*)?$/.test(value) ||
  /^mailto:[\w.+-]+@[\w.-]+$/.test(value) ||
  (isShell && value === '{{back}}');

const dataImage = /^data:image\/(?:png|jpeg|webp|avif|gif|svg\+xml)[;,][^"'()\s\\]*$/;
/** A data URL, or a file of the same build. */
export const isOwnImage: Allows = (url, { base }) =>
  dataImage.test(url) ||
  (url.startsWith(base) && /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(url.slice(base.length)));

/** Paint and geometry of SVG, which may refer only to an element of the same document. */
const paint: Allows = (value) =>
  /^(?:[\w\s#.,%+-]|(?:rgba?|hsla?|var|translate|rotate|scale|skewx|skewy|matrix)\([\w\s.,%/-]*\)|url\(#[\w-]+\))*$/i.test(
    value,
  );

const globalAttributes: Readonly<Record<string, Allows>> = {
  class: anything,
  id,
  role: anything,
  tabindex: anything,
  lang: anything,
  dir: anything,
  translate: oneOf('yes', 'no', ''),
  hidden: anything,
  inert: anything,
  title: anything,
};
const svgAttributes: Readonly<Record<string, Allows>> = {
  ...Object.fromEntries(
    `viewbox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points dx dy offset transform gradienttransform
    gradientunits spreadmethod patternunits maskunits clippathunits preserveaspectratio focusable pathlength fill
    fill-opacity fill-rule clip-path clip-rule mask opacity color display stroke stroke-width stroke-linecap
    stroke-linejoin stroke-dasharray stroke-dashoffset stroke-miterlimit stroke-opacity stop-color stop-opacity
    vector-effect text-anchor dominant-baseline font-size font-weight font-family letter-spacing`
      .split(/\s+/)
      .map((name) => [name, paint]),
  ),
  xmlns: oneOf('http://www.w3.org/2000/svg'),
};

const plain = {};
const cell = { colspan: anything, rowspan: anything, scope: anything };
const control = {
  name: anything,
  value: anything,
  disabled: anything,
  required: anything,
  readonly: anything,
  autocomplete: anything,
  autocapitalize: anything,
  autofocus: anything,
  spellcheck: anything,
  inputmode: anything,
  enterkeyhint: anything,
  placeholder: anything,
  minlength: anything,
  maxlength: anything,
  pattern: anything,
  form: anything,
};
const numeric = {
  value: anything,
  min: anything,
  max: anything,
  step: anything,
  low: anything,
  high: anything,
};
const fragment: Allows = (value) => /^#[\w-]+$/.test(value);
const inputTypes = oneOf(
  ...'text email tel url number search checkbox radio hidden range date submit button reset'.split(' '),
);

const named = (names: string, attributes: Readonly<Record<string, Allows>>) =>
  names.split(' ').map((name) => [name, attributes] as const);

/**
 * The allowed elements of a first screen or layout, with their attributes besides the global ones. Names are in lower
 * case, as HTML's tokenizer returns them. `style` attributes are missing because the document's policy blocks them.
 */
const elements: ReadonlyMap<string, Readonly<Record<string, Allows>>> = new Map([
  ...named('div span p h1 h2 h3 h4 h5 h6 header footer main nav section article aside hgroup address', plain),
  ...named(
    'strong b em i small s u mark abbr cite code kbd samp var sub sup br wbr hr pre blockquote',
    plain,
  ),
  ...named('ul li dl dt dd figure figcaption table caption thead tbody tfoot tr details summary', plain),
  ...named('fieldset legend bdi bdo picture', plain),
  ...named('ol', { start: anything, reversed: anything }),
  ...named('time data', { datetime: anything, value: anything }),
  ...named('td th', cell),
  ...named('a', { href: link }),
  ...named('img', { src: isOwnImage, alt: anything, width: anything, height: anything, loading: anything }),
  ...named('form', {
    action: isPageUrl,
    method: oneOf('get', 'post', 'dialog'),
    novalidate: anything,
    autocomplete: anything,
  }),
  ...named('button', { ...control, type: oneOf('submit', 'button', 'reset'), formaction: isPageUrl }),
  ...named('input', { ...control, ...numeric, type: inputTypes, checked: anything, multiple: anything }),
  ...named('label output', { for: anything }),
  // No select, because parsers disagree on which part of its content is markup.
  ...named('textarea', { ...control, rows: anything, cols: anything }),
  ...named('progress meter', numeric),
  ...named('svg g path circle ellipse line polyline polygon rect text tspan defs symbol', svgAttributes),
  ...named('lineargradient radialgradient stop clippath mask pattern', svgAttributes),
  ...named('use', { ...svgAttributes, href: fragment, 'xlink:href': fragment }),
]);

export const isAllowedElement = (name: string): boolean => elements.has(name);

/** Whether the element may have an attribute of this name, and with this value. Names are in lower case. */
export function checkAttribute(
  element: string,
  { name, value }: { readonly name: string; readonly value: string },
  owner: MarkupOwner,
): 'allowed' | 'name-refused' | 'value-refused' {
  if (/^(?:aria|data)-[\w-]+$/.test(name)) return 'allowed';
  const own = elements.get(element) ?? {};
  const allows = Object.hasOwn(own, name)
    ? own[name]
    : Object.hasOwn(globalAttributes, name)
      ? globalAttributes[name]
      : undefined;
  if (!allows) return 'name-refused';
  return allows(value, owner) ? 'allowed' : 'value-refused';
}
