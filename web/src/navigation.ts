// What sections ask of each other.
export interface Navigation {
  node(v: number): void;         // show a node on the map
  community(c: number): void;    // show a community on the map
}
