import type { Page } from '@playwright/test';

/** An element of an example: its box in px from the example's top left corner, and the styles that its parent or tag does not give it. */
interface ElementLook {
  /** Tag and first words of the element's own text, indented by its depth. */
  readonly name: string;
  /** x, y, width, height. */
  readonly box: readonly number[];
  readonly styles: Readonly<Record<string, string>>;
}

/** Every element that can be seen, by the name of its example, such as `button, disabled`. */
export type Looks = Readonly<Record<string, readonly ElementLook[]>>;

/** An example in an iframe. */
export interface IframeExample {
  readonly name: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** Loads every file of the web font, and waits for the layout with it. */
async function loadFont(page: Page): Promise<void> {
  const loaded = await page.evaluate(async () => {
    const faces = [...document.fonts].filter(({ family }) => family.includes('Figtree Variable'));
    await Promise.all(faces.map((face) => face.load()));
    await document.fonts.ready;
    return faces.length;
  });
  if (loaded === 0) throw new Error('The page has no web font.');
}

/** Opens a page of components in a window of this size. It renders before its `load` event. */
export async function openComponents(
  page: Page,
  url: string,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  await page.setViewportSize(size);
  await page.goto(url);
  await loadFont(page);
}

/** The examples in iframes of the open page. */
export const iframeExamples = (page: Page): Promise<IframeExample[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('iframe')].map((iframe) => ({
      name: iframe.title,
      url: iframe.src,
      width: Number(iframe.getAttribute('width')),
      height: Number(iframe.getAttribute('height')),
    })),
  );

/** Measures the examples of the open page after two more frames, or the whole page as one example with the given name. */
export const looksOf = (page: Page, example?: IframeExample): Promise<Looks> =>
  page.evaluate(async (wholePage) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

    const inheritedStyles = [
      'color',
      'fill',
      'stroke',
      'font-size',
      'font-weight',
      'letter-spacing',
      'line-height',
      'text-align',
      'text-transform',
    ];
    const initialStyles = {
      'background-color': 'rgba(0, 0, 0, 0)',
      'background-image': 'none',
      'border-radius': '0px',
      'box-shadow': 'none',
      opacity: '1',
      padding: '0px',
      'text-decoration-line': 'none',
    };

    const shortOf = ([top = '', ...others]: readonly string[]) =>
      others.every((other) => other === top) ? top : [top, ...others].join(' ');

    const stylesOf = (element: Element): Record<string, string> => {
      const style = getComputedStyle(element);
      const parent = element.parentElement && getComputedStyle(element.parentElement);
      // Forced colors make a transparent background a transparent white.
      const read = (name: string) =>
        style.getPropertyValue(name).replace('rgba(255, 255, 255, 0)', 'rgba(0, 0, 0, 0)');
      const border = (part: string) =>
        ['top', 'right', 'bottom', 'left'].map((side) => read(`border-${side}-${part}`));
      const isBordered = border('width').some((width) => width !== '0px');
      return Object.fromEntries([
        ...inheritedStyles
          .filter((name) => read(name) !== parent?.getPropertyValue(name))
          .map((name) => [name, read(name)] as const),
        ...Object.entries(initialStyles)
          .filter(([name, initial]) => read(name) !== initial)
          .map(([name]) => [name, read(name)] as const),
        ...(isBordered
          ? ['width', 'style', 'color'].map((part) => [`border-${part}`, shortOf(border(part))] as const)
          : []),
        ...(read('outline-style') === 'none' ? [] : [['outline', read('outline')] as const]),
      ]);
    };

    // A drawing is one element. Texts for screen readers alone are 1 px large, and a toast removes its own after a second.
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return (width > 1 || height > 1) && !element.parentElement?.closest('svg');
    };

    const looksIn = (root: Element) => {
      const origin = root.getBoundingClientRect();
      const depthOf = (element: Element) => {
        let depth = 0;
        for (let at = element; at !== root && at.parentElement; at = at.parentElement) depth += 1;
        return depth;
      };
      return [root, ...root.querySelectorAll('*')].filter(isSeen).map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const text = [...element.childNodes]
          .flatMap((node) => (node instanceof Text ? [node.data] : []))
          .join('')
          .trim()
          .slice(0, 30);
        return {
          name: `${'  '.repeat(depthOf(element))}${element.tagName.toLowerCase()}${text && ` “${text}”`}`,
          box: [x - origin.x, y - origin.y, width, height],
          styles: stylesOf(element),
        };
      });
    };

    if (wholePage) return { [wholePage.name]: looksIn(document.body) };
    return Object.fromEntries(
      [...document.querySelectorAll('figure')].flatMap((figure) => {
        const content = figure.querySelector(':scope > div');
        const section = figure.closest('section')?.querySelector('h2')?.id;
        const state = figure.querySelector('figcaption')?.textContent;
        return content ? [[`${section}, ${state}`, looksIn(content)] as const] : [];
      }),
    );
  }, example);

