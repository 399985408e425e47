/** The last few answers by key. A promise that fails is forgotten. */
export class Recent<T> {
  readonly #kept = new Map<string, Promise<T>>();

  constructor(private readonly size: number) {}

  get(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known;
    }
    const made = make();
    this.#kept.set(key, made);
    made.catch(() => this.#kept.get(key) === made && this.#kept.delete(key));
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.size) break;
      this.#kept.delete(oldest);
    }
    return made;
  }

  clear(): void {
    this.#kept.clear();
  }
}
