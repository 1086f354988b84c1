// Elements, made without markup: what comes from a file is text and nothing else.

type Child = Node | string | number | null | undefined | false;
type Properties = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, properties: Properties = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value as EventListener);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  append(element, children);
  return element;
}

// Words with `names` in them: what stands between backquotes is set as code.
export const quoted = (words: string): (Node | string)[] => words.split(/`([^`]+)`/).map((part, i) => (i % 2 === 1 ? h('code', {}, part) : part));

export function append(element: Element, children: Child[]): void {
  for (const child of children)
    if (child !== null && child !== undefined && child !== false) element.append(typeof child === 'number' ? String(child) : child);
}

export function refill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  append(element, children);
}

export function svg(tag: string, properties: Record<string, string | number>, ...children: SVGElement[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

// A colour or a length of one element: by the object model, which the policy allows.
export function styled<E extends HTMLElement>(element: E, style: Record<string, string>): E {
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value);
  return element;
}

// Offers `content` as a file.
export function download(name: string, content: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

let said: HTMLElement | undefined;
// For those who listen to the page.
export function say(text: string): void {
  said ??= document.body.appendChild(h('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' }));
  said.textContent = text;
}