const boxText = (box: readonly number[]): string => {
  const [x, y, width, height] = box.map((length) => Math.round(length));
  return `${x}, ${y}, ${width} × ${height}`;
};
const boxPattern = /(?<=: )-?\d+, -?\d+, \d+ × \d+/;

const styleText = (styles: Readonly<Record<string, string>>): string[] =>
  Object.entries(styles).map(([name, value]) => `${name} ${value}`);

const lengthsOf = (line: string): number[] => (boxPattern.exec(line)?.[0].match(/-?\d+/g) ?? []).map(Number);

/** What of the element differs in another environment, or null if nothing does. */
function differenceOf(base: ElementLook, other: ElementLook | undefined): string | null {
  if (!other) return 'has no box';
  const isMoved = base.box.some((length, index) => Math.abs(length - (other.box[index] ?? 0)) > 0.9);
  const names = [...new Set([...Object.keys(base.styles), ...Object.keys(other.styles)])];
  const parts = [
    ...(isMoved ? [boxText(other.box)] : []),
    ...names
      .filter((name) => base.styles[name] !== other.styles[name])
      .map((name) => `${name} ${other.styles[name] ?? 'none'}`),
  ];
  return parts.length > 0 ? parts.join('; ') : null;
}

/** A paragraph for each example, with a line for each element, and a further one for each environment in which it differs. */
export function describeLooks(base: Looks, others: Readonly<Record<string, Looks>>): string {
  return Object.entries(base)
    .map(([example, elements]) => {
      const lines = elements.flatMap((element, index) => {
        const indent = /^ */.exec(element.name)?.[0] ?? '';
        const own = [boxText(element.box), ...styleText(element.styles)].join('; ');
        const differences = Object.entries(others).flatMap(([environment, looks]) => {
          const measured = looks[example];
          const difference = measured && differenceOf(element, measured[index]);
          return difference ? [`${indent}  - ${environment}: ${difference}`] : [];
        });
        return [`${element.name}: ${own}`, ...differences];
      });
      return [`## ${example}`, ...lines].join('\n');
    })
    .join('\n\n');
}

/** The lengths of a text differ by less than 1 px between two machines, and are rounded. */
const noise = 1;

const isNoise = (stored: string, current: string): boolean => {
  const [before, after] = [lengthsOf(stored), lengthsOf(current)];
  return (
    stored.replace(boxPattern, '') === current.replace(boxPattern, '') &&
    before.every((length, index) => Math.abs(length - (after[index] ?? Infinity)) <= noise)
  );
};

const paragraphs = (text: string) =>
  new Map(text.split('\n\n').map((paragraph) => [paragraph.split('\n')[0] ?? '', paragraph.split('\n')]));

/** The current text with the stored lines in place of those that differ by 1 px at most. */
export function withoutNoise(stored: string, current: string): string {
  const storedParagraphs = paragraphs(stored);
  return current
    .split('\n\n')
    .map((paragraph) => {
      const lines = paragraph.split('\n');
      const storedLines = storedParagraphs.get(lines[0] ?? '') ?? [];
      return lines
        .map((line, index) => {
          const storedLine = storedLines[index];
          return storedLine !== undefined && isNoise(storedLine, line) ? storedLine : line;
        })
        .join('\n');
    })
    .join('\n\n');
}
