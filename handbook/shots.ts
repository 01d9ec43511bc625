// Every picture of the handbooks: who is signed in, which page, what is done there, and what is marked.
export type Shot = { name: string }
export const shots: Shot[] = []
