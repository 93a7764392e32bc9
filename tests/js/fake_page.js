// As much of a browser's document as replacing parts of a page needs.

class FakeNode {
  parentNode = null;

  get nextSibling() {
    return this.parentNode?.childNodes[this.parentNode.childNodes.indexOf(this) + 1] ?? null;
  }

  remove() {
    const siblings = this.parentNode?.childNodes ?? [];
    if (siblings.includes(this)) siblings.splice(siblings.indexOf(this), 1);
    this.parentNode = null;
  }

  replaceWith(node) {
    this.parentNode.insertBefore(node, this);
    this.remove();
  }

  isEqualNode(node) {
    return String(this) === String(node);
  }
}

class FakeText extends FakeNode {
  nodeType = 3;
  nodeName = "#text";

  constructor(text) {
    super();
    this.nodeValue = text;
  }

  toString() {
    return this.nodeValue;
  }
}

class FakeElement extends FakeNode {
  nodeType = 1;
  childNodes = [];
  #attributes;

  constructor(tag, attributes, children) {
    super();
    this.nodeName = tag.toUpperCase();
    this.#attributes = new Map(Object.entries(attributes));
    if (tag === "input") this.value = attributes.value ?? "";
    for (const child of children) this.insertBefore(typeof child === "string" ? new FakeText(child) : child, null);
  }

  get id() {
    return this.getAttribute("id") ?? "";
  }

  get dataset() {
    return { row: this.getAttribute("data-row") ?? undefined };
  }

  get classList() {
    const classes = (this.getAttribute("class") ?? "").split(" ");
    return { contains: (name) => classes.includes(name) };
  }

  get attributes() {
    return [...this.#attributes].map(([name, value]) => ({ name, value }));
  }

  get children() {
    return this.childNodes.filter(({ nodeType }) => nodeType === 1);
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  getAttribute(name) {
    return this.#attributes.get(name) ?? null;
  }

  hasAttribute(name) {
    return this.#attributes.has(name);
  }

  setAttribute(name, value) {
    this.#attributes.set(name, value);
  }

  removeAttribute(name) {
    this.#attributes.delete(name);
  }

  insertBefore(node, before) {
    node.remove();
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
  }

  toString() {
    const attributes = this.attributes.map(({ name, value }) => ` ${name}="${value}"`).sort().join("");
    const tag = this.nodeName.toLowerCase();
    return `<${tag}${attributes}>${this.childNodes.join("")}</${tag}>`;
  }
}

export function element(tag, attributes = {}, ...children) {
  return new FakeElement(tag, attributes, children);
}

// A document with some elements that have an id, at a version of the tournament.
export function fakeDocument(version, ...elements) {
  return {
    title: `version ${version}`,
    body: { dataset: { version: String(version), follows: "results:1" } },
    activeElement: null,
    heard: [],
    getElementById: (id) => elements.find((each) => each.id === id) ?? null,
    querySelector: () => null,
    querySelectorAll: () => [],
    dispatchEvent({ type }) {
      this.heard.push(type);
    },
  };
}
