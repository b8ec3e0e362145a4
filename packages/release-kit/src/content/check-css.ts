import { ident, tokenize, tokenTypes, url } from 'css-tree';

import { fileAdvice, positionOf, shorten } from './finding-texts.ts';
import { isOwnImage, type MarkupOwner } from './html-rules.ts';

const words = (text: string) => new Set(text.split(/\s+/));

const atRules =
  words(`media supports container layer scope keyframes font-face property counter-style starting-style
  page font-feature-values font-palette-values`);

/** Of the functions that load something, only `url()` is allowed; image-set(), src() and others are not. */
const functions =
  words(`var env attr calc calc-size min max clamp round mod rem sin cos tan asin acos atan atan2 pow sqrt
  hypot log exp abs sign rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark contrast-color
  linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient
  repeating-conic-gradient translate translatex translatey translatez translate3d rotate rotatex rotatey rotatez
  rotate3d scale scalex scaley scalez scale3d skew skewx skewy matrix matrix3d perspective cubic-bezier steps linear
  minmax repeat fit-content anchor anchor-size blur brightness contrast drop-shadow grayscale hue-rotate invert opacity
  saturate sepia polygon circle ellipse inset path rect xywh shape ray counter counters symbols leader format tech local
  scroll view url not is where has nth-child nth-last-child nth-of-type nth-last-of-type lang dir host selector
  style part slotted state`);

const vendor = /^-(?:webkit|moz|ms|o)-/;
const closers: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

interface CssToken {
  readonly type: number;
  readonly text: string;
  readonly start: number;
}

function tokensOf(css: string): CssToken[] {
  const tokens: CssToken[] = [];
  tokenize(css, (type, start, end) => tokens.push({ type, text: css.slice(start, end), start }));
  return tokens;
}

const isAllowedUrl = (address: string, owner: MarkupOwner) =>
  /^#[\w-]+$/.test(address) || isOwnImage(address, owner);

/** Returns the text of a token that is not allowed, or null. */
function findingIn({ type, text }: CssToken, next: CssToken | undefined, owner: MarkupOwner): string | null {
  switch (type) {
    case tokenTypes.AtKeyword: {
      const name = ident.decode(text.slice(1)).toLowerCase();
      return atRules.has(name.replace(vendor, '')) ? null : `@${name}`;
    }
    case tokenTypes.Function: {
      const full = ident.decode(text.slice(0, -1)).toLowerCase();
      const name = full.replace(vendor, '');
      if (!functions.has(name)) return `${full}()`;
      // With quotes, url() is a function token with one string.
      const address = name === 'url' && next?.type === tokenTypes.String ? next.text.slice(1, -1) : null;
      return name !== 'url' || (address !== null && isAllowedUrl(address, owner))
        ? null
        : `url(${next?.text ?? ''})`;
    }
    case tokenTypes.Url:
      return isAllowedUrl(url.decode(text), owner) ? null : text;
    case tokenTypes.BadUrl:
    case tokenTypes.BadString:
    case tokenTypes.CDO:
    case tokenTypes.CDC:
      return text;
    case tokenTypes.String:
      return text.length > 1 && text.endsWith(text.charAt(0)) ? null : text;
    case tokenTypes.Comment:
      return text.length > 3 && text.endsWith('*/') ? null : text;
    default:
      return null;
  }
}

/** Returns the first token that closes nothing, or the last token if something stays open. */
function unbalanced(tokens: readonly CssToken[]): CssToken | null {
  const open: string[] = [];
  for (const token of tokens) {
    const last = token.text.at(-1) ?? '';
    const isOpening = token.type === tokenTypes.Function || Object.hasOwn(closers, token.text);
    if (isOpening) open.push(closers[last] ?? '');
    else if (/^[)\]}]$/.test(token.text) && open.pop() !== token.text) return token;
  }
  return open.length > 0 ? (tokens.at(-1) ?? null) : null;
}

/**
 * Checks CSS against the allow-list, token by token, because everything that loads a resource is a separate token.
 * Returns the finding, such as `has @import at line 1, column 1, which is not allowed`, or null.
 */
export function checkCss(css: string, owner: MarkupOwner): string | null {
  const tokens = tokensOf(css);
  const describe = (finding: string, offset: number) => {
    const advice = !owner.isShell && finding.startsWith('url(') ? fileAdvice : '';
    return `has ${shorten(finding)} at ${positionOf(css, offset)}, which is not allowed${advice}`;
  };
  // Anything that could end the style element, also inside a string or a comment.
  const ending = css.search(/<[/!]/);
  if (ending >= 0) return describe(css.slice(ending, ending + 10).trim(), ending);
  for (const [at, token] of tokens.entries()) {
    const finding = findingIn(
      token,
      tokens.slice(at + 1, at + 3).find(({ type }) => type !== tokenTypes.WhiteSpace),
      owner,
    );
    if (finding !== null) return describe(finding, token.start);
  }
  const unbalancedToken = unbalanced(tokens);
  return unbalancedToken && describe(`an unbalanced ${unbalancedToken.text}`, unbalancedToken.start);
}
