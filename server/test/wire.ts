/** A number as a client sends it, for which no table of the contract has a name: to show that it is refused or how it is read. */
export const wire = (value: number) => value as never
