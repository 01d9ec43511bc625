// The labels of the contract. A label is Chinese and its own key.

/** Every label with an English text; each catalogue of English labels extends it. */
// oxlint-disable-next-line typescript/no-empty-object-type -- extended by the catalogues
export interface Labels {}

export type Label = Extract<keyof Labels, string>
