import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

import { Parser, type DefaultTreeAdapterTypes, type Token } from 'parse5';

import { fileAdvice, positionOf, shorten } from './finding-texts.ts';
import { isAllowedElement, checkAttribute, type MarkupOwner } from './html-rules.ts';

const before = '<!doctype html><html><head><title></title></head><body><div>';
const after = '</div></body></html>';

/** A parser's time can grow quadratically with these. */
const maxDepth = 100;
const maxElements = 5000;

/** Ends the parsing at the first finding. */
class MarkupFinding extends Error {}

/** Returns the part of a start tag that is not allowed, or null. */
function findingIn({ tagName, attrs }: Token.TagToken, owner: MarkupOwner): string | null {
  if (!isAllowedElement(tagName)) {
    const file = tagName === 'link' && attrs.find(({ name }) => name === 'href' || name === 'imagesrcset');
    return file ? `<link ${file.name}="${shorten(file.value)}">` : `<${tagName}>`;
  }
  for (const attribute of attrs) {
    const verdict = checkAttribute(tagName, attribute, owner);
    if (verdict === 'name-refused') return `<${tagName} ${shorten(attribute.name)}>`;
    if (verdict === 'value-refused') return `<${tagName} ${attribute.name}="${shorten(attribute.value)}">`;
    if (/\{\{(?:screen|back)\}\}/.test(attribute.value) && attribute.name !== 'href')
      return `<${tagName} ${attribute.name}="${shorten(attribute.value)}">`;
  }
  return null;
}

/** Whether the tag loads a picture or another file. React renders a link that preloads a picture before all other markup. */
const loadsFile = ({ tagName, attrs }: Token.TagToken, finding: string): boolean =>
  tagName === 'link'
    ? attrs.some(({ name, value }) => name === 'rel' && value === 'preload')
    : /^<\w+ src="/.test(finding);

/**
 * The tree builder drops or moves some start tags, such as a second `<body onload>`, but keeps their attributes.
 * Therefore every start tag is checked as tokenized, in the tokenizer state that the tree builder has set.
 */
class CheckingParser extends Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  #elements = 0;
  readonly #check: (tag: Token.TagToken) => void;
  readonly #checkEnd: (tag: Token.TagToken, open: readonly string[]) => void;

  constructor(
    check: (tag: Token.TagToken) => void,
    checkEnd: (tag: Token.TagToken, open: readonly string[]) => void,
    fail: (reason: string, at: number) => void,
  ) {
    super({
      sourceCodeLocationInfo: true,
      onParseError: ({ code, startOffset }) => fail(`is not well-formed (${code})`, startOffset),
    });
    this.#check = check;
    this.#checkEnd = checkEnd;
  }

  override onStartTag(tag: Token.TagToken): void {
    this.#elements += 1;
    if (this.#elements > maxElements || this.openElements.stackTop > maxDepth)
      throw new MarkupFinding('has too many elements, or too many inside each other');
    this.#check(tag);
    super.onStartTag(tag);
  }

  override onEndTag(tag: Token.TagToken): void {
    const { items, stackTop } = this.openElements;
    const open = items
      .slice(0, stackTop + 1)
      .map((item) => ('tagName' in item ? item.tagName.toLowerCase() : ''));
    // Neither html, body nor the wrapping element may be closed.
    this.#checkEnd(tag, open.slice(3));
    super.onEndTag(tag);
  }
}

/** Returns the end of the wrapping element, if it is the only child of the body. */
function endOfWrapper({ childNodes }: DefaultTreeAdapterTypes.Document): number | null {
  const html = childNodes.find((node) => node.nodeName === 'html');
  const body = html && 'childNodes' in html ? html.childNodes.find((node) => node.nodeName === 'body') : null;
  const inBody = body && 'childNodes' in body ? body.childNodes : [];
  const [wrapper] = inBody;
  if (!wrapper || inBody.length !== 1 || !('tagName' in wrapper)) return null;
  return wrapper.sourceCodeLocation?.endTag?.startOffset ?? null;
}

/** A start tag of 128,000 characters can have 25,000 attributes, each of which is compared with all before it. */
const chunkChars = 8 * 1024;

/** Parses the HTML in parts, between which requests are handled. */
async function parse(parser: CheckingParser, html: string): Promise<void> {
  for (let at = 0; at < html.length; at += chunkChars) {
    if (at > 0) await yieldToEventLoop();
    parser.tokenizer.write(html.slice(at, at + chunkChars), at + chunkChars >= html.length);
  }
}

/**
 * Parses HTML as a browser parses it in the document, and checks it against the allow-list. Returns the finding, such
 * as `has <script> at line 1, column 120, which is not allowed`, or null.
 */
export async function checkHtml(html: string, owner: MarkupOwner): Promise<string | null> {
  const offsetOf = (tag: Token.TagToken) => (tag.location?.startOffset ?? 0) - before.length;
  const isOwnMarkup = (offset: number) => offset >= 0 && offset < html.length;
  const parser = new CheckingParser(
    (tag) => {
      const offset = offsetOf(tag);
      const finding = isOwnMarkup(offset) ? findingIn(tag, owner) : null;
      if (!finding) return;
      const advice = !owner.isShell && loadsFile(tag, finding) ? fileAdvice : '';
      throw new MarkupFinding(`has ${finding} at ${positionOf(html, offset)}, which is not allowed${advice}`);
    },
    (tag, open) => {
      const offset = offsetOf(tag);
      const innermost = open.at(-1);
      if (offset === html.length && innermost) throw new MarkupFinding(`does not close its <${innermost}>`);
      if (isOwnMarkup(offset) && innermost !== tag.tagName)
        throw new MarkupFinding(
          `has </${tag.tagName}> at ${positionOf(html, offset)}, which closes no open element`,
        );
    },
    (reason, at) => {
      throw new MarkupFinding(`${reason} at ${positionOf(html, at - before.length)}`);
    },
  );
  try {
    await parse(parser, before + html + after);
  } catch (error) {
    if (error instanceof MarkupFinding) return error.message;
    throw error;
  }
  return endOfWrapper(parser.document) === before.length + html.length
    ? null
    : 'does not close its own elements, or closes others';
}
