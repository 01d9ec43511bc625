// The labels of the contract. A label is Chinese and its own key.

/** Every label that has English: each catalogue of English labels adds its own. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the catalogues
export interface Labels {}

export type Label = Extract<keyof Labels, string>
