// A view as a picture: what is in sight becomes an SVG with rectangles, lines and texts, and from that a PNG.

const namespace = 'http://www.w3.org/2000/svg';
/** What decides how a part of an SVG looks; the style sheet does not go with the picture. */
const kept = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-size', 'font-weight', 'font-family', 'text-anchor', 'paint-order', 'opacity', 'fill-opacity'];

function make(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, String(value));
  }
  element.textContent = text;
  return element;
}

function isPainted(colour: string): boolean {
  return colour !== '' && colour !== 'transparent' && !/rgba\(.*, 0\)$/.test(colour);
}

function withStyle(source: Element, copy: Element): void {
  const style = getComputedStyle(source);
  for (const key of kept) {
    // Patterns are named in the style sheet by address; the copy names them by itself.
    copy.setAttribute(key, style.getPropertyValue(key).replace(/url\("[^#"]*#/g, 'url("#'));
  }
  [...source.children].forEach((child, place) => withStyle(child, copy.children[place]!));
}

interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

function addTexts(element: Element, into: SVGElement, frame: Frame): void {
  const style = getComputedStyle(element);
  for (const node of element.childNodes) {
    const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').trim() : '';
    if (text) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width > 0) {
        const size = parseFloat(style.fontSize);
        into.append(make('text', { x: box.left - frame.left, y: box.top - frame.top + box.height / 2 + size * 0.36, fill: style.color, 'font-size': size, 'font-family': 'sans-serif', 'font-weight': style.fontWeight, 'xml:space': 'preserve', textLength: box.width, lengthAdjust: 'spacingAndGlyphs' }, text));
      }
    }
  }
}

function addBox(element: Element, into: SVGElement, box: DOMRect, frame: Frame): void {
  const style = getComputedStyle(element);
  const place = { x: box.left - frame.left, y: box.top - frame.top, width: box.width, height: box.height };
  if (isPainted(style.backgroundColor) || style.backgroundImage !== 'none') {
    const striped = style.backgroundImage.match(/rgb[^)]*\)/)?.[0];
    into.append(make('rect', { ...place, fill: isPainted(style.backgroundColor) ? style.backgroundColor : (striped ?? 'none'), opacity: style.opacity }));
  }
  if (parseFloat(style.borderTopWidth) > 0 && isPainted(style.borderTopColor) && parseFloat(style.borderBottomWidth) > 0) {
    into.append(make('rect', { ...place, fill: 'none', stroke: style.borderTopColor }));
  } else if (parseFloat(style.borderLeftWidth) > 0 && isPainted(style.borderLeftColor)) {
    into.append(make('line', { x1: place.x, x2: place.x, y1: place.y, y2: place.y + place.height, stroke: style.borderLeftColor }));
  }
}

/** Where the contents of an element are drawn, and what of them is in sight: an element that scrolls or cuts off is a picture in the picture. */
function insideOf(element: Element, into: SVGElement, box: DOMRect, frame: Frame): [SVGElement, Frame] {
  if (getComputedStyle(element).overflowX === 'visible') {
    return [into, frame];
  }
  const inside = make('svg', { x: box.left - frame.left, y: box.top - frame.top, width: box.width, height: box.height });
  into.append(inside);
  return [inside, { left: box.left, top: box.top, width: box.width, height: box.height }];
}

function add(element: Element, into: SVGElement, frame: Frame): void {
  const box = element.getBoundingClientRect();
  const inSight = box.right > frame.left && box.left < frame.left + frame.width && box.bottom > frame.top && box.top < frame.top + frame.height;
  if (!inSight || getComputedStyle(element).visibility === 'hidden') {
    return;
  }
  if (element instanceof SVGSVGElement) {
    const copy = element.cloneNode(true) as SVGSVGElement;
    withStyle(element, copy);
    copy.setAttribute('x', String(box.left - frame.left));
    copy.setAttribute('y', String(box.top - frame.top));
    into.append(copy);
  } else if (element instanceof HTMLCanvasElement) {
    into.append(make('image', { x: box.left - frame.left, y: box.top - frame.top, width: box.width, height: box.height, href: element.toDataURL() }));
  } else {
    addBox(element, into, box, frame);
    const [inside, part] = insideOf(element, into, box, frame);
    addTexts(element, inside, part);
    for (const child of element.children) {
      add(child, inside, part);
    }
  }
}

/** What is in sight of an element, as the text of an SVG file. */
export function svgOf(element: Element): string {
  const box = element.getBoundingClientRect();
  const frame = { left: box.left, top: box.top, width: Math.ceil(box.width), height: Math.ceil(box.height) };
  const picture = make('svg', { xmlns: namespace, width: frame.width, height: frame.height, viewBox: `0 0 ${frame.width} ${frame.height}` });
  picture.append(make('rect', { width: frame.width, height: frame.height, fill: getComputedStyle(document.body).backgroundColor }));
  add(element, picture, frame);
  return new XMLSerializer().serializeToString(picture);
}

export async function pngOf(element: Element): Promise<Blob> {
  const box = element.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(element))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(box.width) * 2;
  canvas.height = Math.ceil(box.height) * 2;
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))), 'image/png'));
}
